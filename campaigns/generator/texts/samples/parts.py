"""What several campaigns have: participants, settings, documents, and runs in XML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...formats import DECLARATION
from ...formats.runs_xml import AD_HOC, PLAIN, Habits, Head, inex_submission
from ..corpus.article import Article
from ..systems.rankings import Rankings
from ..systems.rows import rows


class Participant(NamedTuple):
    """An invented participant: the identifier, and what its runs' names begin with."""

    identifier: str
    acronym: str


PARTICIPANTS = {
    "north": Participant("11", "North"),
    "south": Participant("12", "South"),
    "sit": Participant("23", "SIT"),
    "specimen": Participant("34", "SC"),
    "prl": Participant("45", "PRL"),
    "ue": Participant("56", "UE"),
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
    """These files of a campaign of XML retrieval, with its settings and its documents."""
    mean_length = sum(len(article.text) for article in articles) / len(articles)
    settings = _settings(
        year,
        documents=len(articles),
        elements=sum(len(article.elements) for article in articles),
        mean_document_length=round(mean_length, 1),
    )
    documents = {f"documents/{article.number}.xml": f"{DECLARATION}{article.xml}\n" for article in articles}
    return {**settings, **documents, **files}


def document_campaign(year: int, articles: Sequence[Article], files: Files, **numbers: float) -> Files:
    """These files of a campaign of whole documents, with its settings and its runs.csv."""
    settings = _settings(year, documents=len(articles), **numbers)
    return {**settings, "runs.csv": stated_file(year, "runs.csv"), **files}


def _settings(year: int, **numbers: float) -> dict[str, str]:
    """The settings and the text of the front page; these numbers take the place of the stated ones."""
    settings = stated_file(year, "campaign.toml")
    for key, number in numbers.items():
        # Without a line for the number, there is nothing to unpack, and the generator stops.
        before, behind = re.split(rf"^{key} = .*$", settings, maxsplit=1, flags=re.MULTILINE)
        settings = f"{before}{key} = {number}{behind}"
    return {"campaign.toml": settings, "about.md": stated_file(year, "about.md")}


def stated_file(year: int, name: str) -> str:
    """A text that is written by hand, in the sample campaign itself."""
    return (SAMPLES / f"sample-{year}" / name).read_text(encoding="utf-8")
