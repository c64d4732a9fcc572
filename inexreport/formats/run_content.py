"""What a run file says, before it is compared with the campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.names import article_name, normalised_path
from inexreport.model.run import ABSENT, Results

MOST_RESULTS = 1_000_000
"""Of a run: five times what the largest campaigns ask for, 1500 for each of 125 topics."""

COLUMN_TYPES: Mapping[str, type[np.generic]] = {
    "topic": np.int32,
    "article": np.int32,
    "form": np.int8,
    "offset": np.int64,
    "length": np.int64,
    "path": np.int32,
    "end_path": np.int32,
    "rank": np.float64,
    "score": np.float64,
    "line": np.int64,
}
"""The columns of `Results`."""


@dataclass(frozen=True, eq=False)
class RunContent:
    """A run file's own statements.

    Attributes
    ----------
    results : Results
        In file order, so that `Results.topic` need not be ascending, until `in_topic_order` has sorted them.
    by_rank : bool
        Whether the format orders results by rank (XML) or by their place in the file (text).
    topic_lines : mapping of str to int
        Every topic that the file names, in its order, also those without results.
    run_id, participant, stated_task, query, result_type, description, topic_fields, milliseconds
        As in `inexreport.model.run.Submission`.
    """

    results: Results
    by_rank: bool
    topic_lines: Mapping[str, int]
    run_id: str = ""
    participant: str = ""
    stated_task: str = ""
    query: str = ""
    result_type: str = ""
    description: str = ""
    topic_fields: Mapping[str, str] = field(default_factory=dict)
    milliseconds: Mapping[str, float] = field(default_factory=dict)


class Spellings:
    """Numbers names as they come, so that columns hold indices.

    Examples
    --------
    >>> articles = Spellings()
    >>> articles.index(b"7.xml"), articles.index(b"8"), articles.index(b"7")
    (0, 1, 2)
    >>> articles.unified(article_name)
    (('7', '8'), array([0, 1, 0], dtype=int32))
    """

    def __init__(self) -> None:
        self._index: dict[bytes | str, int] = {}

    def index(self, spelling: bytes | str) -> int:
        """Return the number of a spelling."""
        return self._index.setdefault(spelling, len(self._index))

    def indices(self, spellings: Iterable[bytes | str]) -> list[int]:
        """Return the numbers of many spellings."""
        number = self._index
        return [number.setdefault(spelling, len(number)) for spelling in spellings]

    def unified(self, meaning: Callable[[str], str]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
        """Return the distinct meanings of the spellings, and for each spelling which one it has."""
        meanings: dict[str, int] = {}
        which = [
            meanings.setdefault(
                meaning(spelling.decode("utf-8") if isinstance(spelling, bytes) else spelling), len(meanings)
            )
            for spelling in self._index
        ]
        return tuple(meanings), np.array(which, dtype=np.int32)


@dataclass(eq=False)
class ResultColumns:
    """Results of a file while it is being read; `topic`, `article` and the paths index spellings.

    Attributes
    ----------
    topics, articles, paths : Spellings
    """

    topics: Spellings = field(default_factory=Spellings)
    articles: Spellings = field(default_factory=Spellings)
    paths: Spellings = field(default_factory=Spellings)

    def results(
        self,
        *,
        topic: NDArray[np.int32],
        article: NDArray[np.int32],
        form: NDArray[np.int8],
        offset: NDArray[np.int64],
        length: NDArray[np.int64],
        path: NDArray[np.int32],
        end_path: NDArray[np.int32],
        rank: NDArray[np.float64],
        score: NDArray[np.float64],
        line: NDArray[np.int64],
    ) -> Results:
        """Return the columns with spellings replaced by what they mean."""
        topics, which_topic = self.topics.unified(str)
        articles, which_article = self.articles.unified(article_name)
        paths, which_path = self.paths.unified(normalised_path)
        which_path = np.append(which_path, np.int32(ABSENT))  # the index -1 finds it
        return Results(
            topics=topics,
            articles=articles,
            paths=paths,
            topic=which_topic[topic],
            article=which_article[article],
            form=form,
            offset=offset,
            length=length,
            path=which_path[path],
            end_path=which_path[end_path],
            rank=rank,
            score=score,
            line=line,
        )


def in_topic_order(results: Results, *, by_rank: bool) -> Results:
    """Return results topic by topic; within a topic by rank if asked for and all have one, else as they lie.

    Parameters
    ----------
    results : Results
        In file order.
    by_rank : bool
    """
    key = np.zeros(len(results))
    if by_rank:
        ranked = np.ones(len(results.topics), dtype=bool)
        ranked[results.topic[np.isnan(results.rank)]] = False
        key = np.where(ranked[results.topic], results.rank, 0.0)
    order = ascending(results.topic, key)
    if order is None:
        return results
    return Results(
        topics=results.topics,
        articles=results.articles,
        paths=results.paths,
        topic=results.topic[order],
        article=results.article[order],
        form=results.form[order],
        offset=results.offset[order],
        length=results.length[order],
        path=results.path[order],
        end_path=results.end_path[order],
        rank=results.rank[order],
        score=results.score[order],
        line=results.line[order],
    )


def widened(results: Results) -> Results:
    """Return results with columns of the types that they are to have, from narrower ones."""
    return replace(
        results,
        **{name: getattr(results, name).astype(kind, copy=False) for name, kind in COLUMN_TYPES.items()},
    )


def ascending(first: NDArray[np.int32], second: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Return the order by two keys, the earlier of equal rows first; None if rows are in order already."""
    if ((first[1:] > first[:-1]) | ((first[1:] == first[:-1]) & (second[1:] >= second[:-1]))).all():
        return None
    return np.lexsort((second, first))
