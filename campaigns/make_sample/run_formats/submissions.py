"""Runs in XML (2002-2009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from ..systems.bm25 import Hit, Ranking
from ..systems.rankings import Rankings

_COLLECTIONS = "<collections><collection>wikipedia</collection></collections>"


@dataclass(frozen=True)
class Habits:
    """How a participant writes an <inex-submission>.

    `first_rank` is the rank of the best result, or None for a run without ranks.
    """

    encoding: str = "UTF-8"
    fields: tuple[str, ...] = ("title",)
    first_rank: int | None = 1
    scores: bool = True
    collections_in_topics: bool = False


TOPIC_FIELDS = ("title", "castitle", "description", "narrative")


def inex_submission(
    rankings: Rankings, attributes: Mapping[str, str], description: str, habits: Habits
) -> str:
    """The XML of the ad hoc track."""
    fields = {field: "yes" if field in habits.fields else "no" for field in TOPIC_FIELDS}
    inside = f"    {_COLLECTIONS}\n" if habits.collections_in_topics else ""
    before = "" if habits.collections_in_topics else f"  {_COLLECTIONS}\n"
    topics = "".join(
        f'  <topic topic-id="{topic.id}">\n{inside}{_results(ranking, habits)}  </topic>\n'
        for topic, ranking in rankings.items()
    )
    return (
        f'<?xml version="1.0" encoding="{habits.encoding}"?>\n'
        f"<inex-submission {_written(attributes)}>\n"
        f"  <topic-fields {_written(fields)}/>\n"
        f"  <description>{escape(description)}</description>\n"
        f"{before}{topics}</inex-submission>\n"
    )


def efficiency_submission(
    rankings: Rankings,
    attributes: Mapping[str, str],
    description: str,
    pace: float = 1.0,
    *,
    candidate_numbers: bool = True,
) -> str:
    """The XML of the efficiency track with habits of real files: candidate numbers, .xml, bare paths.

    Times grow with the topic's title and the number of results; `pace` multiplies them.
    """
    topics = "".join(
        f'<topic topic-id="{topic.candidate_number if candidate_numbers else topic.id}" '
        f'total_time_ms="{pace * (12 + 0.75 * len(topic.title) + len(ranking) / 8):.2f}">\n'
        + "".join(
            _result(hit, f"{hit.article}.xml", hit.span.path.lstrip("/"), rank, with_score=True)
            for rank, hit in enumerate(ranking, start=1)
        )
        + "</topic>\n"
        for topic, ranking in rankings.items()
    )
    return (
        "<!DOCTYPE efficiency-submission SYSTEM 'efficiency-submission.dtd'>\n"
        f"<efficiency-submission {_written(attributes)}>\n"
        '  <topic-fields co_title="yes" cas_title="no" description="no" narrative="no"/>\n'
        f"  <general_description>{escape(description)}</general_description>\n"
        f"{topics}</efficiency-submission>\n"
    )


def _results(ranking: Ranking, habits: Habits) -> str:
    return "".join(
        _result(
            hit,
            hit.article,
            hit.span.path,
            None if habits.first_rank is None else habits.first_rank + place,
            with_score=habits.scores,
        )
        for place, hit in enumerate(ranking)
    )


def _result(hit: Hit, file: str, path: str, rank: int | None, *, with_score: bool) -> str:
    ranked = "" if rank is None else f"<rank>{rank}</rank>"
    scored = f"<rsv>{hit.score:.4f}</rsv>" if with_score else ""
    return f"    <result><file>{file}</file><path>{path}</path>{ranked}{scored}</result>\n"


def _written(attributes: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
