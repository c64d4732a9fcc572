"""Runs in XML (2002-2009)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import starmap
from xml.sax.saxutils import escape, quoteattr

from .results import Results, Row

RESULT = "    <result><file>{0}</file><path>{3}</path><rank>{1}</rank><rsv>{2:.4f}</rsv></result>\n"
WITHOUT_RANK = "    <result><file>{0}</file><path>{3}</path><rsv>{2:.4f}</rsv></result>\n"
WITHOUT_SCORE = "    <result><file>{0}</file><path>{3}</path><rank>{1}</rank></result>\n"
IN_LINES = "<result>\n<file>{0}</file>\n<path>{3}</path>\n<rank>{1}</rank>\n<rsv>{2:.6f}</rsv>\n</result>\n"
OF_EFFICIENCY = (
    "    <result><file>{0}.xml</file><path>{3}</path><rank>{1}</rank><rsv>{2:.4f}</rsv></result>\n"
)
"""Ways to write a row."""

TOPIC_FIELDS = ("title", "castitle", "description", "narrative")
COLLECTIONS = "<collections><collection>wikipedia</collection></collections>"
AD_HOC = ' query="automatic" result-type="element"'
EFFICIENCY = ' type="thorough" query="automatic"'


@dataclass(frozen=True)
class Head:
    """What a submission says about itself; `others` are further attributes of its root element."""

    participant: str
    run_id: str
    task: str
    description: str
    others: str = AD_HOC

    @property
    def attributes(self) -> str:
        run_id = quoteattr(self.run_id)
        return f'participant-id="{self.participant}" run-id={run_id} task="{self.task}"{self.others}'


@dataclass(frozen=True)
class Habits:
    """How a participant writes an <inex-submission>."""

    fields: tuple[str, ...] = ("title",)
    result: str = RESULT
    collections_in_topics: bool = False
    encoding: str = "UTF-8"


PLAIN = Habits()


def inex_submission(head: Head, results: Results, habits: Habits = PLAIN) -> Iterator[str]:
    """The XML of the ad hoc track, topic by topic; rows have a path."""
    fields = " ".join(f'{one}="{"yes" if one in habits.fields else "no"}"' for one in TOPIC_FIELDS)
    yield (
        f'<?xml version="1.0" encoding="{habits.encoding}"?>\n'
        f"<inex-submission {head.attributes}>\n"
        f"  <topic-fields {fields}/>\n"
        f"  <description>{escape(head.description)}</description>\n"
    )
    if not habits.collections_in_topics:
        yield f"  {COLLECTIONS}\n"
    inside = f"    {COLLECTIONS}\n" if habits.collections_in_topics else ""
    for topic, rows in results:
        written = "".join(starmap(habits.result.format, rows))
        yield f'  <topic topic-id="{topic}">\n{inside}{written}  </topic>\n'
    yield "</inex-submission>\n"


def efficiency_submission(head: Head, timed: Iterable[tuple[str, float, Iterable[Row]]]) -> Iterator[str]:
    """The XML of the efficiency track, with the milliseconds of each topic.

    Documents end in .xml, and paths have no slash before them, as in real files.
    """
    yield (
        "<!DOCTYPE efficiency-submission SYSTEM 'efficiency-submission.dtd'>\n"
        f"<efficiency-submission {head.attributes}>\n"
        '  <topic-fields co_title="yes" cas_title="no" description="no" narrative="no"/>\n'
        f"  <general_description>{escape(head.description)}</general_description>\n"
    )
    for topic, milliseconds, rows in timed:
        written = "".join(
            OF_EFFICIENCY.format(document, rank, score, path.lstrip("/"))
            for document, rank, score, path in rows
        )
        yield f'<topic topic-id="{topic}" total_time_ms="{milliseconds:.2f}">\n{written}</topic>\n'
    yield "</efficiency-submission>\n"
