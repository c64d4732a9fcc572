"""Topics one a line: an identifier, a tab and the text, or an object of JSON."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from inexreport.formats.likely_format import QRELS, RUN, TREC_QRELS, likely_format
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.topic_fields import IDENTIFIERS, Parts, is_field, plain_name
from inexreport.model.problem import ProblemLog

_LOOKED_AT = 20
"""Lines by which the format of a file is recognised."""


class _Object(list[tuple[str, Any]]):
    """An object of JSON: its names and values, in the order of the file."""


def line_format(text: bytes) -> str:
    r"""Return ``"json"`` or ``"tabs"`` if most of the first lines are topics of that format; else nothing.

    Examples
    --------
    >>> line_format(b'{"id": "1", "title": "cats"}\n'), line_format(b"1\tcats\n"), line_format(b"1 0 a 1\n")
    ('json', 'tabs', '')
    """
    lines = list(islice((line for line in text.split(b"\n", 2 * _LOOKED_AT) if line.strip()), _LOOKED_AT))
    if 2 * sum(_object(line.decode("utf-8", "replace")) is not None for line in lines) > len(lines):
        return "json"
    tabs = [0 if line[:1].isspace() else line.count(b"\t") for line in lines]
    if 2 * sum(count > 0 for count in tabs) <= len(lines):
        return ""
    # Runs and qrels may have tabs as well, but several on a line.
    is_table = max(tabs) > 1 and likely_format(text) in (RUN, QRELS, TREC_QRELS)
    return "" if is_table else "tabs"


def topics_in_json(text: str, log: ProblemLog) -> Parts:
    """Return the topics of a file with an object on each line; lines that cannot be used are in `log`.

    Parameters
    ----------
    text : str
    log : ProblemLog
        Of the file.
    """
    topics: Parts = []
    not_shown: list[tuple[str, int]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        read = _object(line)
        if read is None:
            expected = 'an object on each line, such as {"id": "301", "title": "..."}'
            log.add("topic-line", found=quoted(line), expected=expected, lines=[number])
            continue
        parts = []
        for name, value in read:
            is_number = isinstance(value, int) and not isinstance(value, bool)
            if isinstance(value, str) or (is_number and plain_name(name) in IDENTIFIERS):
                parts.append((name, str(value)))
            elif value not in (None, [], _Object()):
                not_shown.append((name, number))
        topics.append((number, parts))
    if not_shown:
        log.add(
            "topic-field-unknown",
            found=examples(name for name, _ in not_shown),
            expected="a text",
            lines=sorted({number for _, number in not_shown}),
        )
    return topics


def topics_with_tabs(text: str, log: ProblemLog) -> Parts:
    """Return the topics of a file with an identifier, a tab and a text on each line.

    A first line of names, such as ``id``, tab, ``title``, tab, ``description``, says what the columns are.
    Parameters and problems as in `topics_in_json`.
    """
    topics: Parts = []
    names: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if not topics and not names and plain_name(cells[0]) in IDENTIFIERS and all(map(is_field, cells)):
            names = cells
        elif len(cells) == 1 or not cells[0] or (names and len(cells) > len(names)):
            expected = f"{len(names)} columns" if names else "an identifier, a tab and the text of the topic"
            log.add("topic-line", found=quoted(line), expected=expected, lines=[number])
        elif names:
            topics.append((number, list(zip(names, cells, strict=False))))
        else:
            topics.append((number, [("id", cells[0]), ("title", " ".join(cells[1:]))]))
    return topics


def _object(line: str) -> _Object | None:
    """Return the object that a line is; None if it is none."""
    try:
        read = json.loads(line, object_pairs_hook=_Object)
    except (ValueError, RecursionError):
        return None
    return read if isinstance(read, _Object) else None
