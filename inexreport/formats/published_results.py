"""Reads back what was published about a campaign: its record and the tables that editions are compared by."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from inexreport.formats.shown_text import quoted
from inexreport.model.edition import Cells, PublishedResults, TaskMetrics
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


def read_csv(content: bytes) -> Cells:
    r"""Return a published table from its CSV file.

    Raises
    ------
    ValueError, csv.Error
        If the content is no CSV in UTF-8 with a header.

    Examples
    --------
    >>> read_csv(b"topic,score\n1,0.5\n")
    Cells(columns=['topic', 'score'], rows=[['1', '0.5']])
    """
    csv.field_size_limit(LARGEST_CELL)
    columns, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)
    return Cells(columns, rows)


def read_result_table(name: str, content: bytes) -> Cells:
    """Return a table of `TABLE_COLUMNS`, with texts fit for pages.

    Raises
    ------
    ResultsUnreadableError
        If it is no table, or lacks a column.
    """
    try:
        cells = read_csv(content)
    except (ValueError, csv.Error):
        raise ResultsUnreadableError("no comma-separated values in UTF-8") from None
    missing = [column for column in TABLE_COLUMNS[name] if column not in cells.columns]
    if missing:
        raise ResultsUnreadableError(f"no column {missing[0]}")
    numbers = [cells.columns.index(column) for column in _NUMBERS if column in cells.columns]
    for number, row in enumerate(cells.rows, start=1):
        if len(row) != len(cells.columns):
            raise ResultsUnreadableError(f"{len(row)} values in row {number} below the header")
        for place in numbers:
            if row[place] and not _is_number(row[place]):
                raise ResultsUnreadableError(f"{quoted(row[place])} in row {number} below the header")
    return Cells(cells.columns, [[shown(cell, LONGEST_TEXT) for cell in row] for row in cells.rows])


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
    for name in TABLE_COLUMNS:
        try:
            tables[name.removesuffix(".csv")] = read_result_table(name, contents[name])
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
        tasks={one.name: TaskMetrics(one.official, one.metrics) for one in parsed.tasks},
        **tables,
    ), problems


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
