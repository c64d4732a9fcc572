"""The sections of a page as data: a question, its answer in sentences, charts, and views of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from inexreport.report.figure import Figure

Columns = Mapping[str, tuple[str, str]]
"""By column of a frame: its head, and its format, see `inexreport.rendering.table_views`."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What every chart has: the fragment of its place in the page, its text, and its rows."""

    id: str
    figure: Figure
    frame: pd.DataFrame


@dataclass(frozen=True, slots=True)
class Lines(Chart):
    """A line over ``x`` for each value of `by`, called ``label``, in the order of the frame.

    The first `front` lines are coloured.
    """

    x: tuple[str, str]
    y: tuple[str, str]
    by: str
    front: int


@dataclass(frozen=True, slots=True)
class Bars(Chart):
    """A horizontal bar for each ``name``, a run or a text; `tips` are further columns with titles."""

    x: tuple[str, str]
    tips: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scatter(Chart):
    """A point for each ``name`` with two scores, and the diagonal on which they are equal."""

    x: tuple[str, str]
    y: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Strips(Chart):
    """A strip of dots for each ``strip``, of runs called ``name`` at ``value``, with a tick at its mean.

    Without means, `strips` names the strips.
    """

    means: Mapping[str, float]
    axis: str
    strips: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Rows of a frame as a table.

    Attributes
    ----------
    label : str
        For assistive software.
    frame : DataFrame
    columns : mapping of str to (str, str)
        See `Columns`; other columns of the frame are not shown.
    caption : str
    groups : sequence of (str, int)
        Heads over the last columns: text and number of columns of each.
    folded : str
        Text of the line that unfolds the table; empty for a table that is open.
    rows : str
        What a row is, in the plural, of a table that can be sorted.
    address : str
        Name of a sortable table in the page's address.
    data : str
        The published table that has these numbers, linked after it.
    parted_by : str
        A column whose values part the rows.
    """

    label: str
    frame: pd.DataFrame
    columns: Columns
    caption: str = ""
    groups: Sequence[tuple[str, int]] = ()
    folded: str = ""
    rows: str = ""
    address: str = ""
    data: str = ""
    parted_by: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A question, and what answers it.

    Attributes
    ----------
    id : str
        Fragment of the heading. The macro of this name in the page's notes explains the method, if any.
    question : str
    answer : sequence of str
        Sentences, the first with a number.
    parts : sequence of Chart, tuple of Chart, View, or str
        In order; charts in a tuple are side by side, and a text is the name of a published table to link.
    level : int
        Of the heading.
    note : str
        The macro that explains the method, if it is not of the fragment's name.
    summary : bool
        Whether the summary of the print view has question, answer and charts.
    facts : mapping
        What the explanation of the method needs.
    """

    id: str
    question: str
    answer: Sequence[str] = ()
    parts: Sequence[Chart | tuple[Chart, ...] | View | str] = ()
    level: int = 2
    note: str = ""
    summary: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is a list of sections.

    Attributes
    ----------
    name : str
        In the title of the window and above the page.
    title : str
    lead : str
        What the page is about, in one sentence.
    sections : sequence of Section
    notes : str
        File in ``templates/notes`` with a macro for each section whose method is explained, and one,
        ``introduction``, for the page.
    missing : str
        Why there is nothing to show; empty if there is.
    facts : mapping
        What the introduction needs.
    """

    name: str
    title: str
    lead: str
    sections: Sequence[Section]
    notes: str = "none.html"
    missing: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
