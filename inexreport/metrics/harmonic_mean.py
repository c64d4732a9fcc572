"""What F-measures are made of."""

from __future__ import annotations


def harmonic_mean(precision: float, recall: float) -> float:
    """Harmonic mean of precision and recall, in [0, 1]; 0 if both are, NaN if either is undefined.

    Examples
    --------
    >>> harmonic_mean(0.5, 1.0)
    0.6666666666666666
    """
    total = precision + recall
    return 2 * precision * recall / total if total else total
