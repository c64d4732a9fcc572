"""The mark-up of the two Wikipedia collections, of 2006 and of 2009, on entries of the encyclopaedia."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from .article import Article, Span
from .encyclopaedia import ALMANAC, Encyclopaedia, Entry, Part, Sentence

SENTENCES_PER_PARAGRAPH = 3


@dataclass(frozen=True)
class Block:
    """An element with what it holds."""

    tag: str
    content: Sequence[Block | Sentence]
    attributes: str = ""


def articles_of_2009() -> list[Article]:
    """All entries, in sections one after another."""
    encyclopaedia = Encyclopaedia()
    writer = _Writer(encyclopaedia.places, "<link>{}</link>".format)
    return [writer.article(entry, _block_of_2009(entry)) for entry in encyclopaedia.entries]


def articles_of_2006(*themes: str) -> list[Article]:
    """The entries of some themes, with sections in sections, lists, and links to the articles on places."""
    encyclopaedia = Encyclopaedia()
    numbers = {entry.title: entry.number for entry in encyclopaedia.entries}

    def link(place: str) -> str:
        return f"<collectionlink xlink:href={quoteattr(f'{numbers[place]}.xml')}>{place}</collectionlink>"

    writer = _Writer(encyclopaedia.places, link)
    entries = [entry for entry in encyclopaedia.entries if entry.theme in themes]
    return [writer.article(entry, _block_of_2006(entry)) for entry in entries]


def _block_of_2009(entry: Entry) -> Block:
    header = Block("header", [Block("title", [Sentence(entry.title)]), Block("id", [Sentence(entry.number)])])
    parts = [*entry.parts, entry.further] if entry.further else entry.parts
    sections = [Block("sec", [Block("st", [part.heading]), *_paragraphs(part)]) for part in parts]
    return Block("article", [header, Block("bdy", [Block("p", [Sentence(entry.definition)]), *sections])])


def _block_of_2006(entry: Entry) -> Block:
    name = Block("name", [Sentence(entry.title)], f' id="{entry.number}"')
    in_lists = entry.theme == ALMANAC
    sections = [_section_of_2006(part, in_lists=in_lists) for part in entry.parts]
    if entry.further:
        first = sections[0]
        sections[0] = Block(first.tag, [*first.content, _section_of_2006(entry.further)])
    return Block(
        "article",
        [name, Block("body", [Block("p", [Sentence(entry.definition)]), *sections])],
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
    )


def _section_of_2006(part: Part, *, in_lists: bool = False) -> Block:
    items = [Block("item", [sentence]) for sentence in part.sentences]
    content = [Block("normallist", items)] if in_lists else _paragraphs(part)
    return Block("section", [Block("title", [part.heading]), *content])


def _paragraphs(part: Part) -> list[Block]:
    return [
        Block("p", part.sentences[i : i + SENTENCES_PER_PARAGRAPH])
        for i in range(0, len(part.sentences), SENTENCES_PER_PARAGRAPH)
    ]


class _Writer:
    """Writes articles; siblings stand on lines of their own, places in sentences become links."""

    def __init__(self, places: Iterable[str], link: Callable[[str], str]) -> None:
        self._place = re.compile("|".join(map(re.escape, places)))
        self._link = link

    def article(self, entry: Entry, block: Block) -> Article:
        """Return the entry as XML."""
        self._xml: list[str] = []
        self._length = 0
        self._sentences: list[Span] = []
        self._write(block)
        return Article(entry.number, entry.title, "".join(self._xml), tuple(self._sentences))

    def _write(self, block: Block) -> None:
        self._xml.append(f"<{block.tag}{block.attributes}>")
        for index, part in enumerate(block.content):
            if index:
                self._append("\n" if isinstance(part, Block) else " ")
            if isinstance(part, Block):
                self._write(part)
            else:
                self._write_sentence(part)
        self._xml.append(f"</{block.tag}>")

    def _write_sentence(self, sentence: Sentence) -> None:
        start = self._length
        self._length += len(sentence.text)
        self._sentences.append(Span(start, self._length, facet=sentence.facet))
        text = escape(sentence.text)
        if sentence.facet:
            text = self._place.sub(lambda found: self._link(found[0]), text)
        self._xml.append(text)

    def _append(self, separator: str) -> None:
        self._xml.append(separator)
        self._length += len(separator)
