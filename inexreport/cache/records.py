"""Records of the model as files, and back, without loss.

A file has a row for each array of a record, after a first one for everything else, as JSON. Most are Parquet;
a large record that is used for a small part is an Arrow file, whose arrays are used where they lie.
"""

from __future__ import annotations

import hashlib
import io
import json
import typing
from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import chain, pairwise
from typing import Any, TypeVar

import cattrs
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from inexreport.model.short_names import ShortNames
from inexreport.model.top_results import Numbering

Record = TypeVar("Record")

_ARRAY = "\0array"
"""Key of the mapping that stands for an array; no name in a file holds this character."""

_ALIGNED = 16
"""Values take a multiple of so many bytes; what follows the shape is nothing."""

_TOGETHER = 8 * 2**20
"""Bytes of arrays that are written at once."""

_WRONG = (pa.ArrowException, OSError, ValueError, LookupError, TypeError, cattrs.BaseValidationError)
"""What is raised for a file that is damaged, or of something else."""

_Row = tuple[str, tuple[int, ...], Any]
"""Kind, shape and values: those of the first row are bytes, all others an array."""

_VALUES = pa.large_binary()

_SCHEMA = pa.schema(
    [
        ("kind", pa.string()),  # of the numbers, as NumPy writes it; of the first row "json"
        ("shape", pa.list_(pa.int64())),
        ("values", _VALUES),
    ]
)


def to_parquet(record: Any) -> bytes:
    """Return a frozen dataclass of the model, with all that it holds, as a Parquet file.

    Parameters
    ----------
    record : dataclass
        Of dataclasses, tuples, mappings by str, sets, enumerations, numbers, texts and NumPy arrays.
    """
    file = io.BytesIO()
    with pq.ParquetWriter(
        file,
        _SCHEMA,
        compression="lz4",  # it takes half the time of others to read
        use_dictionary=False,
        write_statistics=False,
    ) as writer:
        for columns in _columns(record):
            writer.write_table(pa.table(columns, schema=_SCHEMA))
    return file.getvalue()


def to_arrow(record: Any) -> bytes:
    """Return the same as an Arrow file: larger, but nothing is copied out of it."""
    file = io.BytesIO()
    with pa.ipc.new_file(file, _SCHEMA) as writer:
        for columns in _columns(record):
            writer.write_table(pa.table(columns, schema=_SCHEMA))
    return file.getvalue()


def _columns(record: Any) -> Iterator[list[Any]]:
    """Kinds, shapes and values of some rows of a record, then of the next ones."""
    text, arrays = _taken_apart(record)
    rows = [("json", (len(text),), text), *((array.dtype.str, array.shape, array) for array in arrays)]
    for some in _groups(rows):
        kinds, shapes, values = zip(*some, strict=True)
        yield [kinds, shapes, _column(values)]


def _groups(rows: list[_Row]) -> Iterator[list[_Row]]:
    """Rows that are written together: large arrays one by one, since they are copied as they are written."""
    group: list[_Row] = []
    size = 0
    for row in rows:
        octets = memoryview(row[2]).nbytes
        if group and size + octets > _TOGETHER:
            yield group
            group, size = [], 0
        group.append(row)
        size += octets
    yield group


def _column(values: Sequence[Any]) -> pa.Array:
    """Bytes and arrays as one column in which each begins where arithmetic with numbers can begin."""
    pieces = [value if isinstance(value, bytes) else value.tobytes() for value in values]
    pieces = [piece + bytes(-len(piece) % _ALIGNED) for piece in pieces]
    ends = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(pieces))]
    return pa.Array.from_buffers(_VALUES, len(pieces), buffers)


def _memory(column: pa.Array) -> Iterator[memoryview]:
    """The values of a column where they lie, without a copy."""
    _, ends, octets = column.buffers()
    places = np.frombuffer(ends, dtype=np.int64)[column.offset : column.offset + len(column) + 1].tolist()
    memory = memoryview(octets)
    yield from (memory[begin:end] for begin, end in pairwise(places))


def from_parquet(content: bytes | memoryview, kind: type[Record]) -> Record | None:
    """Return the record that `to_parquet` made a file of; None if it is no whole such file.

    Parameters
    ----------
    content : bytes or memoryview
    kind : type
        Of the record.
    """
    try:
        # Not by `read_table`, which is made for many large files: it takes three times as long.
        file = pq.ParquetFile(pa.BufferReader(content))
        return _put_together(file.read(use_threads=False), kind)
    except _WRONG:
        return None


def from_arrow(content: bytes | memoryview, kind: type[Record]) -> Record | None:
    """Return the record that `to_arrow` made a file of, its arrays in that; None if it is no such file.

    Arrow trusts what it reads: the content must have been checked, as `Cache` does.
    """
    try:
        return _put_together(pa.ipc.open_file(pa.py_buffer(content)).read_all(), kind)
    except _WRONG:
        return None


def _values(table: pa.Table) -> Iterator[memoryview]:
    return chain.from_iterable(map(_memory, table.column("values").chunks))


def _put_together(table: pa.Table, kind: type[Record]) -> Record:
    """The record that a table holds; one of `_WRONG` is raised if it holds none."""
    table.validate(full=True)
    kinds, shapes = (column.to_pylist() for column in table.columns[:2])
    text, *values = _values(table)
    arrays = [
        np.ndarray(shape, np.dtype(code), numbers)
        for code, shape, numbers in zip(kinds[1:], shapes[1:], values, strict=True)
    ]
    [length] = shapes[0]
    plain = json.loads(bytes(text[:length]), object_hook=lambda found: _array_or_mapping(found, arrays))
    return _converter().structure(plain, kind)


def digest_of(record: Any) -> str:
    """Return a checksum of everything that a record holds."""
    text, arrays = _taken_apart(record)
    digest = hashlib.sha256(text)
    for array in arrays:
        digest.update(f"{array.dtype.str} {array.shape} ".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()


def _taken_apart(record: Any) -> tuple[bytes, list[np.ndarray[Any, Any]]]:
    """A record as JSON that names arrays by their number, and these arrays."""
    arrays: list[np.ndarray[Any, Any]] = []

    def plain(found: Any) -> Any:
        if isinstance(found, Set):
            return sorted(found)
        if not isinstance(found, np.ndarray):
            raise TypeError(f"no part of a record: {found!r}")
        arrays.append(found)
        return {_ARRAY: len(arrays) - 1}

    text = json.dumps(_converter().unstructure(record), ensure_ascii=False, default=plain)
    return text.encode("utf-8", "surrogatepass"), arrays


def _array_or_mapping(found: dict[str, Any], arrays: list[np.ndarray[Any, Any]]) -> Any:
    return arrays[found[_ARRAY]] if found.keys() == {_ARRAY} else found


@cache
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter(detailed_validation=False)
    converter.register_unstructure_hook_func(_is_array, lambda array: array)
    converter.register_structure_hook_func(_is_array, lambda array, _: array)
    converter.register_unstructure_hook(Numbering, lambda numbering: _plain_names(numbering.names))
    converter.register_structure_hook(Numbering, lambda names, _: Numbering(_names(names)))
    # Names by the thousand: what JSON gives is right as it is.
    converter.register_structure_hook_func(
        lambda kind: kind == tuple[tuple[str, ...], ...], lambda names, _: tuple(map(tuple, names))
    )
    converter.register_structure_hook_func(
        lambda kind: kind == tuple[str, ...], lambda names, _: tuple(names)
    )
    return converter


def _plain_names(names: Sequence[str]) -> Any:
    return names.words if isinstance(names, ShortNames) else names


def _names(plain: Any) -> Sequence[str]:
    return ShortNames(plain) if isinstance(plain, np.ndarray) else plain


def _is_array(kind: Any) -> bool:
    return (typing.get_origin(kind) or kind) is np.ndarray
