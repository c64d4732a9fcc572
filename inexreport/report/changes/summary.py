"""Changes between two editions as pages and the terminal show them: counted by kind, the largest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from inexreport.report.changes.change import Change, How, Kind
from inexreport.report.figure import PageData, signed
from inexreport.report.tables.columns import ALL_TOPICS

MOST_SHOWN = 50
"""Changes of a group that are shown; the data have all."""

SHOWN_DIGITS = 12
"""Of a checksum."""

_DECIMALS = 4

GROUPS = {
    "campaigns": "Campaigns",
    "tasks": "Tasks and metrics",
    "runs": "Runs",
    "ranks": "Ranks",
    "means": "Mean scores",
    "topic_scores": "Scores of single topics",
    "topics": "Topics",
    "inputs": "Input files",
    "settings": "Settings and versions",
    "files": "Published files",
}
"""Title of each group of changes, in the order in which they are shown."""

_GROUP_OF = {
    Kind.CAMPAIGN: "campaigns",
    Kind.TASK: "tasks",
    Kind.OFFICIAL_METRIC: "tasks",
    Kind.METRIC: "tasks",
    Kind.RUN: "runs",
    Kind.RANK: "ranks",
    Kind.TOPIC: "topics",
    Kind.INPUT: "inputs",
    Kind.SETTING: "settings",
    Kind.FILE: "files",
}

_COLUMNS = ("run", "task", "metric", "topic", "name")


def change_groups(changes: Iterable[Change], most: int = MOST_SHOWN) -> list[PageData]:
    """Return the groups in which something changed.

    Each has a ``name``, a ``title``, a ``summary`` in words, the first ``rows``, the number of ``further``
    rows, and the ``columns`` of `Change` that its rows use. A row has the change, and what it says of the old
    and new value and of their difference, as `shown_values` does.
    """
    by_group: dict[str, list[Change]] = {name: [] for name in GROUPS}
    for one in changes:
        by_group[_group(one)].append(one)
    return [
        {
            "name": name,
            "title": GROUPS[name],
            "summary": summarise(found),
            "rows": [(one, *shown_values(one)) for one in found[:most]],
            "further": len(found[most:]),
            "columns": [column for column in _COLUMNS if any(_says(one, column) for one in found)],
        }
        for name, found in by_group.items()
        if found
    ]


def _says(one: Change, column: str) -> bool:
    return getattr(one, column) not in ("", ALL_TOPICS)


def _group(one: Change) -> str:
    if one.kind is Kind.SCORE:
        return "means" if one.topic == ALL_TOPICS else "topic_scores"
    return _GROUP_OF[one.kind]


def summarise(changes: Sequence[Change]) -> str:
    """How many of some changes there are of each sort, and the largest difference.

    Examples
    --------
    >>> summarise([Change(Kind.SCORE, How.CHANGED, old="0.5", new="0.25"), Change(Kind.SCORE, How.ADDED)])
    '1 added, 1 changed, by up to 0.2500'
    """
    counts = Counter(one.how for one in changes)
    text = ", ".join(f"{counts[how]:,} {how}" for how in How if counts[how])
    differences = [abs(one.difference) for one in changes if one.difference is not None]
    if not differences:
        return text
    largest = max(differences)
    if changes[0].kind is Kind.RANK:
        return f"{text}, by up to {largest:.0f}"
    rounded = f"{largest:.{_DECIMALS}f}"
    return f"{text}, by up to {rounded if float(rounded) else f'{largest:.1e}'}"


def shown_values(one: Change) -> tuple[str, str, str]:
    """Return the old value, the new value and the difference as they are shown; empty if there is none.

    Scores have four decimals, or all if they would look the same otherwise.

    Examples
    --------
    >>> shown_values(Change(Kind.SCORE, How.CHANGED, old="0.5", new="0.25"))
    ('0.5000', '0.2500', '−0.2500')
    >>> shown_values(Change(Kind.SCORE, How.CHANGED, old="0.5", new="0.5000000000000001"))
    ('0.5', '0.5000000000000001', '+1.1e−16')
    >>> shown_values(Change(Kind.RANK, How.CHANGED, old="1", new="3"))
    ('1', '3', '+2')
    """
    difference = one.difference
    if one.kind in (Kind.INPUT, Kind.FILE):
        return one.old[:SHOWN_DIGITS], one.new[:SHOWN_DIGITS], ""
    if one.kind is not Kind.SCORE:
        return one.old, one.new, "" if difference is None else f"{difference:+.0f}".replace("-", "−")
    old, new = (f"{float(value):.{_DECIMALS}f}" if value else "" for value in (one.old, one.new))
    if difference is None:
        return old, new, ""
    if old == new or not float(f"{difference:.{_DECIMALS}f}"):
        return one.old, one.new, f"{difference:+.1e}".replace("-", "−")
    return old, new, signed(difference)


def describe_change(one: Change) -> str:
    """A change in one line.

    Examples
    --------
    >>> describe_change(Change(Kind.SCORE, How.CHANGED, "Focused", "a", "MAiP", "231", old="0.5", new="0.25"))
    'Focused, run a, MAiP, topic 231: 0.5000 → 0.2500 (−0.2500)'
    >>> describe_change(Change(Kind.RUN, How.ADDED, "Focused", "a"))
    'Focused, run a: added'
    >>> describe_change(Change(Kind.RANK, How.REMOVED, "Focused", "a", "MAiP", old="3"))
    'Focused, run a, MAiP: rank 3 → none'
    """
    words = {"task": "", "run": "run ", "metric": "", "topic": "topic ", "name": ""}
    place = ", ".join(
        f"{word}{value}"
        for column, word in words.items()
        if (value := getattr(one, column)) and value != ALL_TOPICS
    )
    old, new, difference = shown_values(one)
    if not (old or new):
        return f"{place}: {one.how}"
    values = f"{old or 'none'} → {new or 'none'}" + (f" ({difference})" if difference else "")
    label = "renamed, " if one.how is How.RENAMED else _LABELS.get(one.kind, "")
    return f"{place}: {label}{values}"


_LABELS = {Kind.OFFICIAL_METRIC: "official metric ", Kind.RANK: "rank ", Kind.TASK: "official metric "}
