"""Metadata of a run in YAML, in the header of its file or in NAME.yml of the same folder, as facets.

References
----------
Breuer, Keller, Schaer: ir_metadata, an extensible metadata schema for IR experiments, SIGIR 2022.
"""

from __future__ import annotations

from inexreport.formats.shown_text import ShownTexts, quoted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import METADATA
from inexreport.model.shown_text import LONGEST_TEXT

START, END = b"# ir_metadata.start", b"# ir_metadata.end"
LARGEST_METADATA = 2**16
"""Bytes."""

MOST_LEVELS = 10
MOST_FACETS = 200

_EXPECTED = (
    f"YAML with names and values, up to {MOST_LEVELS} levels, {MOST_FACETS} values and "
    f"{LARGEST_METADATA:,} bytes, without anchors and tags"
)


def split_metadata(text: bytes, log: ProblemLog) -> tuple[bytes, dict[str, str]]:
    r"""Return a run without the header that has its metadata, and the facets in it.

    The lines of the header become empty, so that all others keep their numbers.

    Examples
    --------
    >>> text = b"# ir_metadata.start\n# actor:\n#   team: x\n# ir_metadata.end\n1 Q0 d 1 2 t\n"
    >>> split_metadata(text, ProblemLog("run"))
    (b'\n\n\n\n1 Q0 d 1 2 t\n', {'ir_metadata.actor.team': 'x'})
    """
    if not text.lstrip().startswith(START):
        return text, {}
    head = text[: 2 * LARGEST_METADATA]
    if len(head) < len(text):
        head = head[: head.rfind(b"\n")]
    lines = head.split(b"\n")
    first = next(place for place, line in enumerate(lines) if line.strip())
    last = first
    while last + 1 < len(lines) and lines[last].strip() != END and lines[last + 1].startswith(b"#"):
        last += 1
    size = sum(len(line) + 1 for line in lines[: last + 1])
    rest = b"\n" * (last + 1) + text[size:]
    if lines[last].strip() != END:
        found = f"no line {quoted(END)} after {quoted(START)}"
        log.add("run-metadata-unread", found=found, expected=_EXPECTED, lines=[first + 1])
        return rest, {}
    content = b"\n".join(line[1:].removeprefix(b" ") for line in lines[first + 1 : last])
    return rest, read_metadata(content, log, first + 1)


def read_metadata(content: bytes, log: ProblemLog, lines_before: int = 0) -> dict[str, str]:
    r"""Return the facets in metadata; none, with a warning in `log`, if they cannot be read.

    The keys of all levels make the name of a facet. All values are texts as they are written; those of a list
    are joined, and mappings in a list have their number as key.

    Parameters
    ----------
    content : bytes
        UTF-8.
    log : ProblemLog
        Of the file.
    lines_before : int
        Number of lines of the file before the content.

    Examples
    --------
    >>> read_metadata(b"data:\n  seeds: [1, 2]\n  sets: [{name: a}]\n", ProblemLog("run"))
    {'ir_metadata.data.seeds': '1, 2', 'ir_metadata.data.sets.1.name': 'a'}
    """
    from inexreport.formats.metadata_yaml import UnfitMetadataError, facets_of  # few runs have metadata

    try:
        if len(content) > LARGEST_METADATA:
            raise UnfitMetadataError(f"{len(content):,} bytes", 0)
        facets = facets_of(content.decode("utf-8", "replace"))
    except UnfitMetadataError as error:
        lines = [lines_before + error.line + 1]
        log.add("run-metadata-unread", found=error.found, expected=_EXPECTED, lines=lines)
        return {}
    texts, first = ShownTexts(), lines_before + 1
    shown = {
        texts.shown("the name of metadata", f"{METADATA}{name}", first): texts.shown(
            name, value, first, LONGEST_TEXT
        )
        for name, value in facets.items()
    }
    texts.report(log)
    return shown
