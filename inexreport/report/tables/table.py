"""The declaration of a published table; its files, the data page and the metadata follow from it.

A table's function yields tuples of cells in the order of the columns, or mappings of column to cell. If some
cells are lists, tuples or arrays, it is a block of rows, one for each of their items; any other cell of the
block is in all of these rows. A missing value is None or NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, Generic, TypeVar

import numpy as np
import pandas as pd
import pyarrow as pa

from inexreport.model.assessment import OF_TEXT, Judged
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, TaskOutcome
from inexreport.report.applicability import always

Source = TypeVar("Source")
Rows = Iterable[tuple[Any, ...] | Mapping[str, Any]]

_MANY = (list, tuple, np.ndarray)
"""Cells of several rows."""

SMALL_TABLES = ("mode.string_storage", "python")
"""Option of pandas for a campaign's many small tables, which are slow where Arrow stores their texts."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column's type, whether values may be missing, and its meaning; code is between backticks.

    Attributes
    ----------
    type : DataType
    nullable : bool
    meaning : str
    documents : str
        The meaning where whole documents were judged; empty if it is the same but for the word.
    kinds : frozenset of Judged
        Kinds of judgement for which the column is published.
    on_page : (str, str) or None
        Its head and format (see `inexreport.rendering.table_views`) in the table of runs of a task's page,
        which shows no column without.
    """

    type: pa.DataType
    nullable: bool
    meaning: str
    documents: str = ""
    kinds: frozenset[Judged] = frozenset(Judged)
    on_page: tuple[str, str] | None = None


text = partial(Column, pa.string(), True)
number = partial(Column, pa.float64(), True)
integer = partial(Column, pa.int64(), False)
optional_integer = partial(Column, pa.int64(), True)
boolean = partial(Column, pa.bool_(), False)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a participant gets of a table before the release: rows about own runs, and those about no run.

    Attributes
    ----------
    row, documents_row : str
        What a row then is; empty if it is the same but for the word.
    of_all_runs : str
        Names of the columns of a table that is made from all runs, such as ranks; any other is withheld.
        Empty for a table that is made from the participant's runs alone, of which all columns are shown.
    """

    row: str = ""
    documents_row: str = ""
    of_all_runs: str = ""


class MadeFrom(Enum):
    """What the rows of a table are given; they depend on nothing else."""

    ALL_RUNS = "all runs"
    EACH_TASK = "each task in turn"
    NO_RUNS = "the campaign without its runs"


@dataclass(frozen=True, eq=False)
class Table(Generic[Source]):
    """A published table.

    Attributes
    ----------
    name : str
        Name of its files.
    row : str
        What a row is.
    columns : mapping of str to Column
    rows : callable
        Yields the rows, see above, from a campaign's outcome or whatever the table is made from.
    documents_row : str
        What a row is where whole documents were judged; empty if it is the same but for the word.
    applies : callable
        Whether a campaign publishes the table.
    only_with_rows : bool
        Whether a campaign for which it is empty does not publish it.
    participants : Shown, optional
        What a participant gets before the release. A table that does not declare it is withheld.
    made_from : MadeFrom
    """

    name: str
    row: str
    columns: Mapping[str, Column]
    rows: Callable[[Source], Rows]
    documents_row: str = ""
    applies: Callable[[CampaignOutcome], bool] = always
    only_with_rows: bool = False
    participants: Shown | None = None
    made_from: MadeFrom = MadeFrom.ALL_RUNS

    @classmethod
    def of_tasks(
        cls,
        name: str,
        row: str,
        columns: Mapping[str, Column],
        frame: Callable[..., pd.DataFrame],
        source: Callable[[TaskOutcome, Campaign], Any] | None = None,
        **further: Any,
    ) -> Table[CampaignOutcome]:
        """Return a table with a column ``task`` and the columns of a data frame of each task.

        Parameters
        ----------
        name, row, columns, **further
            See `Table`.
        frame : callable
            Is given outcome and campaign. May return further columns, which are not published.
        source : callable, optional
            Makes from these what the frame is given instead.
        """
        rows = partial(_rows_of_tasks, tuple(columns), frame, source)
        return Table(name, row, columns, rows, made_from=MadeFrom.EACH_TASK, **further)

    @classmethod
    def of_campaign(
        cls,
        name: str,
        row: str,
        columns: Mapping[str, Column],
        frame: Callable[[Any], pd.DataFrame],
        source: Callable[[CampaignOutcome], Any] | None = None,
        made_from: MadeFrom = MadeFrom.NO_RUNS,
        **further: Any,
    ) -> Table[CampaignOutcome]:
        """Return a table of a data frame of a campaign, without its runs unless `made_from` says else.

        `source` takes from the outcome what the frame is made from, the outcome itself by default.
        """
        rows = partial(_rows_of_campaign, tuple(columns), frame, source)
        return Table(name, row, columns, rows, made_from=made_from, **further)

    @classmethod
    def of_frame(cls, name: str, row: str, columns: Mapping[str, Column]) -> Table[pd.DataFrame]:
        """Return a table that is made from a data frame with its columns, and maybe others."""
        return Table(name, row, columns, partial(_rows_of_campaign, tuple(columns), pd.DataFrame, None))

    def build(self, source: Source) -> pa.Table:
        """Return all rows, with the declared types.

        Raises
        ------
        TypeError
            If a value is missing in a column that is not nullable.
        ValueError
            If there are other columns than the declared ones, or a number is infinite.
        """
        cells: dict[str, list[Any]] = {name: [] for name in self.columns}
        for row in self.rows(source):
            block = row if isinstance(row, Mapping) else dict(zip(self.columns, row, strict=True))
            if block.keys() != cells.keys():
                raise ValueError(f"columns {', '.join(block)} instead of {', '.join(cells)}")
            size = next((len(cell) for cell in block.values() if isinstance(cell, _MANY)), 1)
            for name, cell in block.items():
                items = cell.tolist() if isinstance(cell, np.ndarray) else cell
                cells[name] += items if isinstance(items, _MANY) else [items] * size
        return pa.table({name: self._array(name, values) for name, values in cells.items()})

    def _array(self, name: str, values: list[Any]) -> pa.Array:
        column = self.columns[name]
        array = pa.array(values, column.type, from_pandas=True)
        if array.null_count and not column.nullable:
            raise TypeError(f"a value is missing in the column {name}")
        if pa.types.is_floating(column.type) and np.isinf(array.to_numpy(zero_copy_only=False)).any():
            raise ValueError(f"{name} has an infinite number")
        return array

    def of_kind(self, judged: Judged) -> Table[Source]:
        """Return the table as a campaign with this kind of judgement publishes it: its columns and words.

        Where whole documents or answers were judged, names say ``document`` or ``answer`` for ``article``,
        and so do meanings that have no other words for documents.
        """
        documents = judged not in OF_TEXT
        return replace(
            self,
            name=_published_name(self.name, judged),
            row=(documents and self.documents_row) or _published_name(self.row, judged),
            columns={
                _published_name(name, judged): replace(
                    column,
                    meaning=_meaning(column, judged),
                    on_page=column.on_page
                    and (_published_name(column.on_page[0], judged), column.on_page[1]),
                )
                for name, column in self.columns.items()
                if judged in column.kinds
            },
            rows=partial(_published_rows, self, judged),
        )

    def cells(self, record: object) -> tuple[Any, ...]:
        """Return a row whose cells are the fields of a record."""
        return tuple(getattr(record, name) for name in self.columns)


def _rows_of_tasks(
    columns: tuple[str, ...],
    frame: Callable[..., pd.DataFrame],
    source: Callable[[TaskOutcome, Campaign], Any] | None,
    outcome: CampaignOutcome,
) -> Rows:
    for task in outcome.tasks:
        given = (source(task, outcome.campaign),) if source else (task, outcome.campaign)
        found = frame(*given)
        if len(found):
            cells = {name: found[name].tolist() for name in columns if name != "task"}
            yield cells | {"task": task.task.name}


def _rows_of_campaign(
    columns: tuple[str, ...],
    frame: Callable[[Any], pd.DataFrame],
    source: Callable[[CampaignOutcome], Any] | None,
    outcome: CampaignOutcome,
) -> Rows:
    found = frame(source(outcome) if source else outcome)
    if len(found):
        yield {name: found[name].tolist() for name in columns}


def _published_name(name: str, judged: Judged) -> str:
    item = _ITEMS.get(judged, "article")
    return name.replace("article", item).replace("Article", item.capitalize())


_ITEMS = {Judged.DOCUMENTS: "document", Judged.ANSWERS: "answer"}


def _meaning(column: Column, judged: Judged) -> str:
    if judged in OF_TEXT or not column.documents:
        return _published_name(column.meaning, judged)
    return column.documents.replace("document", _ITEMS[judged])


def _published_rows(declared: Table[Source], judged: Judged, source: Source) -> Rows:
    """The rows of a table, with the columns that are published for a kind of judgement."""
    names = {
        name: _published_name(name, judged)
        for name, column in declared.columns.items()
        if judged in column.kinds
    }
    for row in declared.rows(source):
        cells = row if isinstance(row, Mapping) else dict(zip(declared.columns, row, strict=True))
        yield {names[name]: cell for name, cell in cells.items() if name in names}
