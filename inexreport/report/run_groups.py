"""The page of a task's groups of runs, such as manual and automatic ones, with structure and without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.naming import facet_title, participant_name
from inexreport.statistics.paired_tests import DRAWS, EXACT_UP_TO
from inexreport.statistics.run_groups import (
    FACETS,
    PARTICIPANT,
    QUERY,
    RESULTS,
    STRUCTURE,
    TOPIC_FIELDS,
    GroupTest,
    RunGroup,
    run_groups,
)
from inexreport.statistics.significance import LEVEL

TITLES = {
    QUERY: "Manual and automatic runs",
    RESULTS: "What the runs return",
    STRUCTURE: "With and without structure in the query",
    TOPIC_FIELDS: "Topic fields",
    PARTICIPANT: "Participants",
}

EXPLANATIONS = {
    QUERY: "As the submissions state how queries were made.",
    RESULTS: "By most of the results that a run returned; a whole article counts as an article even if it is "
    "named as an element.",
    STRUCTURE: "Whether the castitle, which has the structural constraints, is among the topic fields that "
    "the submission states to have used.",
    TOPIC_FIELDS: "All topic fields that the submissions state to have used.",
    PARTICIPANT: "All runs of each participant; their mean depends on how many runs they sent.",
}

MOST_TESTS = 30
"""Up to this number of tests of a facet the page shows all; else significant ones, and no more than that."""


def run_groups_page(view: CampaignView, task: str) -> PageData:
    """Return the groups of a task's runs by facet, with tests of every two groups.

    A facet without any group is left out. ``untold`` is the number of ranked runs that are in no group of it.
    ``families`` names the tests that are corrected together. Of a facet with more than `MOST_TESTS` tests,
    only the significant ones with the smallest p are in ``tests``; its groups then have the numbers of groups
    that are significantly ``lower`` and ``higher``.
    """
    found = run_groups(view.of(task))
    ranked = view.findings(task).ranked
    return {
        "task": task,
        "official": view.official_column(task),
        "runs": ranked,
        "facets": [
            _facet(view, task, groups, [one for one in found.tests if one.facet == facet], ranked)
            | {"id": facet.replace("_", "-") if facet in FACETS else f"facet-{place}"}
            for place, facet in enumerate(dict.fromkeys(one.facet for one in found.groups))
            if (groups := [one for one in found.groups if one.facet == facet])
        ],
        "tests": len(found.tests),
        "families": [
            counted(tests, "test") + (" between participants" if participants else " between kinds of runs")
            for participants in (False, True)
            if (tests := sum((one.facet == PARTICIPANT) == participants for one in found.tests))
        ],
        "level": LEVEL,
        "exact_up_to": EXACT_UP_TO,
        "draws": DRAWS,
    }


def _facet(
    view: CampaignView, task: str, groups: Sequence[RunGroup], tests: Sequence[GroupTest], ranked: int
) -> PageData:
    facet = groups[0].facet
    names = {one.group: _group_name(view, one) for one in groups}
    significant = sorted(
        (one for one in tests if one.p_adjusted < LEVEL),
        key=lambda one: (one.p_adjusted, -abs(one.difference)),
    )
    wins = Counter(one.first if one.difference > 0 else one.second for one in significant)
    losses = Counter(one.second if one.difference > 0 else one.first for one in significant)
    shown = tests if len(tests) <= MOST_TESTS else significant[:MOST_TESTS]
    return {
        "name": facet,
        "title": TITLES.get(facet, facet_title(facet)),
        "explanation": EXPLANATIONS.get(facet, "As the organisers state it in runs.csv."),
        "untold": ranked - sum(len(one.runs) for one in groups),
        "best_runs": groups[0].best_runs,
        "rows": [
            _row(view, task, one)
            | {"name": names[one.group], "lower": wins[one.group], "higher": losses[one.group]}
            for one in groups
        ],
        "all_tests": len(tests),
        "significant": len(significant),
        "tests": [
            {
                "first": names[one.first],
                "second": names[one.second],
                "topics": one.topics,
                "difference": one.difference,
                "p": one.p,
                "p_adjusted": one.p_adjusted,
            }
            for one in shown
        ],
        "strips": _strips(view, task, groups, names) if len(groups) > 1 else None,
    }


def _group_name(view: CampaignView, group: RunGroup) -> str:
    if group.facet == PARTICIPANT:
        return participant_name(view.outcome.campaign, group.group)
    return group.group


def _row(view: CampaignView, task: str, group: RunGroup) -> PageData:
    standings = view.standings[task]
    best = group.runs[0]
    return {
        "runs": len(group.runs),
        "mean": group.mean,
        "median": group.median,
        "mean_of_best": group.mean_of_best,
        "best": view.names[task, standings.runs[best].submission.name],
        "best_score": float(standings.means[best, standings.official]),
    }


def _strips(view: CampaignView, task: str, groups: Sequence[RunGroup], names: dict[str, str]) -> PageData:
    """A strip for each group, the highest mean first: a dot for each run, a tick at the mean."""
    standings, column = view.standings[task], view.official_column(task)
    ordered = sorted(groups, key=lambda one: (-one.mean, one.group))
    first, last = ordered[0], ordered[-1]
    scores = standings.means[:, standings.official].tolist()
    runs = sum(len(one.runs) for one in groups)
    return {
        "figure": Figure(
            title=f"{TITLES.get(groups[0].facet, facet_title(groups[0].facet))}: scores",
            basis=(
                f"{column.identifier} of {counted(runs, 'run')}: a dot for each, a tick at the group’s mean"
            ),
            source="run_group_members.csv",
            summary=(
                f"Highest mean: {names[first.group]}, {decimals(first.mean, column.unit)}"
                f" ({counted(len(first.runs), 'run')}); lowest: {names[last.group]},"
                f" {decimals(last.mean, column.unit)} ({counted(len(last.runs), 'run')})."
            ),
        ),
        "strips": [names[one.group] for one in ordered],
        "dots": [
            {
                "strip": names[one.group],
                "name": view.names[task, standings.runs[row].submission.name],
                "value": scores[row],
            }
            for one in ordered
            for row in one.runs
        ],
        "means": {names[one.group]: one.mean for one in ordered},
        "axis": f"{column.label} %" if column.unit == "%" else column.label,
    }
