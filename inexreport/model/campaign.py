"""A campaign: its settings, tasks, topics and assessments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Literal, Self

import pyarrow as pa
from pydantic import AfterValidator, ConfigDict, Field, model_validator

from inexreport.model.assessment import Assessments, Judged, Pool
from inexreport.model.edition import Edition
from inexreport.model.imported import ImportedScores
from inexreport.model.run import RunStatement
from inexreport.model.settings import LAX, AnyText, Grade, Name, Settings, Text, Title
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

_ORCID = re.compile(r"(?:\d{4}-){3}\d{3}[\dX]", re.ASCII)
_PART = r"[\w.~/?#&=+:@,;%!$'()*-]*"
_WEB_ADDRESS = re.compile(rf"https?://[\w.-]+(?::\d+)?(?:[/?#]{_PART})?", re.ASCII)
_DOCUMENT_URL = re.compile(rf"https?://[\w.-]+(?::\d+)?[/?]{_PART}\{{docno\}}{_PART}", re.ASCII)


def _is_orcid(text: str) -> str:
    """Accept an ORCID iD with a right check digit, with or without its address, which is removed."""
    orcid = re.sub(r"^https?://orcid\.org/", "", text)
    if orcid and not (_ORCID.fullmatch(orcid) and check_digit(orcid[:-1]) == orcid[-1]):
        raise ValueError("an ORCID iD such as 0000-0002-1825-0097")
    return orcid


def check_digit(digits: str) -> str:
    """Return the last character of an ORCID iD.

    References
    ----------
    ISO/IEC 7064, MOD 11-2.

    Examples
    --------
    >>> check_digit("0000-0002-1825-009"), check_digit("0000-0002-1694-233")
    ('7', 'X')
    """
    total = 0
    for digit in digits.replace("-", ""):
        total = 2 * (total + int(digit))
    result = (12 - total % 11) % 11
    return "X" if result == 10 else str(result)


def _is_document_url(text: str) -> str:
    if text and not (_DOCUMENT_URL.fullmatch(text) and text.count(DOCUMENT_PLACE) == 1):
        raise ValueError(
            f"an address that begins with https:// or http:// and has {DOCUMENT_PLACE} in its path"
        )
    return text


class Author(Settings):
    """An author of a campaign's results, a table ``[[authors]]``; ORCID iD and affiliation may be empty."""

    name: Title
    orcid: Annotated[AnyText, AfterValidator(_is_orcid)] = ""
    affiliation: Name = ""


Count = Annotated[int, Field(ge=1, le=10**15)]


CANDIDATES, SELECTED = "Candidate topics", "Selected topics"
"""Labels of what campaign.toml says of these topics, among the `Campaign.facts`."""


def _is_web_address(text: str) -> str:
    if text and not _WEB_ADDRESS.fullmatch(text):
        raise ValueError("an address on the web, https://...")
    return text


WebAddress = Annotated[AnyText, AfterValidator(_is_web_address)]


class Participant(Settings):
    """A participant, whose id stands in runs or is the name of their folder."""

    name: Name = ""
    url: WebAddress = ""
    paper: WebAddress = ""
    contact: AnyText = ""


class Collection(Settings):
    """The document collection of a campaign; None where campaign.toml does not say."""

    name: AnyText = ""
    documents: Count | None = Field(default=None, examples=[2666190], description="number of documents")
    elements: Count | None = Field(default=None, examples=[30000000], description="number of elements")
    mean_document_length: Annotated[float, Field(gt=0, le=10**12)] | None = Field(
        default=None,
        examples=[7000.0],
        description="in the unit below: for BEPD, EPRUM and plain article runs",
    )
    unit: str = "characters"
    """``"documents"`` where whole documents were judged; empty where campaign.toml cannot be read."""
    document_url: Annotated[AnyText, AfterValidator(_is_document_url)] = Field(
        default="", examples=["https://example.org/{docno}"], description="of each document, for links to it"
    )


class CollectionSettings(Collection):
    """The table ``[collection]``."""

    unit: Literal["characters", "bytes"] = Field(
        default="characters", description='or "bytes" (UTF-8): what offsets and lengths count'
    )


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


class Limits(Settings):
    """The table ``[limits]``: what a run of documents may have at most."""

    run_megabytes: Annotated[int, Field(ge=1, le=2000)] = 128
    run_results: Annotated[int, Field(ge=1, le=10**8)] = 10**6
    run_topics: Annotated[int, Field(ge=1, le=10**7)] = 10**4

    @property
    def run_bytes(self) -> int:
        return self.run_megabytes * 2**20

    def at_most(self, name: str) -> str:
        """A limit as messages say it, with the setting that raises it if it can be raised."""
        value: int = getattr(self, name)
        largest: int = getattr(OF_MEMORY, name)
        raised = f"; {name} in [limits] of campaign.toml allows up to {largest:,}"
        return f"at most {value:,}" + (raised if value < largest else "")


DEFAULT_LIMITS = Limits()
OF_MEMORY = Limits(run_megabytes=2000, run_results=10**8, run_topics=10**7)
"""Of a run without a campaign: it may have what fits into memory; columns of 2 GB are the most that do."""


class AssessmentSettings(Settings):
    """A table ``[assessments.NAME]``."""

    scored: bool = True
    """Whether runs are scored under it, or other sets are only made from it."""
    kind: Literal["judge", "dimension"] = "judge"
    """Of another judge, or of another question than relevance, such as trust."""
    relevance_level: Grade | None = None
    """Of a dimension; None for the campaign's."""
    source: Title = Field(default="", alias="from")
    """The judge or set that it is made from; empty for a judge's own assessments."""
    without_elements: Annotated[tuple[Text, ...], LAX] = ()
    """Names of elements whose judgements are removed."""
    topics: Annotated[tuple[Text, ...], LAX, Field(min_length=1)] | None = None
    """The topics that are left; None for all."""
    without_judged_by: Name = ""
    """The judge whose articles are taken out, of rankings too: runs with feedback know their judgements."""
    model: Name = ""
    """The language model that judged; empty for people, and where it is not known."""

    @model_validator(mode="after")
    def _only_a_derived_set_differs(self) -> Self:
        if not self.source and (self.without_elements or self.topics or self.without_judged_by):
            raise ValueError(
                "without_elements, topics and without_judged_by only together with from, as in "
                'from = "official"'
            )
        if self.source and self.model:
            raise ValueError("model only for a judge, without from")
        if self.source and self.kind == "dimension":
            raise ValueError("kind only for a folder of judgements, without from")
        if self.relevance_level and self.kind != "dimension":
            raise ValueError('relevance_level only with kind = "dimension": judges share the campaign\'s')
        return self


class AssessmentSet(AssessmentSettings):
    """A further set of assessments, under which runs may be scored as well."""

    model_config = ConfigDict(populate_by_name=True)

    name: str
    """Without a source, the judge whose assessments they are."""

    @property
    def dimension(self) -> bool:
        """Whether it answers another question, and is not compared with the official assessments."""
        return self.kind == "dimension"


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
    participants : mapping of str to Participant
        What is stated about participants, by id.
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
    task_collections, task_document_names : mapping of str to Collection, and to array of str
        Of the tasks that have a collection, or a list of its documents, of their own.
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
    publisher : str
        The organisation that publishes them; empty if campaign.toml does not say.
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
    limits : Limits
        Of the files of runs.
    facts : mapping of str to str
        What the front page shows, by its label.
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
    participants: Mapping[str, Participant] = field(default_factory=dict)
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
    publisher: str = ""
    run_statements: tuple[RunStatement, ...] = ()
    task_aliases: Mapping[str, str] = field(default_factory=dict)
    takes_any_task: bool = False
    introduction: str = ""
    editions: tuple[Edition, ...] = ()
    accent: str = ""
    logo: bytes = b""
    task_assessments: Mapping[str, Assessments] = field(default_factory=dict)
    task_collections: Mapping[str, Collection] = field(default_factory=dict)
    task_document_names: Mapping[str, pa.StringArray] = field(default_factory=dict)
    dimensions: tuple[Assessments, ...] = ()
    badge: str = "type"
    run_files: bool = False
    limits: Limits = DEFAULT_LIMITS
    facts: Mapping[str, str] = field(default_factory=dict)

    def of_task(self, name: str) -> Campaign:
        """The campaign as a task has it: with its own topics, official assessments and collection."""
        others = {one for one, topic in self.topics.items() if not topic.belongs_to(name)}
        own = (self.task_assessments, self.task_collections, self.task_document_names)
        if not others and all(name not in one for one in own):
            return self
        official = self.task_assessments.get(name, self.assessments)
        judged = {one: of for one, of in official.topics.items() if one not in others}
        return replace(
            self,
            topics={one: topic for one, topic in self.topics.items() if one not in others},
            assessments=replace(official, topics=judged) if others else official,
            task_assessments={},
            collection=self.task_collections.get(name, self.collection),
            document_names=self.task_document_names.get(name, self.document_names),
        )

    @property
    def topic_names(self) -> dict[str, str]:
        """Identifiers of all topics, asked or judged, by what runs call them."""
        ids = (*self.topics, *self.assessments.topics)
        return {(self.topics[one].name if one in self.topics else "") or one: one for one in ids}
