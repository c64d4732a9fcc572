"""The published tables: the columns that people's scripts read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.model.assessment import UNKNOWN
from inexreport.model.outcome import CampaignOutcome, RunScores
from inexreport.model.problem import Problem
from inexreport.model.task import Task
from inexreport.report.table_columns import ALL_TOPICS, SCHEMAS
from inexreport.report.text_columns import TextColumn
from inexreport.report.typed_table import typed_columns, typed_table
from inexreport.statistics.medians import MedianCurve, Medians, median_curves, task_medians
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import UNRANKED

NOT_EVALUATED = "not evaluated"


def scores_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per run, metric and topic that has a score, and one for the mean."""
    texts = {name: TextColumn() for name in ("task", "run", "participant", "metric", "topic")}
    score = [np.empty(0)]
    for task in outcome.tasks:
        for run in task.runs:
            if run.scores is None:
                continue
            metrics, topics, scores = _scores_of(run.scores, task.task)
            metric, topic = np.nonzero(~np.isnan(scores))
            texts["task"].repeat(task.task.name, len(metric))
            texts["run"].repeat(run.submission.name, len(metric))
            texts["participant"].repeat(run.submission.participant, len(metric))
            texts["metric"].take(metrics, metric)
            texts["topic"].take(topics, topic)
            score.append(scores[metric, topic])
    whole = {name: column.whole() for name, column in texts.items()}
    return typed_columns(whole | {"score": np.concatenate(score)}, SCHEMAS["scores"])


def _scores_of(scores: RunScores, task: Task) -> tuple[list[str], list[str], NDArray[np.float64]]:
    """Metrics in the order of the task, topics ordered with `ALL_TOPICS` behind them, and all scores."""
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    metrics = [metric for metric in task.metrics if metric in scores.metrics]
    rows = [scores.metrics.index(metric) for metric in metrics]
    topics = [*(scores.topics[place] for place in order), ALL_TOPICS]
    return metrics, topics, np.column_stack((scores.by_topic[rows][:, order], scores.mean[rows]))


def runs_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per submission, evaluated or not, with its score and rank by the task's official metric."""
    return ranked_runs_table(outcome, {task.task.name: task_standings(task) for task in outcome.tasks})


def ranked_runs_table(outcome: CampaignOutcome, standings_of: Mapping[str, Standings]) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["runs"])


def medians_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per task, metric and topic, and one for the means: what the evaluated runs reach."""
    return median_rows({task.task.name: task_medians(task_standings(task)) for task in outcome.tasks})


def median_rows(medians: Mapping[str, Medians]) -> pa.Table:
    """The table of medians, by task."""
    rows = [
        (task, metric, topic, middle.runs, middle.median, middle.best)
        for task, found in medians.items()
        for metric, topic, middle in found.rows(ALL_TOPICS)
    ]
    return typed_table(rows, SCHEMAS["medians"])


def median_curves_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per point of a task's curves: what the evaluated runs reach there."""
    return median_curve_rows({task.task.name: median_curves(task_standings(task)) for task in outcome.tasks})


def median_curve_rows(curves: Mapping[str, Mapping[str, MedianCurve]]) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["median_curves"])


def curves_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per point of every run's curves."""
    texts = {name: TextColumn() for name in ("task", "run", "metric")}
    x, y = [np.empty(0)], [np.empty(0)]
    for task in outcome.tasks:
        for run in task.runs:
            for curve in run.curves:
                known = ~np.isnan(curve.y)
                x.append(curve.x[known])
                y.append(curve.y[known])
                for column, word in zip(
                    texts.values(), (task.task.name, run.submission.name, curve.metric), strict=True
                ):
                    column.repeat(word, len(x[-1]))
    whole = {name: column.whole() for name, column in texts.items()}
    return typed_columns(whole | {"x": np.concatenate(x), "y": np.concatenate(y)}, SCHEMAS["curves"])


def topics_table(outcome: CampaignOutcome) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["topics"])


def assessments_table(outcome: CampaignOutcome) -> pa.Table:
    """One row per judged article of a topic."""
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMAS["assessments"].names}
    for topic, judged in sorted(outcome.campaign.assessments.topics.items()):
        columns["topic"] += [topic] * len(judged.articles)
        columns["article"] += judged.articles
        columns["relevant_characters"] += judged.relevant_characters.tolist()
        columns["article_length"] += [None if n == UNKNOWN else n for n in judged.article_length.tolist()]
        columns["passages"] += np.bincount(judged.passage_article, minlength=len(judged.articles)).tolist()
        columns["entry_point"] += [None if n == UNKNOWN else n for n in judged.entry_point.tolist()]
    return typed_columns(columns, SCHEMAS["assessments"])


def all_problems(outcome: CampaignOutcome) -> tuple[Problem, ...]:
    """The campaign's own problems, then those of the runs, in the order of tasks and runs."""
    of_runs = (problem for task in outcome.tasks for run in task.runs for problem in run.problems)
    return (*outcome.problems, *of_runs)


def problems_table(outcome: CampaignOutcome) -> pa.Table:
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
    return typed_table(rows, SCHEMAS["problems"])
