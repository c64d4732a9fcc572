"""A run: what one system returned, with what its file says about itself."""

from __future__ import annotations

from collections.abc import Container, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum, StrEnum
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.model.answer import Answer
from inexreport.model.arrow_arrays import integer_array
from inexreport.model.score_numbers import mean

ABSENT = -1
"""Index of a path that a result does not have."""


class ResultForm(IntEnum):
    """How a result says which text it means."""

    PASSAGE = 0
    """Offset and length of text."""
    ELEMENT = 1
    """One element's path."""
    RANGE = 2
    """From the start of one element to the end of another."""
    ENTRY_POINT = 3
    """An offset only; its length is 0."""
    ARTICLE = 4
    """The whole article."""
    NOWHERE = 5
    """A path that the exporting tool could not find (offset ``X`` or ``-1``)."""


@dataclass(frozen=True, eq=False)
class Results:
    """All results of a run as columns: topic by topic in file order, each topic in the order of its ranking.

    Attributes
    ----------
    topics, articles, paths : tuple (of articles, Arrow array) of str
        The distinct names that `topic`, `article`, `path` and `end_path` index. Article names have lost a
        trailing ``.xml``; paths are normalised (``/article[1]/bdy[1]``).
    topic, article : int32 array, shape (results,)
        `topic` is ascending, so that the results of one topic lie together.
    form : int8 array, shape (results,)
        Values of `ResultForm`.
    offset, length : int64 array, shape (results,)
        In the campaign's unit; meaningful where `form` is PASSAGE or ENTRY_POINT, else 0.
    path, end_path : int32 array, shape (results,)
        Index into `paths`, or `ABSENT`.
    rank, score : float64 array, shape (results,)
        The file's rank and retrieval status value; NaN where it gives none.
    line : int64 array, shape (results,)
        Line of the file, counted from 1.
    located : bool array, shape (results,), or None
        Whether `offset` and `length` give the place of a result, whatever its form; None before results were
        located.
    """

    topics: tuple[str, ...]
    articles: pa.StringArray
    paths: tuple[str, ...]
    topic: NDArray[np.int32]
    article: NDArray[np.int32]
    form: NDArray[np.int8]
    offset: NDArray[np.int64]
    length: NDArray[np.int64]
    path: NDArray[np.int32]
    end_path: NDArray[np.int32]
    rank: NDArray[np.float64]
    score: NDArray[np.float64]
    line: NDArray[np.int64]
    located: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.topic)

    def of_topics(self, topics: Container[str]) -> Results:
        """The results of some topics, with the names of their articles alone."""
        wanted = np.array([topic in topics for topic in self.topics], dtype=np.bool_)
        results = self.select(np.flatnonzero(wanted[self.topic]))
        used = np.zeros(len(self.articles), dtype=np.bool_)
        used[results.article] = True
        number = np.cumsum(used, dtype=np.int32) - 1
        articles = self.articles.take(integer_array(np.flatnonzero(used)))
        return replace(results, articles=articles, article=number[results.article])

    def without_articles(self, taken_out: Mapping[str, AbstractSet[str]]) -> Results:
        """The results of each topic without those in some articles; names keep their indices."""
        kept = np.ones(len(self), dtype=np.bool_)
        for place, topic in enumerate(self.topics):
            if taken_out.get(topic):
                begin, end = np.searchsorted(self.topic, (place, place + 1)).tolist()
                names = self.articles.take(integer_array(self.article[begin:end])).to_pylist()
                kept[begin:end] = [name not in taken_out[topic] for name in names]
        return self.select(np.flatnonzero(kept))

    def first_of_topics(self, count: int) -> Results:
        """The first results of each topic; names keep their indices."""
        begin = np.searchsorted(self.topic, self.topic)
        return self.select(np.flatnonzero(np.arange(len(self)) - begin < count))

    def select(self, rows: NDArray[np.intp]) -> Results:
        """The results with these numbers; names keep their indices."""
        columns: dict[str, Any] = {name: column[rows] for name, column in self.columns.items()}
        return replace(self, **columns)

    @property
    def columns(self) -> dict[str, NDArray[Any]]:
        """All that has a row for each result, by name."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if isinstance(value, np.ndarray)}


def without_levels(results: Results) -> Results:
    """The results as if their file gave neither ranks nor scores; their order stays."""
    nothing = np.full(len(results), np.nan)
    return replace(results, rank=nothing, score=nothing)


DESCRIPTION = "description"
"""The facet that counts as the description of a run, more than that in its file."""


SYSTEM = "system"
"""The facet that names the system of a run."""


METADATA = "ir_metadata."
"""Beginning of the facets that a run's own metadata state."""


class Standing(StrEnum):
    """Whether a run is ranked. All others are scored and shown, and marked, but no statistic counts them."""

    OFFICIAL = "official"
    REFERENCE = "reference"
    BASELINE = "baseline"
    LATE = "late"
    UNOFFICIAL = "unofficial"


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What the organisers state about a run, beside its file.

    Attributes
    ----------
    participant : str
        Empty where they do not say.
    contributed : bool or None
        Whether it contributed to the judged pool; None where they do not say.
    facets : mapping of str to str
        All else by its name, such as ``{"type": "manual", "contributed": "yes"}``; no value is empty.
    metadata_file, metadata_sha256 : str
        The file beside the run from which some of these were read, and its checksum; empty without one.
    """

    participant: str = ""
    standing: Standing = Standing.OFFICIAL
    contributed: bool | None = None
    facets: Mapping[str, str] = field(default_factory=dict)
    metadata_file: str = ""
    metadata_sha256: str = ""


@dataclass(frozen=True, slots=True)
class RunStatement:
    """A row of runs.csv.

    Attributes
    ----------
    line : int
        Where it begins, counted from 1.
    run, task, file : str
        Which run is meant; task and file are empty where the row does not say.
    """

    line: int
    run: str
    task: str
    file: str
    facts: RunFacts


@dataclass(frozen=True, slots=True)
class Submission:
    """Facts about a run other than its results.

    Attributes
    ----------
    task : str
        Name of the task folder it lies in.
    name : str
        The file's name without its extensions, after the participant where several runs are called alike;
        unique within the task.
    file, sha256 : str
        Path relative to the campaign directory, and the checksum of the file's bytes as they lie there.
    participant : str
        Participant id; empty where neither the file nor its folder gives it.
    run_id : str
        The name that the submission gives itself; empty where it gives none.
    stated_task, query, result_type, description : str
        As the file says; empty where it does not.
    topic_fields : mapping of str to str
        Which parts of the topic the system used, e.g. ``{"title": "yes"}``.
    milliseconds : mapping of str to float
        Reported time per topic (efficiency submissions).
    standing, contributed, facets, metadata_file, metadata_sha256
        As in `RunFacts`.
    """

    task: str
    name: str
    file: str
    sha256: str
    participant: str = ""
    run_id: str = ""
    stated_task: str = ""
    query: str = ""
    result_type: str = ""
    description: str = ""
    topic_fields: Mapping[str, str] = field(default_factory=dict)
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    standing: Standing = Standing.OFFICIAL
    contributed: bool | None = None
    facets: Mapping[str, str] = field(default_factory=dict)
    metadata_file: str = ""
    metadata_sha256: str = ""

    @property
    def mean_milliseconds(self) -> float | None:
        """Mean of the reported times of a topic; None where the submission reports none.

        Examples
        --------
        >>> Submission("Thorough", "a", "a.xml", "", milliseconds={"1": 20.0, "2": 30.0}).mean_milliseconds
        25.0
        """
        return mean(self.milliseconds.values()) if self.milliseconds else None

    @property
    def system(self) -> tuple[str, str] | None:
        """Participant and name of the system, by which runs of several tasks are of one.

        No participant where it is stated by name, which whoever uses it shares; else the name is that of the
        file, which may begin with the participant, and runs without a participant are of no system.

        Examples
        --------
        >>> one = Submission("CO", "11.bm25", "11.bm25.xml", "", participant="11")
        >>> one.system, replace(one, facets={"system": "Okapi"}).system
        (('11', 'bm25'), ('', 'Okapi'))
        """
        if named := self.facets.get(SYSTEM):
            return "", named
        return (
            (self.participant, self.name.removeprefix(f"{self.participant}.")) if self.participant else None
        )


@dataclass(frozen=True, eq=False)
class Run:
    """A submission with its results.

    Of a run of answers, `results` are their sentences: passages, in words, of an article that has the name by
    which the assessments know the run; the score is the number of documents that a sentence cites.
    """

    submission: Submission
    results: Results
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """By topic; empty where it returned no answers."""
