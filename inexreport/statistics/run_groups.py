"""Groups of a task's runs by what the submissions state or the results show, and tests between groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np

from inexreport.model.diagnosis import Matching
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.run import DESCRIPTION, METADATA
from inexreport.model.score_numbers import mean
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.paired_tests import Pairs, paired_differences
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.significance import holm
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats
from inexreport.statistics.two_tailed import two_tailed_randomization

QUERY, RESULTS, STRUCTURE, TOPIC_FIELDS, PARTICIPANT = FACETS = (
    "query",
    "results",
    "structure",
    "topic_fields",
    "participant",
)
"""What runs are grouped by, in the order of publication; then follow stated facts, such as ``type``."""

NOT_GROUPED = (DESCRIPTION, "submitted", "contributed")
"""Stated facts that say nothing about the system of a run."""

MOST_STATED_GROUPS = 10
"""Values of a stated fact by which runs are grouped; further ones would make too many tests."""

WITH_CASTITLE, WITHOUT_CASTITLE = "with castitle", "without castitle"

_KINDS = {
    "article": "articles",
    "(article)": "articles",
    "(passage)": "passages",
    "(range)": "passages",
    "(entry point)": "entry points",
}
"""Kind of results by their type in the composition; other types are elements."""

_NOT_FOUND = "(not found)"

_FIELDS = {"co_title": "title", "cas_title": "castitle"}
"""Names of topic fields in efficiency submissions."""


@dataclass(frozen=True, slots=True)
class RunGroup:
    """Runs of a task that have something in common.

    Attributes
    ----------
    facet, group : str
    runs : tuple of int
        Rows of the standings, best first; runs without an official score are left out.
    mean, median : float
        Of the runs' official scores.
    best_runs : int
        Size of the smallest group of the facet.
    mean_of_best : float
        Mean of the official scores of the `best_runs` best runs, which compares groups of different sizes.
    """

    facet: str
    group: str
    runs: tuple[int, ...]
    mean: float
    median: float
    best_runs: int
    mean_of_best: float


@dataclass(frozen=True, slots=True)
class GroupTest:
    """Two groups of a facet, compared topic by topic.

    Attributes
    ----------
    facet, first, second : str
    topics : int
        Topics for which both groups have a score.
    difference : float
        Mean over these topics of first − second, each the mean of the group's runs; NaN without topics.
    p, p_adjusted : float
        Of the randomization test with two tails; NaN where it is not defined. Holm's correction is over the
        tests of its family: those between participants, or those of all other facets.
    """

    facet: str
    first: str
    second: str
    topics: int
    difference: float
    p: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class RunGroups:
    """The groups of a task's runs by facet, the larger first, and the tests between them."""

    groups: tuple[RunGroup, ...]
    tests: tuple[GroupTest, ...]


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
        if kind != _NOT_FOUND:
            kinds[_KINDS.get(kind, "elements")] += count
    found = {
        QUERY: one.query.strip().lower(),
        RESULTS: min(kinds, key=lambda kind: (-kinds[kind], kind), default=""),
        STRUCTURE: (WITH_CASTITLE if "castitle" in used else WITHOUT_CASTITLE) if used else "",
        TOPIC_FIELDS: ", ".join(used),
        PARTICIPANT: one.participant,
    }
    stated = {
        facet: group
        for facet, group in one.facets.items()
        if facet not in (*FACETS, *NOT_GROUPED) and not facet.startswith(METADATA)
    }
    return {facet: group for facet, group in found.items() if group} | stated


def _field(name: str) -> str:
    name = name.strip().lower()
    return _FIELDS.get(name, name)


@once_per_outcome
def run_groups(outcome: TaskOutcome) -> RunGroups:
    """Group the runs of a task that have an official score, and test the groups of each facet.

    The test is paired by topic: the mean of a group's runs on a topic against that of the other's.

    References
    ----------
    Woodley and Geva, section 6: the average performance of automatic runs, that of manual runs, and both for
    the best N runs.
    """
    standings = task_standings(outcome)
    scores = standings.means[:, standings.official]
    members: dict[str, dict[str, list[int]]] = {facet: {} for facet in FACETS}
    for row, run in enumerate(standings.runs):
        if not np.isnan(scores[row]):
            for facet, group in facets(run).items():
                members.setdefault(facet, {}).setdefault(group, []).append(row)
    members = {
        facet: by_name
        for facet, by_name in members.items()
        if facet in FACETS or 1 < len(by_name) <= MOST_STATED_GROUPS
    }
    groups = [
        group
        for facet, by_name in members.items()
        for group in sorted(_groups(facet, by_name, scores), key=lambda one: (-len(one.runs), one.group))
    ]
    return RunGroups(tuple(groups), _tests(groups, standings))


def _groups(facet: str, members: Mapping[str, Sequence[int]], scores: Floats) -> list[RunGroup]:
    smallest = min(map(len, members.values()), default=0)
    made = []
    for name, rows in members.items():
        values = scores[list(rows)].tolist()
        best = mean(values[:smallest])
        made.append(RunGroup(facet, name, tuple(rows), mean(values), median(values), smallest, best))
    return made


def _tests(groups: Sequence[RunGroup], standings: Standings) -> tuple[GroupTest, ...]:
    pairs = [
        (row, other_row)
        for (row, one), (other_row, other) in combinations(enumerate(groups), 2)
        if one.facet == other.facet
    ]
    if not pairs:
        return ()
    first, second = np.array(pairs, dtype=np.int64).T
    metric = standings.topic_metric
    topics, scores = standings.topic_scores(metric)
    means = np.array([_topic_means(scores[list(one.runs)]) for one in groups])
    differences = paired_differences(means[first], means[second])
    draws = RepeatableDraws("groups of runs", metric, *topics)
    _, p = two_tailed_randomization(differences, draws, Pairs(means, first, second))
    adjusted = np.full(len(p), np.nan)
    # Dozens of participants make thousands of tests, whose correction would hide every other difference.
    between_participants = np.array([groups[one].facet == PARTICIPANT for one in first.tolist()])
    for family in (between_participants, ~between_participants):
        adjusted[family] = holm(p[family])
    return tuple(
        GroupTest(
            facet=groups[one].facet,
            first=groups[one].group,
            second=groups[other].group,
            topics=int(np.count_nonzero(~np.isnan(row))),
            difference=mean(row[~np.isnan(row)].tolist()),
            p=p_of_pair,
            p_adjusted=p_adjusted,
        )
        for (one, other), row, p_of_pair, p_adjusted in zip(
            pairs, differences, p.tolist(), adjusted.tolist(), strict=True
        )
    )


def _topic_means(scores: Floats) -> Floats:
    """Mean of the runs that have a score, for each topic; NaN without any; shape (topics,)."""
    return np.array([mean(column[~np.isnan(column)].tolist()) for column in scores.T], dtype=np.float64)
