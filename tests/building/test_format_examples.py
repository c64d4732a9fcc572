"""The example files of docs/formats.md are what their readers expect, and all of them are read."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import File, steps

from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import score_campaign
from inexreport.report.campaign_record import input_files

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "formats.md").read_text("utf-8")
EXAMPLES = {Path(step.path): step.text for step in steps(PAGE) if isinstance(step, File)}
CAMPAIGNS = sorted({path.parts[1] for path in EXAMPLES})


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for path, text in EXAMPLES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / "campaigns"


def test_there_are_campaigns_of_answers_documents_and_the_forms_of_inex() -> None:
    assert [
        *("answers", "documents", "inex-2002", "inex-2004", "inex-2005", "inex-2006", "inex-2009", "tools")
    ] == CAMPAIGNS


@pytest.mark.parametrize(("heading", "formats"), [("Topics", 12), ("Qrels of documents", 6), ("Runs", 8)])
def test_every_format_of_a_table_has_its_origin_and_an_example(heading: str, formats: int) -> None:
    text = PAGE.split(f"# {heading}\n")[1].split("\n##")[0]
    rows = [line.split("|")[1:-1] for line in text.split("\n") if line.startswith("| ")][1:]
    assert len(rows) >= formats
    folder = heading.split()[0].lower().replace("qrels", "assessments")
    files = {path.name for path in EXAMPLES if path.parts[2] == folder}
    assert all(row[1].strip() and row[-1].strip(" `") in files for row in rows)


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_of_the_examples_has_no_problem(campaigns: Path, name: str) -> None:
    checked = check_campaign(campaigns / name)
    codes = [problem.code for problem in checked.problems]
    assert codes == (["assessments-subtopics"] if name == "tools" else [])
    assert not checked.refused


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_file_of_the_examples_is_read(campaigns: Path, name: str) -> None:
    read = {one.file for one in input_files(score_campaign(campaigns / name))}
    files = {Path(*path.parts[2:]).as_posix() for path in EXAMPLES if path.parts[1] == name}
    # Documents are no inputs with checksums; that they are read, passages and elements of runs show.
    assert read == {file for file in files if not file.startswith("documents/")}


def test_topics_of_every_format_have_their_titles(campaigns: Path) -> None:
    of_both = {
        "1": "lighthouse lens",
        "2": "lighthouse keepers",
        "3": "tidal power",
        "4": "granite towers",
        "5": "fog signals",
    }
    further = {"6_1": "Who built the first lighthouse?", "7": "radio beacons"}
    for name, expected in (("documents", of_both), ("tools", of_both | further)):
        topics = score_campaign(campaigns / name).campaign.topics
        assert {topic.id: topic.title for topic in topics.values()} == expected


def test_qrels_of_every_format_have_their_grades(campaigns: Path) -> None:
    judged = score_campaign(campaigns / "tools").campaign.assessments.topics
    grades = {
        topic: dict(zip(one.articles, one.grades.tolist(), strict=True)) for topic, one in judged.items()
    }
    assert grades == {
        "1": {"doc-a": 2, "doc-b": 0},
        "2": {"doc-d": 1},
        "3": {"doc-e": 2, "doc-a": 0},
        "4": {"doc-f": 1},
        "5": {"doc-a": 1, "doc-b": 2},
        "6_1": {"doc-c": 1},
        "7": {"doc-b": 1},
    }
    assert [*map(len, (judged["5"].subtopics, judged["1"].subtopics))] == [4, 0]


def test_answers_have_the_scores_that_the_page_says(campaigns: Path) -> None:
    (task,) = score_campaign(campaigns / "answers").tasks
    found = {
        run.submission.name: dict(zip(run.scores.metrics, run.scores.mean, strict=True)) for run in task.runs
    }
    assert (
        found["example"]["strict_vital"],
        found["example"]["all"],
        found["example"]["weighted_recall"],
    ) == (1, 0.5, 1)
    assert (
        found["second"]["strict_vital"],
        found["second"]["vital"],
        found["second"]["weighted_recall"],
    ) == (0, 0.5, 0.5)


def test_runs_of_every_form_find_the_text_that_the_page_says(campaigns: Path) -> None:
    tasks = {task.task.name: task for task in score_campaign(campaigns / "inex-2009").tasks}
    found = {
        run.submission.name: run.scores.mean[run.scores.metrics.index("MAiP")]
        for run in tasks["Focused"].runs
    }
    assert found.keys() == {"elements", "passages", "ranges", "articles"}
    # The section alone is relevant, and `elements` returns it first and as a whole: 11.xml says where it is.
    assert found["elements"] == 1.0
    assert all(0 < found[name] < 1 for name in ("passages", "ranges", "articles"))
