"""Means of what people would have judged, from a model's judgements of many topics and people's of some."""

from __future__ import annotations

import numpy as np
import pandas as pd

from inexreport.model.score_numbers import ratios
from inexreport.statistics.score_intervals import CONFIDENCE, DECIMALS
from inexreport.statistics.summary import Floats, known_means


def corrected_means(model: Floats, people: Floats) -> pd.DataFrame:
    """Prediction-powered estimates of runs' means: those under a model, corrected by its error where known.

    The correction is the mean of people's score less the model's on the topics that both judged; these are to
    be chosen at random, or at least without regard to what is easy for the model. The estimate is the sum of
    two independent means, of the topics that people judged and of the others, and its interval is Welch's.

    Parameters
    ----------
    model, people : float64 array, shape (runs, topics)
        Scores by the grades of either; NaN for topics that people have not judged.

    Returns
    -------
    DataFrame
        A row per run: ``topics`` with a score of the model, ``topics_people`` with one of both; the mean of
        the model, ``raw``; ``corrected``, with the ends ``low`` and ``high`` of its 95% interval; and the
        mean of ``people`` alone, with ``people_low`` and ``people_high``. An interval is NaN where people, or
        the model alone, have fewer than two topics.

    References
    ----------
    Angelopoulos, Bates, Fannjiang, Jordan and Zrnic, Prediction-powered inference, Science 382 (2023).

    Examples
    --------
    The model finds 0.5 on average, and 0.25 more than people where both judged:

    >>> model, people = np.array([[0.5, 0.75, 0.5, 0.25]]), np.array([[0.25, 0.5, np.nan, np.nan]])
    >>> corrected_means(model, people)[["raw", "corrected", "people"]].to_dict("list")
    {'raw': [0.5], 'corrected': [0.25], 'people': [0.375]}
    """
    judged = ~np.isnan(model) & ~np.isnan(people)
    topics, of_people = np.count_nonzero(~np.isnan(model), axis=1), np.count_nonzero(judged, axis=1)
    share = ratios(of_people, topics)[:, None]
    known = _mean(np.where(judged, share * model + people - model, np.nan))
    others = _mean(np.where(judged, np.nan, (1 - share) * model))
    corrected, low, high = _interval(known, others)
    alone, alone_low, alone_high = _interval(_mean(np.where(judged, people, np.nan)))
    return pd.DataFrame(
        {
            "topics": topics,
            "topics_people": of_people,
            "raw": known_means(model),
            "corrected": corrected,
            "low": low,
            "high": high,
            "people": alone,
            "people_low": alone_low,
            "people_high": alone_high,
        }
    )


def _mean(rows: Floats) -> Floats:
    """Mean, its variance and degrees of freedom, shape (3, rows)."""
    freedom = np.count_nonzero(~np.isnan(rows), axis=1) - 1
    means = known_means(rows)
    return np.array([means, ratios(known_means((rows - means[:, None]) ** 2), freedom), freedom])


def _interval(*parts: Floats) -> Floats:
    """Sum of independent means and the ends of its interval (Welch, Satterthwaite), shape (3, rows)."""
    from scipy.special import stdtrit

    means, variances, freedoms = np.stack(parts, axis=1)
    mean, variance = means.sum(axis=0), variances.sum(axis=0)
    freedom = ratios(variance**2, ratios(variances**2, freedoms).sum(axis=0))
    half = np.where(variance > 0, stdtrit(freedom, (1 + CONFIDENCE / 100) / 2) * np.sqrt(variance), variance)
    return np.round([mean, mean - half, mean + half], DECIMALS)
