"""The page of a task's tests: which runs differ significantly, by which tests, and is the ranking stable."""

from __future__ import annotations

import numpy as np

from inexreport.model.score_numbers import are_tied, mean
from inexreport.model.task import Significance
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted_topics, known
from inexreport.report.significance_matrix import MOST_SHOWN, matrix_answer, significance_matrix
from inexreport.statistics import paired_tests, randomised_tukey, score_intervals
from inexreport.statistics.significance import LEVEL, MOST_RUNS, TUKEY, RunPairs
from inexreport.subjects.swap_errors import swaps_section

MOST_PAIRS = 300
"""If there are more pairs, the page shows those of the best `BEST_RUNS` only; the data have all."""

BEST_RUNS = 20

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
        "swaps": swaps_section(view, task),
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
