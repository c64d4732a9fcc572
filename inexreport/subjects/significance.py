"""Which runs differ significantly: tests of all pairs of runs, intervals of their means, and groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np
import pandas as pd

from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import are_tied, mean
from inexreport.model.task import Significance
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted_topics, decimals
from inexreport.report.naming import task_title
from inexreport.report.tables.columns import METRIC, OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Table, integer, number, optional_integer, text
from inexreport.statistics import paired_tests, randomised_tukey, score_intervals
from inexreport.statistics.findings import task_findings
from inexreport.statistics.memo import once_per_outcome
from inexreport.statistics.score_intervals import bootstrap_intervals, rank_intervals
from inexreport.statistics.significance import (
    BEST_RUNS,
    LEVEL,
    MOST_RUNS,
    TESTS,
    TUKEY,
    UNTESTED,
    groups,
    pair_tests,
    significant_differences,
    smallest_p,
)
from inexreport.statistics.summary import UNRANKED, Integers, known_ranks
from inexreport.subjects.sections import Page, Section, View
from inexreport.subjects.separated_pairs import ranking_metrics, separated_section, t_tests
from inexreport.subjects.swap_errors import swaps_section

TEST_NAMES = {
    TUKEY: "randomised Tukey HSD test",
    "t": "paired t-test",
    "wilcoxon": "Wilcoxon’s signed-rank test",
    "randomization": "randomisation test",
}

GROUPING = {
    Significance.T: "one-tailed paired t-test in the observed direction, Holm’s correction, "
    "p below 0.05 (0.1 if two-tailed)",
    Significance.TUKEY: "randomised Tukey HSD test of all pairs, p below 0.05",
}
"""The test that makes the groups, in a few words."""

METHOD = {
    "level": LEVEL,
    "confidence": score_intervals.CONFIDENCE,
    "resamples": score_intervals.RESAMPLES,
    "draws": paired_tests.DRAWS,
    "exact_up_to": paired_tests.EXACT_UP_TO,
    "exact_without_ties_up_to": paired_tests.EXACT_WITHOUT_TIES_UP_TO,
    "tukey_draws": randomised_tukey.DRAWS,
    "tukey_exact_up_to": randomised_tukey.EXACT_UP_TO,
}
"""The constants that the explanation of the tests names."""

TOP = 10
"""The last rank of a top-ten table."""


@once_per_outcome
def significance(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Return `pair_tests` of a task's best runs by its official metric, as the published table has them."""
    findings, task = task_findings(outcome), outcome.task
    found = pair_tests(findings.scores[: findings.tested], findings.topics, task.official, task.significance)
    runs = np.array([run.submission.name for run in findings.standings.runs], dtype=object)
    return found.assign(metric=task.official, run_a=runs[found["first"]], run_b=runs[found.second])


def of_first_test(outcome: TaskOutcome) -> pd.DataFrame:
    """Return the pairs by the test that makes the groups."""
    found = significance(outcome)
    return found[found.test == TESTS[outcome.task.significance][0]]


@once_per_outcome
def differences(outcome: TaskOutcome, campaign: Campaign | None = None) -> Integers:
    """Return the `significant_differences` of the tested runs by the test that makes the groups."""
    return differences_by(outcome, TESTS[outcome.task.significance][0])


def differences_by(outcome: TaskOutcome, test: str) -> Integers:
    """Return the `significant_differences` of the tested runs by a test."""
    found = significance(outcome)
    of_test = found[found.test == test]
    return significant_differences(
        task_findings(outcome).tested, of_test.p_adjusted.to_numpy(), of_test.statistic.to_numpy()
    )


@once_per_outcome
def intervals(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Return score, group and intervals of each run of the standings, as the published table has them.

    Also published are those of runs without a score. ``topic_mean`` is the mean over the topics that have a
    value, where it differs from the score: a metric with parts has a value for the topics of all parts only.
    """
    findings = task_findings(outcome)
    standings = findings.standings
    low, high = bootstrap_intervals(findings.scores, findings.topics, findings.official)
    group = np.zeros(len(standings.runs), dtype=np.int64)
    group[: findings.tested] = groups(differences(outcome))
    rank_low, rank_high = ranks_by(outcome, findings.official)
    of_topics = [mean(row[~np.isnan(row)].tolist()) for row in findings.scores]
    both = zip(of_topics, findings.means, strict=True)
    return pd.DataFrame(
        {
            "metric": findings.official,
            "run": [run.submission.name for run in standings.runs],
            "topics": standings.topics_counted[:, standings.official],
            "score": findings.means,
            "low": low,
            "high": high,
            "group": known_ranks(group),
            "rank_low": known_ranks(rank_low),
            "rank_high": known_ranks(rank_high),
            "topic_mean": [np.nan if are_tied(one, score) else one for one, score in both],
        }
    )


@once_per_outcome
def ranks_by(outcome: TaskOutcome, metric: str) -> tuple[Integers, Integers]:
    """Return the ends of the 95% intervals of the runs' ranks by a metric, `UNRANKED` for runs without one.

    Runs are in the order of the standings.
    """
    standings = task_findings(outcome).standings
    place = standings.task.metrics.index(metric)
    topics, scores = standings.topic_scores(metric)
    ranked = np.flatnonzero(standings.ranks[:, place] != UNRANKED)
    low, high = np.full((2, len(scores)), UNRANKED)
    low[ranked], high[ranked] = rank_intervals(standings.signs[place] * scores[ranked], topics, metric)
    return low, high


OF_SCORES = (significance, differences, intervals)


def _by_each_metric(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    others = [t_tests(outcome, name) for name in ranking_metrics(outcome) if name != outcome.task.official]
    tests = {name: np.concatenate([one[name] for one in others]) for name in (others[0] if others else ())}
    return pd.concat([significance(outcome), pd.DataFrame(tests)]).reindex(
        columns=[name for name in SIGNIFICANCE.columns if name != "task"]
    )


SIGNIFICANCE = Table.of_tasks(
    "significance",
    "One row per two runs of a task and test, by the official metric’s scores per topic, then one per two "
    f"runs and further metric that ranks; in tasks of more than {MOST_RUNS} runs, of the best {BEST_RUNS} by "
    "the official metric.",
    {
        **TASK,
        **METRIC,
        "run_a": text(
            "The run that is ranked higher; by a further metric, the better one on the topics of both, of "
            "equal ones the one with the better official rank."
        ),
        "run_b": text("The run that is ranked lower; of equal ones, the later by name."),
        "topics": integer("Topics for which both have a score."),
        "difference": number("Mean over these topics of the score of run_a less that of run_b."),
        "test": text(
            "`t` (paired t-test), `wilcoxon` (signed ranks), `randomization` (random signs) or "
            "`randomised_tukey_hsd` (all pairs at once); by a further metric, `t` alone."
        ),
        "statistic": number(
            "t of run_a’s lead; the sum of the ranks of positive differences; the mean difference; the mean "
            "difference over the topics for which all runs have a score."
        ),
        "p": number(
            "One-tailed: the probability of a lead of run_a at least as clear if the runs do not differ; for "
            "`randomised_tukey_hsd` with two: the probability of a difference at least as large between any "
            "two runs. Empty where the test is not defined: fewer than two topics, differences all 0 (not "
            "for `randomised_tukey_hsd`) or, for t, all equal."
        ),
        "p_adjusted": number(
            "The same after Holm’s correction for all pairs of the task; p of `randomised_tukey_hsd`, which "
            "needs no correction."
        ),
        "effect_size": number(
            "Difference of the means of run_a and run_b by the residual standard deviation of runs × topics "
            "(two-way layout without replication), over the topics for which all runs have a score; the same "
            "for every test of a pair. Empty for fewer than two topics or where there is no residual, and by "
            "a further metric."
        ),
        "low": number(
            "Lower end of the 95% interval of `difference` (percentile bootstrap over its topics); the same "
            "for every test of a pair. Empty for fewer than two topics, and by a further metric."
        ),
        "high": number("Upper end."),
    },
    _by_each_metric,
)


def _of_scored(outcome: TaskOutcome, campaign: Campaign) -> pd.DataFrame:
    return intervals(outcome).dropna(subset="score")


INTERVALS = Table.of_tasks(
    "intervals",
    "One row per ranked run with a score by its task’s official metric.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        **RUN,
        "topics": integer("Over how many topics the mean goes."),
        "score": number("Mean over topics."),
        "low": number(
            "Lower end of the 95% interval of the mean (percentile bootstrap over topics); empty for "
            "fewer than two topics."
        ),
        "high": number("Upper end."),
        "group": optional_integer(
            "Group of runs not significantly below the group’s best, 1 for the best group; empty where no "
            "pair was tested."
        ),
        "rank_low": optional_integer(
            "Best rank of the 95% interval of the official rank: runs are ranked in each bootstrap draw of "
            "topics, the same draws for all runs. Empty for fewer than two runs or topics."
        ),
        "rank_high": optional_integer("Worst rank."),
    },
    _of_scored,
)


def standing_rows(view: CampaignView, task: str) -> list[PageData]:
    """Return the evaluated runs, best first, with rank, interval and group; None where there is none."""
    found, standings = intervals(view.of(task)), view.standings[task]
    ranks = known_ranks(standings.ranks[:, standings.official])
    rows = found.assign(name=view.named(task, found.run), rank=ranks)
    known = {
        str(name): [None if pd.isna(cell) else cell for cell in column.tolist()]
        for name, column in rows.items()
    }
    return [dict(zip(known, row, strict=True)) for row in zip(*known.values(), strict=True)]


def best_interval(outcome: TaskOutcome) -> list[float] | None:
    """Return the ends of the interval of the best run; None without one."""
    ends = [end for name in ("low", "high") for end in intervals(outcome)[name].tolist()[:1]]
    return ends if ends and not np.isnan(ends).any() else None


def rank_interval(outcome: TaskOutcome, row: int) -> list[int] | None:
    """Return the best and worst rank of the interval of the run in a row of the standings; None without."""
    low, high = (ends[row] for ends in ranks_by(outcome, outcome.task.official))
    return None if low == UNRANKED else [int(low), int(high)]


def best_tested(view: CampaignView, task: str) -> int | None:
    """Return how many of the best runs are compared in pairs; None where all are."""
    findings = view.findings(task)
    return findings.tested if findings.tested < findings.ranked else None


def top_ten_statements(view: CampaignView, task: str) -> list[str]:
    """Return a sentence for each group of the official top ten: its runs are not significantly different."""
    standings, found = view.standings[task], differences(view.of(task))
    ranks = standings.ranks[: len(found), standings.official]
    top = int(np.count_nonzero((ranks != UNRANKED) & (ranks <= TOP)))
    of_top = intervals(view.of(task))[:top]
    titles = [name.title for name in view.named(task, of_top.run)]
    return group_sentences(ranks[:top].tolist(), titles, of_top.group.fillna(0).tolist(), found[:top, :top])


def group_sentences(
    ranks: Sequence[int], titles: Sequence[str], groups: Sequence[int], differences: Integers
) -> list[str]:
    """Return a sentence for each group of at least two runs, and one if the best run is alone in its group.

    Best run first; group 0 is that of a run without one. Differences: see `significant_differences`.

    Examples
    --------
    >>> group_sentences([1, 2, 3], ["a", "b", "c"], [1, 1, 2], np.zeros((3, 3), dtype=np.int64))
    ['Runs ranked 1 and 2 are not significantly different.']
    """
    sentences = []
    for group, members in groupby(range(len(groups)), key=lambda row: groups[row]):
        rows = list(members)
        first, last = rows[0], rows[-1]
        if not group:
            continue
        if first < last:
            found = differences[first : last + 1, first : last + 1]
            sentences.append(f"{_runs(ranks, titles, first, last)} {_finding(found)}.")
        elif first == 0 and len(groups) > 1:
            sentences.append("The first run is significantly better than the second.")
    return sentences


def _runs(ranks: Sequence[int], titles: Sequence[str], first: int, last: int) -> str:
    """Name the runs of the rows by their ranks, or by name if a run of another row shares such a rank."""
    low, high, count = ranks[first], ranks[last], last - first + 1
    others = (*ranks[:first], *ranks[last + 1 :])
    if low in others or high in others:
        return f"The {count} runs from {titles[first]} to {titles[last]}"
    if low == high:
        return f"The {count} runs of rank {low}"
    return f"Runs ranked {low} and {high}" if count == 2 else f"Runs ranked {low}–{high}"


def _finding(differences: Integers) -> str:
    untested = np.count_nonzero(differences == UNTESTED) // 2
    if np.any(abs(differences) == 1):
        return "are not significantly below the first of them, but some of them differ significantly"
    if untested:
        pairs = "a pair of them" if untested == 1 else f"{untested} pairs of them"
        return f"are not found to be significantly different; {pairs} could not be tested"
    return "are not significantly different"


def run_statement(view: CampaignView, task: str, row: int) -> str:
    """Return than how many tested runs the run of a row is better and worse; empty if it was not tested."""
    found = differences(view.of(task))
    if row >= len(found):
        return ""
    others = np.delete(found[row], row)
    tested = others[others != UNTESTED].tolist()
    return counts_sentence(tested.count(1), tested.count(-1), len(tested)) if tested else ""


def counts_sentence(better: int, worse: int, others: int) -> str:
    """Return than how many of the other runs a run is significantly better and worse.

    Examples
    --------
    >>> counts_sentence(0, 3, 5)
    'It is significantly better than none and worse than 3 of the 5 other tested runs.'
    """
    if not better and not worse:
        other = "the other tested run" if others == 1 else f"any of the {others} other tested runs"
        return f"It is not significantly different from {other}."
    if others == 1:
        return f"It is significantly {'better' if better else 'worse'} than the other tested run."
    return (
        f"It is significantly better than {better or 'none'} and worse than {worse or 'none'}"
        f" of the {others} other tested runs."
    )


MOST_PAIRS = 300
"""If there are more pairs, the page shows those of the best `SHOWN_IN_PAIRS` runs; the data have all."""

SHOWN_IN_PAIRS = 20

MOST_SHOWN = 25
"""Of more tested runs, the matrix shows the best."""

ITSELF = 9
SIGNS = {1: "+", -1: "−", 0: "=", UNTESTED: "?", ITSELF: "."}
"""The row's run is better, worse, not significantly different; the pair could not be tested; is one run."""

SHORT_NAMES = {TUKEY: "Tukey HSD", "t": "t", "wilcoxon": "Wilcoxon", "randomization": "Randomisation"}


def significance_page(view: CampaignView, task: str) -> Page:
    """Return the tests of all pairs of a task's runs, the groups of runs, and the swap error."""
    findings, standings = view.findings(task), view.standings[task]
    tests = TESTS[standings.task.significance]
    is_tested = findings.ranked > 1 and not np.isnan(findings.scores).all()
    facts = METHOD | {
        "task": task,
        "official": view.official_column(task),
        "runs": findings.ranked,
        "tested": findings.tested,
        "is_tested": is_tested,
        "topics": counted_topics(standings.topics_counted[: findings.ranked, standings.official]),
        "tests": [TEST_NAMES[test] for test in tests],
        "is_tukey": tests[0] == TUKEY,
        "standings": standing_rows(view, task),
        "matrix": matrix_rows(view, task),
    }
    runs = f"the {findings.ranked} runs" if is_tested else "runs"
    return Page(
        "Significance",
        f"Significance in {task_title(task)}",
        f"Which differences between {runs} would probably also be found on other topics of the same kind?",
        list(_sections(view, task, facts)) if is_tested else [],
        notes="significance.html",
        facts=facts,
    )


def _sections(view: CampaignView, task: str, facts: PageData) -> Iterator[Section]:
    found = significance(view.of(task))
    corrected = "" if facts["is_tukey"] else ", corrected for all pairs"
    answer = f"{matrix_answer(view, task)} Test: {facts['tests'][0]}, p below {LEVEL}{corrected}."
    facts = facts | {"most_shown": MOST_SHOWN, "untested": found.p.isna().any()}
    parts: list[View | str] = [_counts(found), *_notes(view, task, found)]
    yield Section("matrix", "Which runs are better than which?", [answer], parts, facts=facts)
    yield Section("method", "Method", facts=facts)
    groups = max(row["group"] or 0 for row in facts["standings"])
    answer = f"{counted(groups, 'group')} of runs that are not significantly below the group’s best."
    if not groups:
        answer = "No pair could be tested, so there are no groups."
    yield Section("groups", "Groups", [answer], ["intervals"], facts=facts)
    yield _pairs_section(view, task, found)
    yield from separated_section(view, task)
    if swaps := swaps_section(view, task):
        yield swaps


def _counts(found: pd.DataFrame) -> View:
    """How many pairs are significant by each test; without a correction where it needs none."""
    significant = found.assign(p=found.p < LEVEL, p_adjusted=found.p_adjusted < LEVEL)
    rows = significant.groupby("test", sort=False)[["p", "p_adjusted"]].sum().astype("Int64")
    rows.loc[rows.index == TUKEY, "p_adjusted"] = pd.NA
    return View(
        "Pairs that each test tells apart",
        rows.assign(name=rows.index.map(_title), tested=found.groupby("test").p.count()),
        {
            "name": ("Test", "name"),
            "tested": ("Pairs tested", "count"),
            "p": ("Significant", "count"),
            "p_adjusted": ("After Holm’s correction", "count"),
        },
        caption=f"Number of pairs of runs, of {_pairs_in(found):,}, that differ significantly: p < {LEVEL}.",
    )


def _pairs_in(found: pd.DataFrame) -> int:
    return len(found) // found.test.nunique()


def _title(test: str) -> str:
    return TEST_NAMES[test][0].upper() + TEST_NAMES[test][1:]


def _notes(view: CampaignView, task: str, found: pd.DataFrame) -> Iterator[str]:
    """What the tests do not tell, and why."""
    if best := best_tested(view, task):
        yield (
            f"Tasks of more than {MOST_RUNS} runs are compared in pairs of the best {best} only; the others "
            "have no group."
        )
    known = ~np.isnan(view.findings(task).scores[: view.findings(task).tested])
    if (of_all := int(known.all(axis=0).sum())) < known.sum(axis=1).max():
        tukey = f"The {TEST_NAMES[TUKEY]} uses the {counted(of_all, 'topic')} for which all tested runs have"
        first = f"{tukey} a score; each other" if TUKEY in {*found.test} else "Each"
        of_both = counted_topics(found.topics.tolist())
        yield f"{first} test uses the {of_both} for which both runs have a score."
    for test, pairs in found.groupby("test", sort=False):
        smallest = smallest_p(str(test), pairs.differing.max()) * pairs.p.count()
        if smallest >= LEVEL:
            yield (
                f"{_title(str(test))}: no pair can be significant after the correction: the smallest p that "
                f"the test can give, multiplied by the number of tested pairs, is {decimals(smallest)}."
            )
    if untested := found.p.isna().groupby([found["first"], found.second]).any().sum():
        yield (
            f"{counted(untested, 'pair')} could not be tested by all: fewer than two common topics, or the "
            "same difference on every topic. In these cases p is missing."
        )


def _pairs_section(view: CampaignView, task: str, found: pd.DataFrame) -> Section:
    """The tests of each pair; of many runs only those of the best."""
    tested, pairs = view.findings(task).tested, _pairs_in(found)
    best = tested if pairs <= MOST_PAIRS else SHOWN_IN_PAIRS
    found = found[found.second < best]
    tests = found.test.unique().tolist()
    rows = found[found.test == tests[0]].assign(
        task=task,
        better=lambda rows: [name.title for name in view.named(task, rows.run_a)],
        worse=lambda rows: [name.title for name in view.named(task, rows.run_b)],
    )
    columns = {
        "better": ("Higher", "name"),
        "worse": ("Lower", "name"),
        "topics": ("Topics", "count"),
        "difference": ("Difference", "compared"),
    }
    if TUKEY in tests:
        columns["effect_size"] = ("Effect size", "signed")
    for test in tests:
        of_test = found[found.test == test]
        rows[test], columns[test] = of_test.p.to_numpy(), (f"{SHORT_NAMES[test]} p", "p")
        if test != TUKEY:
            rows[f"{test}′"], columns[f"{test}′"] = of_test.p_adjusted.to_numpy(), ("p′", "p")
    table = View(
        "Pairwise tests",
        rows,
        columns,
        caption=f"Mean difference, {'effect size, ' if TUKEY in tests else ''}and p before and after Holm’s "
        f"correction (p′); below {LEVEL} in bold. Each difference links to the topic-by-topic comparison.",
        kind="scores",
        rows="pairs",
        address="pairs",
        data="significance",
    )
    restricted = f"The page shows the pairs of the best {best} runs; the data have all {pairs:,}."
    return Section("pairs", "Pairwise tests", [restricted] if best < tested else [], [table])


def matrix_rows(view: CampaignView, task: str) -> list[PageData]:
    """Return a row for each of the best tested runs that differs from another of them, best first.

    A run differs if it is significantly better or worse by the first test, which makes the groups. `signs`
    has a text for each test of the task, with a character for each run of the matrix in the same order.
    """
    outcome, rows = view.of(task), standing_rows(view, task)
    by_first = differences(outcome)[:MOST_SHOWN, :MOST_SHOWN]
    shown = np.flatnonzero((abs(by_first) == 1).any(axis=1))
    matrix = [rows[run] | {"signs": []} for run in shown.tolist()]
    for test in TESTS[outcome.task.significance]:
        found = differences_by(outcome, test)[np.ix_(shown, shown)]
        np.fill_diagonal(found, ITSELF)
        for row, signs in zip(matrix, found.tolist(), strict=True):
            row["signs"].append("".join(SIGNS[sign] for sign in signs))
    return matrix


def matrix_answer(view: CampaignView, task: str) -> str:
    """Return in words how many pairs of runs differ significantly by the first test, also among the best."""
    found = differences(view.of(task))
    pairs, differing = _tested(found)
    if not pairs:
        return "No pair of runs could be tested."
    if pairs == 1:
        verb = "differs" if differing else "does not differ"
        return f"The only tested pair of runs {verb} significantly."
    sentences = [
        f"{differing:,} of {pairs:,} pairs of runs {'differs' if differing == 1 else 'differ'} significantly."
    ]
    if len(found) > MOST_SHOWN:
        among, of_best = _tested(found[:MOST_SHOWN, :MOST_SHOWN])
        sentences.append(f"Among the best {MOST_SHOWN} runs, {of_best:,} of {among:,} pairs do.")
    if differing:
        (best,) = view.named(task, intervals(view.of(task)).run[:1])
        named = f"{best.title}, ranked {view.standings[task].rank(0)},"
        sentences.append(run_statement(view, task, 0).replace("It", named, 1))
    return " ".join(one for one in sentences if one)


def _tested(found: Integers) -> tuple[int, int]:
    """Number of pairs that could be tested, and of those that differ significantly."""
    of_pairs = found[np.triu_indices(len(found), 1)]
    return int(np.count_nonzero(of_pairs != UNTESTED)), int(np.count_nonzero(abs(of_pairs) == 1))
