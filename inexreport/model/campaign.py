"""A campaign: its settings, tasks, topics and assessments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

import pyarrow as pa

from inexreport.model.assessment import Assessments, Judged, Pool
from inexreport.model.edition import Edition
from inexreport.model.imported import ImportedScores
from inexreport.model.run import RunStatement
from inexreport.model.task import Task
from inexreport.model.topic import Topic


class Order(StrEnum):
    """Which order of the results of a topic counts."""

    FILE = "file"
    """That of ranks in XML, and that of lines in columns."""
    SCORE = "score"
    """Descending score, in single precision; equal scores by descending name, as trec_eval does."""


DOCUMENT_PLACE = "{docno}"
"""Stands for the name of a document in `Collection.document_url`."""


@dataclass(frozen=True, slots=True)
class Author:
    """An author of a campaign's results; ORCID iD and affiliation may be empty."""

    name: str
    orcid: str = ""
    affiliation: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """The document collection of a campaign; None where campaign.toml does not say.

    Attributes
    ----------
    documents, elements : int or None
        Numbers of documents and of elements.
    mean_document_length : float or None
        In `unit`.
    unit : str
        What offsets and lengths count: ``"characters"``, ``"bytes"`` (UTF-8), or ``"documents"`` where whole
        documents were judged.
    document_url : str
        Address of a document on the web, with `DOCUMENT_PLACE` for its name; empty if documents have none.
    """

    name: str = ""
    documents: int | None = None
    elements: int | None = None
    mean_document_length: float | None = None
    unit: str = "characters"
    document_url: str = ""


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """What the documents that a campaign has, or its element table, contain.

    Attributes
    ----------
    documents, elements : int
        Numbers of documents and of their elements.
    text_nodes : int
        Number of text nodes; 0 in an element table that lists elements only.
    names : int
        Number of different names of elements.
    depths : int
        Sum of the elements' depths; a document's own element has depth 1.
    text : int
        Text of all documents, in the campaign's unit.
    only_judged : bool
        Whether only the documents with assessments were counted.
    """

    documents: int
    elements: int
    text_nodes: int
    names: int
    depths: int
    text: int
    only_judged: bool


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file that the campaign was read from, with the checksum of its bytes."""

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class AssessmentSet:
    """A further set of assessments, under which runs may be scored as well.

    Attributes
    ----------
    name : str
        Without a source, the judge whose assessments they are.
    scored : bool
        Whether runs are scored under it, or other sets are only made from it.
    source : str
        The judge or set that it is made from; empty for a judge's own assessments.
    without_elements : tuple of str
        Names of elements whose judgements are removed.
    topics : tuple of str or None
        The topics that are left; None for all.
    model : str
        The language model that judged; empty for people, and where it is not known.
    dimension : bool
        Whether it answers another question than relevance, such as trust, and is not compared with the
        official assessments as a judge's.
    relevance_level : int or None
        Of a dimension; None for the campaign's.
    """

    name: str
    scored: bool = True
    source: str = ""
    without_elements: tuple[str, ...] = ()
    topics: tuple[str, ...] | None = None
    model: str = ""
    dimension: bool = False
    relevance_level: int | None = None


@dataclass(frozen=True, eq=False)
class Campaign:
    """Everything about a campaign but its runs.

    Attributes
    ----------
    slug : str
        Name of the campaign directory; the address of its site.
    protocol : str
        Name or file of the protocol whose tasks and settings hold; empty where campaign.toml spells out all
        of it.
    participants : mapping of str to str
        Participant id to name for display.
    tasks : mapping of str to Task
        In the order of the protocol.
    task_aliases : mapping of str to str
        Other names of tasks, such as ``AllInContext``, and those that they stand for.
    takes_any_task : bool
        Whether every folder of runs is a task.
    topics : mapping of str to Topic
        Ordered by id.
    assessments : Assessments
        The official ones of all tasks together.
    task_assessments : mapping of str to Assessments
        The official ones of each task; empty where those of all tasks are the same.
    about : str
        The organisers' text for the front page (Markdown, untrusted).
    inputs : tuple of InputFile
        Every file read, ordered by name, but the runs.
    judges : tuple of Assessments
        Those of the other judges, ordered by name; they are compared with the official ones.
    dimensions : tuple of Assessments
        Of other questions than relevance to the topic, such as trust; ordered by name.
    assessment_sets : tuple of AssessmentSet
        In the order of campaign.toml; where documents were judged, followed by the judges that it does not
        name.
    pools : mapping of str to Pool, or None
        By topic; None where the campaign has no pools.
    documents : DocumentCounts or None
        None where it has neither documents nor an element table.
    judged : Judged
    order : Order
        Which order of a run's results counts.
    relevance_level : int
        The lowest grade of a document that is relevant.
    url : str
        Of the campaign's own site; empty if campaign.toml gives none.
    document_names : array of str, or None
        Every document of the collection; None where the campaign has no list of them.
    authors : tuple of Author
        In the order of campaign.toml.
    doi : str
        Of the results, such as ``10.5281/zenodo.1234567``; empty if they have none.
    run_statements : tuple of RunStatement
        The rows of runs.csv.
    topic_tags : mapping of str to tuple of str
        Ids of the topics that the organisers gave a tag, by tag; they need not be topics of the campaign.
    introduction : str
        What the systems were asked to do, in a sentence of the protocol; empty where it says nothing.
    editions : tuple of Edition
        Ordered by date, the present one last; empty where campaign.toml names none.
    accent : str
        Colour of the site's links, ``#rrggbb``; empty for the default.
    logo : bytes
        A PNG picture; empty if there is none.
    badge : str
        The facet of runs whose value stands beside their names; empty for none.
    run_files : bool
        Whether the files of runs are published.
    imported : tuple of ImportedScores
        Scores that were computed elsewhere, in the order of campaign.toml.
    """

    slug: str
    title: str
    year: int
    protocol: str
    tasks: Mapping[str, Task]
    topics: Mapping[str, Topic]
    assessments: Assessments
    collection: Collection = field(default_factory=Collection)
    participants: Mapping[str, str] = field(default_factory=dict)
    citation: str = ""
    licence: str = ""
    about: str = ""
    inputs: tuple[InputFile, ...] = ()
    judges: tuple[Assessments, ...] = ()
    assessment_sets: tuple[AssessmentSet, ...] = ()
    pools: Mapping[str, Pool] | None = None
    documents: DocumentCounts | None = None
    topic_tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    judged: Judged = Judged.PASSAGES
    order: Order = Order.FILE
    relevance_level: int = 1
    url: str = ""
    imported: tuple[ImportedScores, ...] = ()
    document_names: pa.StringArray | None = None
    authors: tuple[Author, ...] = ()
    doi: str = ""
    run_statements: tuple[RunStatement, ...] = ()
    task_aliases: Mapping[str, str] = field(default_factory=dict)
    takes_any_task: bool = False
    introduction: str = ""
    editions: tuple[Edition, ...] = ()
    accent: str = ""
    logo: bytes = b""
    task_assessments: Mapping[str, Assessments] = field(default_factory=dict)
    dimensions: tuple[Assessments, ...] = ()
    badge: str = "type"
    run_files: bool = False

    def of_task(self, name: str) -> Campaign:
        """The campaign as a task has it: with the task's own official assessments."""
        if name not in self.task_assessments:
            return self
        return replace(self, assessments=self.task_assessments[name], task_assessments={})
