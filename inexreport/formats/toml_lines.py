"""Line numbers of the settings in a TOML file, which the standard library's parser does not report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import count

_TOKEN = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"""+|\'\'\'.*?\'\'\'+|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<comment>#[^\n]*)|(?P<newline>\n)|(?P<mark>[\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.DOTALL,
)

KeyPath = Sequence[str | int]


def lines_of(text: str, key_path: KeyPath) -> list[int]:
    r"""Return the line on which a setting stands, counted from 1, as problems have it.

    Parameters
    ----------
    text : str
        Content of a valid TOML file.
    key_path : sequence of str or int
        Keys from the outermost table inwards, then possibly the index of an array's item.

    Returns
    -------
    list of int
        The line of the nearest setting around it that the file has; empty if there is none.

    Examples
    --------
    >>> lines_of('year = 2006\n[tasks.CO]\nmetrics = [\n  "a",\n  "b"]', ["tasks", "CO", "metrics", 1])
    [5]
    """
    lines = _setting_lines(text)
    path = tuple(key_path)
    places = (path[:length] for length in range(len(path), 0, -1))
    return next(([lines[place]] for place in places if place in lines), [])


def has_setting(text: str, key_path: KeyPath) -> bool:
    """Return whether a valid TOML file has a table, key or array item; parameters as in `lines_of`.

    Examples
    --------
    >>> has_setting("[tasks.CO]", ["tasks", "CO"]), has_setting("[tasks.CO]", ["tasks", "CO", "metrics"])
    (True, False)
    """
    return tuple(key_path) in _setting_lines(text)


@lru_cache(maxsize=2)  # a file with one mistake may have thousands; a campaign may have two files
def _setting_lines(text: str) -> dict[tuple[str | int, ...], int]:
    """Return the line of every table, key and array item."""
    lines: dict[tuple[str | int, ...], int] = {}
    table: tuple[str | int, ...] = ()
    statement: list[tuple[str, str, int]] = []
    depth = 0
    line = 1
    for token in [*_TOKEN.finditer(text), None]:
        kind = token.lastgroup if token else "newline"
        piece = token[0] if token else ""
        if kind == "newline" and depth == 0:
            table = _locate(statement, table, lines)
            statement = []
        elif kind not in ("newline", "comment"):
            depth += (piece in "[{") - (piece in "]}") if kind == "mark" else 0
            statement.append((str(kind), piece, line))
        line += piece.count("\n")
    return lines


def _locate(
    statement: list[tuple[str, str, int]],
    table: tuple[str | int, ...],
    lines: dict[tuple[str | int, ...], int],
) -> tuple[str | int, ...]:
    """Enter the lines of one statement; return the table that the next one belongs to."""
    if not statement:
        return table
    line = statement[0][2]
    equals = next((i for i, (kind, piece, _) in enumerate(statement) if (kind, piece) == ("mark", "=")), None)
    if equals is None:
        header: tuple[str | int, ...] = _keys(statement)
        if [piece for kind, piece, _ in statement[:2] if kind == "mark"] == ["[", "["]:
            index = next(index for index in count() if (*header, index) not in lines)
            header = (*header, index)
        for length in range(1, len(header) + 1):
            lines.setdefault(header[:length], line)
        return header
    key = (*table, *_keys(statement[:equals]))
    for length in range(len(table) + 1, len(key) + 1):
        lines.setdefault(key[:length], line)
    _locate_items(statement[equals + 1 :], key, lines)
    return table


def _locate_items(
    value: list[tuple[str, str, int]], key: tuple[str | int, ...], lines: dict[tuple[str | int, ...], int]
) -> None:
    """Enter the lines of the items of an array."""
    if not value or value[0][:2] != ("mark", "["):
        return
    depth, index, expected = 0, 0, True
    for kind, piece, line in value[1:]:
        if expected and (kind, piece) != ("mark", "]"):
            lines.setdefault((*key, index), line)
            expected = False
        if kind == "mark" and piece in "[{":
            depth += 1
        elif kind == "mark" and piece in "]}":
            depth -= 1
        elif (kind, piece) == ("mark", ",") and depth == 0:
            index, expected = index + 1, True


def _keys(tokens: list[tuple[str, str, int]]) -> tuple[str, ...]:
    return tuple(
        piece[1:-1] if kind == "text" else piece for kind, piece, _ in tokens if kind in ("text", "bare")
    )
