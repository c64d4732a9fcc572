"""The published tables: the columns that people's scripts read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from inexreport.model.assessment import UNKNOWN
from inexreport.model.outcome import CampaignOutcome, RunScores
from inexreport.model.problem import Problem
from inexreport.model.run import Submission
from inexreport.model.task import Task
from inexreport.statistics.medians import MedianCurve, Medians, median_curves, task_medians
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import UNRANKED

ALL_TOPICS = "all"
"""What the column `topic` says on the row of a mean."""

NOT_EVALUATED = "not evaluated"

SCORES_COLUMNS = ("task", "run", "participant", "metric", "topic", "score")


def scores_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per run, metric and topic that has a score, and one for the mean."""
    parts = [
        _scores_of(run.submission, run.scores, task.task)
        for task in outcome.tasks
        for run in task.runs
        if run.scores is not None
    ]
    columns = {name: [part[name] for part in parts] for name in SCORES_COLUMNS}
    words = {name: pa.chunked_array(columns[name], pa.large_string()) for name in SCORES_COLUMNS[:-1]}
    table = {name: pd.Series(pd.array(column, dtype="str")) for name, column in words.items()}
    score = np.concatenate([np.empty(0), *columns["score"]])
    return pd.DataFrame(table | {"score": score}, columns=list(SCORES_COLUMNS))


def _scores_of(submission: Submission, scores: RunScores, task: Task) -> dict[str, Any]:
    """The columns of a run: metrics in the order of the task, topics ordered, the mean after them."""
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    metrics = [metric for metric in task.metrics if metric in scores.metrics]
    rows = [scores.metrics.index(metric) for metric in metrics]
    by_topic = np.column_stack((scores.by_topic[rows][:, order], scores.mean[rows]))
    metric, topic = np.nonzero(~np.isnan(by_topic))
    topics = [*(scores.topics[i] for i in order), ALL_TOPICS]
    same = {"task": task.name, "run": submission.name, "participant": submission.participant}
    return {
        **{name: pa.repeat(pa.scalar(value, pa.large_string()), len(metric)) for name, value in same.items()},
        "metric": pa.array(metrics, pa.large_string()).take(pa.array(metric)),
        "topic": pa.array(topics, pa.large_string()).take(pa.array(topic)),
        "score": by_topic[metric, topic],
    }


def runs_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per submission, evaluated or not, with its score and rank by the task's official metric."""
    return ranked_runs_table(outcome, {task.task.name: task_standings(task) for task in outcome.tasks})


def ranked_runs_table(outcome: CampaignOutcome, standings_of: Mapping[str, Standings]) -> pd.DataFrame:
    """The table of runs with the ranks of given standings, by task."""
    rows = []
    for task in outcome.tasks:
        standings = standings_of[task.task.name]
        official = standings.official
        place = {run.submission.name: row for row, run in enumerate(standings.runs)}
        for run in task.runs:
            row = place.get(run.submission.name)
            ranked = row is not None and standings.ranks[row, official] != UNRANKED
            rows.append(
                {
                    "task": task.task.name,
                    "run": run.submission.name,
                    "participant": run.submission.participant,
                    "run_id": run.submission.run_id,
                    "file": run.submission.file,
                    "sha256": run.submission.sha256,
                    "results": run.results,
                    "topics": len(run.composition.topics) if run.composition else None,
                    "status": "evaluated" if run.evaluated else NOT_EVALUATED,
                    "problems": len(run.problems),
                    "official_metric": task.task.official,
                    "official_score": float(standings.means[row, official]) if ranked else None,
                    "official_rank": int(standings.ranks[row, official]) if ranked else None,
                    "topics_counted": int(standings.topics_counted[row, official]) if ranked else None,
                }
            )
    columns = (
        "task run participant run_id file sha256 results topics status problems "
        "official_metric official_score official_rank topics_counted"
    )
    return pd.DataFrame(rows, columns=columns.split()).astype(
        {
            "results": "int64",
            "topics": "Int64",
            "problems": "int64",
            "official_score": "float64",
            "official_rank": "Int64",
            "topics_counted": "Int64",
        }
    )


def medians_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per task, metric and topic, and one for the means: what the evaluated runs reach."""
    return median_rows({task.task.name: task_medians(task_standings(task)) for task in outcome.tasks})


def median_rows(medians: Mapping[str, Medians]) -> pd.DataFrame:
    """The table of medians, by task."""
    rows = [
        (task, metric, topic, middle.runs, middle.median, middle.best)
        for task, found in medians.items()
        for metric, topic, middle in found.rows(ALL_TOPICS)
    ]
    columns = "task metric topic runs median best"
    return pd.DataFrame(rows, columns=columns.split()).astype(
        {"runs": "int64", "median": "float64", "best": "float64"}
    )


def median_curves_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per point of a task's curves: what the evaluated runs reach there."""
    return median_curve_rows({task.task.name: median_curves(task_standings(task)) for task in outcome.tasks})


def median_curve_rows(curves: Mapping[str, Mapping[str, MedianCurve]]) -> pd.DataFrame:
    """The table of median curves, by task."""
    rows = [
        (task, kind, x, found.runs, median, best)
        for task, of_task in curves.items()
        for kind, found in of_task.items()
        for x, median, best in zip(
            found.median.x.tolist(), found.median.y.tolist(), found.best.y.tolist(), strict=True
        )
        if median == median  # where a curve has no value, neither has the median
    ]
    return pd.DataFrame(rows, columns=["task", "metric", "x", "runs", "median", "best"]).astype(
        {"x": "float64", "runs": "int64", "median": "float64", "best": "float64"}
    )


def curves_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per point of every run's curves."""
    columns: dict[str, list[Any]] = {name: [] for name in ("task", "run", "metric", "x", "y")}
    for task in outcome.tasks:
        for run in task.runs:
            for curve in run.curves:
                columns["task"] += [task.task.name] * len(curve.x)
                columns["run"] += [run.submission.name] * len(curve.x)
                columns["metric"] += [curve.metric] * len(curve.x)
                columns["x"] += curve.x.tolist()
                columns["y"] += curve.y.tolist()
    table = pd.DataFrame(columns).astype({"x": "float64", "y": "float64"})
    return table[table["y"].notna()].reset_index(drop=True)


def topics_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per topic: its statement and how much of the collection was judged and highlighted."""
    rows = []
    for topic in outcome.campaign.topics.values():
        judged = outcome.campaign.assessments.topics.get(topic.id)
        rows.append(
            {
                "topic": topic.id,
                "candidate_number": topic.candidate_number,
                "query_type": topic.query_type,
                "title": topic.title,
                "castitle": topic.castitle,
                "phrase_title": topic.phrase_title,
                "description": topic.description,
                "narrative": topic.narrative,
                "file": topic.file,
                "line": topic.line,
                "assessed": judged is not None,
                "judged_articles": len(judged.articles) if judged else 0,
                "relevant_articles": judged.relevant_articles if judged else 0,
                "passages": len(judged.passage_offset) if judged else 0,
                "relevant_characters": judged.total_relevant_characters if judged else 0,
            }
        )
    columns = (
        "topic candidate_number query_type title castitle phrase_title description narrative file line "
        "assessed judged_articles relevant_articles passages relevant_characters"
    )
    return pd.DataFrame(rows, columns=columns.split())


def assessments_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per judged article of a topic."""
    columns: dict[str, list[Any]] = {
        name: []
        for name in ["topic", "article", "relevant_characters", "article_length", "passages", "entry_point"]
    }
    for topic, judged in sorted(outcome.campaign.assessments.topics.items()):
        columns["topic"] += [topic] * len(judged.articles)
        columns["article"] += judged.articles
        columns["relevant_characters"] += judged.relevant_characters.tolist()
        columns["article_length"] += [None if n == UNKNOWN else n for n in judged.article_length.tolist()]
        columns["passages"] += np.bincount(judged.passage_article, minlength=len(judged.articles)).tolist()
        columns["entry_point"] += [None if n == UNKNOWN else n for n in judged.entry_point.tolist()]
    return pd.DataFrame(columns).astype(
        {
            "relevant_characters": "int64",
            "article_length": "Int64",
            "passages": "int64",
            "entry_point": "Int64",
        }
    )


def all_problems(outcome: CampaignOutcome) -> tuple[Problem, ...]:
    """The campaign's own problems, then those of the runs, in the order of tasks and runs."""
    of_runs = (problem for task in outcome.tasks for run in task.runs for problem in run.problems)
    return (*outcome.problems, *of_runs)


def problems_table(outcome: CampaignOutcome) -> pd.DataFrame:
    """One row per kind of problem in a file, with all lines on which it was found."""
    rows = [
        {
            "file": problem.file,
            "line": problem.line,
            "lines": " ".join(str(line) for line in problem.lines),
            "count": problem.count,
            "code": problem.code,
            "severity": str(problem.severity),
            "task": problem.task,
            "run": problem.run,
            "found": problem.found,
            "expected": problem.expected,
            "remedy": problem.remedy,
        }
        for problem in all_problems(outcome)
    ]
    columns = "file line lines count code severity task run found expected remedy"
    return pd.DataFrame(rows, columns=columns.split()).astype({"line": "Int64", "count": "int64"})
