"""Writes the articles of the invented encyclopaedia and remembers where each element and sentence lies."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

FIRST_ARTICLE, ARTICLE_STEP = 10_117, 29
SENTENCES_PER_PARAGRAPH = 3
SENTENCES_OF_MAIN_FACET, SENTENCES_OF_OTHER_FACETS = 8, 4
SENTENCES_BEFORE_OTHER_FACETS = 6
"""Heading included; what the main facet has more than that follows at the end of the article."""


@dataclass(frozen=True)
class Span:
    """A stretch of an article's text: an element (with its path) or a sentence (with its facet)."""

    start: int
    end: int
    path: str = ""
    facet: str = ""

    @property
    def tag(self) -> str:
        return self.path.rpartition("/")[2].partition("[")[0]


@dataclass
class Article:
    """An article while it is written and after; `text` is `xml` without its tags."""

    number: str
    title: str
    xml: str = ""
    text: str = ""
    elements: list[Span] = field(default_factory=list)
    sentences: list[Span] = field(default_factory=list)


class Sentence(NamedTuple):
    """A sentence or heading; `facet` is empty for text that answers no topic."""

    text: str
    facet: str = ""


@dataclass(frozen=True)
class Block:
    """An element with what it holds."""

    tag: str
    content: Sequence[Block | Sentence]


class Encyclopaedia:
    """All articles, made from the themes and facets in encyclopaedia.toml."""

    def __init__(self, source: Path) -> None:
        self._source = tomllib.loads(source.read_text(encoding="utf-8"))
        self._places: list[str] = self._source["places"]
        self._link = re.compile("|".join(map(re.escape, self._places)))
        self._fillings = count()
        self._general = list(self._source["general"])
        self.articles: list[Article] = []
        for theme, content in self._source["themes"].items():
            facets = [f"{theme}.{facet}" for facet in content["facets"]]
            for position, (title, definition) in enumerate(content["articles"]):
                turn = position % len(facets)
                self._write(title, definition, facets[turn:] + facets[:turn], SENTENCES_OF_MAIN_FACET)
        for place in self._source["places_articles"]:
            self._write(place["title"], place["definition"], place["facets"], SENTENCES_OF_OTHER_FACETS)
        for month in self._source["almanac"]["months"]:
            self._write_almanac(month)

    def _write(self, title: str, definition: str, facets: list[str], sentences_of_first: int) -> None:
        """Write an article with a section for each facet and one or two of general content."""
        place = len(self.articles)
        article = Article(str(FIRST_ARTICLE + ARTICLE_STEP * place), title)
        general = self._general[place % len(self._general) :][: 1 + place % 2]
        main, *others = [
            self._facet_text(facet, SENTENCES_OF_OTHER_FACETS if index else sentences_of_first, place)
            for index, facet in enumerate([*facets, *(f"general.{name}" for name in general)])
        ]
        if place % 2:
            others = [_mixed(others[0], others[1]), *others[2:]]
        parts = [main[:SENTENCES_BEFORE_OTHER_FACETS], *others]
        if len(main) > SENTENCES_BEFORE_OTHER_FACETS:
            parts.append([Sentence("Further details"), *main[SENTENCES_BEFORE_OTHER_FACETS:]])
        self._add(article, definition, parts)

    def _write_almanac(self, month: str) -> None:
        """Write an article of single sentences from all themes."""
        place = len(self.articles)
        almanac = self._source["almanac"]
        article = Article(str(FIRST_ARTICLE + ARTICLE_STEP * place), almanac["title"].format(month=month))
        notes = []
        for index, theme in enumerate(self._source["themes"]):
            facets = list(self._source["themes"][theme]["facets"])
            facet = f"{theme}.{facets[(place + index) % len(facets)]}"
            notes.append(self._facet_text(facet, 1, place + index)[1])
        half = len(notes) // 2
        parts = [[Sentence("Crafts"), *notes[half:]], [Sentence("Nature and trade"), *notes[:half]]]
        self._add(article, almanac["definition"].format(month=month), parts)

    def _add(self, article: Article, definition: str, parts: Sequence[Sequence[Sentence]]) -> None:
        """Put the parts of an article together, each a heading with its sentences."""
        header = Block(
            "header", [Block("title", [Sentence(article.title)]), Block("id", [Sentence(article.number)])]
        )
        opening = Block("p", [Sentence(definition)])
        self._append(
            article, Block("article", [header, Block("bdy", [opening, *map(_section, parts)])]), "", 1
        )
        self.articles.append(article)

    def _facet_text(self, facet: str, sentences: int, place: int) -> list[Sentence]:
        """The facet's heading, and so many of its sentences: other ones in each article."""
        theme, name = facet.split(".")
        facets = self._source["general"] if theme == "general" else self._source["themes"][theme]["facets"]
        offered: list[str] = facets[name]["sentences"]
        chosen = sorted((place + i) % len(offered) for i in range(min(sentences, len(offered))))
        return [
            Sentence(facets[name]["heading"]),
            *(Sentence(self._filled(offered[i]), facet) for i in chosen),
        ]

    def _filled(self, sentence: str) -> str:
        turn = next(self._fillings)
        return sentence.format(
            place=self._places[turn % len(self._places)],
            old_year=1420 + turn * 53 % 300,
            year=1881 + turn * 37 % 82,
            number=14 + turn * 11 % 47,
        )

    def _append(self, article: Article, block: Block, parent: str, position: int) -> None:
        """Append a block to the article's XML and text; siblings stand on lines of their own."""
        path = f"{parent}/{block.tag}[{position}]"
        place, start = len(article.elements), len(article.text)
        article.elements.append(Span(start, start, path))
        article.xml += f"<{block.tag}>"
        seen: Counter[str] = Counter()
        for index, part in enumerate(block.content):
            if isinstance(part, Block):
                separator = "\n" if index else ""
                article.xml += separator
                article.text += separator
                seen[part.tag] += 1
                self._append(article, part, path, seen[part.tag])
            else:
                self._append_sentence(article, part, first=index == 0)
        article.xml += f"</{block.tag}>"
        article.elements[place] = Span(start, len(article.text), path)

    def _append_sentence(self, article: Article, sentence: Sentence, *, first: bool) -> None:
        separator = "" if first else " "
        start = len(article.text) + len(separator)
        article.text += separator + sentence.text
        text = escape(sentence.text)
        article.xml += separator + (self._link.sub(r"<link>\g<0></link>", text) if sentence.facet else text)
        article.sentences.append(Span(start, len(article.text), facet=sentence.facet))


def _mixed(one: Sequence[Sentence], other: Sequence[Sentence]) -> list[Sentence]:
    """Two parts under the heading of the first, by turns two sentences of each: no element holds only one."""
    mixed = [one[0]]
    for place in range(1, max(len(one), len(other)), 2):
        mixed += [*one[place : place + 2], *other[place : place + 2]]
    return mixed


def _section(text: Sequence[Sentence]) -> Block:
    """A section of a heading and paragraphs."""
    heading, *sentences = text
    paragraphs = [
        Block("p", sentences[i : i + SENTENCES_PER_PARAGRAPH])
        for i in range(0, len(sentences), SENTENCES_PER_PARAGRAPH)
    ]
    return Block("sec", [Block("st", [heading]), *paragraphs])
