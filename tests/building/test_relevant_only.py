"""Assessments that list relevant items only: pages never claim that a result was not judged."""

import re
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from drawn_pages import drawn_pages, pages_of
from lxml import html

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.rendering.site import participant_site, public_site
from inexreport.report.audience import Audience, Readers
from inexreport.report.embargo import view_for_participant

LISTED = "The assessments list relevant articles only: any other result is not relevant or not judged."
RELEVANT = "1 Q0 a 100 1000 10 10:100\n1 Q0 b 50 500 0 0:50\n2 Q0 c 50 400 0 0:50\n"
MORE = "2 Q0 x1 0 700\n"
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


def words(page: Path | str) -> str:
    root = html.document_fromstring(page if isinstance(page, str) else page.read_text("utf-8"))
    for script in root.xpath("//script"):
        script.drop_tree()
    return " ".join(" ".join(root.itertext()).split())


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sites of a campaign that lists relevant articles only, with a cache, and with others too."""
    folder = tmp_path_factory.mktemp("judged")
    cached = Resources(cache=Cache(folder / "cache"))
    build(campaign(folder / "of-relevant" / "c", RELEVANT), folder / "relevant", resources=cached)
    build(campaign(folder / "of-all" / "c", f"{RELEVANT}{MORE}"), folder / "all")
    return folder


def test_no_page_says_that_a_result_was_not_judged(sites: Path) -> None:
    pages = [page for page in (sites / "relevant/c").rglob("*.html") if page.name != "data.html"]
    assert len(pages) > 15
    for page in pages:
        assert NOT_JUDGED.findall(words(page)) == [], page
    for script in (sites / "relevant/c").glob("*.js"):
        assert NOT_JUDGED.findall(script.read_text("utf-8")) == [], script


@pytest.mark.parametrize("page", ["index.html", "tasks/Focused.html", "pooling/Focused.html"])
def test_front_page_task_and_pools_say_it_once_and_only_where_it_is_so(sites: Path, page: str) -> None:
    assert words(sites / "relevant/c" / page).count(LISTED) == 1
    assert "list relevant" not in words(sites / "all/c" / page)


def test_results_without_a_judgement_are_not_relevant_or_not_judged(sites: Path) -> None:
    run, other = (words(sites / name / "c/runs/Focused/missed.html") for name in ("relevant", "all"))
    assert "Ranks Relevant In a relevant article Not relevant or not judged Results" in run
    assert "Ranks Relevant In a relevant article Not relevant Not judged Results" in other
    assert "1–10: 0.0% relevant, 100.0% not relevant or not judged" in run
    rejected, other = (words(sites / name / "c/runs/Focused/rejected.html") for name in ("relevant", "all"))
    assert "Share of the results in relevant articles" in rejected
    assert "Judged share of the results" in other
    pools, others = (words(sites / name / "c/pooling/Focused.html") for name in ("relevant", "all"))
    assert "Recall Not relevant or not judged" in pools
    assert "unlisted articles count as not relevant" in pools
    assert "Recall Unassessed" in others
    assert "Recall Not relevant or not judged" in words(sites / "relevant/c/topics/1.html")
    topics, others = (words(sites / name / "c/topics.html") for name in ("relevant", "all"))
    assert "the larger the dot, the more articles are relevant" in topics
    assert "the larger the dot, the more articles were judged" in others


def test_topics_count_relevant_articles_and_not_judged_ones(sites: Path) -> None:
    said = {
        ("relevant", "1"): "2 relevant articles, with 150 characters highlighted in 2 passages.",
        ("relevant", "2"): "1 relevant article, with 50 characters highlighted in 1 passage.",
        ("all", "1"): "2 articles judged, 2 relevant, with 150 characters highlighted in 2 passages.",
        ("all", "2"): "2 articles judged, 1 relevant, with 50 characters highlighted in 1 passage.",
    }
    for (name, topic), sentence in said.items():
        assert sentence in words(sites / name / f"c/topics/{topic}.html")


def test_it_is_no_cause_of_a_low_score(sites: Path) -> None:
    causes = {}
    for name in ("relevant", "all"):
        table = pd.read_csv(sites / name / "c/data/topic_diagnosis.csv", keep_default_na=False)
        causes[name] = set(" ".join(table["causes"]).split())
    assert "unjudged" in causes["all"]
    assert causes["relevant"] == causes["all"] - {"unjudged"}
    run, other = (words(sites / name / "c/runs/Focused/missed.html") for name in ("relevant", "all"))
    assert "% of the top 10 results, all topics together, have no judgement" in other
    assert "What to look at first" in run


@pytest.mark.parametrize("participant", ["2", ""])
def test_participants_and_organisers_see_the_same(sites: Path, participant: str) -> None:
    outcome, prepared = evaluate_campaign(
        sites / "of-relevant/c", resources=Resources(cache=Cache(sites / "cache"))
    )
    if participant:
        site = participant_site(view_for_participant(participant, outcome, prepared.metrics))
    else:
        site = public_site(outcome, prepared.metrics, Audience(Readers.ORGANISERS))
    pages = pages_of(site)
    for page in ("index.html", "tasks/Focused.html"):
        assert words(pages[page]).count(LISTED) == 1
    for address, page in pages.items():
        assert NOT_JUDGED.findall(words(page)) == [], address


def test_one_judgement_more_changes_all_pages_that_it_concerns(sites: Path, tmp_path: Path) -> None:
    cached = Resources(cache=Cache(sites / "cache"))
    build(campaign(tmp_path / "c", f"{RELEVANT}{MORE}"), tmp_path / "again", resources=cached)
    again, anew = (
        {file.relative_to(out): file.read_bytes() for file in out.rglob("*") if file.is_file()}
        for out in (tmp_path / "again", sites / "all")
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
    places = ("tasks/CO.html", "tasks/VCAS.html", "index.html", "topics/1.html", "topics/2.html")
    co, vcas, front, first, second = map(words, drawn_pages(folder, *places))
    listed = LISTED.replace("articles", "elements")
    assert listed in co
    assert "list relevant" not in vcas
    assert listed.replace("The assessments", "The assessments for CO") in front
    assert "1 relevant article. 2 relevant elements." in first
    assert "1 article judged, 1 relevant. 2 elements judged, 1 relevant." in second
