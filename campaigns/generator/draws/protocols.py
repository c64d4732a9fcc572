"""What differs between the years, and in campaigns of documents: tasks, tags and file formats."""

from __future__ import annotations

from dataclasses import dataclass

from .layouts import WIKIPEDIA_2006, WIKIPEDIA_2009, Tags
from .systems import Kind


@dataclass(frozen=True)
class DrawnProtocol:
    """A year of which campaigns are generated.

    Attributes
    ----------
    name : str
        The built-in protocol.
    year : int
    collection : str
    tags : Tags
    first_topic : int
    in_xml : bool
        Whether runs are submissions in XML and assessments list elements; else runs are columns of text and
        assessments qrels.
    tasks : dict of str to Kind
    pool_depth : int
        Of campaigns of documents judged by grade, in TREC's files: the first results of every run that were
        judged. 0 in campaigns of XML retrieval.
    """

    name: str
    year: int
    collection: str
    tags: Tags
    first_topic: int
    in_xml: bool
    tasks: dict[str, Kind]
    pool_depth: int = 0


PROTOCOLS = {
    protocol.name: protocol
    for protocol in (
        DrawnProtocol(
            "inex-2006",
            2006,
            "Wikipedia 2006",
            WIKIPEDIA_2006,
            289,
            True,
            {
                "Thorough": Kind.ALL_ELEMENTS,
                "Focused": Kind.FOCUSED,
                "AllInContext": Kind.IN_CONTEXT,
                "BestInContext": Kind.ENTRY_POINT,
            },
        ),
        DrawnProtocol(
            "inex-2009",
            2009,
            "Wikipedia 2009",
            WIKIPEDIA_2009,
            2009001,
            False,
            {
                "Focused": Kind.FOCUSED,
                "Thorough": Kind.ALL_ELEMENTS,
                "RelevantInContext": Kind.IN_CONTEXT,
                "BestInContext": Kind.ENTRY_POINT,
            },
        ),
        DrawnProtocol(
            "trec", 2025, "Documents", WIKIPEDIA_2009, 301, False, {"adhoc": Kind.DOCUMENT}, pool_depth=10
        ),
    )
}
