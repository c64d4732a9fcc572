"""How two judges agree on grades and rank the same runs, on random samples of their topics."""

from __future__ import annotations

import numpy as np
import pandas as pd

from inexreport.model.score_numbers import ratios
from inexreport.statistics.rank_correlation import kendall, tau_ap
from inexreport.statistics.score_intervals import DECIMALS, ENDS, drawn_means, drawn_topics
from inexreport.statistics.summary import Floats, competition_ranks

RESAMPLES = 1_000
"""Samples of topics; ends of intervals are their percentiles."""

TOP = 10
"""The last rank of the runs at the top."""


def topic_samples(topics: tuple[str, ...], metric: str) -> Floats:
    """Return how often each topic is in the whole (first row, all 1) and in samples with replacement.

    Shape (1 + RESAMPLES, topics); the whole alone for fewer than two topics. See `drawn_topics`.
    """
    drawn = drawn_topics(topics, metric, RESAMPLES if len(topics) > 1 else 0)
    return np.concatenate([np.ones((1, len(topics))), drawn])


def interval(values: Floats) -> tuple[float, float, float]:
    """The first value, and the ends of the interval of the others; NaN where undefined.

    Examples
    --------
    >>> interval(np.array([0.5, 0.25, 0.25, 0.75, 0.75]))
    (0.5, 0.25, 0.75)
    """
    known = values[1:][~np.isnan(values[1:])]
    ends = np.percentile(known, ENDS) if len(known) else [np.nan, np.nan]
    value, low, high = np.round([values[0], *ends], DECIMALS).tolist()
    return value, low, high


def grade_measures(both: pd.DataFrame, samples: pd.DataFrame) -> dict[str, Floats]:
    """Agreement of two judges on the same documents.

    Parameters
    ----------
    both : DataFrame
        A row per document: ``topic``, the grades ``a`` and ``b``, and whether these are relevant (1 or 0),
        ``relevant_a`` and ``relevant_b``, or other classes.
    samples : DataFrame
        The `topic_samples`, with topics as columns.

    Returns
    -------
    dict of str to float64 array, shape (samples,)
        ``agreement`` and Cohen's ``kappa`` on relevance, Krippendorff's ordinal ``alpha`` of grades, and
        ``leniency``, the mean grade of the second judge less that of the first. NaN where undefined.

    Examples
    --------
    >>> both = pd.DataFrame({"topic": "t", "a": [0, 1], "b": [1, 1], "relevant_a": [0, 1], "relevant_b": 1})
    >>> {name: one.tolist() for name, one in grade_measures(both, pd.DataFrame({"t": [1.0]})).items()}
    {'agreement': [0.5], 'kappa': [0.0], 'alpha': [0.0], 'leniency': [0.5]}
    """
    cells = both.value_counts(["topic", "a", "b", "relevant_a", "relevant_b"], sort=False).reset_index()
    weights = samples[cells.topic].to_numpy() * cells["count"].to_numpy()
    documents = weights.sum(axis=1)
    relevant = cells[["relevant_a", "relevant_b"]].to_numpy()

    def share(of_cells: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Floats:
        return ratios(weights @ of_cells.astype(float), documents)

    agreement = share(relevant[:, 0] == relevant[:, 1])
    by_chance = sum(share(a) * share(b) for one in np.unique(relevant) for a, b in [(relevant == one).T])
    grades, places = np.unique(cells[["a", "b"]].to_numpy().T, return_inverse=True)
    a, b = places.reshape(2, -1)
    given = np.stack(
        [weights @ ((a == one).astype(float) + (b == one)) for one in range(len(grades))], axis=1
    )
    ranks = 2 * given.cumsum(axis=1) - given  # twice the mean rank, in whole numbers
    observed = 2 * (weights * (ranks[:, a] - ranks[:, b]) ** 2).sum(axis=1)
    total = 2 * documents
    expected = 2 * (total * (given * ranks**2).sum(axis=1) - (given * ranks).sum(axis=1) ** 2)
    return {
        "agreement": agreement,
        "kappa": ratios(agreement - by_chance, 1 - by_chance),
        "alpha": 1 - ratios((total - 1) * observed, expected),
        "leniency": ratios(weights @ (cells.b - cells.a).to_numpy(dtype=float), documents),
    }


def rank_measures(one: Floats, other: Floats, samples: Floats) -> dict[str, Floats]:
    """Correlation of the rankings of the same runs under two judges.

    Parameters
    ----------
    one, other : float64 array, shape (runs, topics)
        Scores under both; NaN for topics that do not count for a run.
    samples : float64 array, shape (samples, topics)
        See `topic_samples`; the first row has all topics.

    Returns
    -------
    dict of str to float64 array, shape (samples,)
        Kendall's ``tau``-b, ``tau_ap``, and ``tau_top``: tau-b of the runs that the first judge ranks among
        the best `TOP` by all topics. NaN where undefined.

    Examples
    --------
    >>> one, other = np.array([[0.3], [0.2], [0.1]]), np.array([[0.3], [0.1], [0.2]])
    >>> {name: tau.round(4).tolist() for name, tau in rank_measures(one, other, np.ones((1, 1))).items()}
    {'tau': [0.3333], 'tau_ap': [0.5], 'tau_top': [0.3333]}
    """
    means = [np.nan_to_num(drawn_means(samples, scores), nan=-1.0) for scores in (one, other)]
    top = competition_ranks(means[0][0]) <= TOP
    found = np.array(
        [(kendall(a, b), tau_ap(a, b), kendall(a[top], b[top])) for a, b in zip(*means, strict=True)]
    ).T
    return dict(zip(("tau", "tau_ap", "tau_top"), found, strict=True))
