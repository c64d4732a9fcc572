"""What differs between the years, and in campaigns of documents: tasks, tags and file formats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .layouts import WIKIPEDIA_2006, WIKIPEDIA_2009, Tags
from .systems import Kind


@dataclass(frozen=True)
class DrawnProtocol:
    """A year of which campaigns are drawn.

    Attributes
    ----------
    name : str
        The built-in protocol.
    in_xml : bool
        Whether runs are submissions in XML and assessments list elements; else runs are columns of text and
        assessments qrels.
    pool_depth : int or None
        Of campaigns of documents judged by grade, in TREC's files: the first results of every run that were
        judged.
    settings : str
        The end of campaign.toml.
    """

    name: str
    year: int
    collection: str
    tags: Tags
    first_topic: int
    in_xml: bool
    tasks: dict[str, Kind]
    pool_depth: int | None = None
    settings: str = ""

    @property
    def returns_elements(self) -> bool:
        return not {Kind.ARTICLE, Kind.DOCUMENT}.issuperset(self.tasks.values())


ARTICLE_SETTINGS = """
[tasks.BestInContext]
official = "article-MAP"
metrics = ["article-MAP", "article-P@10", "article-Rprec"]
"""

INEX_2006 = DrawnProtocol(
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
)
INEX_2009 = DrawnProtocol(
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
)
TREC = DrawnProtocol(
    "trec", 2025, "Documents", WIKIPEDIA_2009, 301, False, {"adhoc": Kind.DOCUMENT}, pool_depth=10
)
PROTOCOLS = {
    "inex-2006": INEX_2006,
    "inex-2009": INEX_2009,
    "articles": replace(INEX_2009, tasks={"BestInContext": Kind.ARTICLE}, settings=ARTICLE_SETTINGS),
    "trec": TREC,
}
"""Of `articles` all runs are rankings of articles in TREC's columns, and scored as such."""
