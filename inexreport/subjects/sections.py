"""The sections of a page as data: a question, its answer in sentences, charts, and views of tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, NamedTuple

import pandas as pd

from inexreport.model.assessment import Judged
from inexreport.report.applicability import always
from inexreport.report.figure import Figure
from inexreport.report.naming import MetricColumn
from inexreport.statistics.summary import Floats

Columns = Mapping[str, tuple[str, str]]
"""By column of a frame: its head, and its format, see `inexreport.rendering.table_views`."""

Heads = dict[str, tuple[str | Sequence[str | MetricColumn], str]]
"""The same where heads name metrics, which are linked to the guide."""


def frame_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame, as pandas’ ``to_dict`` does in three times the time.

    Examples
    --------
    >>> frame_rows(pd.DataFrame({"run": ["a", "b"], "rank": [2, 1]}))
    [{'run': 'a', 'rank': 2}, {'run': 'b', 'rank': 1}]
    """
    names = [*frame]
    rows = zip(*(column.tolist() for _, column in frame.items()), strict=True)
    return [dict(zip(names, row, strict=True)) for row in rows]


@dataclass(frozen=True, slots=True)
class Chart:
    """What every chart has: the fragment of its place in the page, its text, and its rows.

    `picture` are the task and the name of the same chart for papers, if there is one. Of `small` charts there
    are as many side by side as there is room for.
    """

    small: ClassVar[bool] = False

    id: str
    figure: Figure
    frame: pd.DataFrame
    picture: tuple[str, str] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Lines(Chart):
    """A line over ``x`` for each value of `by`, called ``label``, in the order of the frame.

    Without `by`, a row is a line, whose ``x`` and ``y`` are lists. The first `front` lines are coloured. If
    the frame has the ``name`` of each run, None for other lines, these are dashed. Where x counts ranks, its
    axis can be logarithmic.
    """

    x: tuple[str, str]
    y: tuple[str, str]
    by: str
    front: int
    by_rank: bool = True


@dataclass(frozen=True, slots=True)
class Bars(Chart):
    """A horizontal bar for each ``name``, a run or another text; `tips` are further columns with titles.

    `of` is the title of the names. A single text, which compares nothing, is not drawn.
    """

    x: tuple[str, str]
    tips: Mapping[str, str]
    of: str = "Run"


@dataclass(frozen=True, slots=True)
class Bands(Chart):
    """A bar from 0 to 100 for each ``band`` of ranks, of the ``percent`` and ``results`` of each ``part``.

    `scale` are all parts with a colour of relevance, `grey` is the part that stands for the rest.
    """

    scale: Sequence[str]
    grey: str = ""


@dataclass(frozen=True, slots=True)
class Scatter(Chart):
    """A point for each ``name`` with two scores, and the diagonal on which they are equal."""

    x: tuple[str, str]
    y: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Costs(Chart):
    """A point for each run ``name`` by its ``score`` in a metric, and by what it costs.

    Times, `by_time`, have a logarithmic axis. Their frame also has the most results ``returned`` for a topic,
    and the ``depth`` that has room for these, shown as shape.
    """

    x: tuple[str, str]
    metric: MetricColumn
    by_time: bool = False


@dataclass(frozen=True, slots=True)
class Strips(Chart):
    """A strip of dots for each ``strip``, of runs called ``name`` at ``value``, with a tick at its mean.

    Dots may also be of a ``topic`` called ``title``. With a `domain` of the axis, `strips` may have no dots.
    Where the frame says which dots are the ``best``, these are larger and the others grey. `of` is the title
    of strips.
    """

    means: Mapping[str, float]
    axis: str
    tick: str = "Mean of"
    strips: Sequence[str] = ()
    domain: tuple[float, float] | None = None
    of: str = "Group"


@dataclass(frozen=True, slots=True)
class TopicRanges(Chart):
    """Topics side by side, each a ``topic`` called ``title``, by columns of scores in a metric.

    For each a line and maybe a box between two columns, a tick at the ``median`` and a dot, as large as its
    column `size` if there is one. `texts` and `scores` are columns with the titles of tips.
    """

    metric: MetricColumn
    line: tuple[str, str]
    dot: str
    texts: Mapping[str, str]
    scores: Mapping[str, str]
    box: tuple[str, str] | tuple[()] = ()
    size: str = ""


@dataclass(frozen=True, slots=True)
class Ranks(Chart):
    """A line for each row of a frame of ranks, from one column to another; the reader chooses which.

    Index and columns are names, of runs or others; `chosen` are the places of the two columns at first, and
    `labels` their names on the axis, if others. The first `front` lines are coloured. `last` is the last rank
    of the axis, if not all have a line.
    """

    chosen: tuple[int, int]
    labels: Sequence[str] = ()
    front: int = sys.maxsize
    last: int = 0


@dataclass(frozen=True, slots=True)
class Matrix(Chart):
    """Correlations called ``name``: a square frame, whose rows and columns are shown as `labels`.

    A cell leads to the scatter of its two metrics, whose `places` there stand in the address.
    """

    name: str
    labels: Sequence[str]
    places: Sequence[int]


@dataclass(frozen=True, slots=True)
class MetricScatter(Chart):
    """A point for each run ``name`` by its scores under two `metrics`, which the reader chooses.

    The frame has the scores by the metrics' identifiers. `ranks` are by run and metric, `chosen` the places
    of the two metrics at first, and `correlations` are squares of all metrics, by their names in the script.
    """

    metrics: Sequence[MetricColumn]
    ranks: Sequence[Sequence[int | None]]
    chosen: tuple[int, int]
    correlations: Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class Years(Chart):
    """Two `measures` of campaigns over the years, and an interval from ``low`` to ``high`` if there is one.

    A row is a campaign, called ``title``. Lines connect rows with the same ``stretch``. `measures` are
    columns with the titles of the upper and the lower line; those of `whole` numbers have no metric.
    """

    measures: Mapping[str, str]
    whole: bool
    small: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Standing(Chart):
    """A dot for each ranked run of a system, and a line through the best of each year."""


class Leading(NamedTuple):
    """A cell of the format ``leading`` in an archive: a text that leads to a page of a campaign.

    Without an address, which early versions did not record, it leads nowhere.
    """

    text: str
    campaign: str
    address: str | None = "index.html"
    fragment: str = ""


class Ordered(NamedTuple):
    """A cell of the format ``ordered``: its text, its number for sorting, and what stands out before it."""

    text: str
    order: float | None
    strong: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """Rows of a frame as a table.

    Attributes
    ----------
    label : str
        For assistive software.
    frame : DataFrame
    columns : mapping of str to (str, str)
        See `Columns` and `Heads`; other columns of the frame are not shown.
    caption : str
    metric : MetricColumn or None
        With whose name, linked, the caption begins.
    groups : sequence of (str, int)
        Heads over the last columns: text and number of columns of each.
    folded : str
        Text of the line that unfolds the table; empty for a table that is open.
    opened : bool
        Whether a table that can be folded is open at first.
    kind : str
        ``scores`` for a table of many scores, whose names are not squeezed.
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
    columns: Columns | Heads
    caption: str = ""
    metric: MetricColumn | None = None
    groups: Sequence[tuple[str, int]] = ()
    folded: str = ""
    opened: bool = False
    kind: str = ""
    rows: str = ""
    address: str = ""
    data: str = ""
    parted_by: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Parts by name, of which the reader chooses those of one name; `label` says what is chosen."""

    label: str
    choices: Mapping[str, Sequence[Chart | View | str]]


@dataclass(frozen=True, slots=True)
class Section:
    """A question, and what answers it.

    Attributes
    ----------
    id : str
        Fragment of the heading. The macro of this name in the page's notes explains the method, if any.
    question : str
        Empty for a section that goes on with the one before.
    answer : sequence of str
        Sentences, the first with a number.
    parts : sequence of Chart, tuple of Chart, View, Choice, or str
        In order; charts or choices in a tuple are side by side, and a text is the name of a published table
        to link.
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
    parts: Sequence[Chart | tuple[Chart | Choice, ...] | View | Choice | str] = ()
    level: int = 2
    note: str = ""
    summary: bool = False
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> set[str]:
        """Names of the published tables with its numbers; an empty one if no part names any."""
        names = {*_tables(self.parts)}
        return names - {""} or names


def _tables(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, View):
            yield part.data
        elif isinstance(part, Chart):
            yield part.figure.source.removesuffix(".csv")
        elif isinstance(part, Choice):
            yield from _tables(chain(*part.choices.values()))
        elif isinstance(part, tuple):
            yield from _tables(part)
        elif part and " " not in part:
            yield part


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


@dataclass(frozen=True, slots=True)
class PageKind:
    """A kind of page.

    Attributes
    ----------
    name : str
        Of the kind and of its own template in ``pages``; a `Page` has none.
    address : str
        Relative to the campaign's folder, with braces for the file names in its key.
    data : callable
        ``data(view, *key)`` returns the page data of a `CampaignView`; the key is empty for a page about the
        campaign, else (task,), (task, run), (topic,) or (participant,).
    label : str
        Link text in the navigation.
    keywords : str
        Search terms for the page.
    uses_runs : frozenset of Judged
        What campaigns judge whose runs the data depends on; empty for data that depends on no run.
    lists_files : bool
        Whether the page describes the published tables: it is written after them, and ``data`` gets the
        `data_page` as well.
    for_organisers : bool
        Whether only the organisers' site has the page.
    applies : callable
        ``applies(outcome, *key)``: whether a campaign has the page.
    """

    name: str
    address: str
    data: Callable[..., Any]
    label: str = ""
    keywords: str = ""
    uses_runs: frozenset[Judged] = frozenset(Judged)
    lists_files: bool = False
    for_organisers: bool = False
    applies: Callable[..., bool] = always
