"""Official scores of the runs of a task at several result depths, and the times that they report."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inexreport.model.outcome import Composition
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import Floats, Integers, competition_ranks


@dataclass(frozen=True, eq=False)
class Efficiency:
    """Effectiveness and reported time of the evaluated runs, in the order of the standings.

    Attributes
    ----------
    depths : tuple of int
        Numbers of results, ascending.
    scores : float64 array, shape (runs, depths)
        Official scores of the first results; NaN where undefined.
    ranks : int64 array, shape (runs, depths)
        Among all runs at that depth; `UNRANKED` where the score is undefined.
    returned : int64 array, shape (runs,)
        Most results that a run returns for a topic, within the task's cut-off.
    milliseconds : float64 array, shape (runs,)
        Mean of the reported times of a topic; NaN without any.
    timed : int64 array, shape (runs,)
        Number of topics with a reported time.
    """

    depths: tuple[int, ...]
    scores: Floats
    ranks: Integers
    returned: Integers
    milliseconds: Floats
    timed: Integers


def efficiency(standings: Standings) -> Efficiency | None:
    """Effectiveness and reported time of the runs; None if the task has no depths and no run reports times.

    Without depths, scores are those at the task's cut-off.
    """
    runs, depths = standings.runs, standings.task.depths
    times = [run.submission.mean_milliseconds for run in runs]
    if not runs or (not depths and all(time is None for time in times)):
        return None
    if depths:
        scores = np.array([run.depth_scores for run in runs], dtype=np.float64)
    else:
        scores = standings.means[:, [standings.official]]
    return Efficiency(
        depths=depths or (standings.task.cutoff,),
        scores=scores,
        ranks=competition_ranks(scores),
        returned=np.array([_most_results(run.composition) for run in runs], dtype=np.int64),
        milliseconds=np.array([np.nan if time is None else time for time in times], dtype=np.float64),
        timed=np.array([len(run.submission.milliseconds) for run in runs], dtype=np.int64),
    )


def not_outdone(scores: Floats, milliseconds: Floats) -> Integers:
    """Rows for which no other is as good and faster, or as fast and better; from the fastest.

    Parameters
    ----------
    scores, milliseconds : float64 array, shape (rows,)
        Without NaN.

    Examples
    --------
    >>> not_outdone(np.array([0.2, 0.1, 0.3, 0.3]), np.array([10.0, 20.0, 40.0, 30.0]))
    array([0, 3])
    """
    faster = milliseconds[:, None] > milliseconds
    better = scores[:, None] < scores
    outdone = (faster & (scores[:, None] <= scores)) | (better & (milliseconds[:, None] >= milliseconds))
    rows = np.flatnonzero(~outdone.any(axis=1))
    ordered: Integers = rows[np.argsort(milliseconds[rows], kind="stable")]
    return ordered


def _most_results(composition: Composition | None) -> int:
    return 0 if composition is None else int(composition.results_per_topic.max(initial=0))
