"""The page of a task's tests: which runs differ significantly, by which tests, and is the ranking stable."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd

from inexreport.model.counted import counted
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted_topics, decimals
from inexreport.report.naming import task_title
from inexreport.statistics.significance import LEVEL, MOST_RUNS, TESTS, TUKEY, UNTESTED, smallest_p
from inexreport.statistics.summary import Integers
from inexreport.subjects.sections import Page, Section, View
from inexreport.subjects.separated_pairs import separated_section
from inexreport.subjects.significance import (
    METHOD,
    TEST_NAMES,
    best_tested,
    differences,
    differences_by,
    intervals,
    run_statement,
    significance,
    standing_rows,
)
from inexreport.subjects.swap_errors import swaps_section

MOST_PAIRS = 300
"""If there are more pairs, the page shows those of the best `BEST_RUNS` only; the data have all."""

BEST_RUNS = 20

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
    best = tested if pairs <= MOST_PAIRS else BEST_RUNS
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
