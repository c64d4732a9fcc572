"""The page that compares any runs of a task: what the reader's browser is given to compare them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData
from inexreport.report.first_results import ranked_topics, ranking_columns
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics.significance import TESTS
from inexreport.statistics.summary import UNRANKED
from inexreport.subjects.curves import curve_names, standings_curves
from inexreport.subjects.sections import Lines
from inexreport.subjects.significance import METHOD, TEST_NAMES, best_tested

FEWEST_RUNS = 2


def partners(view: CampaignView, task: str, row: int) -> list[tuple[str, RunName]]:
    """Return the runs to compare the run of a row of the evaluated runs with: best, neighbours and median.

    Each comes with its role, such as ``the best run``; a run that has two of the roles comes once. All are
    ranked.
    """
    standings = view.standings[task]
    names = [view.names[task, run.submission.name] for run in standings.runs]
    others = len(names) - (row < len(names))
    if not others or np.isnan(view.topic_scores[task][1]).all():
        return []
    ranked = int(np.count_nonzero(standings.ranks[:, standings.official] != UNRANKED))
    middle = max(ranked - 1, 0) // 2
    neighbours = [(row - 1, "the run above")] if 0 < row < ranked else []
    if row + 1 < ranked:
        neighbours.append((row + 1, "the run below"))
    best = (0, "the best run") if row else (1, "the second-best run")
    roles = dict([*neighbours, (middle, "the median run"), best])
    return [(roles[place], names[place]) for place in sorted(roles) if place != row]


def compared_runs(view: CampaignView, task: str) -> list[RunName]:
    """Return the evaluated runs of a task in the order of their labels; empty if there are no two."""
    names = [view.names[task, run.submission.name] for run in view.evaluated_runs[task].runs]
    ordered = sorted(names, key=lambda name: (name.label.casefold(), name.run))
    return ordered if len(ordered) >= FEWEST_RUNS else []


def is_comparable(view: CampaignView, task: str) -> bool:
    """Whether the task has runs, and metrics with scores of topics, that the page can compare."""
    return len(view.evaluated_runs[task].runs) >= FEWEST_RUNS and bool(compared_metrics(view, task))


def compare_page(view: CampaignView, task: str) -> PageData:
    """Return what the page shows before two runs are chosen.

    `runs` are the evaluated ones, best first, those without a rank last; `metrics` are the
    `compared_metrics`; `ranked` are those of the topics whose first results are compared, in `columns`;
    `paired` are the `paired_runs`.
    """
    standings = view.evaluated_runs[task]
    topics, _ = standings.topic_scores(view.topic_metrics[task])
    with_results = set(ranked_topics(view, task))
    ranked = [topic for topic in topics if topic in with_results]
    tests = TESTS[standings.task.significance]
    return {
        "task": task,
        "official": view.official_column(task),
        "comparable": is_comparable(view, task),
        "runs": view.named(task, [run.submission.name for run in standings.runs]),
        "topics": [view.outcome.campaign.topics.get(topic, Topic(topic)) for topic in topics],
        "ranked": ranked,
        "paired": paired_runs(view, task),
        "columns": ranking_columns(view, task, ranked[0]) if ranked else None,
        "metrics": compared_metrics(view, task),
        "curves": compared_curves(view, task),
        "differences": Figure(
            title="Where A wins and where B does",
            basis="Difference of the scores of each topic by the chosen metric, A − B, the largest first;"
            f" the line is their mean, the band its {METHOD['confidence']}% interval",
            source="scores.csv",
            summary="",
        ),
        "scatter": Figure(
            title="Both scores of each topic",
            basis="Scores of A and B by the chosen metric",
            source="scores.csv",
            drawing="A point is a topic: A on the x axis, B on the y axis. Below the diagonal A is better. "
            "Drag over points to select topics",
            summary="",
        ),
        "method": METHOD,
        "tests": {test: TEST_NAMES[test] for test in tests},
        "best_tested": best_tested(view, task),
    }


def compared_metrics(view: CampaignView, task: str) -> list[MetricColumn]:
    """Return the metrics that rank runs and score topics; first the one by which runs are compared.

    Those of which less is better are left out: the page takes the run with the higher score for the better.
    """
    standings = view.evaluated_runs[task]
    valued = [
        column
        for column, sign in zip(view.columns[task], standings.signs, strict=True)
        if column.ranked and sign > 0 and not np.isnan(standings.topic_scores(column.identifier)[1]).all()
    ]
    return sorted(valued, key=lambda column: column.identifier != view.topic_metrics[task])


def paired_runs(view: CampaignView, task: str) -> list[str]:
    """Return the runs whose pairs with lower-ranked runs are tested, best first.

    None if the page does not compare by the official metric, by which the tests are.
    """
    official = view.standings[task].task.official
    is_compared = any(metric.identifier == official for metric in compared_metrics(view, task))
    tested = view.findings(task).tested if is_compared else 0
    return [run.submission.name for run in view.standings[task].runs[: max(tested - 1, 0)]]


def compared_curve_names(view: CampaignView, task: str) -> tuple[str, ...]:
    """Return the kinds of curves that the task's runs have."""
    standings = view.evaluated_runs[task]
    return curve_names(standings.runs, view.metrics[standings.task.official])


def compared_curves(view: CampaignView, task: str) -> dict[str, Lines]:
    """Return the curves of all runs by kind, with the text of those of the chosen runs."""
    standings = view.evaluated_runs[task]
    return {
        kind: replace(
            curve,
            figure=Figure(
                title=curve.figure.title.rpartition(", ")[0],
                basis=f"{kind} of the chosen runs, mean over topics",
                source="curves.csv",
                summary="",
            ),
        )
        for kind, curve in standings_curves(view, standings, highlighted=len(standings.runs)).items()
    }
