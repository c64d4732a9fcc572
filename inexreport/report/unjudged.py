"""What unjudged documents may hide: on the pages of pools, tasks and runs."""

from __future__ import annotations

from math import isnan

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.outcome import JUDGED_DEPTHS, RunOutcome, UnjudgedDocuments
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, correlation
from inexreport.statistics.condensed import CondensedRanking, condensed_ranking
from inexreport.statistics.summary import UNRANKED


def unjudged_part(view: CampaignView, task: str) -> PageData | None:
    """Return all runs with and without unjudged documents, best first; None unless documents were judged.

    ``points`` are those of a scatter plot; ``rise`` is the number of ranks that a run gains without unjudged
    documents, ``shares`` are in percent, down to each of ``depths``.
    """
    found = condensed_ranking(view.of(task))
    if found is None:
        return None
    official = view.official_column(task).identifier
    rows = [
        {
            "name": view.names[task, name],
            "score": float(found.score[row]),
            "condensed": float(found.score_condensed[row]),
            "rank": _rank(found.rank[row]),
            "rank_condensed": _rank(found.rank_condensed[row]),
            "rise": -int(found.changes[row]),
            "shares": _percents(view.run(task, name)),
        }
        for row, name in enumerate(found.runs)
    ]
    summary = _summary(view, task, found)
    return {
        "figure": Figure(
            title="Scores with and without unjudged documents",
            basis=f"{official} (x axis) and without unjudged documents (y axis); equal on the diagonal",
            source="condensed.csv",
            summary=summary,
        ),
        "across": official,
        "up": "Without unjudged documents",
        "points": [
            {"name": view.names[task, name], "reference": score, "changed": condensed}
            for name, score, condensed in zip(
                found.runs, found.score.tolist(), found.score_condensed.tolist(), strict=True
            )
            if not isnan(score) and not isnan(condensed)
        ],
        "depths": JUDGED_DEPTHS,
        "summary": summary,
        "rows": rows,
    }


def _rank(rank: int) -> int | None:
    return None if rank == UNRANKED else int(rank)


def _percents(run: RunOutcome) -> list[float]:
    return [] if run.composition is None else (100 * run.composition.judged_to_depth).tolist()


def _summary(view: CampaignView, task: str, found: CondensedRanking) -> str:
    """What changes in ranks, in sentences."""
    changes = found.changes
    ranked, changed = int(np.count_nonzero(found.rank != UNRANKED)), int(np.count_nonzero(changes))
    if not changed:
        return "No run changes its rank without unjudged documents."
    verb = "changes" if changed == 1 else "change"
    sentences = [f"Without unjudged documents, {changed:,} of {counted(ranked, 'run')} {verb} rank"]
    if not isnan(found.tau):
        sentences[0] += f" (Kendall’s tau {correlation(found.tau)})"
    for what, row in (("rise", int(changes.argmin())), ("fall", int(changes.argmax()))):
        if changes[row]:
            sentences.append(
                f"The largest {what} is that of {view.names[task, found.runs[row]].title}, from "
                f"{found.rank[row]} to {found.rank_condensed[row]}"
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
