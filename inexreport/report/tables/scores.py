"""Tables of the runs and their scores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from inexreport.model.outcome import CampaignOutcome, RunScores
from inexreport.model.task import Task
from inexreport.report.figure import known
from inexreport.report.pseudonyms import run_pseudonyms
from inexreport.report.tables.columns import ALL_TOPICS, METRIC, PARTICIPANT, TASK, TASK_AND_RUN
from inexreport.report.tables.table import (
    MadeFrom,
    Rows,
    Shown,
    Table,
    integer,
    number,
    optional_integer,
    text,
)
from inexreport.statistics.medians import task_medians
from inexreport.statistics.standings import task_standings, with_unranked


def _scores(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            if run.scores is not None:
                one = run.submission
                yield task.task.name, one.name, one.participant, *_scores_of(run.scores, task.task)


def _scores_of(scores: RunScores, task: Task) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]:
    """Metric, topic and score of each row: metrics in the order of the task, topics by id, then the mean."""
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    metrics = [metric for metric in task.metrics if metric in scores.metrics]
    rows = [scores.metrics.index(metric) for metric in metrics]
    topics = [*(scores.topics[place] for place in order), ALL_TOPICS]
    values = np.column_stack((scores.by_topic[rows][:, order], scores.mean[rows]))
    metric, topic = np.nonzero(~np.isnan(values))
    return (
        np.array(metrics, dtype=object)[metric],
        np.array(topics, dtype=object)[topic],
        values[metric, topic],
    )


SCORES = Table(
    "scores",
    "One row per run, metric and topic with a score, and one for the mean.",
    {
        **TASK_AND_RUN,
        **PARTICIPANT,
        **METRIC,
        "topic": text(f"Id of the topic, or `{ALL_TOPICS}` for the mean over topics."),
        "score": number(
            "Score at full double precision. A topic for which the metric has no value has no row."
        ),
    },
    _scores,
    made_from=MadeFrom.EACH_TASK,
    participants=Shown("One row per own run, metric and topic with a score, and one for the mean."),
)


def _runs(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        standings = with_unranked(task_standings(task), task)
        official = standings.official
        place = {run.submission.name: row for row, run in enumerate(standings.runs)}
        for run in task.runs:
            row = place.get(run.submission.name)
            score = None if row is None else known(standings.means[row, official])
            one = run.submission
            yield {
                "task": task.task.name,
                "run": one.name,
                **{name: getattr(one, name) for name in ("participant", "run_id", "file", "sha256")},
                "results": run.results,
                "topics": len(run.composition.topics) if run.composition else None,
                "status": "evaluated" if run.evaluated else "not evaluated",
                "problems": len(run.problems),
                "official_metric": task.task.official,
                "official_score": score,
                "official_rank": None if row is None else standings.rank(row),
                "topics_counted": None if score is None else standings.topics_counted[row, official],
                "standing": str(one.standing),
            }


RUNS = Table(
    "runs",
    "One row per submission, whether it was evaluated or not.",
    {
        **TASK_AND_RUN,
        **PARTICIPANT,
        "run_id": text("The name that the file gives itself."),
        "file": text("Path of the file in the campaign directory."),
        "sha256": text("Checksum of the file’s bytes."),
        "results": integer("Results in the file."),
        "topics": optional_integer("Topics with results; empty for an unreadable file."),
        "status": text("`evaluated` or `not evaluated`."),
        "problems": integer("Number of its rows in the table of problems."),
        "official_metric": text("The metric that ranks the task’s runs."),
        "official_score": number("Mean over topics by that metric."),
        "official_rank": optional_integer(
            "Rank by that metric among the ranked runs; equal scores share a rank."
        ),
        "topics_counted": optional_integer("Over how many topics that mean goes."),
        "standing": text(
            "`official`, or why the run has no rank and is in no statistic of runs: `reference`, `baseline`, "
            "`late` or `unofficial`."
        ),
    },
    _runs,
    participants=Shown("One row per own run, whether it was evaluated or not; ranks are among all."),
)


def _medians(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for metric, topic, summary in task_medians(task_standings(task)).rows(ALL_TOPICS):
            yield task.task.name, metric, topic, summary.runs, summary.median, summary.best


MEDIANS = Table(
    "medians",
    "One row per task, metric and topic, and one for the means: what the ranked runs reach.",
    {
        **TASK,
        **METRIC,
        "topic": text(f"Id of the topic, or `{ALL_TOPICS}` for the runs’ means over topics."),
        "runs": integer("Ranked runs with a score."),
        "median": number("Median of their scores."),
        "best": number("Best of their scores: the highest, or the lowest where less is better."),
    },
    _medians,
    made_from=MadeFrom.EACH_TASK,
    participants=Shown(
        "One row per task, metric and topic, and one for the means: what all ranked runs reach.",
        of_all_runs="task metric topic runs median best",
    ),
)


def _pseudonyms(outcome: CampaignOutcome) -> Rows:
    names = run_pseudonyms(outcome)
    for task in outcome.tasks:
        for run in task.runs:
            key = task.task.name, run.submission.name
            yield *key, run.submission.participant, names[key]


PSEUDONYMS = Table(
    "pseudonyms",
    "One row per run: what it is called before the release.",
    {
        **TASK_AND_RUN,
        **PARTICIPANT,
        "pseudonym": text(
            "Name of the run wherever a participant’s site shows that it is the best; the same in "
            "every build of the campaign."
        ),
    },
    _pseudonyms,
)
