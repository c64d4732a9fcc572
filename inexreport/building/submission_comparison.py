"""Two run files compared by their scores."""

from __future__ import annotations

import pandas as pd

from inexreport.building.submission import SubmissionScores
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.statistics.run_comparison import compare_runs


def compare_submissions(a: SubmissionScores, b: SubmissionScores) -> pd.DataFrame:
    """Return `compare_runs` of two runs of the same campaign, without the metrics that count something.

    Raises
    ------
    CampaignRefusedError
        With the problems of both runs, if one of them has no scores.
    UsageError
        If the runs are of different tasks.
    """
    if a.scores is None or b.scores is None:
        raise CampaignRefusedError((*a.problems, *b.problems))
    if a.scores.metrics != b.scores.metrics:
        raise UsageError("The runs are of different tasks. Give --task with the one that holds for both.")
    counts = {bound.identifier for bound in a.metrics if bound.metric.is_count}
    found = compare_runs(a.scores, b.scores)
    return found[~found.metric.isin(counts)]
