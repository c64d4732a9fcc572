"""Whether a collection can be reused: the verdict on the page of pools."""

from __future__ import annotations

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals
from inexreport.report.pool_figures import group_name
from inexreport.statistics.pool_findings import PoolFindings
from inexreport.statistics.reusability import DIFFERENT, EQUIVALENT, Reusability


def reusability_part(view: CampaignView, task: str, findings: PoolFindings) -> PageData | None:
    """Return the verdict, and a row for each left-out participant, the lowest tau first.

    None unless documents were judged and the campaign states the depth of its pool.
    """
    found = findings.reusability
    if found is None:
        return None
    rows = [
        {
            "participant": one.group if one.group in findings.participants else "",
            "label": group_name(view, task, one.group),
            "found": one,
            "name": view.names[task, one.run] if one.run else None,
        }
        for one in sorted(found.groups, key=lambda one: (not one.tau <= 1, one.tau, one.group))
    ]
    metric = view.official_column(task).identifier
    return {"verdict": _verdict(view, task, found, metric), "rows": rows}


def _verdict(view: CampaignView, task: str, found: Reusability, metric: str) -> str:
    worst, groups = found.worst, len(found.groups)
    if groups < 2:
        return (
            f"{counted(groups, 'participant')} contributed to the pool, so it cannot be said how a run ranks "
            "that did not."
        )
    if worst is None:
        return "Fewer than two runs have different scores, so rankings cannot be compared."
    name = group_name(view, task, worst.group)
    if worst.tau >= EQUIVALENT:
        answer = "Yes: the ranking stands without any one participant."
    elif found.mean >= EQUIVALENT:
        answer = f"Mostly: the ranking stands without most participants, but not without {name}."
    else:
        answer = (
            "Not without care: a run that did not contribute to the pool may be ranked too low, since what "
            "it alone finds is not judged."
        )
    return (
        f"{answer} When the finds of one participant are left out, Kendall’s tau with the official ranking "
        f"by {metric} is {decimals(worst.tau)} at worst (without {name}) and {decimals(found.mean)} on "
        f"average over {groups} participants. Rankings with a tau of {EQUIVALENT} or more are taken as "
        f"equivalent; below {DIFFERENT} they differ noticeably (Voorhees 2001)."
        + _largest_fall(view, task, found)
    )


def _largest_fall(view: CampaignView, task: str, found: Reusability) -> str:
    one = max(found.groups, key=lambda group: group.largest_fall)
    if not one.largest_fall:
        return " No run falls in rank."
    return (
        f" The largest fall of a run is {counted(one.largest_fall, 'rank')}: "
        f"{view.names[task, one.run].title}, without {group_name(view, task, one.group)}."
    )
