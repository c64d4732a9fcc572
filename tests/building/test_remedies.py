"""What messages say to do about a problem does away with it, and nothing is said that cannot be known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from inexreport.building.checking import check_campaign
from inexreport.building.submission import check_in, rules_for_submissions
from inexreport.formats.element_index import index_documents
from inexreport.model.problem_kinds import PROBLEM_KINDS
from tests.hostile.campaigns import write_campaign

ARTICLES = "2009001 Q0 851 1 2.0 Mine\n2009001 Q0 99 2 1.0 Mine\n"
ELEMENTS = "2009001 Q0 99 1 2.0 Mine /article[1]/bdy[1]\n"
RANGES = "2009001 Q0 99 1 2.0 Mine /article[1]/p[1] /article[1]/p[2]\n"


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """The tiny campaign of 2009, without a mean document length."""
    directory = write_campaign(tmp_path / "campaign", "2009")
    settings = directory / "campaign.toml"
    settings.write_text(settings.read_text().partition("[collection]")[0])
    return directory


def put(directory: Path, place: str, content: str) -> Path:
    path = directory / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


def codes(directory: Path) -> set[str]:
    return {problem.code for problem in check_campaign(directory).problems}


@pytest.mark.parametrize("content", [ARTICLES, ELEMENTS, RANGES], ids=["articles", "elements", "ranges"])
@pytest.mark.parametrize("task", ["Focused", "BestInContext"])
class TestWithoutACampaign:
    """No place can be known, so nothing is said of places and documents."""

    def test_by_the_rules_of_a_protocol(self, tmp_path: Path, content: str, task: str) -> None:
        run = put(tmp_path, "mine.run", content)
        assert check_in(rules_for_submissions(protocol="inex-2009"), run, task) == ()

    def test_with_nothing_but_topics(self, campaign: Path, content: str, task: str) -> None:
        shutil.rmtree(campaign / "assessments")
        run = put(campaign.parent, "mine.run", content)
        assert check_in(rules_for_submissions(campaign), run, task) == ()

    def test_with_assessments_they_are_reported(self, campaign: Path, content: str, task: str) -> None:
        run = put(campaign.parent, "mine.run", content)
        found = {problem.code for problem in check_in(rules_for_submissions(campaign), run, task)}
        assert found & {"place-unknown", "article-length-unknown"}


class TestArticlesOfUnknownLength:
    def test_the_warning_names_the_mean_document_length(self, campaign: Path) -> None:
        put(campaign, "runs/Focused/mine.run", ARTICLES)
        problems = check_campaign(campaign).problems
        (problem,) = (one for one in problems if one.code == "article-length-unknown")
        assert (problem.lines, problem.count) == ((2,), 1)
        assert "mean_document_length" in problem.remedy
        assert "place-unknown" not in codes(campaign)

    def test_giving_it_helps(self, campaign: Path) -> None:
        put(campaign, "runs/Focused/mine.run", ARTICLES)
        with (campaign / "campaign.toml").open("a") as settings:
            settings.write("[collection]\nmean_document_length = 7000.0\n")
        assert "article-length-unknown" not in codes(campaign)

    def test_giving_the_document_helps(self, campaign: Path) -> None:
        put(campaign, "runs/Focused/mine.run", ARTICLES)
        put(campaign, "documents/99.xml", "<article><bdy>a text</bdy></article>")
        assert "article-length-unknown" not in codes(campaign)

    def test_the_warning_about_elements_names_the_documents_only(self, campaign: Path) -> None:
        put(campaign, "runs/Focused/mine.run", ELEMENTS)
        assert "article-length-unknown" not in codes(campaign)
        assert "mean_document_length" not in PROBLEM_KINDS["place-unknown"].remedy
        assert "place-unknown" in codes(campaign)
        put(campaign, "documents/99.xml", "<article><bdy>a text</bdy></article>")
        assert "place-unknown" not in codes(campaign)


def test_a_task_can_be_described(campaign: Path) -> None:
    put(campaign, "runs/Mine/mine.run", ARTICLES)
    assert "task-unknown" in codes(campaign)
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write('[tasks.Mine]\ncutoff = 10\nofficial = "article-MAP"\nmetrics = ["article-MAP"]\n')
    assert codes(campaign) == {"run-topic-without-results"}


def test_a_protocol_can_be_left_out(campaign: Path) -> None:
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text().replace("inex-2009", "inex-1900"))
    assert codes(campaign) == {"protocol-unknown"}
    settings.write_text(
        'title = "A"\nyear = 2011\n[tasks.Focused]\ncutoff = 10\nofficial = "MAiP"\nmetrics = ["MAiP"]\n'
    )
    assert codes(campaign) == set()


def test_metrics_without_judgements_can_be_replaced(campaign: Path) -> None:
    of_elements = "MAep(quant=gen,overlap=off)"
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write(f'[tasks.Focused]\nofficial = "{of_elements}"\nmetrics = ["{of_elements}"]\n')
    assert "metric-inapplicable" in codes(campaign)
    settings_file = campaign / "campaign.toml"
    settings_file.write_text(settings_file.read_text().replace(of_elements, "MAiP"))
    assert codes(campaign) == set()


def test_large_assessments_and_topics_can_be_split(campaign: Path) -> None:
    for place in ("assessments/official/2009.qrels", "topics/topics.xml"):
        path = campaign / place
        text = path.read_text()
        if place.endswith("qrels"):
            first, *others = text.splitlines(keepends=True)
            path.write_text(first)
            put(campaign, place.replace("2009", "rest"), "".join(others))
        else:
            head, _, last = text.rpartition("<topic ")
            path.write_text(head + "</inex-topic-file>")
            put(campaign, place.replace("topics.xml", "rest.xml"), f"<inex-topic-file><topic {last}")
    assert codes(campaign) == set()


def test_assessments_in_two_formats_can_be_two_judges(campaign: Path) -> None:
    other = put(
        campaign,
        "assessments/official/x.xml",
        '<assessments topic="2009001"><file name="851"><element path="/article[1]" exhaustivity="2" '
        'size="100" rsize="7"/></file></assessments>',
    )
    assert "assessments-formats-mixed" in codes(campaign)
    (campaign / "assessments" / "second").mkdir()
    other.rename(campaign / "assessments" / "second" / "x.xml")
    assert "assessments-formats-mixed" not in codes(campaign)


def test_offsets_that_were_not_found_are_written_as_x(campaign: Path) -> None:
    run = put(campaign, "runs/Focused/mine.run", "2009001 Q0 851 1 2.0 Mine ? 5\n")
    assert "run-number" in codes(campaign)
    run.write_text("2009001 Q0 851 1 2.0 Mine X 5\n")
    assert "run-number" not in codes(campaign)


@pytest.mark.parametrize("unit", ["characters", "bytes"])
def test_an_index_replaces_an_element_table_that_cannot_be_used(tmp_path: Path, unit: str) -> None:
    directory = write_campaign(tmp_path / "campaign", "2006")
    settings = directory / "campaign.toml"
    settings.write_text(settings.read_text() + f'unit = "{unit}"\n')
    table = directory / "elements.parquet"
    table.write_bytes(b"PAR1")
    assert "element-table-unusable" in codes(directory)
    index_documents(directory / "documents", table, unit)
    assert codes(directory) == set()
    assert "inexreport index" in PROBLEM_KINDS["element-table-unusable"].remedy
    rows = pq.read_table(table)
    pq.write_table(rows.slice(1).replace_schema_metadata({"unit": "letters"}), table)
    assert "element-table-unusable" in codes(directory)


def test_the_mean_length_of_the_collection_can_be_given(tmp_path: Path) -> None:
    directory = write_campaign(tmp_path / "campaign", "2006")
    settings = directory / "campaign.toml"
    whole = settings.read_text()
    settings.write_text(whole.replace("mean_document_length = 40.0\n", ""))
    assert "mean-length-missing" in codes(directory)
    settings.write_text(whole)
    assert codes(directory) == set()


def test_documents_of_one_name(tmp_path: Path) -> None:
    """A number is a document's name wherever the file lies: the folders that differ do not help."""
    directory = write_campaign(tmp_path / "campaign", "2006")
    put(directory, "documents/a/2.xml", "<article/>")
    assert "document-name-twice" in codes(directory)
    assert "number" in PROBLEM_KINDS["document-name-twice"].remedy
    (directory / "documents" / "2.xml").unlink()
    assert "document-name-twice" not in codes(directory)


def test_a_tagged_topic_can_be_corrected(campaign: Path) -> None:
    settings = campaign / "campaign.toml"
    before = settings.read_text()
    settings.write_text(before + '[topic_tags]\nold = [\n  "2009001",\n  "77",\n  "78"]\n')
    (problem,) = (one for one in check_campaign(campaign).problems if one.code == "tagged-topic-unknown")
    first = before.count("\n") + 1
    assert (problem.file, problem.lines, problem.count) == ("campaign.toml", (first + 3, first + 4), 2)
    assert "77" in problem.found
    assert "2009001" not in problem.found
    assert not problem.is_error
    settings.write_text(before + '[topic_tags]\nold = ["2009001"]\n')
    assert "tagged-topic-unknown" not in codes(campaign)
