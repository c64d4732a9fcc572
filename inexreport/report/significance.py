"""The page of a task's tests: which runs can be told apart, how that was tested, how firm the ranking is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, counted_topics, known
from inexreport.report.naming import MetricColumn, RunName
from inexreport.statistics import paired_tests, score_intervals, swap_error
from inexreport.statistics.findings import TaskFindings
from inexreport.statistics.significance import LEVEL, TESTS, RunPairs
from inexreport.statistics.summary import UNRANKED

MOST_PAIRS = 300
"""Of more pairs the page shows those of the best `BEST_RUNS` only; the data have all."""

BEST_RUNS = 20

TEST_NAMES = {
    "t": "paired t test",
    "wilcoxon": "Wilcoxon’s signed-rank test",
    "randomization": "randomization test",
}


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A run with the interval of its mean and its group; None where there is none."""

    rank: int | None
    name: RunName
    score: float | None
    low: float | None
    high: float | None
    group: int | None


@dataclass(frozen=True, slots=True)
class TestCount:
    """How many pairs a test could be made for, and how many it tells apart, before and after correction."""

    __test__ = False

    name: str
    tested: int
    significant: int
    after_correction: int


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two runs, the better first, with p and corrected p of each test; None where there is no test."""

    better: RunName
    worse: RunName
    topics: int
    difference: float | None
    p: tuple[tuple[float | None, float | None], ...]


@dataclass(frozen=True, slots=True)
class SwapFigure:
    """Error and tie rate, in percent, by the number of topics."""

    figure: Figure
    topics: tuple[int, ...]
    error: tuple[float, ...]
    ties: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Method:
    """The constants that the explanation names."""

    level: float
    confidence: int
    resamples: int
    draws: int
    exact_up_to: int
    exact_without_ties_up_to: int
    swap_draws: int
    fuzziness: int


METHOD = Method(
    level=LEVEL,
    confidence=score_intervals.CONFIDENCE,
    resamples=score_intervals.RESAMPLES,
    draws=paired_tests.DRAWS,
    exact_up_to=paired_tests.EXACT_UP_TO,
    exact_without_ties_up_to=paired_tests.EXACT_WITHOUT_TIES_UP_TO,
    swap_draws=swap_error.DRAWS,
    fuzziness=round(100 * swap_error.FUZZINESS),
)


@dataclass(frozen=True, slots=True)
class SignificancePage:
    """What the page shows.

    Attributes
    ----------
    has_topics : bool
        Whether the official metric has scores for topics, without which nothing can be tested.
    shown_of : int
        The pairs in `pairs` are those of so many best runs.
    """

    task: str
    official: MetricColumn
    method: Method
    runs: int
    topics: str
    has_topics: bool
    standings: tuple[StandingRow, ...]
    tests: tuple[TestCount, ...]
    all_pairs: int
    untested: int
    shown_of: int
    pairs: tuple[PairRow, ...]
    swaps: SwapFigure | None

    @property
    def groups(self) -> int:
        return max((row.group or 0 for row in self.standings), default=0)


def significance_page(view: CampaignView, task: str) -> SignificancePage:
    """Gather the tests of every two runs of a task."""
    findings = view.findings(task)
    pairs = findings.pairs
    shown = findings.ranked if len(pairs.first) <= MOST_PAIRS else BEST_RUNS
    standings = view.standings[task]
    return SignificancePage(
        task=task,
        official=view.official_column(task),
        method=METHOD,
        runs=findings.ranked,
        topics=counted_topics(standings.topics_counted[: findings.ranked, standings.official]),
        has_topics=bool((~np.isnan(findings.scores)).any()),
        standings=standing_rows(view, task),
        tests=tuple(_count(pairs, test) for test in TESTS),
        all_pairs=len(pairs.first),
        untested=int(np.isnan(pairs.p[TESTS[0]]).sum()),
        shown_of=shown,
        pairs=_pair_rows(view, findings, shown),
        swaps=_swaps(findings),
    )


def standing_rows(view: CampaignView, task: str) -> tuple[StandingRow, ...]:
    """The evaluated runs, best first, with intervals and groups."""
    findings = view.findings(task)
    standings = findings.standings
    low, high = findings.intervals
    return tuple(
        StandingRow(
            rank=int(rank) if (rank := standings.ranks[row, standings.official]) != UNRANKED else None,
            name=view.names[task, run.submission.name],
            score=known(standings.means[row, standings.official]),
            low=known(low[row]),
            high=known(high[row]),
            group=int(findings.groups[row]) or None,
        )
        for row, run in enumerate(standings.runs)
    )


def _count(pairs: RunPairs, test: str) -> TestCount:
    return TestCount(
        name=TEST_NAMES[test],
        tested=int(np.count_nonzero(~np.isnan(pairs.p[test]))),
        significant=int(np.count_nonzero(pairs.p[test] < LEVEL)),
        after_correction=int(np.count_nonzero(pairs.p_adjusted[test] < LEVEL)),
    )


def _pair_rows(view: CampaignView, findings: TaskFindings, shown: int) -> tuple[PairRow, ...]:
    pairs = findings.pairs
    names = [view.names[run.submission.task, run.submission.name] for run in findings.standings.runs]
    return tuple(
        PairRow(
            better=names[pairs.first[i]],
            worse=names[pairs.second[i]],
            topics=int(pairs.topics[i]),
            difference=known(pairs.difference[i]),
            p=tuple((known(pairs.p[test][i]), known(pairs.p_adjusted[test][i])) for test in TESTS),
        )
        for i in np.flatnonzero(pairs.second < shown)
    )


def _swaps(findings: TaskFindings) -> SwapFigure | None:
    swaps = findings.swaps
    if not len(swaps.topics):
        return None
    error, ties = 100 * swaps.error, 100 * swaps.ties
    largest = int(swaps.topics[-1])
    return SwapFigure(
        figure=Figure(
            title="How often would other topics turn two runs round?",
            basis=(
                f"{findings.official} of {findings.ranked} runs on random sets of 1 to {largest} topics;"
                " percent of the comparisons of two runs"
            ),
            source="swap_errors.csv",
            summary=(
                f"With one topic {error[0]:.1f} % of the comparisons contradict the majority; with {largest},"
                f" which is half of the topics, {error[-1]:.1f} % do, and {ties[-1]:.1f} % are ties."
            ),
        ),
        topics=tuple(swaps.topics.tolist()),
        error=tuple(error.tolist()),
        ties=tuple(ties.tolist()),
    )
