"""The charts of a task: official scores, and those that are published for papers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, counted_topics, decimals
from inexreport.statistics.score_intervals import CONFIDENCE
from inexreport.subjects.curves import task_curves
from inexreport.subjects.sections import Lines, TopicRanges
from inexreport.subjects.significance import standing_rows
from inexreport.subjects.topics import difficulty_chart

NAMED_RUNS = 40
"""Largest number of runs with a named line each in the chart of scores."""

TaskPicture = Lines | TopicRanges | PageData


def task_pictures(view: CampaignView, task: str) -> Mapping[str, TaskPicture]:
    """Return the charts for papers by name: official scores, curves, and topics from the hardest."""
    pictures: dict[str, TaskPicture] = {}
    if dots := score_dots(view, task):
        pictures["scores"] = dots
    pictures |= {f"curve-{kind}": curve for kind, curve in task_curves(view, task).items()}
    if view.difficulty[task].topics:
        pictures["topics"] = difficulty_chart(view, task)
    return pictures


def figure_of(picture: TaskPicture) -> Figure:
    """Return the title and the text of a chart."""
    return picture["figure"] if isinstance(picture, dict) else picture.figure


def score_dots(view: CampaignView, task: str) -> PageData | None:
    """Return the `standing_rows` of the runs with an official score; None where no run has one."""
    standings, official = view.standings[task], view.official_column(task)
    rows = [row for row in standing_rows(view, task) if row["rank"] is not None]
    if not rows:
        return None
    counts = counted_topics(standings.topics_counted[: len(rows), standings.official])
    basis = f"{official.identifier}, mean over {counts}"
    if any(row["low"] is not None for row in rows):
        basis += f"; line: {CONFIDENCE}% interval"
    if any(row["group"] for row in rows):
        edge = "on the right" if len(rows) <= NAMED_RUNS else "at the top"
        basis += f"; bars {edge}: runs not significantly below the group’s best"
    figure = Figure(
        title=f"{official.label} of each run, best first",
        basis=basis,
        source="intervals.csv",
        summary=_best_and_groups(rows, standings.sharing(0), view.ranked_word(task)),
    )
    return {"figure": figure, "metric": official, "rows": rows}


def _best_and_groups(rows: Sequence[PageData], sharing: int, kind: str) -> str:
    first, last = rows[0], rows[-1]
    if len(rows) == 1:
        return f"The only {kind} run is {first['name'].label} with {decimals(first['score'])}."
    if sharing == len(rows) - 1:
        return f"All {len(rows):,} {kind} runs have the same score, {decimals(first['score'])}."
    summary = f"Best of {len(rows):,} {kind} runs: {first['name'].label} with {decimals(first['score'])}, "
    if sharing:
        summary += f"a score that {counted(sharing, 'other run')} also {'has' if sharing == 1 else 'have'}"
    else:
        summary += f"{decimals(first['score'] - rows[1]['score'])} ahead of {rows[1]['name'].label}"
    median = float(np.median([row["score"] for row in rows]))
    summary += f". Lowest: {last['name'].label} with {decimals(last['score'])}. Median: {decimals(median)}."
    return f"{summary}{_groups([row['group'] for row in rows])}"


def _groups(groups: Sequence[int | None]) -> str:
    """How many groups the tests find; nothing where no run was tested."""
    tested = [group for group in groups if group]
    if not tested:
        return ""
    if max(tested) > 1:
        return f" The tests find {max(tested)} groups; the first has {counted(tested.count(1), 'run')}."
    which = "run" if len(tested) == len(groups) else "tested run"
    return f" No {which} is significantly below the best."
