"""Draws a campaign and writes it into a directory, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from ..formats.assessments import assessments_of_2006, qrels_of_2009, qrels_of_trec
from ..formats.runs_columns import Place, column_run
from ..formats.runs_xml import IN_LINES, RESULT, Habits, Head, inex_submission
from ..formats.settings import CampaignFacts, CollectionFacts, campaign_toml
from ..formats.topics import topic_file_of_2006, topic_file_of_2009, topic_file_of_trec
from ..topic import Topic
from .collection import Collection, make_collection
from .elements_file import write_elements
from .judgements import documents_of_2009, files_of_2006, graded_documents
from .protocols import DrawnProtocol
from .relevance import Passage, Relevance, is_assessed, make_relevance, second_opinion
from .results import TopicRanking, falling_results, results_with_paths
from .systems import Kind, Ranking, System, make_system, rank
from .topics import make_topic

ARTICLE_TASK = "BestInContext"
ARTICLE_SETTINGS = f"""
[tasks.{ARTICLE_TASK}]
official = "article-MAP"
metrics = ["article-MAP", "article-P@10", "article-Rprec"]
"""

RUNS_OF_A_PARTICIPANT = 6
FEWEST_PARTICIPANTS = 10
FIRST_POOL = 1001

PLACES = {
    Kind.ALL_ELEMENTS: (Place.ELEMENT, Place.PASSAGE),
    Kind.FOCUSED: (Place.ELEMENT, Place.PASSAGE),
    Kind.IN_CONTEXT: (Place.ELEMENT, Place.PASSAGE),
    Kind.ENTRY_POINT: (Place.ENTRY_POINT, Place.ELEMENT, Place.ARTICLE),
    Kind.DOCUMENT: (Place.ARTICLE,),
}


@dataclass(frozen=True)
class Size:
    """How large a campaign is.

    Attributes
    ----------
    documents, topics, runs : int
    depth : int
        Results of a run for a topic.
    judged_twice : int
        Topics that a second judge assessed too.
    """

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
    articles: bool = False
    """Whether all runs are rankings of articles in TREC's columns, and scored as such."""

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
        """Write everything; runs last, in several processes.

        Parameters
        ----------
        directory : Path
            Made if it is not there.
        workers : int
        written : callable
            Called with the name of each file that has been written.
        """
        for name, content in self._texts():
            _write(directory / name, [content])
        written("topics and assessments")
        if not self.articles and not self.protocol.pool_depth:
            self._write_elements(directory, written)
        runs = range(self.size.runs)
        if workers == 1:
            for run in runs:
                written(self.write_run(run, directory))
            return
        with ProcessPoolExecutor(workers, initializer=_begin, initargs=(self, directory)) as pool:
            for name in pool.map(_write_run, runs):
                written(name)

    def write_run(self, run: int, directory: Path) -> str:
        """Write the run of this number and return its path below the directory."""
        name = self.run_file(run)
        _write(directory / name, self.run_content(run))
        return name

    def _write_elements(self, directory: Path, written: Callable[[str], None]) -> None:
        documents = np.unique(np.concatenate([one.documents for one in self.relevance]))
        write_elements(self.collection, documents, directory / "elements.parquet")
        written("elements.parquet")

    def system(self, run: int) -> System:
        """The system of the run of this number."""
        return make_system(run, run % self.participants, self.seed)

    def run_task(self, run: int) -> str:
        """The task of the run of this number: participants take turns at all of them."""
        tasks = [ARTICLE_TASK] if self.articles else list(self.protocol.tasks)
        return tasks[(run + run // self.participants) % len(tasks)]

    def run_file(self, run: int) -> str:
        """The path of a run below the campaign directory."""
        task, name = self.run_task(run), self.run_name(run)
        participant = participant_id(run % self.participants)
        return f"runs/{task}/{name}.xml" if self.protocol.in_xml else f"runs/{task}/{participant}/{name}.run"

    def run_name(self, run: int) -> str:
        """The run's name, which says whose it is."""
        return f"group{participant_id(run % self.participants)}-run{run:03d}"

    def run_content(self, run: int) -> Iterator[str]:
        """The text of a run's file, piece by piece."""
        task, name = self.run_task(run), self.run_name(run)
        kind = self.protocol.tasks[task]
        rankings = self._rankings(run, kind)
        if self.protocol.in_xml:
            participant = participant_id(run % self.participants)
            head = Head(participant, name, task, "Generated for measurements.")
            habits = Habits(result=IN_LINES if run % 5 == 4 else RESULT)
            return inex_submission(head, results_with_paths(rankings, self.collection), habits)
        places = PLACES[kind]
        place = Place.ARTICLE if self.articles else places[run // len(self.protocol.tasks) % len(places)]
        return column_run(falling_results(rankings, self.collection, place), name, place, digits=6)

    def _rankings(self, run: int, kind: Kind) -> Iterator[TopicRanking]:
        system = self.system(run)
        for number, topic in enumerate(self.topics):
            yield topic.id, self._ranking(system, number, kind)

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
        systems = [self.system(run) for run in range(self.size.runs)]
        for number, (topic, relevance) in enumerate(zip(self.topics, self.relevance, strict=True)):
            rankings = (self._ranking(system, number, Kind.DOCUMENT) for system in systems)
            first = [ranking.document[: self.protocol.pool_depth] for ranking in rankings]
            pooled = np.unique(np.concatenate(first))
            yield qrels_of_trec(topic.id, graded_documents(self.collection, relevance, pooled))

    def _settings(self) -> str:
        protocol, collection = self.protocol, self.collection
        facts = CampaignFacts(
            f"Generated Campaign {protocol.year}",
            protocol.year,
            protocol.name,
            "Generated data; no statement about any system.",
            "CC0 1.0: everything in it is drawn by chance",
            protocol.pool_depth,
        )
        size = CollectionFacts(f"{protocol.collection} (generated)", len(collection))
        if not protocol.pool_depth:
            size = replace(
                size, elements=collection.elements, mean_document_length=collection.mean_document_length
            )
        names = {
            identifier: f"Participating group {identifier}"
            for identifier in map(participant_id, range(self.participants))
        }
        return campaign_toml(facts, size, names) + (ARTICLE_SETTINGS if self.articles else "")


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
