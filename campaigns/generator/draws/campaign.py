"""Draws a campaign and writes it into a directory, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from ..formats.assessments import assessments_of_2006, qrels_of_2009, qrels_of_trec
from ..formats.runs_columns import Place, column_run
from ..formats.runs_xml import IN_LINES, RESULT, Habits, Head, inex_submission
from ..formats.settings import campaign_toml
from ..formats.topics import topic_file_of_2006, topic_file_of_2009, topic_file_of_trec
from ..topic import Topic
from .collection import Collection, make_collection
from .elements_file import write_elements
from .judgements import documents_of_2009, files_of_2006, graded_documents
from .protocols import DrawnProtocol
from .relevance import Passage, Relevance, is_assessed, make_relevance, second_opinion
from .results import falling_results, results_with_paths
from .systems import Kind, Ranking, System, make_system, rank
from .topics import make_topic

RUNS_OF_A_PARTICIPANT = 6
FEWEST_PARTICIPANTS = 10
FIRST_POOL = 1001

PLACES = {
    Kind.ALL_ELEMENTS: (Place.ELEMENT, Place.PASSAGE),
    Kind.FOCUSED: (Place.ELEMENT, Place.PASSAGE),
    Kind.IN_CONTEXT: (Place.ELEMENT, Place.PASSAGE),
    Kind.ARTICLE: (Place.ARTICLE,),
    Kind.ENTRY_POINT: (Place.ENTRY_POINT, Place.ELEMENT, Place.ARTICLE),
    Kind.DOCUMENT: (Place.ARTICLE,),
}


@dataclass(frozen=True)
class Size:
    """How large a campaign is; `judged_twice` are topics that a second judge assessed too."""

    documents: int
    topics: int
    runs: int
    depth: int
    judged_twice: int = 0


@dataclass(frozen=True)
class DrawnCampaign:
    """A campaign; the same arguments give the same bytes.

    A run depends neither on the number of runs nor on the number of topics, so that a smaller campaign is
    a part of a larger one of the same collection and depth; but where documents are judged by grade, those
    that the first results of all runs hold are judged.
    """

    protocol: DrawnProtocol
    size: Size
    seed: int

    @cached_property
    def collection(self) -> Collection:
        return make_collection(self.size.documents, self.protocol.tags, self.seed)

    @cached_property
    def topics(self) -> list[Topic]:
        first, section = self.protocol.first_topic, "section" if self.protocol.in_xml else "sec"
        return [make_topic(number, first, section, self.seed) for number in range(self.size.topics)]

    @cached_property
    def relevance(self) -> list[Relevance]:
        return [
            make_relevance(self.collection, number, self.size.depth, self.seed)
            for number in range(self.size.topics)
        ]

    @property
    def participants(self) -> int:
        return max(FEWEST_PARTICIPANTS, self.size.runs // RUNS_OF_A_PARTICIPANT)

    def write(self, directory: Path, workers: int, written: Callable[[str], None]) -> None:
        """Write everything, runs last and in several processes; call `written` with the name of each file."""
        for name, content in self._texts():
            _write(directory / name, [content])
        written("topics and assessments")
        if self.protocol.returns_elements:
            documents = np.unique(np.concatenate([one.documents for one in self.relevance]))
            write_elements(self.collection, documents, directory / "elements.parquet")
            written("elements.parquet")
        runs = range(self.size.runs)
        if workers == 1:
            for run in runs:
                written(self.write_run(run, directory))
            return
        with ProcessPoolExecutor(workers, initializer=_begin, initargs=(self, directory)) as pool:
            for name in pool.map(_write_run, runs):
                written(name)

    def write_run(self, run: int, directory: Path) -> str:
        """Write the run of this number and return its path; participants take turns at all tasks."""
        participant = run % self.participants
        identifier = participant_id(participant)
        tasks = list(self.protocol.tasks)
        task = tasks[(run + run // self.participants) % len(tasks)]
        kind = self.protocol.tasks[task]
        name = f"group{identifier}-run{run:03d}"
        system = make_system(run, participant, self.seed)
        rankings = (
            (topic.id, self._ranking(system, number, kind)) for number, topic in enumerate(self.topics)
        )
        if self.protocol.in_xml:
            path = f"runs/{task}/{name}.xml"
            head = Head(identifier, name, task, "Generated for measurements.")
            habits = Habits(result=IN_LINES if run % 5 == 4 else RESULT)
            content = inex_submission(head, results_with_paths(rankings, self.collection), habits)
        else:
            path = f"runs/{task}/{identifier}/{name}.run"
            place = PLACES[kind][run // len(tasks) % len(PLACES[kind])]
            results = falling_results(rankings, self.collection, place)
            content = column_run(results, name, place, digits=6)
        _write(directory / path, content)
        return path

    def _ranking(self, system: System, topic: int, kind: Kind) -> Ranking:
        return rank(system, topic, self.relevance[topic], self.collection, kind, self.size.depth, self.seed)

    def _texts(self) -> Iterator[tuple[str, str]]:
        yield "campaign.toml", self._settings()
        if self.protocol.pool_depth:
            yield "topics/topics.txt", topic_file_of_trec(self.topics, narratives=False)
            yield "assessments/official/qrels.txt", "".join(self._pooled_judgements())
            return
        if self.protocol.in_xml:
            for topic in self.topics:
                yield f"topics/topic-{topic.id}.xml", topic_file_of_2006(topic)
        else:
            yield f"topics/topics-{self.protocol.year}.xml", topic_file_of_2009(self.topics)
        assessed = [number for number in range(self.size.topics) if is_assessed(number)]
        yield from self._judgements("official", {n: self.relevance[n].passages for n in assessed})
        twice = assessed[: self.size.judged_twice]
        opinions = {n: second_opinion(self.collection, n, self.relevance[n], self.seed) for n in twice}
        yield from self._judgements("second-judge", opinions)

    def _judgements(self, judge: str, passages: dict[int, list[list[Passage]]]) -> Iterator[tuple[str, str]]:
        folder = f"assessments/{judge}"
        if self.protocol.in_xml:
            for number, highlighted in passages.items():
                topic = self.topics[number].id
                files = files_of_2006(self.collection, self.relevance[number], highlighted)
                yield f"{folder}/topic-{topic}.xml", assessments_of_2006(topic, FIRST_POOL + number, files)
        elif passages:
            lines = (
                qrels_of_2009(
                    self.topics[number].id,
                    documents_of_2009(self.collection, self.relevance[number], highlighted),
                )
                for number, highlighted in passages.items()
            )
            yield f"{folder}/inex-{self.protocol.year}.qrels", "".join(lines)

    def _pooled_judgements(self) -> Iterator[str]:
        """The judgements of each topic's pool, to which every run contributes."""
        systems = [make_system(run, run % self.participants, self.seed) for run in range(self.size.runs)]
        for number, (topic, relevance) in enumerate(zip(self.topics, self.relevance, strict=True)):
            rankings = (self._ranking(system, number, Kind.DOCUMENT) for system in systems)
            first = [ranking.document[: self.protocol.pool_depth] for ranking in rankings]
            pooled = np.unique(np.concatenate(first))
            yield qrels_of_trec(topic.id, graded_documents(self.collection, relevance, pooled))

    def _settings(self) -> str:
        protocol, collection = self.protocol, self.collection
        campaign = {
            "title": f"Generated Campaign {protocol.year}",
            "year": protocol.year,
            "protocol": protocol.name,
            "pool_depth": protocol.pool_depth,
            "citation": "Generated data; no statement about any system.",
            "licence": "CC0 1.0: everything in it is drawn by chance",
        }
        size = {"name": f"{protocol.collection} (generated)", "documents": len(collection)}
        if not protocol.pool_depth:
            size |= {
                "elements": collection.elements,
                "mean_document_length": collection.mean_document_length,
                "unit": "characters",
            }
        names = {
            identifier: f"Participating group {identifier}"
            for identifier in map(participant_id, range(self.participants))
        }
        return campaign_toml(campaign, size, names) + protocol.settings


def participant_id(number: int) -> str:
    """Return the identifier of the participant of this number."""
    return str(11 + 3 * number)


_current: list[tuple[DrawnCampaign, Path]] = []
"""What this process writes: given once, so that the collection is not sent with every run."""


def _begin(campaign: DrawnCampaign, directory: Path) -> None:
    _current[:] = [(campaign, directory)]


def _write_run(run: int) -> str:
    campaign, directory = _current[0]
    return campaign.write_run(run, directory)


def _write(path: Path, content: list[str] | Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(content)
