"""The words of pages for what the assessors of a campaign judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Words:
    """What pages call the judged items.

    Attributes
    ----------
    item, an_item : str
        In the singular, without and with its article.
    field : str
        The kind of retrieval that is evaluated.
    keywords : tuple of str
        By which search engines for data find a campaign.
    """

    item: str
    an_item: str
    field: str
    keywords: tuple[str, ...]

    @property
    def items(self) -> str:
        """In the plural."""
        return f"{self.item}s"

    @property
    def of_documents(self) -> bool:
        """Whether whole documents or answers were judged: nothing is said of places in them."""
        return self is not _TEXT

    @property
    def of_answers(self) -> bool:
        """Whether answers were judged: there are no rankings of documents and no pools."""
        return self is ANSWERS


_TEXT = Words("article", "an article", "XML retrieval", ("XML retrieval", "INEX"))

DOCUMENTS = Words("document", "a document", "document retrieval", ("information retrieval", "TREC"))

ANSWERS = Words(
    "answer", "an answer", "retrieval-augmented generation", ("retrieval-augmented generation", "TREC")
)

WORDS: Mapping[Judged, Words] = {
    Judged.ELEMENTS: _TEXT,
    Judged.PASSAGES: _TEXT,
    Judged.DOCUMENTS: DOCUMENTS,
    Judged.ANSWERS: ANSWERS,
}


def words_of_record(record: Mapping[str, Any]) -> Words:
    """Return the words for the campaign of a campaign.json, whose unit says what was judged."""
    return WORDS.get(record["collection"].get("unit"), _TEXT)


def field_of_records(records: Iterable[Mapping[str, Any]]) -> str:
    """Return what several campaigns evaluate: ``XML retrieval``, ``document retrieval``, or both.

    Examples
    --------
    >>> field_of_records([])
    'XML retrieval'
    >>> field_of_records([{"collection": {"unit": unit}} for unit in ("documents", "bytes", "documents")])
    'XML retrieval and document retrieval'
    """
    return " and ".join(sorted({words_of_record(one).field for one in records})) or _TEXT.field


def words_of(campaign: Campaign) -> Words:
    """Return the words for what the assessors of a campaign judged.

    Examples
    --------
    >>> WORDS[Judged.PASSAGES].items, WORDS[Judged.DOCUMENTS].items
    ('articles', 'documents')
    """
    return WORDS[campaign.judged]
