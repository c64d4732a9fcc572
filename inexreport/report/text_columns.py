"""Columns of texts that many rows of a published table have alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray


def taken(words: Sequence[str], places: NDArray[np.integer]) -> pd.Series:
    """A column with, in each row, the word at a place."""
    return _column(pa.array(words, pa.large_string()).take(pa.array(places, pa.int64())))


def repeated(word: str, rows: int) -> pd.Series:
    """A column with one word."""
    return _column(pa.repeat(pa.scalar(word, pa.large_string()), rows))


def _column(texts: pa.Array) -> pd.Series:
    return pd.Series(pd.array(pa.chunked_array([texts]), dtype="str"))
