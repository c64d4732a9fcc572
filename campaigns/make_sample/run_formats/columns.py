"""Runs as text in columns (2008-2010)."""

from __future__ import annotations

from collections.abc import Callable

from ..systems.bm25 import Hit
from ..systems.rankings import Rankings


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
