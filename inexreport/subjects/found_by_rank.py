"""How early did a run find relevant results? Shares of relevant material, and of overlap, by rank."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isnan

import numpy as np
import pandas as pd

from inexreport.model.assessment import OF_TEXT
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import DEPTHS, Diagnosis, Matching
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.run import Standing
from inexreport.model.score_numbers import column_means
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, counted_topics
from inexreport.report.tables.columns import TASK
from inexreport.report.tables.table import Shown, Table, integer, number, text
from inexreport.statistics.memo import once_per_outcome
from inexreport.subjects.missed_articles import TopicRows, article_ranks, by_run, by_topic, diagnosed
from inexreport.subjects.sections import Bars, Lines, Section, View

SHARES = ["found", "articles_found", "overlapping"]

TARGETS = {
    Matching.TEXT: "relevant text",
    Matching.ELEMENTS: "relevant elements",
    Matching.ENTRY_POINTS: "relevant articles entered near their best entry point",
    Matching.DOCUMENTS: "relevant documents",
}
"""What a run can find in a task."""

FIRST_BANDS = {"1": "rank 1", "2–5": "ranks 2–5", "6–10": "ranks 6–10", "11–50": "ranks 11–50"} | {
    "51–": "rank 51 or beyond"
}
"""Bands of ranks of the first relevant result, in the chart and in words."""

_LAST = (1, 5, 10, 50, sys.float_info.max)
"""The last rank of each band."""

_RANKS_IN_SUMMARY = (1, 10, 100, 1000)
"""Ranks at which the text alternative gives the height of a curve."""


@once_per_outcome
def shares_by_rank(outcome: TaskOutcome) -> pd.DataFrame:
    """Return the shares that each evaluated run finds, and those that overlap, down to each rank."""
    runs, ranks = list(diagnosed(outcome)), article_ranks(outcome)
    if not runs:
        return pd.DataFrame()
    relevant = np.array([len(names) for names in outcome.relevant_articles.relevant_articles], np.int64)
    topics = np.flatnonzero(relevant)
    by_depth = (by_topic(outcome, (ranks > 0) & (ranks <= depth))[:, topics] for depth in DEPTHS)
    shares = np.full((len(runs), len(DEPTHS)), np.nan)
    if len(topics):
        shares = np.transpose([column_means((found / relevant[topics]).T) for found in by_depth])
    return pd.DataFrame(
        {
            "run": np.repeat([run.submission.name for run, _ in runs], len(DEPTHS)).astype(object),
            "official": np.repeat(
                [run.submission.standing is Standing.OFFICIAL for run, _ in runs], len(DEPTHS)
            ),
            "rank": np.tile(DEPTHS, len(runs)),
            "found": np.concatenate([one.found_by_depth for _, one in runs]),
            "articles_found": shares.ravel(),
            "overlapping": np.concatenate([one.overlapping_by_depth for _, one in runs]),
        }
    )


@once_per_outcome
def _shares_of_runs(outcome: TaskOutcome) -> dict[str, pd.DataFrame]:
    return by_run(shares_by_rank(outcome))


def medians_by_rank(shares: pd.DataFrame) -> pd.DataFrame:
    """Return the medians of the shares of runs; a curve with NaN does not count."""
    curves = {name: pd.DataFrame(shares[name].to_numpy().reshape(-1, len(DEPTHS))) for name in SHARES}
    return pd.DataFrame({"rank": DEPTHS} | {name: one.dropna().median() for name, one in curves.items()})


@once_per_outcome
def official_medians(outcome: TaskOutcome) -> tuple[int, pd.DataFrame]:
    """The number of ranked runs, and the medians of their shares."""
    official = shares_by_rank(outcome).query("official")
    return official.run.nunique(), medians_by_rank(official)


def found_by_rank(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Return the rows and columns of the published table without the task; the median has no run."""
    shares = shares_by_rank(outcome)
    if shares.empty:
        return shares
    runs, medians = official_medians(outcome)
    return pd.concat([shares, medians.assign(run="")]) if runs else shares


FOUND_BY_RANK = Table.of_tasks(
    "found_by_rank",
    "One row per evaluated run and rank, and one for the median of the task’s ranked runs.",
    {
        **TASK,
        "run": text("Name of the run; empty for the median of the task’s ranked runs."),
        "rank": integer("Rank down to which results are looked at."),
        "found": number(
            "Share of what is to be found, mean over the topics that have any; see topic_diagnosis."
        ),
        "articles_found": number(
            "Share of the relevant articles that have a result, mean over the same topics.", kinds=OF_TEXT
        ),
        "overlapping": number(
            "Share of these results that overlap an earlier one, all topics together.", kinds=OF_TEXT
        ),
    },
    found_by_rank,
    participants=Shown(
        "One row per evaluated own run and depth, and one per task and depth for the median of all ranked "
        "runs.",
        of_all_runs="task run rank found articles_found overlapping",
    ),
)


def found_section(
    view: CampaignView, task: str, run: RunOutcome, diagnosis: Diagnosis, own: TopicRows
) -> Section | None:
    """Return what a run found down to each rank, and the rank of the first relevant result of each topic.

    `own` are its rows of `topic_diagnoses`. None where no topic has anything relevant.
    """
    own = [one for one in own if not isnan(one["found"])]
    if not own or not diagnosis.results.any():
        return None
    targets, topics = TARGETS[diagnosis.matching], counted_topics([len(own)])
    whole = diagnosis.matching is Matching.DOCUMENTS
    what = {"found": targets, **({} if whole else {"articles_found": "relevant articles returned"})}
    figure = Figure(
        title="How early relevant results were found",
        basis=f"Share of {targets}{'' if whole else ', and of the relevant articles,'} found down to a rank, "
        f"mean over {topics} with relevant results; unanswered topics score 0",
        source="found_by_rank.csv",
        summary="",
    )
    curves = _curves(view, task, run, diagnosis, what, figure, ("found-chart", "Share found"))
    bands = [bisect_left(_LAST, one["first_rank"]) for one in own]
    counts = {name: bands.count(band) for band, name in enumerate([*FIRST_BANDS, "none"])}
    without = counts["none"]
    words = ", ".join(f"{counts[one]} at {ranks}" for one, ranks in FIRST_BANDS.items() if counts[one])
    none = f"none on {counted(without, 'topic')}" if without else ""
    figure = Figure(
        title="Rank of the first relevant result by topic",
        basis=f"Number of topics by the rank of their first relevant result, of {topics} with {targets}",
        source="topic_diagnosis.csv",
        summary=f"Topics by rank of the first relevant result: {'; '.join(filter(None, (words, none)))}.",
    )
    heads, rows = ("Rank of the first relevant result", "Topics", "count"), [*counts.items()]
    bars = bars_and_table("first-chart", figure, pd.DataFrame(rows, columns=["name", "topics"]), heads)
    folded = "Table of first relevant results"
    parts = [*curves, bars[0], replace(bars[1], folded=folded)]
    return Section("found", "How early did it find relevant results?", [], parts)


def bars_and_table(
    chart: str, figure: Figure, rows: pd.DataFrame, heads: tuple[str, str, str]
) -> tuple[Bars, View]:
    """Return a chart of names and numbers, and its table; `heads` are their titles, and a format."""
    (of, title, kind), number = heads, rows.columns[1]
    columns, data = {"name": (of, "name"), number: (title, kind)}, figure.source.removesuffix(".csv")
    table = View(figure.title, rows, columns, data=data)
    return Bars(chart, figure, rows, x=(number, title), tips={}, of=of), table


def overlap_parts(
    view: CampaignView, task: str, run: RunOutcome, diagnosis: Diagnosis
) -> Iterator[Lines | View | str]:
    """Yield the overlapping share of the results down to each rank."""
    if diagnosis.overlapping.any():
        figure = Figure(
            title="Overlap by rank",
            basis="Share of the results down to a rank that overlap an earlier one of the topic, "
            f"{counted_topics([len(diagnosis.results)])} together",
            source="found_by_rank.csv",
            summary="",
        )
        what, names = {"overlapping": "overlapping results"}, ("overlap-chart", "Share overlapping")
        yield from _curves(view, task, run, diagnosis, what, figure, names)
    elif diagnosis.matching is not Matching.DOCUMENTS:
        yield "No result for an assessed topic overlaps an earlier result."


def _curves(
    view: CampaignView,
    task: str,
    run: RunOutcome,
    diagnosis: Diagnosis,
    what: Mapping[str, str],
    figure: Figure,
    names: tuple[str, str],
) -> Iterator[Lines | View]:
    """Some shares of a run and, if there are others, their medians by rank, until its rankings end."""
    runs, medians = official_medians(view.of(task))
    name = view.names[task, run.submission.name]
    ranks = DEPTHS[: int(np.searchsorted(DEPTHS, diagnosis.results.max())) + 1]
    of_runs = {"This run": _shares_of_runs(view.of(task))[run.submission.name]}
    if runs > 1:
        of_runs[f"Median of {runs} runs"] = medians
    lines = {
        f"{label}: {target}": [round(one, 4) for one in rows[share].tolist()[: len(ranks)]]
        for share, target in what.items()
        for label, rows in of_runs.items()
    }
    frame = pd.DataFrame(
        {
            "rank": np.tile(ranks, len(lines)),
            "share": np.concatenate([*lines.values()]),
            "label": np.repeat([*lines], len(ranks)),
            "name": [name if label.startswith("This run") else None for label in lines for _ in ranks],
        }
    )
    chart, title = names
    summary = " ".join(_summary(label, ranks, line) for label, line in lines.items())
    figure, share = replace(figure, summary=summary), ("share", title)
    yield Lines(chart, figure, frame, ("rank", "Rank"), share, "label", len(lines))
    columns = {"rank": ("Rank", "name")} | {label: (label, "score") for label in lines}
    about = "what was found by rank" if "found" in what else "overlap by rank"
    table = pd.DataFrame({"rank": [f"{rank:,}" for rank in ranks]} | lines)
    yield View(f"Points of {about}", table, columns, folded=f"Table of {about}", data="found_by_rank")


def _summary(label: str, ranks: Sequence[int], line: Sequence[float]) -> str:
    points = [one for one in zip(ranks, line, strict=True) if one[0] in (*_RANKS_IN_SUMMARY, ranks[-1])]
    return f"{label}: {', '.join(f'{100 * share:.1f}% at {rank}' for rank, share in points)}."
