"""The official INEX 2009 data, from files to outcomes."""

import shutil
from pathlib import Path

import pytest
from evaluated_samples import cached
from pooling_reference import PlainCampaign, PlainRun, PlainTopic, judged_thanks_to
from report.test_pooling_tables import (
    assert_contributions_as_defined,
    assert_pooling_as_defined,
    assert_rare_documents_as_defined,
)

import inexreport
from inexreport.building.evaluation import evaluate_campaign
from inexreport.subjects.leave_out import LEAVE_OUT

pytestmark = pytest.mark.real_data


@pytest.fixture(scope="module")
def outcome(real_data, statistics_when_asked_for):
    found, _ = evaluate_campaign(real_data / "inex-2009-adhoc", resources=cached())
    return found


def test_21_runs_over_four_tasks(outcome):
    assert {task.task.name: len(task.runs) for task in outcome.tasks} == {
        "Focused": 7,
        "Thorough": 4,
        "RelevantInContext": 6,
        "BestInContext": 4,
    }


def test_115_topics_of_which_68_are_assessed(outcome):
    assert len(outcome.campaign.topics) == 115
    assert len(outcome.campaign.assessments.topics) == 68


def test_one_run_is_rejected_and_no_other_affected(outcome):
    rejected = [
        (task.task.name, run.submission.name)
        for task in outcome.tasks
        for run in task.runs
        if not run.evaluated
    ]
    assert rejected == [("Focused", "bert2009_focused")]
    (focused,) = (run for run in outcome.tasks[0].runs if not run.evaluated)
    assert [problem.place for problem in focused.errors] == ["runs/Focused/bert2009_focused.run:15936"]
    (thorough,) = (run for run in outcome.tasks[1].runs if run.submission.name == "bert2009_focused")
    assert thorough.evaluated


def test_perfect_runs_are_perfect(outcome):
    """Nearly: some judgements give more relevant characters than their passages have."""
    tasks = {task.task.name: {run.submission.name: run for run in task.runs} for task in outcome.tasks}
    focused = tasks["Focused"]["ideal2009_passages"].scores
    assert focused.mean[focused.metrics.index("MAiP")] > 0.99
    in_context = tasks["RelevantInContext"]["ideal2009_passages"].scores
    assert in_context.mean[0] > 0.99


def test_the_stray_file_is_reported(outcome):
    assert [problem.place for problem in outcome.problems] == ["p"]


def plain_task(folder: Path, outcome, task: str) -> PlainCampaign:
    """A task from its files' columns alone; only which runs are evaluated is taken from the outcome."""
    topics: dict[str, dict] = {}
    for line in (folder / "assessments" / "official" / "inex2009-adhoc.qrels").read_text().splitlines():
        topic, _, article, relevant, *_ = line.split()
        topics.setdefault(topic, {})[article, ""] = int(relevant) > 0
    (found,) = (one for one in outcome.tasks if one.task.name == task)
    runs = {}
    for run in found.runs:
        if run.evaluated:
            results: dict[str, list] = {}
            for line in (folder / run.submission.file).read_text().splitlines():
                topic, _, article, *_ = line.split()
                results.setdefault(topic, []).append((article, None))
            runs[run.submission.name] = PlainRun(
                "", {topic: articles[:1500] for topic, articles in results.items()}
            )
    return PlainCampaign(
        {topic: PlainTopic(listed, {article for article, _ in listed}) for topic, listed in topics.items()},
        runs,
        of_articles=True,
        highlighted=True,
    )


@pytest.mark.parametrize("task", ["Thorough", "BestInContext"])
def test_pools_of_all_topics(outcome, real_data, task):
    plain = plain_task(real_data / "inex-2009-adhoc", outcome, task)
    assert len(plain.topics) == 68
    assert_pooling_as_defined(outcome, task, plain)
    assert_contributions_as_defined(outcome, task, plain)
    assert_rare_documents_as_defined(outcome, task, plain)


def test_a_run_left_out_scores_as_if_its_finds_had_no_lines_in_the_qrels(outcome, real_data, tmp_path):
    folder = real_data / "inex-2009-adhoc"
    plain = plain_task(folder, outcome, "BestInContext")
    finds = judged_thanks_to(plain, "(basex2009_articles)")
    assert finds
    qrels = (folder / "assessments" / "official" / "inex2009-adhoc.qrels").read_text().splitlines()
    kept = [line for line in qrels if (line.split()[2], "") not in finds.get(line.split()[0], ())]
    assert len(kept) == len(qrels) - sum(map(len, finds.values()))
    shutil.copytree(folder / "topics", tmp_path / "topics")
    shutil.copy(folder / "campaign.toml", tmp_path)
    (tmp_path / "assessments" / "official").mkdir(parents=True)
    (tmp_path / "assessments" / "official" / "fewer.qrels").write_text("\n".join(kept))
    left_out = LEAVE_OUT.build(outcome).to_pandas().set_index(["task", "run"])["score_without"]
    run = folder / "runs" / "BestInContext" / "basex2009_articles.run"
    scores = inexreport.evaluate(run, tmp_path, "BestInContext").set_index(["metric", "topic"])["score"]
    expected = scores["MAgP(score=BEP,n=500)", "all"]
    assert left_out["BestInContext", "basex2009_articles"] == pytest.approx(expected, rel=0, abs=1e-12)
