"""The example files of docs/formats.md are what their readers expect, and all of them are read."""

from __future__ import annotations

from pathlib import Path

import pytest
from transcripts import File, steps

from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import score_campaign
from inexreport.report.campaign_record import input_files

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    Path(step.path): step.text
    for step in steps((ROOT / "docs" / "formats.md").read_text("utf-8"))
    if isinstance(step, File)
}
CAMPAIGNS = sorted({path.parts[1] for path in EXAMPLES})


@pytest.fixture(scope="module")
def campaigns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    for path, text in EXAMPLES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / "campaigns"


def test_there_are_campaigns_of_answers_documents_and_the_forms_of_inex() -> None:
    assert CAMPAIGNS == [
        "answers",
        "documents",
        "inex-2002",
        "inex-2004",
        "inex-2005",
        "inex-2006",
        "inex-2009",
    ]


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_of_the_examples_has_no_problem(campaigns: Path, name: str) -> None:
    checked = check_campaign(campaigns / name)
    assert [str(problem) for problem in checked.problems] == []
    assert not checked.refused


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_file_of_the_examples_is_read(campaigns: Path, name: str) -> None:
    read = {one.file for one in input_files(score_campaign(campaigns / name))}
    files = {Path(*path.parts[2:]).as_posix() for path in EXAMPLES if path.parts[1] == name}
    # Documents are no inputs with checksums; that they are read, passages and elements of runs show.
    assert read == {file for file in files if not file.startswith("documents/")}


def test_topics_of_every_format_have_their_titles(campaigns: Path) -> None:
    topics = score_campaign(campaigns / "documents").campaign.topics
    titles = {topic.id: topic.title for topic in topics.values()}
    assert titles == {
        "1": "lighthouse lens",
        "2": "lighthouse keepers",
        "3": "tidal power",
        "4": "granite towers",
        "5": "fog signals",
    }


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
