"""What the articles of the invented encyclopaedia say, before they are marked up."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parent / "encyclopaedia.toml"
FIRST_ARTICLE, ARTICLE_STEP = 10_117, 29
SENTENCES_OF_MAIN_FACET, SENTENCES_OF_OTHER_FACETS = 8, 4
SENTENCES_BEFORE_OTHER_FACETS = 5
"""What the main facet has more than that is told further on."""
PLACES, ALMANAC = "places", "almanac"
"""Themes of articles that touch many themes."""


class Sentence(NamedTuple):
    """A sentence or heading; `facet` is empty for text that answers no topic."""

    text: str
    facet: str = ""


@dataclass(frozen=True)
class Part:
    """Sentences under a heading."""

    heading: Sentence
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Entry:
    """What an article says: its parts, and what is told further about the subject of the first."""

    number: str
    theme: str
    title: str
    definition: str
    parts: tuple[Part, ...]
    further: Part | None = None


class Encyclopaedia:
    """All entries, made from the themes and facets in encyclopaedia.toml."""

    def __init__(self) -> None:
        self._source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
        self.places: list[str] = self._source["places"]
        self._fillings = count()
        self._general = list(self._source["general"])
        self.entries: list[Entry] = []
        for theme, content in self._source["themes"].items():
            facets = [f"{theme}.{facet}" for facet in content["facets"]]
            for position, (title, definition) in enumerate(content["articles"]):
                turn = position % len(facets)
                main_first = facets[turn:] + facets[:turn]
                self._write(theme, title, definition, main_first, SENTENCES_OF_MAIN_FACET)
        for place in self._source["places_articles"]:
            self._write(
                PLACES, place["title"], place["definition"], place["facets"], SENTENCES_OF_OTHER_FACETS
            )
        for month in self._source["almanac"]["months"]:
            self._write_almanac(month)

    def _write(
        self, theme: str, title: str, definition: str, facets: list[str], sentences_of_first: int
    ) -> None:
        """Write an entry with a part for each facet and one or two of general content."""
        place = len(self.entries)
        general = self._general[place % len(self._general) :][: 1 + place % 2]
        main, *others = [
            self._part(facet, SENTENCES_OF_OTHER_FACETS if index else sentences_of_first, place)
            for index, facet in enumerate([*facets, *(f"general.{name}" for name in general)])
        ]
        if place % 2:
            others = [_mixed(others[0], others[1]), *others[2:]]
        opening = main.sentences[:SENTENCES_BEFORE_OTHER_FACETS]
        rest = main.sentences[SENTENCES_BEFORE_OTHER_FACETS:]
        further = Part(Sentence("Further details"), rest) if rest else None
        self._add(theme, title, definition, [Part(main.heading, opening), *others], further)

    def _write_almanac(self, month: str) -> None:
        """Write an entry of single sentences from all themes."""
        place = len(self.entries)
        almanac = self._source["almanac"]
        notes = []
        for index, theme in enumerate(self._source["themes"]):
            facets = list(self._source["themes"][theme]["facets"])
            facet = f"{theme}.{facets[(place + index) % len(facets)]}"
            notes += self._part(facet, 1, place + index).sentences
        half = len(notes) // 2
        parts = [
            Part(Sentence("Crafts"), tuple(notes[half:])),
            Part(Sentence("Nature and trade"), tuple(notes[:half])),
        ]
        title, definition = (almanac[text].format(month=month) for text in ("title", "definition"))
        self._add(ALMANAC, title, definition, parts)

    def _add(
        self, theme: str, title: str, definition: str, parts: Sequence[Part], further: Part | None = None
    ) -> None:
        number = str(FIRST_ARTICLE + ARTICLE_STEP * len(self.entries))
        self.entries.append(Entry(number, theme, title, definition, tuple(parts), further))

    def _part(self, facet: str, sentences: int, place: int) -> Part:
        """The facet's heading, and so many of its sentences: other ones in each article."""
        theme, name = facet.split(".")
        facets = self._source["general"] if theme == "general" else self._source["themes"][theme]["facets"]
        offered: list[str] = facets[name]["sentences"]
        chosen = sorted((place + i) % len(offered) for i in range(min(sentences, len(offered))))
        return Part(
            Sentence(facets[name]["heading"]),
            tuple(Sentence(self._filled(offered[i]), facet) for i in chosen),
        )

    def _filled(self, sentence: str) -> str:
        turn = next(self._fillings)
        return sentence.format(
            place=self.places[turn % len(self.places)],
            old_year=1420 + turn * 53 % 300,
            year=1881 + turn * 37 % 82,
            number=14 + turn * 11 % 47,
        )


def _mixed(one: Part, other: Part) -> Part:
    """Two parts under the heading of the first, by turns two sentences of each: no element holds only one."""
    mixed: list[Sentence] = []
    for place in range(0, max(len(one.sentences), len(other.sentences)), 2):
        mixed += [*one.sentences[place : place + 2], *other.sentences[place : place + 2]]
    return Part(one.heading, tuple(mixed))
