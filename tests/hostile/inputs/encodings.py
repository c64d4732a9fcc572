"""Wrong and mixed encodings, byte order marks, NUL bytes, and files that were cut or joined."""

from __future__ import annotations

from ..hostile_input import ABOUT, QRELS, RUN, SETTINGS, TOPICS, XML_RUN, HostileInput, at, stored, written

NOT_XML = "xml-not-well-formed"
ENCODING, MARK, NUL, CUT, EMPTY = (
    "wrong encoding",
    "byte order mark",
    "NUL bytes",
    "cut or joined file",
    "empty file",
)


def _file(
    kind: str, what: str, place: str, file: str, *problems: str, scored_as: str = "", outcome: str = ""
) -> HostileInput:
    return HostileInput(kind, what, {place: stored(file)}, at(place, *problems), outcome, scored_as)


def _run(
    kind: str, what: str, file: str, *problems: str, scored_as: str = "", outcome: str = ""
) -> HostileInput:
    place = XML_RUN if file.endswith(".xml") else RUN
    return _file(kind, what, place, file, *problems, scored_as=scored_as, outcome=outcome)


ENCODINGS = (
    _run(ENCODING, "ISO-8859-1", "encodings/latin-1.run", "encoding-assumed:1", scored_as="honest"),
    _run(
        ENCODING,
        "UTF-8 on one line, ISO-8859-1 on others",
        "encodings/mixed.run",
        "encoding-assumed:2",
        "run-id-changes:2",
        scored_as="honest",
    ),
    _run(ENCODING, "overlong UTF-8", "encodings/overlong.run", "encoding-assumed:1", scored_as="honest"),
    _run(
        ENCODING,
        "surrogates in UTF-8",
        "encodings/surrogates.run",
        "encoding-assumed:1",
        "text-not-as-written:1",
        scored_as="honest",
    ),
    _run(ENCODING, "ISO-8859-1 declared as UTF-8", "encodings/latin-1-declared-utf-8.xml", f"{NOT_XML}:3"),
    _run(ENCODING, "UTF-8 declared as UTF-16", "encodings/utf-16-declared-only.xml", f"{NOT_XML}:1"),
    _run(ENCODING, "an encoding that does not exist", "encodings/unknown.xml", f"{NOT_XML}:1"),
    _run(
        ENCODING,
        "UTF-7",
        "encodings/utf-7.xml",
        "run-topic-without-results",
        outcome="read by its declaration",
    ),
    _run(ENCODING, "EBCDIC", "encodings/ebcdic.xml", "encoding-assumed:1", "run-format-unknown:1"),
    _run(ENCODING, "UTF-32", "encodings/utf-32.run", "file-not-text:1"),
    _file(ENCODING, "ISO-8859-1 in qrels", QRELS, "encodings/latin-1.qrels", "encoding-assumed:5"),
    _file(
        ENCODING, "ISO-8859-1 in campaign.toml", SETTINGS, "encodings/latin-1.toml", "campaign-toml-syntax:1"
    ),
    _file(ENCODING, "UTF-16 in campaign.toml", SETTINGS, "encodings/utf-16.toml", "campaign-toml-syntax:1"),
    _run(MARK, "UTF-8 with a mark", "encodings/mark.run", scored_as="honest"),
    _file(MARK, "campaign.toml with a mark", SETTINGS, "encodings/mark.toml", outcome="read without it"),
    _run(MARK, "UTF-16 with a mark", "encodings/utf-16.run", scored_as="honest"),
    _run(MARK, "UTF-16 with a mark, XML", "encodings/utf-16.xml", "run-ranks-missing:4", scored_as="honest"),
    _run(
        MARK,
        "UTF-16 without a mark, XML",
        "encodings/utf-16-without-mark.xml",
        "run-ranks-missing:4",
        scored_as="honest",
    ),
    _run(MARK, "UTF-16 without a mark", "encodings/utf-16-without-mark.run", "file-not-text:1"),
    _file(
        MARK,
        "qrels in UTF-16 without a mark",
        QRELS,
        "encodings/utf-16-without-mark.qrels",
        "file-not-text:1",
    ),
    _run(
        MARK,
        "two marks",
        "encodings/two-marks.run",
        "run-topic-unknown:1",
        "run-ranks-with-gaps:2",
        outcome="the second belongs to the topic's name, and is shown there",
    ),
    _run(
        MARK,
        "a mark inside",
        "encodings/mark-inside.run",
        "run-topic-unknown:3",
        "run-topic-without-results",
        outcome="it belongs to the topic's name, and is shown there",
    ),
    _run(NUL, "a NUL byte in a run", "bytes/nul.run", "file-not-text:1"),
    _run(NUL, "a block of NUL bytes in a run", "bytes/nul-block.run", "file-not-text:3"),
    _run(NUL, "a NUL byte in XML", "bytes/nul.xml", f"{NOT_XML}:4"),
    _run(NUL, "a picture as a run", "bytes/picture.run", "file-not-text:3"),
    _file(NUL, "a NUL byte in qrels", QRELS, "bytes/nul.qrels", "file-not-text:3"),
    _file(NUL, "a NUL byte in campaign.toml", SETTINGS, "bytes/nul.toml", "campaign-toml-syntax:1"),
    HostileInput(NUL, "a NUL byte in about.md", {ABOUT: written(b"About\0us")}, at(ABOUT, "file-not-text:1")),
    _run(CUT, "XML, cut", "bytes/truncated.xml", f"{NOT_XML}:4"),
    _run(CUT, "XML twice", "bytes/concatenated.xml", f"{NOT_XML}:7"),
    _run(CUT, "text, cut within a line", "bytes/truncated.run", "run-columns:4", "run-topic-without-results"),
    _run(CUT, "XML behind text", "bytes/xml-after-text.run", "run-columns:5"),
    _file(CUT, "qrels, cut within a line", QRELS, "bytes/truncated.qrels", "assessments-columns:4"),
    _file(CUT, "topics, cut", TOPICS, "bytes/truncated-topics.xml", f"{NOT_XML}:5"),
    _file(CUT, "topics twice", TOPICS, "bytes/concatenated-topics.xml", f"{NOT_XML}:7"),
    _run(EMPTY, "a run of blanks", "bytes/blank.run", "run-empty"),
    HostileInput(EMPTY, "a run", {RUN: written(b"")}, at(RUN, "run-empty")),
    HostileInput(
        EMPTY,
        "campaign.toml",
        {SETTINGS: written(b"")},
        at(SETTINGS, "campaign-key-missing", "campaign-key-missing"),
    ),
    HostileInput(
        EMPTY, "topics", {TOPICS: written(b"")}, (*at(TOPICS, "file-unknown"), "topics-missing topics")
    ),
    HostileInput(EMPTY, "assessments", {QRELS: written(b"")}, ("assessments-missing assessments/official",)),
    HostileInput(
        EMPTY,
        "a document",
        {"documents/1.xml": written(b"")},
        (*at("documents/1.xml", f"{NOT_XML}:1"), "passages-unlocated campaign.toml"),
        base="2006",
    ),
    HostileInput(
        EMPTY,
        "a pool",
        {"pools/301.xml": written(b"")},
        at("pools/301.xml", "pool-format-unknown"),
        base="2006",
    ),
    HostileInput(
        EMPTY,
        "elements.parquet",
        {"elements.parquet": written(b"")},
        at("elements.parquet", "element-table-unusable"),
    ),
    _run("line ends", "carriage returns alone", "encodings/line-ends.run", scored_as="honest"),
    _run(
        "line ends",
        "blanks of Unicode between columns",
        "encodings/separators.run",
        *("run-score-not-number:1", "run-id-changes:4", "run-topics-unknown:1", "run-ranks-missing:1"),
        outcome="they part no columns",
    ),
)
