"""How long systems say they took: the times that efficiency submissions report."""

from __future__ import annotations

from inexreport.model.run import Submission
from inexreport.model.score_numbers import mean
from inexreport.report.figure import decimals


def mean_milliseconds(submission: Submission) -> float | None:
    """Mean of the reported times of a topic; None where the submission reports none.

    Examples
    --------
    >>> mean_milliseconds(Submission("Thorough", "a", "a.xml", "", milliseconds={"1": 20.0, "2": 30.0}))
    25.0
    """
    times = submission.milliseconds
    return mean(times.values()) if times else None


def reported_time(submission: Submission) -> str:
    """The mean with the number of topics it goes over; empty where no time is reported."""
    mean = mean_milliseconds(submission)
    if mean is None:
        return ""
    topics = len(submission.milliseconds)
    return f"{decimals(mean)} ms for a topic, mean over {topics} topic{'' if topics == 1 else 's'}"
