"""What was judged on a topic: relevant elements by grade, and the relevant articles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from inexreport.model.assessment import UNKNOWN, Scale, TopicAssessment
from inexreport.model.counted import counted
from inexreport.report.glossary import grade_sentences
from inexreport.statistics.grades import NON_ZERO, masks
from inexreport.subjects.judged_elements import element_columns, elements_of, elements_view
from inexreport.subjects.sections import Columns, Section, View

STRIP_WIDTH = 160
"""Number of parts into which an article's strip is divided."""

NARROWEST = 2
"""Parts that a passage takes up at least, so that it can be seen."""

STRETCHES_NAMED = 4

COLUMNS: Columns = {
    "article": ("Article", "document"),
    "relevant_characters": ("Highlighted", "count"),
    "length": ("Length", "count"),
    "elements": ("Relevant elements", "count"),
    "passages": ("Passages", "count"),
    "entry_point": ("Best entry point", "count"),
    "share": ("Share %", "share"),
    "strip": ("In the article", "strip"),
}


@dataclass(frozen=True, slots=True)
class Strip:
    """Begin and end of what is highlighted in an article, and the best entry point, by `STRIP_WIDTH`.

    Passages that touch are one stretch.
    """

    stretches: tuple[tuple[int, int], ...]
    entry: int | None

    @property
    def description(self) -> str:
        """The strip in words."""
        named = [f"{_percent(begin)}–{_percent(end)}%" for begin, end in self.stretches[:STRETCHES_NAMED]]
        further = len(self.stretches) - len(named)
        text = f"Highlighted {', '.join(named)}" + (f" and {further:,} more" if further else "")
        return text if self.entry is None else f"{text}; entry at {_percent(self.entry)}%"


def _percent(part: int) -> str:
    return f"{100 * part / STRIP_WIDTH:.0f}"


def judgements_section(judged: TopicAssessment | None, only_relevant: bool, unit: str) -> Section:
    """Return the assessments of a topic, which may list relevant items only; None for one not assessed."""
    heading = ("section-judgements", "Judgements")
    if judged is None:
        return Section(*heading, ["This topic was not assessed."])
    articles, has_sizes = relevant_articles(judged), _measures_text(judged)
    parts: list[View | str] = []
    if len(articles):
        order = f", most highlighted text first; lengths in {unit}" if has_sizes else ""
        table = View(
            "Relevant articles",
            articles,
            {name: column for name, column in COLUMNS.items() if name in articles},
            caption=f"Relevant articles{order}.",
            rows="articles" if len(articles) > 5 else "",
            address="articles",
            data="assessments",
        )
        differ = "entry_point" not in articles or len(articles) == 1 or len(set(articles.entry_point)) > 1
        note = "" if differ else "All entry points are the same, so they may not be the assessors’ own."
        parts += [table, note]
    meanings: list[str] = []
    if len(by_grade := elements_of([judged])) > 1 and judged.elements is not None:
        parts.append(_grade_view(by_grade, unit))
        meanings = grade_sentences(judged.elements.scale)
    if (listing := elements_view(judged, unit)) is not None:
        parts.append(listing)
    return Section(
        *heading,
        [_summary(judged, only_relevant, unit), *meanings],
        parts,
        note="strips" if "strip" in articles else "",
        facts={"has_entry_points": "entry_point" in articles},
    )


def relevant_articles(judged: TopicAssessment) -> pd.DataFrame:
    """Return the relevant articles, most highlighted text first, with what is known of at least one.

    The relevant share is in percent.
    """
    sizes, count = np.array(judged.relevant_characters), len(judged.articles)
    length, entry_point = (
        np.where(places == UNKNOWN, np.nan, places) for places in (judged.article_length, judged.entry_point)
    )
    highlighted = sizes if _measures_text(judged) else np.full(count, np.nan)
    frame = pd.DataFrame(
        {
            "article": judged.articles,
            "relevant_characters": highlighted,
            "length": length,
            "elements": None,
            "passages": None,
            "entry_point": entry_point,
            "share": 100.0 * highlighted / np.where(length == 0, np.nan, length),
            "strip": _strips(judged),
        }
    )
    if (elements := judged.elements) is not None:
        frame["elements"] = np.bincount(elements.article[masks(elements)[NON_ZERO]], minlength=count)
    if len(judged.passage_offset):
        frame["passages"] = np.bincount(judged.passage_article, minlength=count)
    places = np.flatnonzero(sizes > 0).tolist()
    places.sort(key=lambda place: (-sizes[place], judged.articles[place]))
    return frame.iloc[places].dropna(axis="columns", how="all")


def _grade_view(rows: pd.DataFrame, unit: str) -> View:
    columns = element_columns(rows)
    caption = "Relevant elements by grade" + f", with their mean size in {unit}" * ("mean_size" in columns)
    if "mean_highlighted" in columns:
        caption += " and the mean share of them that is highlighted; S1, S2 and S3 are elements with up to a "
        caption += "third, up to two thirds, and more of their text highlighted"
    return View(
        "Relevant elements by grade",
        rows.replace({"grade": {NON_ZERO: "all relevant"}}),
        {"grade": ("Grade", "name"), **columns},
        caption=f"{caption}.",
        data="relevant_elements",
    )


def _summary(judged: TopicAssessment, only_relevant: bool, unit: str) -> str:
    """How much was judged and is relevant, in a sentence or two."""

    def judged_and_relevant(noun: str, items: int, relevant: int) -> str:
        if only_relevant:
            return counted(relevant, f"relevant {noun}")
        return f"{counted(items, noun)} judged, {relevant:,} relevant"

    text = judged_and_relevant("article", len(judged.articles), judged.relevant_articles)
    if _measures_text(judged):
        text += f", with {counted(judged.total_relevant_characters, unit.removesuffix('s'))} highlighted"
        if len(judged.passage_offset):
            text += f" in {counted(len(judged.passage_offset), 'passage')}"
    if (elements := judged.elements) is not None:
        relevant = int(np.count_nonzero(masks(elements)[NON_ZERO]))
        text += f". {judged_and_relevant('element', len(elements), relevant)}"
    return f"{text}."


def measure_text(topics: Iterable[TopicAssessment]) -> bool:
    """Return whether the relevant text is measured in any topic with relevant articles."""
    return any(_measures_text(judged) for judged in topics if judged.relevant_articles)


def _measures_text(judged: TopicAssessment) -> bool:
    """Whether the relevant text is measured; where it is not, every relevant article has 1."""
    if judged.grades is not None:
        return False
    if judged.elements is not None and judged.elements.scale in (Scale.RELEVANCE_COVERAGE, Scale.GRADES):
        return False
    if len(judged.passage_offset) or np.any(judged.article_length != UNKNOWN):
        return True
    return bool(np.any(judged.relevant_characters > 1))


def _strips(judged: TopicAssessment) -> list[Strip | None]:
    """The strip of each article."""
    passages: list[list[tuple[int, int]]] = [[] for _ in judged.articles]
    places = (judged.passage_article, judged.passage_offset, judged.passage_length)
    for article, *place in zip(*(one.tolist() for one in places), strict=True):
        passages[article].append(tuple(place))
    return [*map(_strip, passages, judged.article_length.tolist(), judged.entry_point.tolist())]


def _strip(passages: list[tuple[int, int]], length: int, entry: int) -> Strip | None:
    """None where the length of the article, or the place of a passage, is not known."""
    if length <= 0 or not passages or any(UNKNOWN in one for one in passages):
        return None
    return Strip(
        stretches=stretches(passages, length),
        entry=None if entry == UNKNOWN else max(1, min(STRIP_WIDTH - 1, STRIP_WIDTH * entry // length)),
    )


def stretches(passages: Iterable[tuple[int, int]], length: int) -> tuple[tuple[int, int], ...]:
    """Return where passages, given by offset and length, lie on the strip of an article.

    Examples
    --------
    >>> stretches([(0, 100), (100, 50), (990, 10)], length=1000)
    ((0, 24), (158, 160))
    """
    found: list[tuple[int, int]] = []
    for offset, size in sorted(passages):
        begin = min(STRIP_WIDTH - NARROWEST, STRIP_WIDTH * offset // length)
        end = min(STRIP_WIDTH, max(begin + NARROWEST, -(-STRIP_WIDTH * (offset + size) // length)))
        if found and begin <= found[-1][1]:
            begin, end = found[-1][0], max(end, found[-1][1])
            found.pop()
        found.append((begin, end))
    return tuple(found)
