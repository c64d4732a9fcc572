"""What do unjudged documents hide? Scores and ranks without them, and how much scores could rise."""

from __future__ import annotations

from math import isnan

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import (
    JUDGED_DEPTHS,
    CampaignOutcome,
    RunOutcome,
    TaskOutcome,
    UnjudgedDocuments,
)
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, correlation
from inexreport.report.tables.columns import ALL_TOPICS, OFFICIAL_METRIC, TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, number, optional_integer, text
from inexreport.statistics.rank_correlation import kendall_of_scored
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import UNRANKED, competition_ranks, known_ranks
from inexreport.subjects.sections import Scatter, Section, View


def condensed(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Rank the runs of a task without unjudged documents, best official score first.

    Rows and columns of the published table without the task; none unless documents were judged. A run
    without an official rank has no condensed one.

    References
    ----------
    Sakai, Alternatives to Bpref (2007).
    """
    standings = task_standings(outcome)
    found = np.array([run.unjudged.condensed for run in standings.runs if run.unjudged], dtype=np.float64)
    if not len(found):
        return pd.DataFrame()
    rank = standings.ranks[:, standings.official]
    return pd.DataFrame(
        {
            "run": [run.submission.name for run in standings.runs],
            "metric": outcome.task.official,
            "score": standings.means[:, standings.official],
            "score_condensed": found,
            "rank": known_ranks(rank),
            "rank_condensed": known_ranks(competition_ranks(np.where(rank == UNRANKED, np.nan, found))),
        }
    )


CONDENSED = Table.of_tasks(
    "condensed",
    "One row per ranked run: its official score with and without the unjudged documents.",
    {
        **TASK_AND_RUN,
        **OFFICIAL_METRIC,
        "score": number("Official score; unjudged documents count as not relevant."),
        "score_condensed": number(
            "Score of the condensed lists: unjudged documents are removed, and later documents move up. "
            "Documents with negative grades are judged."
        ),
        "rank": optional_integer("Official rank; equal scores share a rank."),
        "rank_condensed": optional_integer("Rank by `score_condensed`; equal scores share a rank."),
    },
    condensed,
    only_with_rows=True,
)


def _residuals(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            if run.unjudged is None:
                continue
            found = run.unjudged.residuals
            for metric, mean, by_topic in zip(found.metrics, found.mean, found.by_topic, strict=True):
                values = {ALL_TOPICS: float(mean), **dict(zip(found.topics, by_topic.tolist(), strict=True))}
                defined = {topic: value for topic, value in values.items() if value == value}
                yield task.task.name, run.submission.name, metric, [*defined], [*defined.values()]


RESIDUALS = Table(
    "residuals",
    "One row per evaluated run, rank-biased precision and topic that counts, and one for the mean.",
    {
        **TASK_AND_RUN,
        "metric": text("A rank-biased precision of the task, such as `RBP(p=0.8)`."),
        "topic": text("Id of the topic, or `all` for the mean over topics."),
        "residual": number(
            "By how much the value could rise if every unjudged document had the largest gain: the sum of "
            "(1 − p) pⁱ⁻¹ over the ranks i of unjudged documents, plus pⁿ for all documents after the last "
            "one, at rank n."
        ),
    },
    _residuals,
    only_with_rows=True,
)


def unjudged_section(view: CampaignView, task: str) -> Section | None:
    """All runs with and without unjudged documents, best first; None unless documents were judged."""
    found = condensed(view.of(task))
    if not len(found):
        return None
    official = view.official_column(task)
    runs = (view.run(task, run) for run in found.run)
    shares = [100 * run.composition.judged_to_depth for run in runs if run.composition]
    rows = found.assign(
        name=view.named(task, found.run),
        rise=(found["rank"] - found.rank_condensed).fillna(0).astype(int),
        **{f"first {depth}": [one[place] for one in shares] for place, depth in enumerate(JUDGED_DEPTHS)},
    )
    summary = _summary(rows)
    chart = Scatter(
        "unjudged-chart",
        Figure(
            title="Scores with and without unjudged documents",
            basis=f"{official.identifier} (x axis) and without unjudged documents (y axis); equal on the "
            "diagonal",
            source="condensed.csv",
            summary=summary,
        ),
        rows.dropna(subset=["score", "score_condensed"]),
        x=("score", official.identifier),
        y=("score_condensed", "Without unjudged documents"),
    )
    table = View(
        "Scores with and without unjudged documents, and shares of judged documents",
        rows,
        {
            "name": ("Run", "run"),
            "rank": ("Rank", "rank"),
            "rank_condensed": ("Rank without", "rank"),
            "rise": ("Rise", "rise"),
            "score": ("Score", "score"),
            "score_condensed": ("Score without", "score"),
            **{f"first {depth}": (f"First {depth}", "percent") for depth in JUDGED_DEPTHS},
        },
        caption=f"{official.label} as published, and without unjudged documents; percentage of judged "
        "documents among the first results, all topics together.",
        rows="runs",
        address="unjudged",
        data="condensed",
    )
    return Section(
        "unjudged", "Unjudged documents", [summary], [chart, table, "judged"], facts={"official": official}
    )


def _summary(rows: pd.DataFrame) -> str:
    """What changes in ranks, in sentences."""
    ranked = rows.dropna(subset="rank")
    changed = int((rows.rise != 0).sum())
    if not changed:
        return "No run changes its rank without unjudged documents."
    verb = "changes" if changed == 1 else "change"
    sentences = [f"Without unjudged documents, {changed:,} of {counted(len(ranked), 'run')} {verb} rank"]
    tau = kendall_of_scored(ranked.score.to_numpy(), ranked.score_condensed.to_numpy())
    if not isnan(tau):
        sentences[0] += f" (Kendall’s tau {correlation(tau)})"
    for what, far in (("rise", rows.rise.max()), ("fall", rows.rise.min())):
        if far:
            same = rows[rows.rise == far]
            row, example = same.iloc[0], "for example " if len(same) > 1 else ""
            sentences.append(
                f"The largest {what} is {counted(abs(far), 'rank')} ({example}{row['name'].title}, from "
                f"{row['rank']} to {row['rank_condensed']})"
            )
    return ". ".join(sentences) + "."


def judged_name(unjudged: UnjudgedDocuments) -> str:
    """Name of the share of judged documents, as ir_measures has it."""
    return f"Judged@{unjudged.depth}"


def residuals(run: RunOutcome) -> dict[str, float]:
    """Mean residual of each rank-biased precision of a run, by metric; none unless documents were judged."""
    if run.unjudged is None:
        return {}
    found = run.unjudged.residuals
    return dict(zip(found.metrics, found.mean.tolist(), strict=True))
