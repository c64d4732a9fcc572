"""What several campaigns have: participants, settings, documents, and runs in XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...formats import DECLARATION
from ...formats.runs_xml import PLAIN, Habits, Head, inex_submission
from ...formats.settings import CampaignFacts, CollectionFacts, campaign_toml
from ..corpus.article import Article
from ..systems.rankings import Rankings
from ..systems.rows import rows

PARTICIPANTS = {
    "11": "Example University North",
    "12": "Example University South",
    "23": "Sample Institute of Technology",
    "34": "Specimen College",
    "45": "Placeholder Research Laboratory",
    "56": "Université de l'Exemple",
}
NORTH, SOUTH, SIT, SPECIMEN, PLACEHOLDER, EXEMPLE = PARTICIPANTS
COLLECTION = "Little Encyclopaedia (invented)"

STRUCTURED_QUERIES = (
    "Requêtes structurées : l'élément demandé par le castitle, pondéré par le score de l'article entier."
)
WHOLE_ARTICLES = "Whole articles without stemming, as a baseline."

Files = Mapping[str, str | bytes]
"""The files of a campaign by their paths in its directory."""


@dataclass(frozen=True)
class Run:
    """A run file in XML; the folder in `file` is its task. A broken one holds a bare ampersand."""

    file: str
    participant: str
    run_id: str
    description: str
    rankings: Rankings
    habits: Habits = PLAIN
    first_rank: int = 1
    broken: bool = False

    @property
    def task(self) -> str:
        return self.file.partition("/")[0]

    def content(self) -> bytes:
        """The file's bytes, before they are packed."""
        head = Head(self.participant, self.run_id, self.task, self.description)
        results = (
            (topic.id, rows(ranking, first_rank=self.first_rank)) for topic, ranking in self.rankings.items()
        )
        text = "".join(inex_submission(head, results, self.habits))
        return (text.replace("&amp;", "&") if self.broken else text).encode(self.habits.encoding)


def inex_campaign(year: int, articles: Sequence[Article], files: Files) -> Files:
    """These files of a campaign of XML retrieval, its settings and its documents."""
    collection = CollectionFacts(
        COLLECTION,
        len(articles),
        sum(len(article.elements) for article in articles),
        sum(len(article.text) for article in articles) / len(articles),
    )
    facts = _facts(year, f"inex-{year}", "articles")
    documents = {f"documents/{article.number}.xml": f"{DECLARATION}{article.xml}\n" for article in articles}
    return {**_described(facts, collection, PARTICIPANTS), **documents, **files}


def document_campaign(
    year: int,
    protocol: str,
    accent: str,
    articles: Sequence[Article],
    files: Files,
    pool_depth: int | None = None,
) -> Files:
    """These files of a campaign of whole documents by three participants, and its settings."""
    facts = replace(_facts(year, protocol, "documents"), accent=accent, pool_depth=pool_depth)
    participants = {number: PARTICIPANTS[number] for number in (NORTH, SOUTH, SIT)}
    return {**_described(facts, CollectionFacts(COLLECTION, len(articles)), participants), **files}


def _facts(year: int, protocol: str, units: str) -> CampaignFacts:
    title = f"Sample Campaign {year}"
    return CampaignFacts(
        title,
        year,
        protocol,
        citation=f"{title}. Invented data, distributed with inexreport.",
        licence=f"CC0 1.0: topics, {units}, judgements and runs are invented and free for any use",
    )


def _described(
    facts: CampaignFacts, collection: CollectionFacts, participants: Mapping[str, str]
) -> dict[str, str]:
    settings, about = (
        (Path(__file__).parent / name).read_text(encoding="utf-8")
        for name in (f"settings-{facts.year}.toml", f"about-{facts.year}.md")
    )
    return {"campaign.toml": campaign_toml(facts, collection, participants) + settings, "about.md": about}
