"""Writes a generated campaign into a directory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from benchmarks.campaign.assessment_files import (
    assessments_of_2006,
    assessments_of_2009,
    assessments_of_trec,
)
from benchmarks.campaign.collection import Collection, make_collection
from benchmarks.campaign.elements_file import write_elements
from benchmarks.campaign.protocols import PROTOCOLS, GeneratedProtocol
from benchmarks.campaign.relevance import Passage, Relevance, is_assessed, make_relevance, second_opinion
from benchmarks.campaign.run_files import TextForm, TopicRanking, text_run, xml_run
from benchmarks.campaign.systems import Kind, Ranking, System, make_system, rank
from benchmarks.campaign.topics import make_topic, topic_file_of_trec
from campaigns.make_sample.topics.topic import Topic
from campaigns.make_sample.topics.topic_formats import topic_file_of_2006, topic_file_of_2009

ARTICLE_TASK = "BestInContext"
ARTICLE_SETTINGS = f"""
[tasks.{ARTICLE_TASK}]
official = "article-MAP"
metrics = ["article-MAP", "article-P@10", "article-Rprec"]
"""

RUNS_OF_A_PARTICIPANT = 6
FEWEST_PARTICIPANTS = 10

TEXT_FORMS = {
    Kind.ALL_ELEMENTS: (TextForm.ELEMENT, TextForm.PASSAGE),
    Kind.FOCUSED: (TextForm.ELEMENT, TextForm.PASSAGE),
    Kind.IN_CONTEXT: (TextForm.ELEMENT, TextForm.PASSAGE),
    Kind.ENTRY_POINT: (TextForm.ENTRY_POINT, TextForm.ELEMENT, TextForm.ARTICLE),
    Kind.DOCUMENT: (TextForm.ARTICLE,),
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
class GeneratedCampaign:
    """A campaign; the same arguments give the same bytes.

    A run depends neither on the number of runs nor on the number of topics, so that a smaller campaign is
    a part of a larger one of the same collection and depth; but where documents are judged by grade, those
    that the first results of all runs hold are judged.
    """

    protocol: GeneratedProtocol
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
        if not self.protocol.in_xml:
            forms = TEXT_FORMS[kind]
            form = TextForm.ARTICLE if self.articles else forms[run // len(self.protocol.tasks) % len(forms)]
            return text_run(self._rankings(run, kind), self.collection, name, form)
        attributes = (
            f'participant-id="{participant_id(run % self.participants)}" run-id="{name}" task="{task}" '
            'query="automatic" result-type="element"'
        )
        return xml_run(self._rankings(run, kind), self.collection, attributes, in_lines=run % 5 == 4)

    def _rankings(self, run: int, kind: Kind) -> Iterator[TopicRanking]:
        system = self.system(run)
        for number, topic in enumerate(self.topics):
            yield topic.id, self._ranking(system, number, kind)

    def _ranking(self, system: System, topic: int, kind: Kind) -> Ranking:
        return rank(system, topic, self.relevance[topic], self.collection, kind, self.size.depth, self.seed)

    def _texts(self) -> Iterator[tuple[str, str]]:
        yield "campaign.toml", self._settings()
        if self.protocol.pool_depth:
            yield "topics/topics.txt", topic_file_of_trec(self.topics)
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
                yield (
                    f"{folder}/topic-{topic}.xml",
                    assessments_of_2006(self.collection, number, topic, self.relevance[number], highlighted),
                )
        elif passages:
            yield (
                f"{folder}/inex-{self.protocol.year}.qrels",
                "".join(
                    assessments_of_2009(
                        self.collection, self.topics[number].id, self.relevance[number], highlighted
                    )
                    for number, highlighted in passages.items()
                ),
            )

    def _pooled_judgements(self) -> Iterator[str]:
        """The judgements of each topic's pool, to which every run contributes."""
        systems = [self.system(run) for run in range(self.size.runs)]
        for number, (topic, relevance) in enumerate(zip(self.topics, self.relevance, strict=True)):
            rankings = (self._ranking(system, number, Kind.DOCUMENT) for system in systems)
            first = [ranking.document[: self.protocol.pool_depth] for ranking in rankings]
            yield assessments_of_trec(self.collection, topic.id, relevance, np.unique(np.concatenate(first)))

    def _settings(self) -> str:
        protocol, collection = self.protocol, self.collection
        pool = f"pool_depth = {protocol.pool_depth}\n" if protocol.pool_depth else ""
        elements = (
            f"elements = {collection.elements}\nmean_document_length = {collection.mean_document_length}\n"
            'unit = "characters"\n'
        )
        participants = "".join(
            f'\n[participants.{identifier}]\nname = "Participating group {identifier}"\n'
            for identifier in map(participant_id, range(self.participants))
        )
        return (
            f'title = "Generated Campaign {protocol.year}"\nyear = {protocol.year}\n'
            f'protocol = "{protocol.name}"\n{pool}'
            'citation = "Generated data; no statement about any system."\n'
            'licence = "CC0 1.0: everything in it is drawn by chance"\n\n'
            f'[collection]\nname = "{protocol.collection} (generated)"\ndocuments = {len(collection)}\n'
            f"{'' if pool else elements}{participants}{ARTICLE_SETTINGS if self.articles else ''}"
        )


def participant_id(number: int) -> str:
    """Return the identifier of the participant of this number."""
    return str(11 + 3 * number)


_current: list[tuple[GeneratedCampaign, Path]] = []
"""What this process writes: given once, so that the collection is not sent with every run."""


def _begin(campaign: GeneratedCampaign, directory: Path) -> None:
    _current[:] = [(campaign, directory)]


def _write_run(run: int) -> str:
    campaign, directory = _current[0]
    return campaign.write_run(run, directory)


def _write(path: Path, content: list[str] | Iterator[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(content)


def generated_campaign(protocol: str, size: Size, seed: int, *, articles: bool = False) -> GeneratedCampaign:
    """Return a campaign of a protocol in `PROTOCOLS`; rankings of articles are in text only."""
    return GeneratedCampaign(PROTOCOLS[protocol], size, seed, articles)
