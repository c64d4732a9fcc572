"""Which runs of a task are significantly better than which others: a matrix, and sentences made from it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.statistics.findings import TaskFindings
from inexreport.statistics.significance import UNTESTED, significant_differences
from inexreport.statistics.summary import UNRANKED, Integers

MOST_SHOWN = 25
"""Of more tested runs, the matrix shows the best."""

TOP = 10
"""The last rank of a top-ten table."""

SIGNS = {1: "+", -1: "−", 0: "=", UNTESTED: "?"}
"""The row's run is better, worse, not significantly different; the pair could not be tested."""


def significance_matrix(view: CampaignView, task: str) -> list[PageData]:
    """Return a row for each of the best tested runs that differs from another of them, best first.

    A run differs if it is significantly better or worse by the first test, which makes the groups. `signs`
    has a text for each test of the task, with a character for each run of the matrix in the same order: see
    `SIGNS`; the run itself has a full stop. `better` and `worse` are by the first test how many of the runs
    in the matrix are significantly worse and better than the row's.
    """
    findings, standings = view.findings(task), view.standings[task]
    best = min(findings.tested, MOST_SHOWN)
    differing = np.flatnonzero((abs(_by_first_test(findings)[:best, :best]) == 1).any(axis=1))
    tests = [
        significant_differences(findings.tested, findings.pairs, test)[np.ix_(differing, differing)]
        for test in findings.pairs.p
    ]
    return [
        {
            "rank": standings.rank(run),
            "name": view.names[task, standings.runs[run].submission.name],
            "better": int(np.count_nonzero(tests[0][row] == 1)),
            "worse": int(np.count_nonzero(tests[0][row] == -1)),
            "signs": [
                "".join("." if place == row else SIGNS[sign] for place, sign in enumerate(test[row].tolist()))
                for test in tests
            ],
        }
        for row, run in enumerate(differing.tolist())
    ]


def matrix_answer(view: CampaignView, task: str) -> str:
    """Return in words how many pairs of runs differ significantly by the first test, also among the best."""
    findings, standings = view.findings(task), view.standings[task]
    differences = _by_first_test(findings)
    pairs, differing = _pairs(differences)
    if not pairs:
        return "No pair of runs could be tested."
    if pairs == 1:
        verb = "differs" if differing else "does not differ"
        return f"The only tested pair of runs {verb} significantly."
    sentences = [
        f"{differing:,} of {pairs:,} pairs of runs {'differs' if differing == 1 else 'differ'} significantly."
    ]
    if findings.tested > MOST_SHOWN:
        among, of_best = _pairs(differences[:MOST_SHOWN, :MOST_SHOWN])
        sentences.append(f"Among the best {MOST_SHOWN} runs, {of_best:,} of {among:,} pairs do.")
    if differing:
        first = view.names[task, standings.runs[0].submission.name].title
        sentences.append(
            run_statement(view, task, 0).replace("It", f"{first}, ranked {standings.rank(0)},", 1)
        )
    return " ".join(one for one in sentences if one)


def _pairs(differences: Integers) -> tuple[int, int]:
    """Number of pairs that could be tested, and of those that differ significantly."""
    of_pairs = differences[np.triu_indices(len(differences), 1)]
    return int(np.count_nonzero(of_pairs != UNTESTED)), int(np.count_nonzero(abs(of_pairs) == 1))


def top_ten_statements(view: CampaignView, task: str) -> list[str]:
    """Return a sentence for each group of the official top ten: its runs are not significantly different."""
    findings, standings = view.findings(task), view.standings[task]
    ranks = standings.ranks[: findings.tested, standings.official]
    top = int(np.count_nonzero((ranks != UNRANKED) & (ranks <= TOP)))
    titles = [view.names[task, run.submission.name].title for run in standings.runs[:top]]
    return group_sentences(
        ranks[:top].tolist(), titles, findings.groups[:top].tolist(), _by_first_test(findings)[:top, :top]
    )


def group_sentences(
    ranks: Sequence[int], titles: Sequence[str], groups: Sequence[int], differences: Integers
) -> list[str]:
    """Return a sentence for each group of at least two runs, and one if the best run is alone in its group.

    Parameters
    ----------
    ranks, titles, groups : sequence of length runs
        Best run first; group 0 for a run without one.
    differences : int64 array, shape (runs, runs)
        See `significant_differences`.

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
    findings = view.findings(task)
    if row >= findings.tested:
        return ""
    others = np.delete(_by_first_test(findings)[row], row)
    tested = others[others != UNTESTED].tolist()
    return counts_sentence(tested.count(1), tested.count(-1), len(tested)) if tested else ""


def counts_sentence(better: int, worse: int, others: int) -> str:
    """Return than how many of the other runs a run is significantly better and worse.

    Examples
    --------
    >>> counts_sentence(0, 3, 5)
    'It is significantly better than none and worse than 3 of the 5 other tested runs.'
    """
    if others == 1:
        finding = "significantly better than" if better else "significantly worse than"
        if not better and not worse:
            finding = "not significantly different from"
        return f"It is {finding} the other tested run."
    if not better and not worse:
        return f"It is not significantly different from any of the {others} other tested runs."
    return (
        f"It is significantly better than {better or 'none'} and worse than {worse or 'none'}"
        f" of the {others} other tested runs."
    )


def _by_first_test(findings: TaskFindings) -> Integers:
    """The significant differences by the test that makes the groups."""
    return significant_differences(findings.tested, findings.pairs, next(iter(findings.pairs.p)))
