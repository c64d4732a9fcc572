"""Writes rankings in the formats in which participants submitted runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape, quoteattr

from systems import Hit, Ranking, Topic

Rankings = Mapping[Topic, Ranking]


def _columns(rankings: Rankings, run_id: str, place: Callable[[Hit], str]) -> str:
    return "".join(
        f"{topic.id} Q0 {hit.article} {rank} {hit.score:.4f} {run_id} {place(hit)}".rstrip() + "\n"
        for topic, ranking in rankings.items()
        for rank, hit in enumerate(ranking, start=1)
    )


def article_run(rankings: Rankings, run_id: str) -> str:
    """TREC's six columns."""
    return _columns(rankings, run_id, lambda hit: "")


def element_run(rankings: Rankings, run_id: str) -> str:
    """A seventh column with the element's path."""
    return _columns(rankings, run_id, lambda hit: hit.span.path)


def range_run(rankings: Rankings, run_id: str) -> str:
    """Two columns with the paths of the first and the last element."""
    return _columns(rankings, run_id, lambda hit: f"{hit.span.path} {hit.last_path}")


def passage_run(rankings: Rankings, run_id: str) -> str:
    """Two columns with file offset and length (FOL)."""
    return _columns(rankings, run_id, lambda hit: f"{hit.span.start} {hit.span.end - hit.span.start}")


def entry_point_run(rankings: Rankings, run_id: str) -> str:
    """A seventh column with the offset of the best entry point."""
    return _columns(rankings, run_id, lambda hit: str(hit.span.start))


def inex_submission(
    rankings: Rankings, attributes: Mapping[str, str], description: str, encoding: str
) -> str:
    """The XML of the ad hoc track."""
    topics = "".join(
        f'  <topic topic-id="{topic.id}">\n{_results(ranking, "")}  </topic>\n'
        for topic, ranking in rankings.items()
    )
    return (
        f'<?xml version="1.0" encoding="{encoding}"?>\n'
        f"<inex-submission {_written(attributes)}>\n"
        '  <topic-fields title="no" castitle="yes" description="no" narrative="no"/>\n'
        f"  <description>{escape(description)}</description>\n"
        "  <collections><collection>wikipedia</collection></collections>\n"
        f"{topics}</inex-submission>\n"
    )


def efficiency_submission(rankings: Rankings, attributes: Mapping[str, str], description: str) -> str:
    """The XML of the efficiency track with habits of real files: candidate numbers, .xml, bare paths."""
    topics = "".join(
        f'<topic topic-id="{topic.candidate_number}" '
        f'total_time_ms="{12 + 0.75 * len(topic.title) + len(ranking) / 8:.2f}">\n'
        f"{_results(ranking, '.xml')}</topic>\n"
        for topic, ranking in rankings.items()
    )
    return (
        "<!DOCTYPE efficiency-submission SYSTEM 'efficiency-submission.dtd'>\n"
        f"<efficiency-submission {_written(attributes)}>\n"
        '  <topic-fields co_title="yes" cas_title="no" description="no" narrative="no"/>\n'
        f"  <general_description>{escape(description)}</general_description>\n"
        f"{topics}</efficiency-submission>\n"
    )


def _results(ranking: Ranking, file_ending: str) -> str:
    return "".join(
        f"    <result><file>{hit.article}{file_ending}</file>"
        f"<path>{hit.span.path.lstrip('/') if file_ending else hit.span.path}</path>"
        f"<rank>{rank}</rank><rsv>{hit.score:.4f}</rsv></result>\n"
        for rank, hit in enumerate(ranking, start=1)
    )


def _written(attributes: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
