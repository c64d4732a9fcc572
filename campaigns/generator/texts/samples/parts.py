"""What several campaigns have: participants, settings, documents, and runs in XML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ...formats import DECLARATION
from ...formats.runs_xml import AD_HOC, PLAIN, Habits, Head, inex_submission
from ...formats.settings import campaign_toml
from ..corpus.article import Article
from ..systems.rankings import Rankings
from ..systems.rows import rows


class Participant(NamedTuple):
    """An invented participant: the identifier, what its runs' names begin with, and its name."""

    identifier: str
    acronym: str
    name: str


PARTICIPANTS = {
    "north": Participant("11", "North", "Example University North"),
    "south": Participant("12", "South", "Example University South"),
    "sit": Participant("23", "SIT", "Sample Institute of Technology"),
    "specimen": Participant("34", "SC", "Specimen College"),
    "prl": Participant("45", "PRL", "Placeholder Research Laboratory"),
    "ue": Participant("56", "UE", "Université de l'Exemple"),
}
"""The participants by what their files' names begin with."""

STRUCTURED_QUERIES = (
    "Requêtes structurées : l'élément demandé par le castitle, pondéré par le score de l'article entier."
)
WHOLE_ARTICLES = "Whole articles without stemming, as a baseline."

SAMPLES = Path(__file__).parents[3]

Files = Mapping[str, str | bytes]
"""The files of a campaign by their paths in its directory."""


def participant(file: str) -> Participant:
    """The participant with whose name the name of a run file begins."""
    return PARTICIPANTS[file.rpartition("/")[2].partition("-")[0]]


def run_id(file: str) -> str:
    """The usual name of the run in a file."""
    rest = file.rpartition("/")[2].partition(".")[0].partition("-")[2]
    return f"{participant(file).acronym}-{rest}"


def head(file: str, description: str, name: str = "", others: str = AD_HOC) -> Head:
    """What a submission says about itself; the first folder of the file is its task."""
    task = file.partition("/")[0]
    return Head(participant(file).identifier, name or run_id(file), task, description, others)


@dataclass(frozen=True)
class Run:
    """A run file in XML; a broken one holds a bare ampersand."""

    file: str
    description: str
    rankings: Rankings
    habits: Habits = PLAIN
    name: str = ""
    first_rank: int = 1
    broken: bool = False

    @property
    def task(self) -> str:
        return self.file.partition("/")[0]

    def content(self) -> bytes:
        """The file's bytes, before they are packed."""
        results = (
            (topic.id, rows(ranking, first_rank=self.first_rank)) for topic, ranking in self.rankings.items()
        )
        text = "".join(inex_submission(head(self.file, self.description, self.name), results, self.habits))
        return (text.replace("&amp;", "&") if self.broken else text).encode(self.habits.encoding)


def inex_campaign(year: int, articles: Sequence[Article], files: Files) -> Files:
    """These files of a campaign of XML retrieval, its settings and its documents."""
    described = _described(
        year,
        f"inex-{year}",
        articles,
        "articles",
        PARTICIPANTS,
        elements=sum(len(article.elements) for article in articles),
        mean_document_length=sum(len(article.text) for article in articles) / len(articles),
    )
    documents = {f"documents/{article.number}.xml": f"{DECLARATION}{article.xml}\n" for article in articles}
    return {**described, **documents, **files}


def document_campaign(
    year: int, protocol: str, articles: Sequence[Article], files: Files, **settings: Any
) -> Files:
    """These files of a campaign of whole documents by three participants, its settings and its runs.csv."""
    participants = ("north", "south", "sit")
    described = _described(year, protocol, articles, "documents", participants, **settings)
    return {**described, "runs.csv": stated_file(year, "runs.csv"), **files}


def _described(
    year: int,
    protocol: str,
    articles: Sequence[Article],
    units: str,
    participants: Iterable[str],
    **settings: Any,
) -> dict[str, str]:
    title = f"Sample Campaign {year}"
    beginning = campaign_toml(
        title=title,
        year=year,
        protocol=protocol,
        citation=f"{title}. Invented data, distributed with inexreport.",
        licence=f"CC0 1.0: topics, {units}, judgements and runs are invented and free for any use",
        collection="Little Encyclopaedia (invented)",
        documents=len(articles),
        participants={PARTICIPANTS[one].identifier: PARTICIPANTS[one].name for one in participants},
        **settings,
    )
    rest = (Path(__file__).parent / f"settings-{year}.toml").read_text(encoding="utf-8")
    return {"campaign.toml": beginning + rest, "about.md": stated_file(year, "about.md")}


def stated_file(year: int, name: str) -> str:
    """A text that is written by hand, in the sample campaign itself."""
    return (SAMPLES / f"sample-{year}" / name).read_text(encoding="utf-8")
