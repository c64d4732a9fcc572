"""What every campaign has: participants, settings, documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..corpus.article import Article

PARTICIPANTS = {
    "11": "Example University North",
    "12": "Example University South",
    "23": "Sample Institute of Technology",
    "34": "Specimen College",
    "45": "Placeholder Research Laboratory",
    "56": "Université de l'Exemple",
}


def campaign_files(year: int, articles: Sequence[Article], files: Mapping[str, str]) -> dict[str, bytes]:
    """These files and those that follow from the year and the articles, by path in the campaign."""
    texts = {
        "campaign.toml": _settings(year, articles) + _text(f"settings-{year}.toml"),
        "about.md": _text(f"about-{year}.md"),
        **files,
    }
    for article in articles:
        texts[f"documents/{article.number}.xml"] = f'<?xml version="1.0" encoding="UTF-8"?>\n{article.xml}\n'
    return {path: text.encode("utf-8") for path, text in texts.items()}


def _settings(year: int, articles: Sequence[Article]) -> str:
    """The beginning of campaign.toml, with the numbers of the collection."""
    mean_length = sum(len(article.text) for article in articles) / len(articles)
    number_of_elements = sum(len(article.elements) for article in articles)
    participants = "".join(
        f'\n[participants.{number}]\nname = "{name}"\n' for number, name in PARTICIPANTS.items()
    )
    return f"""title = "Sample Campaign {year}"
year = {year}
protocol = "inex-{year}"
citation = "Sample Campaign {year}. Invented data, distributed with inexreport."
licence = "CC0 1.0: topics, articles, judgements and runs are invented and free for any use"

[collection]
name = "Little Encyclopaedia (invented)"
documents = {len(articles)}
elements = {number_of_elements}
mean_document_length = {mean_length:.1f}
unit = "characters"
{participants}"""


def _text(name: str) -> str:
    """A text that stands beside this module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
