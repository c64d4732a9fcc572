"""What is small to describe and large to read: every one of these once took gigabytes or minutes."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ..hostile_input import (
    ABOUT,
    QRELS,
    RUN,
    SETTINGS,
    TOPICS,
    XML_RUN,
    HostileInput,
    at,
    instead,
    packed,
    unpacked,
    written,
)

MEGABYTE = 2**20
BOMB, MARKUP, LINES = "gzip bomb", "too much markup", "too much text"
TOO_LARGE = "file-too-large"
PACKED, PACKED_XML = f"{RUN}.gz", f"{XML_RUN}.gz"

HEAD = b'<inex-submission participant-id="12" run-id="Hostile" task="Focused">\n'
TAIL = b"</inex-submission>\n"


def _xml(inside: bytes, times: int, before: bytes = b"", behind: bytes = b"") -> Callable[[], bytes]:
    return lambda: HEAD + before + inside * times + behind + TAIL


def _bomb(level: int) -> bytes:
    """Return gzip of zeros that grows a thousandfold, in so many members that it grows to `level` MB."""
    return gzip.compress(bytes(MEGABYTE), mtime=0) * level


def _entities(content: bytes) -> bytes:
    declared = b'<!DOCTYPE inex-submission [<!ENTITY e "%s">]>' % (content * 150_000)
    return declared + HEAD + b"<d>%s</d>" % (b"x" * 8 * MEGABYTE) + b"&e;" * 40 + TAIL


def _attributes() -> bytes:
    tag = b"<a %s/>" % b" ".join(b'a%d="x"' % number for number in range(500_000))
    return HEAD + tag * 8 + TAIL


def write_table(file: Path, rows: int = 3, /, **odd: object) -> None:
    """Write an element table of one document, with odd columns instead of good ones."""
    columns = {
        "document": pa.array(["1"] * rows),
        "path": pa.array(["/article[1]"] * rows),
        "offset": pa.array(np.zeros(rows, dtype=np.int64)),
        "length": pa.array(np.ones(rows, dtype=np.int64)),
    }
    unit = odd.pop("unit", None)
    table = pa.table({**columns, **odd})
    pq.write_table(table.replace_schema_metadata({"unit": str(unit)}) if unit else table, file)


def _twins(path: Path) -> None:
    names = ["document", "document", "path", "offset", "length"]
    columns = [pa.array(["1"]), pa.array(["1"]), pa.array(["/a[1]"]), pa.array([0]), pa.array([1])]
    pq.write_table(pa.Table.from_arrays(columns, names=names), path)


TABLE, UNUSABLE = "elements.parquet", "element-table-unusable"
BEYOND = pa.array([0, 2**62, 2**62])

LARGE = (
    HostileInput(
        BOMB, "200 MB of zeros", {PACKED: written(lambda: _bomb(200))}, at(PACKED, TOO_LARGE), large=True
    ),
    HostileInput(
        BOMB,
        "60 MB of tags",
        {PACKED_XML: packed(_xml(b"<a/>", 15_000_000))},
        at(PACKED_XML, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        BOMB,
        "qrels of 200 MB",
        {f"{QRELS}.gz": written(lambda: _bomb(200))},
        at(f"{QRELS}.gz", TOO_LARGE),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "tags without results",
        {XML_RUN: written(_xml(b"<a/>x", 2_500_000))},
        at(XML_RUN, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "empty results",
        {XML_RUN: written(_xml(b"<result/>", 1_100_000))},
        at(XML_RUN, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "entities that hold tags",
        {XML_RUN: written(lambda: _entities(b"<a/>x"))},
        at(XML_RUN, "xml-entity-with-markup"),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "entities that hold words",
        {XML_RUN: written(lambda: _entities(b"words"))},
        at(XML_RUN, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        MARKUP, "four million attributes", {XML_RUN: written(_attributes)}, at(XML_RUN, TOO_LARGE), large=True
    ),
    HostileInput(
        MARKUP,
        "an attribute of 11 MB",
        {XML_RUN: written(_xml(b"x", 11_000_000, b'<a b="', b'"/>'))},
        at(XML_RUN, "xml-not-well-formed:3"),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "a name of a megabyte",
        {XML_RUN: written(_xml(b"x", MEGABYTE, b"<", b"/>"))},
        at(XML_RUN, "xml-not-well-formed:2"),
    ),
    HostileInput(
        MARKUP,
        "a comment of two megabytes in front",
        {XML_RUN: written(lambda: b"<!--" + b"x" * 2 * MEGABYTE + b"-->" + HEAD + TAIL)},
        at(XML_RUN, TOO_LARGE),
    ),
    HostileInput(
        MARKUP,
        "topics of 9 MB",
        {TOPICS: written(lambda: b"<inex-topic-file>" + b"<x/>" * 2_300_000 + b"</inex-topic-file>")},
        at(TOPICS, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        MARKUP,
        "a document whose paths grow with its depth",
        {"documents/1.xml": instead(written(lambda: b"<a>" * 250 + b"<b/>" * 200_000 + b"</a>" * 250))},
        (*at("documents/1.xml", TOO_LARGE), "passages-unlocated campaign.toml"),
        base="2006",
        large=True,
    ),
    HostileInput(
        LINES,
        "words on one line",
        {RUN: written(lambda: b"abcdefghi " * 4_900_000)},
        at(RUN, "run-format-unknown:1"),
        large=True,
    ),
    HostileInput(
        LINES, "more words", {RUN: written(lambda: b"a " * 8_100_000)}, at(RUN, TOO_LARGE), large=True
    ),
    HostileInput(LINES, "line ends", {RUN: written(lambda: b"\n" * 9_000_000)}, at(RUN, TOO_LARGE)),
    HostileInput(
        LINES,
        "500,000 topics",
        {RUN: written(lambda: b"".join(b"%d Q 1 1 1 1\n" % number for number in range(500_000)))},
        at(RUN, TOO_LARGE),
        large=True,
    ),
    HostileInput(
        LINES,
        "600,000 lines with three mistakes in each",
        {RUN: written(lambda: b"2009001 Q 1 NaN x 1 5 -5\n" * 600_000)},
        at(RUN, "run-score-not-number:1", "run-length-negative:1"),
        large=True,
    ),
    HostileInput(
        LINES,
        "qrels with a mistake on each line",
        {QRELS: written(lambda: b"2009001 Q0 1 x x\n" * 100_000)},
        at(QRELS, "assessments-number:1"),
        large=True,
    ),
    HostileInput(
        LINES,
        "a settings file of unknown keys",
        {SETTINGS: written(lambda: b"".join(b"a%d = 1\n" % number for number in range(20_000)))},
        at(SETTINGS, "campaign-key-missing", "campaign-key-missing", "campaign-key-unknown:1"),
        large=True,
    ),
    HostileInput(
        LINES,
        "a settings file of 300 KB",
        {SETTINGS: written(lambda: b"#" * 300_000)},
        at(SETTINGS, TOO_LARGE),
    ),
    HostileInput(
        LINES,
        "about.md of 16,000 headings",
        {ABOUT: written(lambda: b"#\n" * 16_000)},
        at(ABOUT, "about-too-intricate"),
    ),
    HostileInput(LINES, "about.md of 300 KB", {ABOUT: written(lambda: b"a" * 300_000)}, at(ABOUT, TOO_LARGE)),
    HostileInput(
        "element table",
        "offsets that overflow",
        {TABLE: lambda path: write_table(path, offset=BEYOND, length=BEYOND)},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "offsets that are no numbers",
        {TABLE: lambda path: write_table(path, offset=pa.array(["a", "b", "c"]))},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "offsets of NaN and infinity",
        {TABLE: lambda path: write_table(path, offset=pa.array([np.nan, np.inf, 0.5]))},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "a path of 300 million letters that are packed into some kilobytes",
        {TABLE: unpacked("tables/long-path.parquet.gz")},
        at(TABLE, UNUSABLE),
        large=True,
    ),
    HostileInput(
        "element table",
        "a path of 10,000 letters",
        {TABLE: lambda path: write_table(path, 1, path=pa.array(["/a" + "x" * 10_000]))},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "two million rows of one document",
        {TABLE: lambda path: write_table(path, 2_000_000)},
        at(TABLE, UNUSABLE),
        large=True,
    ),
    HostileInput(
        "element table",
        "60 million rows in a megabyte, a million for each document",
        {TABLE: unpacked("tables/many-rows.parquet.gz")},
        at(TABLE, UNUSABLE),
        large=True,
    ),
    HostileInput(
        "element table",
        "a type that holds an escape sequence of terminals",
        {TABLE: lambda path: write_table(path, 1, length=pa.array([{"\x1b]0;mine\x07": 1}]))},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "rows twice for one path",
        {TABLE: lambda path: write_table(path, 2)},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "a child that is longer than its parent",
        {
            TABLE: lambda path: write_table(
                path,
                2,
                path=pa.array(["/article[1]", "/article[1]/p[1]"]),
                length=pa.array(np.array([5, 6], dtype=np.int64)),
            )
        },
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "truth values as lengths",
        {TABLE: lambda path: write_table(path, 1, length=pa.array([True]))},
        at(TABLE, UNUSABLE),
    ),
    HostileInput(
        "element table",
        "a unit that holds an escape sequence of terminals",
        {TABLE: lambda path: write_table(path, 1, unit="\x1b]0;mine\x07")},
        at(TABLE, UNUSABLE),
    ),
    HostileInput("element table", "a column twice", {TABLE: _twins}, at(TABLE, UNUSABLE)),
    HostileInput(
        "element table",
        "documents that are lists",
        {TABLE: lambda path: write_table(path, document=pa.array([["1"], ["2"], []]))},
        at(TABLE, UNUSABLE),
    ),
)
