"""Reads back what was published about a campaign: its record and the tables that editions are compared by."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import pyarrow as pa
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from inexreport.formats.shown_text import quoted
from inexreport.model.edition import PublishedResults
from inexreport.model.shown_text import LONGEST_TEXT, shown

RECORD_FILE = "campaign.json"
TABLE_COLUMNS = {
    "runs.csv": ("task", "run", "sha256", "official_rank"),
    "scores.csv": ("task", "run", "metric", "topic", "score"),
    "topics.csv": ("topic",),
}
"""The tables, and the columns without which they cannot be compared."""

RESULT_FILES = (RECORD_FILE, *TABLE_COLUMNS)
"""Files of the data folder of a site that are read."""

_NUMBERS = ("score", "official_rank")
"""Columns in which a value is a number or missing."""

LARGEST_CELL = 2**31 - 1
"""Statements of topics may be long."""

SETTINGS = (
    *("title", "year", "protocol", "citation", "licence", "collection", "participant_names"),
    *("parameters", "tool", "libraries"),
)
"""Parts of the record that are compared value by value."""


_Shown = Annotated[str, AfterValidator(lambda text: shown(text, LONGEST_TEXT))]


class _Lenient(BaseModel):
    """Other versions may record more."""

    model_config = ConfigDict(extra="ignore", strict=True)


class _Task(_Lenient):
    name: _Shown
    official: _Shown
    metrics: list[_Shown]


class _Input(_Lenient):
    file: _Shown
    sha256: _Shown


class _Record(_Lenient):
    audience: _Shown
    title: _Shown
    tasks: list[_Task]
    inputs: list[_Input]


class ResultsUnreadableError(ValueError):
    """A published file that cannot be read; its argument says what was found instead."""


def read_csv(content: bytes, needed: Sequence[str] = ()) -> pa.Table:
    r"""Return a published table as texts from its CSV file.

    Raises
    ------
    ResultsUnreadableError
        If it is no table, lacks a needed column, or has no number in one of `_NUMBERS` that is needed.

    Examples
    --------
    >>> read_csv(b"topic,score\n1,0.5\n").to_pylist()
    [{'topic': '1', 'score': '0.5'}]
    """
    csv.field_size_limit(LARGEST_CELL)
    try:
        columns, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)
    except (ValueError, csv.Error):
        raise ResultsUnreadableError("no comma-separated values in UTF-8") from None
    missing = [column for column in needed if column not in columns]
    if missing:
        raise ResultsUnreadableError(f"no column {missing[0]}")
    numbers = [columns.index(column) for column in _NUMBERS if column in needed]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(columns):
            raise ResultsUnreadableError(f"{len(row)} values in row {number} below the header")
        for place in numbers:
            if row[place] and not _is_number(row[place]):
                raise ResultsUnreadableError(f"{quoted(row[place])} in row {number} below the header")
    return pa.table(
        {column: pa.array([row[place] for row in rows], pa.string()) for place, column in enumerate(columns)}
    )


def text_table(columns: Mapping[str, Iterable[object]]) -> pa.Table:
    """Return columns as texts that are fit for pages.

    Examples
    --------
    >>> text_table({"run": ["a"], "score": [0.5], "rank": [None], "ties": [True]}).to_pylist()
    [{'run': 'a', 'score': '0.5', 'rank': '', 'ties': 'true'}]
    """
    return pa.table(
        {
            name: pa.array([shown(cell_text(cell), LONGEST_TEXT) for cell in cells], pa.string())
            for name, cells in columns.items()
        }
    )


def cell_text(value: object) -> str:
    """Return a value as the published CSV files have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else repr(value)


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def read_results(contents: Mapping[str, bytes]) -> tuple[PublishedResults | None, dict[str, str]]:
    """Return published results, and what is wrong with each file that cannot be read.

    Parameters
    ----------
    contents : mapping of str to bytes
        By the names in `RESULT_FILES`, all of them.

    Returns
    -------
    results : PublishedResults or None
        None if a file cannot be read.
    problems : dict of str to str
        By the name of the file.
    """
    tables, problems = {}, {}
    for name, needed in TABLE_COLUMNS.items():
        try:
            tables[name.removesuffix(".csv")] = text_table(read_csv(contents[name], needed).to_pydict())
        except ResultsUnreadableError as error:
            problems[name] = str(error)
    try:
        record = json.loads(contents[RECORD_FILE])
        parsed = _Record.model_validate(record)
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_url=False)[0]["loc"]))
        problems[RECORD_FILE] = f"no record of a campaign: {place or 'it'} is not as inexreport writes it"
    except (ValueError, RecursionError):
        problems[RECORD_FILE] = "no JSON"
    if problems:
        return None, problems
    return PublishedResults(
        audience=parsed.audience,
        title=parsed.title,
        settings=recorded_settings(record),
        inputs={one.file: one.sha256 for one in parsed.inputs},
        tables=tables | task_tables((one.name, one.official, one.metrics) for one in parsed.tasks),
    ), problems


def task_tables(tasks: Iterable[tuple[str, str, Sequence[str]]]) -> dict[str, pa.Table]:
    """Return the tables ``tasks`` and ``metrics`` from name, official metric and metrics of each task."""
    listed = list(tasks)
    metrics = [(name, metric) for name, _, of_task in listed for metric in of_task]
    return {
        "tasks": text_table({"task": [one[0] for one in listed], "official": [one[1] for one in listed]}),
        "metrics": text_table({"task": [one[0] for one in metrics], "metric": [one[1] for one in metrics]}),
    }


def recorded_settings(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the compared settings of a record: JSON by place.

    Examples
    --------
    >>> recorded_settings({"title": "A", "collection": {"documents": None, "unit": "bytes"}, "slug": "a"})
    {'title': '"A"', 'collection.documents': 'null', 'collection.unit': '"bytes"'}
    """
    return {
        shown(place, LONGEST_TEXT): shown(json.dumps(value, ensure_ascii=False), LONGEST_TEXT)
        for name in SETTINGS
        if name in record
        for place, value in _values(name, record[name])
    }


def _values(place: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _values(f"{place}.{name}", inner)
    else:
        yield place, value
