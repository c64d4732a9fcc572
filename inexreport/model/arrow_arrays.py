"""Arrow arrays made from texts and NumPy arrays, and read as these.

`pyarrow.array` and `pyarrow.Array.to_numpy` import pandas, which takes longer than scoring a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


def string_array(texts: Sequence[str | None]) -> pa.StringArray:
    """Texts as an Arrow array, with null for None; shape (texts,).

    Examples
    --------
    >>> string_array(["a", None, "é"]).to_pylist()
    ['a', None, 'é']
    """
    encoded = [b"" if text is None else text.encode("utf-8") for text in texts]
    ends = np.array([0, *accumulate(map(len, encoded))], dtype=np.int32)
    valid = None
    if None in texts:
        valid = pa.py_buffer(np.packbits([text is not None for text in texts], bitorder="little"))
    content = pa.py_buffer(b"".join(encoded))
    return pa.Array.from_buffers(pa.string(), len(encoded), [valid, pa.py_buffer(ends), content])


def integer_array(numbers: NDArray[np.integer[Any]]) -> pa.Array:
    """Whole numbers as an Arrow array of the same type, which shares their memory; shape (numbers,).

    Examples
    --------
    >>> integer_array(np.array([2, 1], dtype=np.int32)).to_pylist()
    [2, 1]
    """
    together = np.ascontiguousarray(numbers)
    of_type = pa.from_numpy_dtype(together.dtype)
    return pa.Array.from_buffers(of_type, len(together), [None, pa.py_buffer(together)])


def integer_scalar(number: int, of_type: pa.DataType) -> pa.Scalar:
    """A whole number as an Arrow scalar."""
    return integer_array(np.array([number], dtype=np.int64)).cast(of_type)[0]


def numbers_of(array: pa.Array) -> NDArray[Any]:
    """Numbers without nulls as a NumPy array, which shares their memory and cannot be written to.

    Examples
    --------
    >>> numbers_of(integer_array(np.array([2, 1]))).tolist()
    [2, 1]
    """
    numbers: NDArray[Any] = np.from_dlpack(array)
    return numbers


def filled_numbers(array: pa.Array, null: int) -> NDArray[Any]:
    """Whole numbers as a NumPy array, with a number in the place of nulls.

    Examples
    --------
    >>> known = string_array(["a", "b"])
    >>> filled_numbers(pa.compute.index_in(string_array(["b", "c"]), value_set=known), -1).tolist()
    [1, -1]
    """
    return numbers_of(array.fill_null(integer_scalar(null, array.type)) if array.null_count else array)
