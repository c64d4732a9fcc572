"""The content of a run file, before it is compared with the campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.extensions import declared
from inexreport.formats.names import article_names, encoded, normalised_paths
from inexreport.model.answer import Answer
from inexreport.model.arrow_arrays import filled_numbers, numbers_of
from inexreport.model.problem import ProblemLog
from inexreport.model.run import ABSENT, Results, Submission

NOT_FOUND = ("X", "x", "-1")
"""Offsets that exporting tools write for a path that names nothing in their collection."""

MOST_RESULTS = 1_000_000
"""Of a run: five times what the largest campaigns ask for, 1500 for each of 125 topics."""


@dataclass(frozen=True, eq=False)
class RunContent:
    """The statements of a run file."""

    results: Results
    """In file order, so that `Results.topic` need not be ascending until `in_topic_order` sorts them."""
    by_rank: bool
    """Whether the format orders results by rank (XML, tables) or by their place in the file (text)."""
    topic_lines: Mapping[str, int]
    """Every topic that the file names, in its order, also those without results."""
    submission: Submission
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """As in `inexreport.model.run.Run`, by the topic's name in the file."""


@dataclass(frozen=True, slots=True)
class RunFormat:
    """A format that runs have besides columns; its module, ``run_*``, declares it in ``RUN_FORMATS``.

    `recognises` says whether the unpacked bytes of a file have the format, and `read` returns what they
    say; None, with the reason in the log, if they cannot be read. `extensions` are no part of the run's name.
    """

    recognises: Callable[[bytes], bool]
    read: Callable[[bytes, ProblemLog], RunContent | None]
    of_documents: bool
    extensions: tuple[str, ...] = ()


@cache
def run_formats() -> tuple[RunFormat, ...]:
    """Return the formats that the modules ``run_*`` beside this one declare."""
    return tuple(declared("inexreport.formats", "RUN_FORMATS", begin="run_"))


def results_of(
    *,
    topic: pa.StringArray | pa.DictionaryArray,
    article: pa.StringArray,
    path: pa.StringArray,
    end_path: pa.StringArray,
    form: NDArray[np.int8],
    offset: NDArray[np.int64],
    length: NDArray[np.int64],
    rank: NDArray[np.float64],
    score: NDArray[np.float64],
    line: NDArray[np.int64],
) -> Results:
    """Return results whose names are indexed, with articles and paths in their normalised spelling.

    Parameters
    ----------
    topic, article, path, end_path : array of str, shape (results,)
        As the file spells them; null where a result has no path.
    form, offset, length, rank, score, line
        As in `inexreport.model.run.Results`.
    """
    topics, articles = encoded(topic), encoded(article, article_names)
    paths = encoded(pa.concat_arrays([path, end_path]), normalised_paths)
    path_number = filled_numbers(paths.indices, ABSENT)
    return Results(
        topics=tuple(topics.dictionary.to_pylist()),
        articles=articles.dictionary,
        paths=tuple(paths.dictionary.to_pylist()),
        topic=numbers_of(topics.indices),
        article=numbers_of(articles.indices),
        form=form,
        offset=offset,
        length=length,
        path=path_number[: len(line)],
        end_path=path_number[len(line) :],
        rank=rank,
        score=score,
        line=line,
    )


def in_topic_order(results: Results, *, by_rank: bool) -> Results:
    """Return results topic by topic; in a topic by rank if asked for and all have one, else as they lie."""
    key = np.zeros(len(results))
    if by_rank:
        ranked = np.ones(len(results.topics), dtype=bool)
        ranked[results.topic[np.isnan(results.rank)]] = False
        key = np.where(ranked[results.topic], results.rank, 0.0)
    order = ascending(results.topic, key)
    if order is None:
        return results
    return results.select(order)


def ascending(first: NDArray[np.int32], second: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """Return the order by two keys, the earlier of equal rows first; None if rows are in order already."""
    if ((first[1:] > first[:-1]) | ((first[1:] == first[:-1]) & (second[1:] >= second[:-1]))).all():
        return None
    return np.lexsort((second, first))


def stated_submission(**statements: Any) -> Submission:
    """Return a submission with a file's statements about itself; task, name, file and checksum are empty."""
    return Submission(task="", name="", file="", sha256="", **statements)
