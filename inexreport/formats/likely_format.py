"""Guesses the format of a file that lies in the wrong place; problems report it."""

from __future__ import annotations

import codecs
import re
from collections import Counter

from inexreport.formats.numbers import decimal_number, whole_number
from inexreport.formats.shown_text import quoted

RUN = "a run"
QRELS = "INEX qrels"
TREC_QRELS = "TREC qrels"
TOPICS = "topics"
ASSESSMENTS = "assessments in XML"
PRELS = "prels of sampled documents"
POOL = "a pool"
DOCUMENT = "a document of the collection"

_SAMPLE = 2**14
"""Bytes of a file that are looked at."""

_LINES = 20

_JSON = re.compile(rb'\{\s*["}]|\[\s*[\[{"\]]')
"""How an object or an array begins; a name of a topic may begin with a bracket too."""

_SIGNATURES = {
    b"%PDF": "a PDF document",
    b"PAR1": "a Parquet table",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}

_ROOTS = {
    "inex-submission": RUN,
    "efficiency-submission": RUN,
    "inex-topic": TOPICS,
    "inex-topic-file": TOPICS,
    "topics": "topics",
    "top": "TREC topics",
    "assessments": ASSESSMENTS,
    "pool": POOL,
    "article": DOCUMENT,
    "html": "a web page",
}

_FIRST_ELEMENT = re.compile(rb"<(?:!DOCTYPE\s+)?([A-Za-z][\w.-]*)", re.IGNORECASE)


def likely_format(data: bytes) -> str:
    r"""Return the likely format of a file by its first bytes, elements or lines; empty if it is unclear.

    Examples
    --------
    >>> likely_format(b"401 0 FT911-3 1\n401 0 FT911-4 0\n")
    'TREC qrels'
    >>> likely_format(b"Dear organisers,\n")
    ''
    """
    for signature, name in _SIGNATURES.items():
        if data.startswith(signature):
            return name
    start = data[:_SAMPLE].removeprefix(codecs.BOM_UTF8).lstrip()
    if start.startswith(b"<"):
        root = _FIRST_ELEMENT.search(start)
        return _ROOTS.get(root[1].decode().lower().replace("_", "-"), "") if root else ""
    lines = [line for line in start.decode("utf-8", "replace").splitlines()[:_LINES] if line.strip()]
    format_, times = Counter(map(_format_of_line, lines)).most_common(1)[0] if lines else ("", 0)
    if times > 1 and format_ and 2 * times > len(lines):  # one line may as well have a mistake
        return format_
    return "JSON" if _JSON.match(start) else ""


def looks_like(data: bytes) -> str:
    """Return the likely format of a file as an addition to a message; empty if it is unclear."""
    likely = likely_format(data)
    return f"; the file looks like {likely}" if likely else ""


def first_line(data: bytes) -> str:
    """Return the first line of a text as problems show it."""
    first, _, _ = data[:_SAMPLE].lstrip().partition(b"\n")
    return f"lines such as {quoted(first)}"


def _format_of_line(line: str) -> str:
    columns = line.split()
    whole = [whole_number(column) is not None for column in columns]
    passages = [":" in column for column in columns[6:]]
    if len(columns) == 4 and whole[3]:
        return TREC_QRELS
    if (len(columns) == 5 or (passages and all(passages) and whole[5])) and whole[3] and whole[4]:
        return QRELS
    probability = decimal_number(columns[4]) if len(columns) == 5 and whole[2] and whole[3] else None
    if probability is not None and 0 < probability < 1:
        return PRELS
    # With 6 columns, qrels differ from runs by their entry point, which is a number.
    if 6 <= len(columns) <= 8 and not any(passages) and not (len(columns) == 6 and whole[5]):
        return "" if any(decimal_number(column) is None for column in columns[3:5]) else RUN
    return "a table with commas" if line.count(",") > 1 and len(columns) < 4 else ""
