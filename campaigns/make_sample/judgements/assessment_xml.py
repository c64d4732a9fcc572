"""Judgements in the format of 2006: a file for each topic, with all elements that hold highlighted text."""

from __future__ import annotations

from collections.abc import Iterable

from ..topics.topic import Topic
from .assessors import Judgement

CHARACTERS_BEFORE_PASSAGE = 150
"""So much other text may precede a passage in its section for reading to begin at the section."""


def assessment_file(topic: Topic, pool_number: int, judgements: Iterable[Judgement]) -> str:
    """The judgements of a topic's pool."""
    files = "".join(
        f'  <file collection="wikipedia" name="{judgement.article.number}">\n{_content(judgement)}  </file>\n'
        if judgement.passages
        else f'  <file collection="wikipedia" name="{judgement.article.number}"/>\n'
        for judgement in judgements
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<assessments pool="{pool_number}" topic="{topic.id}" version="1">\n{files}</assessments>\n'
    )


def _content(judgement: Judgement) -> str:
    article = judgement.article
    passages = "".join(
        f'    <passage start="{article.pointer_to_start(passage.start)}" '
        f'end="{article.pointer_to_end(passage.end)}" size="{len(passage)}"/>\n'
        for passage in judgement.passages
    )
    highlighted = [
        (element, sum(map(element.shared_with, judgement.passages))) for element in article.elements
    ]
    elements = "".join(
        f'    <element path="{element.path}" exhaustivity="2" size="{len(element)}" rsize="{rsize}"/>\n'
        for element, rsize in highlighted
        if rsize
    )
    return f'    <best-entry-point path="{_entry_point(judgement)}"/>\n{passages}{elements}'


def _entry_point(judgement: Judgement) -> str:
    """The article, the section or the very sentence at which to begin reading."""
    passage, section = judgement.longest_passage, judgement.main_section
    if passage.start == 0:
        return judgement.article.elements[0].path
    if section is not None and passage.start - section.start <= CHARACTERS_BEFORE_PASSAGE:
        return section.path
    return judgement.article.pointer_to_start(passage.start)
