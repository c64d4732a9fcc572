"""How far runs fall without what only their own participant found, and whether a collection is reusable."""

from __future__ import annotations

from math import isnan

import numpy as np

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals
from inexreport.report.pool_answers import group_noun
from inexreport.report.pool_figures import group_name
from inexreport.statistics.leave_out import LARGE_FALL, LeaveOut, OwnFalls
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.reusability import FEWEST_RANKS, MOST_FAR, Reusability
from inexreport.statistics.summary import UNRANKED


def reusability_part(view: CampaignView, task: str, findings: PoolFindings) -> PageData | None:
    """Return the verdict, and a row for each left-out participant, that whose runs fall most first.

    None unless documents were judged and the campaign states the depth of its pool.
    """
    found = findings.reusability
    if found is None:
        return None
    rows = []
    for one in sorted(found.groups, key=lambda one: (-one.own.largest, not one.tau <= 1, one.tau)):
        own = one.own.farthest[0] if one.own.farthest else None
        rows.append(
            {
                "participant": one.group if one.group in findings.participants else "",
                "label": group_name(view, task, one.group),
                "found": one,
                "own": own,
                "name": view.names[task, own.run] if own else None,
            }
        )
    return {"verdict": _verdict(view, task, found, group_noun(findings)), "rows": rows}


def _verdict(view: CampaignView, task: str, found: Reusability, noun: str) -> str:
    groups = len(found.groups)
    if groups < 2:
        return (
            f"{counted(groups, noun)} contributed to the pool, so it cannot be said how a run ranks "
            "that did not."
        )
    if isnan(found.share_far):
        return "Fewer than two runs have different scores, so rankings cannot be compared."
    far, runs = found.own.of_at_least(found.far), len(found.own.runs)
    answer = "Yes" if not far else "For most runs" if found.share_far <= MOST_FAR else "No"
    return (
        f"{answer}: {_of_runs(far, runs, 'falls')} {found.far} ranks or more without the relevant documents "
        f"that no other {noun} found. "
        f"{fall_facts(view, task, found.own)} {tau_fact(view, task, found, noun)} Tau compares the runs of "
        f"all others too, so it does not decide. The limit of {found.far} ranks is a twentieth of the "
        f"{counted(found.ranked, 'ranked run')}, rounded up, and at least {FEWEST_RANKS}."
    )


def leave_out_answer(view: CampaignView, task: str, found: LeaveOut) -> str:
    """Return in words how many runs rank lower without what only their own participant found."""
    falls = found.falls
    lost = int(np.count_nonzero((found.rank != UNRANKED) & (found.rank_without == UNRANKED)))
    sentences = []
    if falls.runs:
        lower, runs = falls.of_at_least(1), len(falls.runs)
        sentences.append(f"{'Yes' if lower else 'No'}: {_of_runs(lower, runs, 'ranks')} lower.")
        if lower:
            sentences.append(fall_facts(view, task, falls))
    if lost:
        sentences.append(f"{counted(lost, 'run')} would have no score.")
    return " ".join(sentences) or "No run has a rank, so none can rank lower."


def _of_runs(count: int, runs: int, verb: str) -> str:
    """A number of runs with its verb: ``none of the 8 runs falls``, ``3 of 8 runs fall``."""
    if runs == 1:
        return f"the only run {verb if count else f'does not {verb[:-1]}'}"
    amount = f"{count:,} of {runs:,} runs" if count else f"none of the {runs:,} runs"
    return f"{amount} {verb if count <= 1 else verb[:-1]}"


def fall_facts(view: CampaignView, task: str, falls: OwnFalls) -> str:
    """Return the largest and the mean fall, and how many runs fall `LARGE_FALL` ranks or more."""
    if not falls.largest:
        return "No run falls in rank."
    first, runs = falls.farthest[0], len(falls.runs)
    name = f"{'for example ' if len(falls.farthest) > 1 else ''}{view.names[task, first.run].title}"
    return (
        f"The largest fall is {counted(falls.largest, 'rank')} ({name}, from {first.rank:,} to "
        f"{first.rank_without:,}), the mean {falls.mean:.1f}; "
        f"{_of_runs(falls.of_at_least(LARGE_FALL), runs, 'falls')} {LARGE_FALL} ranks or more."
    )


def tau_fact(view: CampaignView, task: str, found: Reusability, noun: str) -> str:
    """Return the lowest and the mean tau of all runs; empty where none is defined."""
    worst = found.worst
    if worst is None:
        return ""
    lowest = [one for one in found.groups if one.tau == worst.tau]
    name = f" (without {group_name(view, task, worst.group)})" if len(lowest) == 1 else ""
    return (
        f"Kendall’s tau with the official ranking is {decimals(worst.tau)} at worst{name}, "
        f"{decimals(found.mean)} on average over {counted(len(found.groups), noun)}."
    )
