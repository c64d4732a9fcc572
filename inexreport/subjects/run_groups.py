"""Do kinds of runs differ? A task's runs grouped by what is stated about them or what they return."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from statistics import median
from typing import NamedTuple

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.diagnosis import Matching
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.run import DESCRIPTION, METADATA
from inexreport.model.score_numbers import mean
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
from inexreport.subjects.sections import Page, Section, Strips, View

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
    members = _members(outcome)
    by_group = members.groupby(_GROUP, sort=False)
    groups = by_group.agg(
        metric=("metric", "first"),
        runs=("run", "size"),
        mean=("score", mean),
        median=("score", median),
        best_run=("run", "first"),
        best_score=("score", "first"),
    ).reset_index()
    groups["best_runs"] = groups.groupby("facet").runs.transform("min")
    groups["mean_of_best"] = [
        mean(scores[:most]) for (_, scores), most in zip(by_group.score, groups.best_runs, strict=True)
    ]
    return RunGroups(members, groups, _tests(outcome, groups, [rows for _, rows in by_group.row]))


def _members(outcome: TaskOutcome) -> pd.DataFrame:
    """The runs of all groups, with their rows in the standings."""
    standings = task_standings(outcome)
    scores = standings.means[:, standings.official].tolist()
    found = pd.DataFrame(
        [
            (outcome.task.official, facet, group, run.submission.name, score, row)
            for row, (run, score) in enumerate(zip(standings.runs, scores, strict=True))
            if not np.isnan(score)
            for facet, group in facets(run).items()
        ],
        columns=["metric", *_GROUP, "run", "score", "row"],
    )
    order = [*FACETS, *found.facet.unique()]
    size = found.groupby(_GROUP).run.transform("size")
    found = found.assign(place=found.facet.map(order.index), larger_first=-size)
    values = found.groupby("facet").group.transform("nunique")
    found = found[found.facet.isin([*FACETS]) | values.between(2, MOST_STATED_GROUPS)]
    return found.sort_values(["place", "larger_first", "group", "row"])


def _tests(outcome: TaskOutcome, groups: pd.DataFrame, rows: Sequence[pd.Series[int]]) -> pd.DataFrame:
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
    "One row per task, facet and group of runs that have a score by the official metric.",
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
    families = found.tests.facet.eq(PARTICIPANT).value_counts().sort_index()
    of_text = ", passages higher than elements, queries with structure higher than those without"
    return Page(
        "Groups of runs",
        f"Groups of runs in {task_title(task)}",
        "Do manual runs score higher than automatic ones"
        f"{'' if words_of(view.outcome.campaign).of_documents else of_text}?",
        [
            _section(view, task, RunGroups(*(frame[frame.facet == facet] for frame in found)), place)
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


def _section(view: CampaignView, task: str, found: RunGroups, place: int) -> Section:
    """The groups of one facet. Of many tests only the significant ones with the smallest p are shown."""
    members, groups, tests = found
    facet, column = groups.facet.iloc[0], view.official_column(task)
    title = FACETS.get(facet, facet_title(facet))
    explanation = EXPLANATIONS.get(facet, "As the organisers state it in runs.csv.")
    if untold := view.findings(task).ranked - len(members):
        are = "is" if untold == 1 else "are"
        explanation += f" {counted(untold, 'run')} without a known value {are} left out."
    if groups.runs.eq(1).sum() > 1:
        explanation += " The page about significance compares groups of one run with each other."
    fragment = facet.replace("_", "-") if facet in FACETS else f"facet-{place}"
    shown_name = partial(participant_name, view.outcome.campaign) if facet == PARTICIPANT else str
    names = {group: shown_name(group) for group in groups.group}
    ordered = tests.assign(smaller=-tests.difference.abs()).sort_values(["p_adjusted", "smaller"])
    significant = ordered[ordered.p_adjusted < LEVEL]
    shown = tests if len(tests) <= MOST_TESTS else significant[:MOST_TESTS]
    is_cut = len(shown) < len(tests)
    is_higher = significant.difference > 0
    wins = significant.group_a.where(is_higher, significant.group_b).value_counts()
    losses = significant.group_b.where(is_higher, significant.group_a).value_counts()
    most = int(groups.best_runs.iloc[0]) if len(groups) > 1 else 1
    of_groups = View(
        title,
        groups.assign(
            name=groups.group.map(names),
            best=view.named(task, groups.best_run),
            above=groups.group.map(wins).fillna(0),
            below=groups.group.map(losses).fillna(0),
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
    first, second = (
        side.map(groups.set_index("group")["mean"]).astype(float) for side in (tests.group_a, tests.group_b)
    )
    apart = bool(((first - second - tests.difference).abs() > ROUNDING).any())
    of_all = "the" if len(shown) == len(significant) else f"the first {len(shown)} of the"
    of_tests = View(
        f"Tests: {title}",
        shown.assign(first=shown.group_a.map(names), second=shown.group_b.map(names)),
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
    none = f"None of the {len(tests):,} tests between these groups is significant (p′ < {LEVEL}); see the "
    tested = [of_tests] if len(shown) else [f"{none}published table.", "run_group_tests"] * (len(tests) > 0)
    strips = _strips(view, task, found, title, names, f"{fragment}-chart")
    return Section(fragment, title, [explanation], [strips, of_groups, *tested])


def _strips(
    view: CampaignView, task: str, found: RunGroups, title: str, names: Mapping[str, str], fragment: str
) -> Strips:
    """A strip for each group, the highest mean first: a dot for each run, a tick at the mean."""
    column, members = view.official_column(task), found.members
    ordered = found.groups.sort_values(["mean", "group"], ascending=[False, True])
    most, least = (
        f"{names[one['group']]}, {decimals(one['mean'], column.unit)} ({counted(one['runs'], 'run')})"
        for one in ordered.iloc[[0, -1]].to_dict("records")
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
        members.assign(
            strip=members.group.map(names), name=view.named(task, members.run), value=members.score
        ),
        dict(zip(ordered.group.map(names), ordered["mean"], strict=True)),
        f"{column.label} %" if column.unit == "%" else column.label,
    )
