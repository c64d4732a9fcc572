"""Tables of tests, intervals, topic influenceand swaps."""

from __future__ import annotations

import numpy as np

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Rows, Table, integer, number, optional_integer, text
from inexreport.statistics.findings import task_findings
from inexreport.statistics.significance import BEST_RUNS, MOST_RUNS


def _significance(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        findings = task_findings(task)
        pairs = findings.pairs
        tests = list(pairs.p)
        names = np.array([run.submission.name for run in findings.standings.runs], dtype=object)
        pair = np.repeat(np.arange(len(pairs.first)), len(tests))  # of each row
        yield {
            "task": task.task.name,
            "metric": findings.official,
            "run_a": names[pairs.first[pair]],
            "run_b": names[pairs.second[pair]],
            "topics": pairs.topics[pair],
            "difference": pairs.difference[pair],
            "test": tests * len(pairs.first),
            "statistic": np.column_stack([pairs.statistic[test] for test in tests]).ravel(),
            "p": np.column_stack([pairs.p[test] for test in tests]).ravel(),
            "p_adjusted": np.column_stack([pairs.p_adjusted[test] for test in tests]).ravel(),
            "effect_size": pairs.effect_size[pair],
            "low": pairs.low[pair],
            "high": pairs.high[pair],
        }


SIGNIFICANCE = Table(
    "significance",
    "One row per two runs of a task and test, by the official metric’s scores per topic; in tasks of more "
    f"than {MOST_RUNS} runs, of the best {BEST_RUNS}.",
    {
        **TASK,
        **OFFICIAL_METRIC,
        "run_a": text("The run that is ranked higher."),
        "run_b": text("The run that is ranked lower; of equal ones, the later by name."),
        "topics": integer("Topics for which both have a score."),
        "difference": number("Mean over these topics of the score of run_a less that of run_b."),
        "test": text(
            "`t` (paired t-test), `wilcoxon` (signed ranks), `randomization` (random signs) or "
            "`randomised_tukey_hsd` (all pairs at once)."
        ),
        "statistic": number(
            "t; the sum of the ranks of positive differences; the mean difference; the mean difference over "
            "the topics for which all runs have a score."
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
            "for every test of a pair. Empty for fewer than two topics or where there is no residual."
        ),
        "low": number(
            "Lower end of the 95% interval of `difference` (percentile bootstrap over its topics); the same "
            "for every test of a pair. Empty for fewer than two topics."
        ),
        "high": number("Upper end."),
    },
    _significance,
)


def _intervals(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        findings = task_findings(task)
        standings, official = findings.standings, findings.standings.official
        ranked = slice(findings.ranked)
        yield (
            task.task.name,
            findings.official,
            [run.submission.name for run in standings.runs[ranked]],
            standings.topics_counted[ranked, official],
            standings.means[ranked, official],
            *(ends[ranked] for ends in findings.intervals),
            [group or None for group in findings.groups[ranked]],
        )


INTERVALS = Table(
    "intervals",
    "One row per run with a score by its task’s official metric.",
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
    },
    _intervals,
)
