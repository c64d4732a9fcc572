"""Do kinds of runs differ? A task's runs grouped by what is stated about them or what they return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from math import isnan
from operator import attrgetter
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import Matching
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.run import DESCRIPTION, METADATA
from inexreport.model.score_numbers import are_tied, mean
from inexreport.report.applicability import judges_text
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals
from inexreport.report.naming import facet_title, participant_name, task_title
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Table, integer, number, text
from inexreport.report.words import words_of
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.paired_tests import DRAWS, EXACT_UP_TO, ROUNDING, Pairs, paired_differences
from inexreport.statistics.repeatable_draws import DrawKind, RepeatableDraws
from inexreport.statistics.significance import LEVEL, holm
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import known_means
from inexreport.statistics.two_tailed import two_tailed_randomization
from inexreport.subjects.sections import Page, Section, Strips, View, frame_rows

PARTICIPANT = "participant"

FACETS = {
    "query": "Manual and automatic runs",
    "results": "What the runs return",
    "structure": "With and without structure in the query",
    "topic_fields": "Topic fields",
    PARTICIPANT: "Participants",
}
"""What runs are grouped by, with headings; then follow stated facts, such as ``type``."""

EXPLANATIONS = {
    "query": "As the submissions state how queries were made.",
    "results": "By most of the results that a run returned; a whole article counts as an article even if it "
    "is named as an element; a passage counts as a passage, however long it is.",
    "structure": "Whether the castitle, which has the structural constraints, is among the topic fields that "
    "the submission states to have used.",
    "topic_fields": "All topic fields that the submissions state to have used.",
    PARTICIPANT: "All runs of each participant; their mean depends on how many runs they sent.",
}

NOT_GROUPED = (DESCRIPTION, "submitted", "contributed")
"""Stated facts that say nothing about the system of a run."""

MOST_STATED_GROUPS = 10
"""Values of a stated fact by which runs are grouped; further ones would make too many tests."""

MOST_TESTS = 30
"""Up to this number of tests of a facet the page shows all; else significant ones, and no more than that."""

_KINDS = {
    "article": "articles",
    "(article)": "articles",
    "(passage)": "passages",
    "(range)": "passages",
    "(entry point)": "entry points",
}
"""Kind of results by their type in the composition; other types are elements."""

_FIELDS = {"co_title": "title", "cas_title": "castitle"}
"""Names of topic fields in efficiency submissions."""

_GROUP = ["facet", "group"]

Rows = list[dict[str, Any]]
"""Rows of a frame of `RunGroups`."""


class RunGroups(NamedTuple):
    """Rows and columns of the published tables without the task: members and groups, and tests of these."""

    members: pd.DataFrame
    groups: pd.DataFrame
    tests: pd.DataFrame


def facets(run: RunOutcome) -> dict[str, str]:
    """Return the groups that a run belongs to, by facet; without facets that nothing is known of.

    The kind of results is that of most of its located results; of equally many, the first by name. Other
    facets are those that runs.csv states.
    """
    one = run.submission
    used = sorted(_field(name) for name, value in one.topic_fields.items() if value.strip().lower() == "yes")
    kinds: Counter[str] = Counter()
    whole = run.diagnosis is not None and run.diagnosis.matching is Matching.DOCUMENTS
    for kind, count in run.composition.element_types.items() if run.composition and not whole else ():
        if kind != "(not found)":
            kinds[_KINDS.get(kind, "elements")] += count
    found = {
        "query": one.query.strip().lower(),
        "results": min(kinds, key=lambda kind: (-kinds[kind], kind), default=""),
        "structure": ("with castitle" if "castitle" in used else "without castitle") if used else "",
        "topic_fields": ", ".join(used),
        PARTICIPANT: one.participant,
    }
    stated = {
        facet: group
        for facet, group in one.facets.items()
        if facet not in FACETS and facet not in NOT_GROUPED and not facet.startswith(METADATA)
    }
    return {facet: group for facet, group in found.items() if group} | stated


def _field(name: str) -> str:
    name = name.strip().lower()
    return _FIELDS.get(name, name)


@once_per_outcome
def run_groups(outcome: TaskOutcome, campaign: Campaign | None = None) -> RunGroups:
    """Group the runs of a task that have an official score, and test the groups of each facet.

    Larger groups of a facet are first, and the best runs of a group. The test is paired by topic: the mean of
    a group's runs on a topic against that of the other's.

    References
    ----------
    Woodley and Geva, section 6: the average performance of automatic runs, that of manual runs, and both for
    the best N runs.
    """
    metric, found = outcome.task.official, _members(outcome)
    members = [(metric, *key, run, score) for key, runs in found.items() for _, run, score in runs]
    smallest = {facet: len(runs) for (facet, _), runs in found.items()}  # the last group of each facet
    groups = [
        (*key, metric, len(runs), mean(scores), median(scores), *runs[0][1:], most, mean(scores[:most]))
        for key, runs in found.items()
        for most, scores in [(smallest[key[0]], [score for *_, score in runs])]
    ]
    columns = [*_GROUP, "metric", "runs", "mean", "median", "best_run", "best_score", "best_runs"]
    frame = pd.DataFrame(groups, columns=[*columns, "mean_of_best"])
    tests = _tests(outcome, frame, [[row for row, *_ in runs] for runs in found.values()])
    return RunGroups(pd.DataFrame(members, columns=["metric", *_GROUP, "run", "score"]), frame, tests)


def _members(outcome: TaskOutcome) -> dict[tuple[str, str], list[tuple[int, str, float]]]:
    """By facet and group, the row of each run in the standings, its name and its score."""
    standings = task_standings(outcome)
    found: dict[str, dict[str, list[tuple[int, str, float]]]] = {facet: {} for facet in FACETS}
    scores = standings.means[:, standings.official].tolist()
    for row, (run, score) in enumerate(zip(standings.runs, scores, strict=True)):
        for facet, group in facets(run).items() if not isnan(score) else ():
            members = found.setdefault(facet, {}).setdefault(group, [])
            members.append((row, run.submission.name, score))
    return {
        (facet, group): members
        for facet, groups in found.items()
        if facet in FACETS or 2 <= len(groups) <= MOST_STATED_GROUPS
        for group, members in sorted(groups.items(), key=lambda one: (-len(one[1]), one[0]))
    }


def _tests(outcome: TaskOutcome, groups: pd.DataFrame, rows: Sequence[Sequence[int]]) -> pd.DataFrame:
    """Tests of every two groups of a facet; `rows` of each group in the standings.

    Two groups of one run each are two runs, which the tests of runs compare.
    """
    standings = task_standings(outcome)
    topics, scores = standings.topic_scores(standings.topic_metric)
    facet, single = groups.facet.to_numpy(), groups.runs.to_numpy() == 1
    tested = (facet[:, None] == facet) & ~(single[:, None] & single)
    first, second = np.nonzero(np.triu(tested, 1))
    means = np.array([known_means(scores[of_group].T) for of_group in rows]).reshape(len(groups), len(topics))
    differences = paired_differences(means[first], means[second])
    draws = RepeatableDraws(DrawKind.RUN_GROUPS, standings.topic_metric, *topics)
    tests = pd.DataFrame(
        {
            "metric": standings.topic_metric,
            "facet": facet[first],
            "group_a": groups.group.to_numpy()[first],
            "group_b": groups.group.to_numpy()[second],
            "topics": np.count_nonzero(~np.isnan(differences), axis=1),
            "difference": known_means(differences),
            "p": two_tailed_randomization(differences, draws, Pairs(means, first, second))[1],
        }
    )
    # Dozens of participants make thousands of tests, whose correction would hide every other difference.
    family = tests.groupby(tests.facet == PARTICIPANT).p
    return tests.assign(p_adjusted=family.transform(lambda p: holm(p.to_numpy())))


def has_run_groups(outcome: CampaignOutcome, *tasks: str) -> bool:
    """Whether the runs of a task, of any without `tasks`, form groups."""
    return any(len(run_groups(one).groups) for one in outcome.tasks if not tasks or one.task.name in tasks)


def _has_tables(outcome: CampaignOutcome) -> bool:
    return judges_text(outcome) or has_run_groups(outcome)


RUN_GROUPS = Table.of_tasks(
    "run_groups",
    "One row per task, facet and group of ranked runs that have a score by the official metric.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "facet": text(
            "What the runs are grouped by: `query` (automatic or manual, as stated), `results` (what most "
            "results of a run are), `structure` (whether the castitle is among the stated topic fields), "
            "`topic_fields` (as stated) or `participant`; or a column of runs.csv, such as `type`.",
            "What the runs are grouped by: `query` (automatic or manual, as stated), `topic_fields` (as "
            "stated) or `participant`; or a column of runs.csv, such as `type`.",
        ),
        "group": text("The group. A run that does not tell is in no group of the facet."),
        "runs": integer("Runs of the group."),
        "mean": number("Mean of their scores."),
        "median": number("Median of their scores."),
        "best_run": text("The run with the highest score; of several, the first by name."),
        "best_score": number("Its score."),
        "best_runs": integer("Number of runs in the smallest group of the facet."),
        "mean_of_best": number("Mean score of that number of the group’s best runs."),
    },
    attrgetter("groups"),
    run_groups,
    applies=_has_tables,
)

RUN_GROUP_MEMBERS = Table.of_tasks(
    "run_group_members",
    "One row per group and run in it, the best first.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "facet": text("As in the table of groups."),
        "group": text("The group."),
        **RUN,
        "score": number("Mean over topics."),
    },
    attrgetter("members"),
    run_groups,
    applies=_has_tables,
)

RUN_GROUP_TESTS = Table.of_tasks(
    "run_group_tests",
    "One row per two groups of a facet of a task; two runs that are groups by themselves are in the table "
    "`significance`.",
    {
        **TASK,
        "metric": text("The task’s official metric, or one like it where that values whole runs only."),
        "facet": text("As in the table of groups."),
        "group_a": text("A group of the facet."),
        "group_b": text("Another group of the facet."),
        "topics": integer("Topics for which both groups have a score."),
        "difference": number(
            "Mean over these topics of the mean score of group_a’s runs less that of group_b’s."
        ),
        "p": number(
            "With two tails: how probable so large a difference is if each topic’s had a random sign. Empty "
            "for fewer than two topics or differences that are all 0."
        ),
        "p_adjusted": number(
            "The same after Holm’s correction for all tests of the task between participants, or for all "
            "between other groups."
        ),
    },
    attrgetter("tests"),
    run_groups,
    applies=_has_tables,
)


def run_groups_page(view: CampaignView, task: str) -> Page:
    """Return the groups of a task's runs by facet, with tests of groups of several runs."""
    found = run_groups(view.of(task))
    rows = [frame_rows(frame) for frame in found]
    families = found.tests.facet.eq(PARTICIPANT).value_counts().sort_index()
    of_text = ", passages higher than elements, queries with structure higher than those without"
    return Page(
        "Groups of runs",
        f"Groups of runs in {task_title(task)}",
        "Do manual runs score higher than automatic ones"
        f"{'' if words_of(view.outcome.campaign).of_documents else of_text}?",
        [
            _section(view, task, [[one for one in of if one["facet"] == facet] for of in rows], place)
            for place, facet in enumerate(found.groups.facet.unique())
        ],
        notes="run_groups.html",
        facts={
            "official": view.official_column(task),
            "runs": view.findings(task).ranked,
            "families": [
                f"{counted(tests, 'test')} between {'participants' if of_participants else 'kinds of runs'}"
                for of_participants, tests in families.items()
            ],
            "level": LEVEL,
            "exact_up_to": EXACT_UP_TO,
            "draws": DRAWS,
        },
    )


def _section(view: CampaignView, task: str, found: Sequence[Rows], place: int) -> Section:
    """The groups of one facet. Of many tests only the significant ones with the smallest p are shown."""
    members, groups, tests = found
    facet, column = groups[0]["facet"], view.official_column(task)
    title = FACETS.get(facet, facet_title(facet))
    explanation = EXPLANATIONS.get(facet, "As the organisers state it in runs.csv.")
    if untold := view.findings(task).ranked - len(members):
        are = "is" if untold == 1 else "are"
        explanation += f" {counted(untold, 'run')} without a known value {are} left out."
    if sum(one["runs"] == 1 for one in groups) > 1:
        explanation += " The page about significance compares groups of one run with each other."
    fragment = facet.replace("_", "-") if facet in FACETS else f"facet-{place}"
    shown_name = partial(participant_name, view.outcome.campaign) if facet == PARTICIPANT else str
    names = {one["group"]: shown_name(one["group"]) for one in groups}
    significant = [one for one in tests if one["p_adjusted"] < LEVEL]
    significant.sort(key=lambda one: (one["p_adjusted"], -abs(one["difference"])))
    shown = tests if len(tests) <= MOST_TESTS else significant[:MOST_TESTS]
    is_cut = len(shown) < len(tests)
    wins = Counter(one["group_a" if one["difference"] > 0 else "group_b"] for one in significant)
    losses = Counter(one["group_b" if one["difference"] > 0 else "group_a"] for one in significant)
    most = groups[0]["best_runs"] if len(groups) > 1 else 1
    of_groups = View(
        title,
        pd.DataFrame(groups).assign(
            name=[*names.values()],
            best=view.named(task, [one["best_run"] for one in groups]),
            above=[wins[group] for group in names],
            below=[losses[group] for group in names],
        ),
        {
            "name": ("Group", "name"),
            "runs": ("Runs", "count"),
            "mean": ("Mean", column.format),
            "median": ("Median", column.format),
            **({"mean_of_best": (f"Mean of best {most}", column.format)} if most > 1 else {}),
            "best_score": ("Best", column.format),
            "best": ("Best run", "run link"),
            **({"above": ("Above", "count"), "below": ("Below", "count")} if is_cut else {}),
        },
        caption=f"Means, medians and best scores by {column.identifier}."
        + f" The number of best runs, {most}, is the size of the smallest group." * (most > 1)
        + " Above and below: number of groups that score significantly lower and higher." * is_cut,
        rows="groups" if len(groups) > 5 else "",
        data="run_groups",
    )
    means = {one["group"]: one["mean"] for one in groups}
    apart = any(
        abs(means[one["group_a"]] - means[one["group_b"]] - one["difference"]) > ROUNDING for one in tests
    )
    of_all = "the" if len(shown) == len(significant) else f"the first {len(shown)} of the"
    of_tests = View(
        f"Tests: {title}",
        pd.DataFrame(
            [one | {"first": names[one["group_a"]], "second": names[one["group_b"]]} for one in shown]
        ),
        {
            "first": ("First", "name"),
            "second": ("Second", "name"),
            "topics": ("Topics", "count"),
            "difference": ("Difference", "signed"),
            "p": ("p", "probability"),
            "p_adjusted": ("p′", "p"),
        },
        caption="Mean difference over topics, first group minus second."
        + f" Shown are {of_all} {len(significant)} significant tests of {len(tests):,}, ordered by p′ and "
        "difference; the published table has all."
        * is_cut
        + " Not all runs have a score for each topic, so differences are not those of the means." * apart,
        data="run_group_tests",
    )
    if len(groups) == 1:
        return Section(fragment, title, [explanation], [of_groups])
    ordered = sorted(groups, key=lambda one: (-one["mean"], one["group"]))
    first, *_, last = [f"{names[one['group']]} ({decimals(one['mean'], column.unit)})" for one in ordered]
    answer = f"{first} has a higher mean than {last}" if len(groups) == 2 else f"{first} has the highest mean"
    if others := sum(are_tied(one["mean"], ordered[0]["mean"]) for one in ordered[1:]):
        answer = f"The highest mean is that of {first} and {counted(others, 'other')}"
    if len(tests) == 1:
        answer += f"; by p′, the difference is {'' if significant else 'not '}significant"
    elif tests:
        differ = "differs" if len(significant) == 1 else "differ"
        answer += f"; by p′, {len(significant):,} of {len(tests):,} pairs {differ} significantly"
    none = f"None of the {len(tests):,} tests between these groups is significant (p′ < {LEVEL}); see the "
    tested = [of_tests] if len(shown) else [f"{none}published table.", "run_group_tests"] * (len(tests) > 0)
    strips = _strips(view, task, found, title, names, f"{fragment}-chart")
    return Section(fragment, title, [f"{answer}.", explanation], [strips, of_groups, *tested])


def _strips(
    view: CampaignView, task: str, found: Sequence[Rows], title: str, names: Mapping[str, str], fragment: str
) -> Strips:
    """A strip for each group, the highest mean first: a dot for each run, a tick at the mean."""
    column, (members, groups, _) = view.official_column(task), found
    ordered = sorted(groups, key=lambda one: (-one["mean"], one["group"]))
    dots = [(names[one["group"]], view.names[task, one["run"]], one["score"]) for one in members]
    most, least = (
        f"{names[one['group']]}, {decimals(one['mean'], column.unit)} ({counted(one['runs'], 'run')})"
        for one in (ordered[0], ordered[-1])
    )
    return Strips(
        fragment,
        Figure(
            title=f"{title}: scores",
            basis=f"{column.identifier} of {counted(len(members), 'run')}: a dot for each, a tick at the "
            "group’s mean",
            source="run_group_members.csv",
            summary=f"Highest mean: {most}; lowest: {least}.",
        ),
        pd.DataFrame(dots, columns=["strip", "name", "value"]),
        {names[one["group"]]: one["mean"] for one in ordered},
        f"{column.label} %" if column.unit == "%" else column.label,
    )
