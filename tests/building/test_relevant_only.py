"""Assessments that list relevant items only: pages never claim that a result was not judged."""

import re
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from lxml import html

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.report.audience import PUBLIC, Audience, Readers

LISTED = "The assessments list relevant articles only: any other result is not relevant or not judged."
RELEVANT = "1 Q0 a 100 1000 10 10:100\n1 Q0 b 50 500 0 0:50\n2 Q0 c 50 400 0 0:50\n"
FOUND = "1 Q0 a 1 9 r 0 200\n1 Q0 b 2 8 r 0 50\n2 Q0 c 1 9 r 0 50\n"
MISSED = "".join(f"{topic} Q0 x{rank} {rank} {-rank} r 0 50\n" for topic in "12" for rank in range(1, 11))

NOT_JUDGED = re.compile(r"nobody judged|unassessed|unjudged|(?<!not relevant or )\bnot judged", re.IGNORECASE)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for place, text in files.items():
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def campaign(folder: Path, qrels: str) -> Path:
    topics = "".join(f'<topic id="{topic}"><title>Topic {topic}</title></topic>' for topic in "12")
    return write(
        folder,
        {
            "campaign.toml": 'title = "T"\nyear = 2009\nprotocol = "inex-2009"\n',
            "topics/topics.xml": f"<inex-topic-file>{topics}</inex-topic-file>",
            "assessments/official/all.qrels": qrels,
            "runs/Focused/1/found.run": FOUND,
            "runs/Focused/1/found2.run": FOUND.replace(" 0 200", " 0 190"),
            "runs/Focused/2/missed.run": MISSED,
            "runs/Focused/2/rejected.run": "1 Q0 a 1 9 r 0 50\n1 Q0 a 2 8 r 0 60\n",
        },
    )


def words(page: Path) -> str:
    root = html.document_fromstring(page.read_text("utf-8"))
    for script in root.xpath("//script"):
        script.drop_tree()
    return " ".join(" ".join(root.itertext()).split())


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judged")
    build(campaign(folder / "relevant", RELEVANT), folder / "site")
    build(campaign(folder / "all", f"{RELEVANT}2 Q0 x1 0 700\n"), folder / "site")
    return folder / "site"


def test_no_page_says_that_a_result_was_not_judged(archive: Path) -> None:
    pages = [page for page in (archive / "relevant").rglob("*.html") if page.name != "data.html"]
    assert len(pages) > 15
    for page in pages:
        assert NOT_JUDGED.findall(words(page)) == [], page
    for script in (archive / "relevant").glob("*.js"):
        assert NOT_JUDGED.findall(script.read_text("utf-8")) == [], script


@pytest.mark.parametrize("page", ["index.html", "tasks/Focused.html", "pooling/Focused.html"])
def test_front_page_task_and_pools_say_it_once_and_only_where_it_is_so(archive: Path, page: str) -> None:
    assert words(archive / "relevant" / page).count(LISTED) == 1
    assert "list relevant" not in words(archive / "all" / page)


def test_results_without_a_judgement_are_not_relevant_or_not_judged(archive: Path) -> None:
    run, other = (words(archive / name / "runs/Focused/missed.html") for name in ("relevant", "all"))
    assert "Ranks Relevant In a relevant article Not relevant or not judged Results" in run
    assert "Ranks Relevant In a relevant article Not relevant Not judged Results" in other
    assert "1–10: 0.0% relevant, 100.0% not relevant or not judged" in run
    rejected, other = (words(archive / name / "runs/Focused/rejected.html") for name in ("relevant", "all"))
    assert "Share of the results in relevant articles" in rejected
    assert "Judged share of the results" in other
    pools, others = (words(archive / name / "pooling/Focused.html") for name in ("relevant", "all"))
    assert "Recall Not relevant or not judged" in pools
    assert "unlisted articles count as not relevant" in pools
    assert "Recall Unassessed" in others
    assert "Recall Not relevant or not judged" in words(archive / "relevant/topics/1.html")
    topics, others = (words(archive / name / "topics.html") for name in ("relevant", "all"))
    assert "the larger the dot, the more articles are relevant" in topics
    assert "the larger the dot, the more articles were judged" in others


def test_topics_count_relevant_articles_and_not_judged_ones(archive: Path) -> None:
    said = {
        ("relevant", "1"): "2 relevant articles, with 150 characters highlighted in 2 passages.",
        ("relevant", "2"): "1 relevant article, with 50 characters highlighted in 1 passage.",
        ("all", "1"): "2 articles judged, 2 relevant, with 150 characters highlighted in 2 passages.",
        ("all", "2"): "2 articles judged, 1 relevant, with 50 characters highlighted in 1 passage.",
    }
    for (name, topic), sentence in said.items():
        assert sentence in words(archive / name / f"topics/{topic}.html")


def test_it_is_no_cause_of_a_low_score(archive: Path) -> None:
    causes = {}
    for name in ("relevant", "all"):
        table = pd.read_csv(archive / name / "data/topic_diagnosis.csv", keep_default_na=False)
        causes[name] = set(" ".join(table["causes"]).split())
    assert "unjudged" in causes["all"]
    assert causes["relevant"] == causes["all"] - {"unjudged"}
    run, other = (words(archive / name / "runs/Focused/missed.html") for name in ("relevant", "all"))
    assert "% of the top 10 results have no judgement" in other
    assert "What to look at first" in run


def test_participants_see_the_same(archive: Path, tmp_path: Path) -> None:
    for audience in (Audience(Readers.PARTICIPANT, "2"), Audience(Readers.ORGANISERS)):
        out = tmp_path / str(audience).replace(":", "-")
        build(archive.parent / "relevant", out, audience=audience)
        for page in ("index.html", "tasks/Focused.html"):
            assert words(out / "relevant" / page).count(LISTED) == 1
        for page in (out / "relevant").rglob("*.html"):
            assert page.name == "data.html" or NOT_JUDGED.findall(words(page)) == [], page


def test_one_judgement_more_changes_all_pages_that_it_concerns(tmp_path: Path) -> None:
    folder, resources = campaign(tmp_path / "c", RELEVANT), Resources(cache=Cache(tmp_path / "cache"))
    build(folder, tmp_path / "again", resources=resources)
    campaign(folder, f"{RELEVANT}2 Q0 x1 0 700\n")
    build(folder, tmp_path / "again", resources=resources)
    build(folder, tmp_path / "anew")
    again, anew = (
        {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
        for out in (tmp_path / "again", tmp_path / "anew")
    )
    assert again == anew


def graded(topic: str, *elements: tuple[str, int]) -> str:
    paths = "".join(f"<path path='{path}' exhaustiveness='{e}' specificity='{e}'/>" for path, e in elements)
    return f"<assessments pool='1' topic='{topic}' version='2'><file file='a'>{paths}</file></assessments>"


def test_each_kind_of_task_is_looked_at_by_itself(tmp_path: Path) -> None:
    topic = '<inex_topic topic_id="{0}" query_type="{1}"><title>t</title></inex_topic>'
    result = "<result><file>a</file><path>/article[1]</path><rank>1</rank></result>"
    run = (
        '<inex-submission participant-id="1" run-id="{0}" task="{1}">'
        '<topic topic-id="{2}">{3}</topic></inex-submission>'
    )
    folder = write(
        tmp_path / "kinds",
        {
            "campaign.toml": 'title = "T"\nyear = 2004\nprotocol = "inex-2004"\n',
            "topics/1.xml": topic.format(1, "CO"),
            "topics/2.xml": topic.format(2, "CAS"),
            "assessments/official/1.xml": graded("1", ("/article[1]", 2), ("/article[1]/bdy[1]", 3)),
            "assessments/official/2.xml": graded("2", ("/article[1]", 2), ("/article[1]/bdy[1]", 0)),
            "runs/CO/co.xml": run.format("co", "CO", 1, result),
            "runs/VCAS/cas.xml": run.format("cas", "VCAS", 2, result),
        },
    )
    build(folder, tmp_path / "site", audience=PUBLIC)
    site = tmp_path / "site/kinds"
    listed = LISTED.replace("articles", "elements")
    assert listed in words(site / "tasks/CO.html")
    assert "list relevant" not in words(site / "tasks/VCAS.html")
    assert listed.replace("The assessments", "The assessments for CO") in words(site / "index.html")
    assert "1 relevant article. 2 relevant elements." in words(site / "topics/1.html")
    assert "1 article judged, 1 relevant. 2 elements judged, 1 relevant." in words(site / "topics/2.html")
