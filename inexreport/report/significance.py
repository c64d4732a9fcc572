"""The page of a task's tests: which runs differ significantly, by which tests, and is the ranking stable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.score_numbers import are_tied, mean
from inexreport.model.task import Significance
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, counted_topics, known
from inexreport.report.significance_matrix import MOST_SHOWN, matrix_answer, significance_matrix
from inexreport.statistics import paired_tests, randomised_tukey, score_intervals, swap_error
from inexreport.statistics.findings import TaskFindings
from inexreport.statistics.significance import LEVEL, MOST_RUNS, TUKEY, RunPairs

MOST_PAIRS = 300
"""If there are more pairs, the page shows those of the best `BEST_RUNS` only; the data have all."""

BEST_RUNS = 20

SWAP_LIMIT = 0.05
"""Share of contradictions up to which the number of topics suffices; a convention."""

TEST_NAMES = {
    TUKEY: "randomised Tukey HSD test",
    "t": "paired t-test",
    "wilcoxon": "Wilcoxon’s signed-rank test",
    "randomization": "randomisation test",
}

SHORT_NAMES = {
    TUKEY: "Tukey HSD",
    "t": "t",
    "wilcoxon": "Wilcoxon",
    "randomization": "Randomisation",
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
    "swap_draws": swap_error.DRAWS,
    "fuzziness": round(100 * swap_error.FUZZINESS),
}
"""The constants that the explanation of the tests names."""

TUKEY_METHOD = {"draws": randomised_tukey.DRAWS, "exact_up_to": randomised_tukey.EXACT_UP_TO}
"""Those of the randomised Tukey HSD test, which not every task has."""


def significance_page(view: CampaignView, task: str) -> PageData:
    """Return the tests of all pairs of a task's runs, the groups of runs, and the swap error.

    `pairs` are the pairs of the best `shown_of` runs, the better run first, with p and corrected p of each
    test; of the randomised Tukey HSD test, which needs no correction, with p only. A pair is untested if some
    test could not be made. `tested` is the number of runs that are compared in pairs. `matrix` has the rows
    of `significance_matrix`, whose tests are in the order of `tests`.
    """
    findings, standings = view.findings(task), view.standings[task]
    pairs, runs = findings.pairs, findings.ranked
    shown = findings.tested if len(pairs.first) <= MOST_PAIRS else BEST_RUNS
    names = [view.names[task, run.submission.name] for run in standings.runs]
    rows = standing_rows(view, task)
    return {
        "task": task,
        "official": view.official_column(task),
        "method": METHOD,
        "tukey": TUKEY_METHOD if TUKEY in pairs.p else None,
        "most_runs": MOST_RUNS,
        "runs": runs,
        "tested": findings.tested,
        "best_tested": best_tested(view, task),
        "topics": counted_topics(standings.topics_counted[:runs, standings.official]),
        "has_topics": not np.isnan(findings.scores).all(),
        "matrix": significance_matrix(view, task),
        "matrix_answer": matrix_answer(view, task),
        "most_shown": MOST_SHOWN if findings.tested > MOST_SHOWN else None,
        "standings": rows,
        "groups": max((row["group"] or 0 for row in rows), default=0),
        "tests": [_counts(pairs, test) for test in pairs.p],
        "too_coarse": [
            {"name": TEST_NAMES[test], "smallest": smallest}
            for test, smallest in pairs.smallest_adjusted.items()
            if smallest >= LEVEL
        ],
        "all_pairs": len(pairs.first),
        "untested": int(np.isnan(list(pairs.p.values())).any(axis=0).sum()),
        "shown_of": shown,
        "heads": [
            head
            for test in pairs.p
            for head in (f"{SHORT_NAMES[test]} p", *(() if test == TUKEY else ("p′",)))
        ],
        "pairs": [
            {
                "better": names[pairs.first[i]],
                "worse": names[pairs.second[i]],
                "topics": pairs.topics[i],
                "difference": pairs.difference[i],
                "effect_size": pairs.effect_size[i],
                "p": _p_of_pair(pairs, i),
            }
            for i in np.flatnonzero(pairs.second < shown).tolist()
        ],
        "swaps": _swaps(findings, best_tested(view, task)),
    }


def _counts(pairs: RunPairs, test: str) -> PageData:
    """How many pairs are significant by a test; without a correction where it needs none."""
    significant, corrected = (int(np.count_nonzero(p[test] < LEVEL)) for p in (pairs.p, pairs.p_adjusted))
    return {
        "name": TEST_NAMES[test],
        "tested": int(np.count_nonzero(~np.isnan(pairs.p[test]))),
        "significant": significant,
        "after_correction": None if test == TUKEY else corrected,
    }


def _p_of_pair(pairs: RunPairs, place: int) -> list[float]:
    """Return p and corrected p of each test, without a correction where it needs none."""
    return [
        p[test][place]
        for test in pairs.p
        for p in ((pairs.p,) if test == TUKEY else (pairs.p, pairs.p_adjusted))
    ]


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


def best_tested(view: CampaignView, task: str) -> int | None:
    """Return how many of the best runs are compared in pairs; None where all are."""
    findings = view.findings(task)
    return findings.tested if findings.tested < findings.ranked else None


def _swaps(findings: TaskFindings, best: int | None) -> PageData | None:
    """Error and tie rate, in percent, by the number of topics."""
    swaps = findings.swaps
    if not len(swaps.topics):
        return None
    error, ties = 100 * swaps.error, 100 * swaps.ties
    largest = int(swaps.topics[-1])
    sizes = "1 topic" if largest == 1 else f"1 to {largest} topics"
    summary = f"With one topic, {error[0]:.1f}% of the comparisons contradict the majority"
    if largest > 1:
        summary += f"; with {largest}, half of the topics, {error[-1]:.1f}% do"
    summary += f", and {ties[-1]:.1f}% are ties."
    return {
        "figure": Figure(
            title="How often would other topics reverse two runs?",
            basis=(
                f"{findings.official} of {'the best ' if best else ''}{findings.tested} runs on random sets"
                f" of {sizes}; percent of the comparisons of two runs"
            ),
            source="swap_errors.csv",
            summary=summary,
        ),
        "answer": _topics_needed(swaps.topics.tolist(), error.tolist()),
        "rows": [
            {"topics": topics, "contradictions": contradictions, "ties": tied}
            for topics, contradictions, tied in zip(
                swaps.topics.tolist(), error.tolist(), ties.tolist(), strict=True
            )
        ],
    }


def _topics_needed(sizes: Sequence[int], contradictions: Sequence[float]) -> str:
    """Return from how many topics on few comparisons of two runs contradict the majority.

    Examples
    --------
    >>> _topics_needed([1, 2, 3], [30.0, 4.0, 2.0])
    '2: from then on, at most 5% of the comparisons of two runs contradict the majority (2.0% with 3 topics).'
    >>> _topics_needed([1], [30.0])
    'More than 1: with 1 topic, 30.0% of the comparisons of two runs contradict the majority.'
    """
    few = 100 * SWAP_LIMIT
    largest, least = sizes[-1], contradictions[-1]
    if least > few:
        return (
            f"More than {largest}: with {counted(largest, 'topic')}, {least:.1f}% of the comparisons of two "
            "runs contradict the majority."
        )
    above = [size for size, found in zip(sizes, contradictions, strict=True) if found > few]
    enough = next(size for size in sizes if size > max(above, default=0))
    return (
        f"{enough}: from then on, at most {few:g}% of the comparisons of two runs contradict the majority "
        f"({least:.1f}% with {counted(largest, 'topic')})."
    )
