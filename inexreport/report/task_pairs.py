"""The page of systems that took part in two tasks with common topics, such as CO and CO+S."""

from __future__ import annotations

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, known, signed
from inexreport.report.naming import MetricColumn, task_title
from inexreport.statistics.significance import LEVEL
from inexreport.statistics.summary import UNRANKED
from inexreport.statistics.task_pairs import Comparison, TaskPair, known_means, task_pairs, wins


def task_pairs_page(view: CampaignView) -> PageData:
    """Return each two tasks with common topics and systems, compared by their first common metric.

    ``strips`` is None if no two tasks have a metric in common.
    """
    pairs = [_pair(view, pair) for pair in task_pairs(view.outcome)]
    return {
        "pairs": pairs,
        "strips": _strips([pair for pair in pairs if pair["comparable"]]),
        "level": LEVEL,
    }


def _pair(view: CampaignView, pair: TaskPair) -> PageData:
    first = pair.comparisons[0]
    means = known_means(np.vstack((first.mean_a, first.mean_b))).tolist()
    return {
        "title": f"{task_title(pair.task_a)} – {task_title(pair.task_b)}",
        "task_a": pair.task_a,
        "task_b": pair.task_b,
        "comparable": first.comparable,
        "metric_a": _column(view, pair.task_a, first.metric_a),
        "metric_b": _column(view, pair.task_b, first.metric_b),
        "systems": len(pair.runs_a),
        "topics": len(first.topics),
        "mean_a": means[0],
        "mean_b": means[1],
        "difference": known(known_means(first.topic_differences[None, :])[0]),
        "p": first.overall_p,
        "kendall": first.kendall,
        "rows": _rows(view, pair, first),
        "by_topic": _topic_rows(first),
        "further": len(pair.comparisons) - 1,
    }


def _column(view: CampaignView, task: str, metric: str) -> MetricColumn:
    return next(column for column in view.columns[task] if column.identifier == metric)


def _rows(view: CampaignView, pair: TaskPair, found: Comparison) -> list[PageData]:
    """A row for each system, that with the highest mean in the first task first."""
    counts = np.column_stack(wins(found.differences, axis=1)).tolist()
    differences = known_means(found.differences).tolist()
    topics = np.count_nonzero(~np.isnan(found.scores_a), axis=1).tolist()
    rows = [
        {
            "name_a": view.names[pair.task_a, pair.runs_a[i]],
            "name_b": view.names[pair.task_b, pair.runs_b[i]],
            "topics": topics[i],
            "mean_a": known(found.mean_a[i]),
            "mean_b": known(found.mean_b[i]),
            "rank_a": _rank(int(found.rank_a[i])),
            "rank_b": _rank(int(found.rank_b[i])),
            "difference": known(differences[i]),
            "p": known(found.p[i]),
            "p_adjusted": known(found.p_adjusted[i]),
            "wins": counts[i],
        }
        for i in range(len(pair.runs_a))
    ]
    return sorted(rows, key=lambda row: (row["rank_a"] or len(rows) + 1, row["name_a"].run))


def _rank(rank: int) -> int | None:
    return None if rank == UNRANKED else rank


def _topic_rows(found: Comparison) -> list[PageData]:
    counts = np.column_stack(wins(found.differences, axis=0)).tolist()
    columns = known_means(found.scores_a.T), known_means(found.scores_b.T), found.topic_differences
    return [
        {"topic": topic, "mean_a": mean_a, "mean_b": mean_b, "difference": difference, "wins": counted_topic}
        for topic, mean_a, mean_b, difference, counted_topic in zip(
            found.topics, *(column.tolist() for column in columns), counts, strict=True
        )
    ]


def _strips(pairs: list[PageData]) -> PageData | None:
    """A strip for each two tasks: a dot for each system's difference, a tick at their mean."""
    if not pairs:
        return None
    dots = [
        {"strip": _strip(pair), "name": row["name_b"], "value": row["difference"]}
        for pair in pairs
        for row in pair["rows"]
        if row["difference"] is not None
    ]
    means = {_strip(pair): pair["difference"] for pair in pairs if pair["difference"] is not None}
    widest = max(means, key=lambda title: (abs(means[title]), title))
    better = sum(dot["value"] > 0 for dot in dots)
    return {
        "figure": Figure(
            title="How much do systems gain or lose in the second task?",
            basis=(
                f"Difference of {counted(len(dots), 'pair')} of runs on common topics by the metric in"
                " brackets, the second task less the first: a dot for each, a tick at the mean"
            ),
            source="task_pairs.csv",
            summary=(
                f"The mean difference is largest for {widest}: {signed(means[widest])}."
                f" Pairs of runs with a higher score in the second task: {better} of {len(dots)}."
            ),
        ),
        "strips": list(means),
        "dots": dots,
        "means": means,
        "axis": "Second task less the first",
    }


def _strip(pair: PageData) -> str:
    return f"{pair['title']} ({pair['metric_a'].label})"
