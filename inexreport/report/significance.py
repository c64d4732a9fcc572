"""The page of a task's tests: which runs can be told apart, how that was tested, how firm the ranking is."""

from __future__ import annotations

import numpy as np

from inexreport.model.score_numbers import are_tied, mean
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, counted_topics, known
from inexreport.statistics import paired_tests, score_intervals, swap_error
from inexreport.statistics.findings import TaskFindings
from inexreport.statistics.significance import LEVEL, TESTS

MOST_PAIRS = 300
"""If there are more pairs, the page shows those of the best `BEST_RUNS` only; the data have all."""

BEST_RUNS = 20

TEST_NAMES = {
    "t": "paired t test",
    "wilcoxon": "Wilcoxon’s signed-rank test",
    "randomization": "randomization test",
}

METHOD = {
    "level": LEVEL,
    "confidence": score_intervals.CONFIDENCE,
    "resamples": score_intervals.RESAMPLES,
    "draws": paired_tests.DRAWS,
    "exact_up_to": paired_tests.EXACT_UP_TO,
    "exact_without_ties_up_to": paired_tests.EXACT_WITHOUT_TIES_UP_TO,
    "swap_draws": swap_error.DRAWS,
    "fuzziness": round(100 * swap_error.FUZZINESS),
}
"""The constants that the explanation of the tests names."""


def significance_page(view: CampaignView, task: str) -> PageData:
    """Return the tests of all pairs of a task's runs, the groups of runs, and the swap error.

    `pairs` are the pairs of the best `shown_of` runs, the better run first, with p and corrected p of each
    test. A pair is untested if no test could be made.
    """
    findings, standings = view.findings(task), view.standings[task]
    pairs, runs = findings.pairs, findings.ranked
    shown = runs if len(pairs.first) <= MOST_PAIRS else BEST_RUNS
    names = [view.names[task, run.submission.name] for run in standings.runs]
    rows = standing_rows(view, task)
    return {
        "task": task,
        "official": view.official_column(task),
        "method": METHOD,
        "runs": runs,
        "topics": counted_topics(standings.topics_counted[:runs, standings.official]),
        "has_topics": not np.isnan(findings.scores).all(),
        "standings": rows,
        "groups": max((row["group"] or 0 for row in rows), default=0),
        "tests": [
            {
                "name": TEST_NAMES[test],
                "tested": int(np.count_nonzero(~np.isnan(pairs.p[test]))),
                "significant": int(np.count_nonzero(pairs.p[test] < LEVEL)),
                "after_correction": int(np.count_nonzero(pairs.p_adjusted[test] < LEVEL)),
            }
            for test in TESTS
        ],
        "all_pairs": len(pairs.first),
        "untested": int(np.isnan(pairs.p[TESTS[0]]).sum()),
        "shown_of": shown,
        "pairs": [
            {
                "better": names[pairs.first[i]],
                "worse": names[pairs.second[i]],
                "topics": pairs.topics[i],
                "difference": pairs.difference[i],
                "p": [p[i] for test in TESTS for p in (pairs.p[test], pairs.p_adjusted[test])],
            }
            for i in np.flatnonzero(pairs.second < shown)
        ],
        "swaps": _swaps(findings),
    }


def standing_rows(view: CampaignView, task: str) -> list[PageData]:
    """Return the evaluated runs, best first, with intervals and groups; None where there is none.

    ``topic_mean`` is the mean over the topics that have a value, where it differs from the score: a metric
    with parts has a value for the topics of all its parts only.
    """
    findings, standings = view.findings(task), view.standings[task]
    low, high = findings.intervals
    topic_means = [mean(row[~np.isnan(row)].tolist()) for row in findings.scores]
    return [
        {
            "rank": standings.rank(row),
            "name": view.names[task, run.submission.name],
            "score": known(standings.means[row, standings.official]),
            "topic_mean": (
                None
                if are_tied(topic_means[row], standings.means[row, standings.official])
                else known(topic_means[row])
            ),
            "low": known(low[row]),
            "high": known(high[row]),
            "group": int(findings.groups[row]) or None,
        }
        for row, run in enumerate(standings.runs)
    ]


def _swaps(findings: TaskFindings) -> PageData | None:
    """Error and tie rate, in percent, by the number of topics."""
    swaps = findings.swaps
    if not len(swaps.topics):
        return None
    error, ties = 100 * swaps.error, 100 * swaps.ties
    largest = int(swaps.topics[-1])
    return {
        "figure": Figure(
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
        "rows": [
            {"topics": topics, "contradictions": contradictions, "ties": tied}
            for topics, contradictions, tied in zip(
                swaps.topics.tolist(), error.tolist(), ties.tolist(), strict=True
            )
        ],
    }
