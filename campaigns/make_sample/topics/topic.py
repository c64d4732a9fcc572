"""The topics of topics.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent / "topics.toml"


@dataclass(frozen=True)
class Topic:
    """A topic as systems and assessors know it."""

    id: str
    candidate_number: str
    title: str
    castitle: str
    phrase_title: str
    description: str
    narrative: str
    relevant: tuple[str, ...]
    assessed: bool


def read_topics(
    first: int, first_candidate: int, section: str, titles: tuple[str, ...] | None = None
) -> list[Topic]:
    """Topics in the order of topics.toml, numbered from `first`; those with one of these titles, or all."""
    return [
        Topic(
            id=str(first + place),
            candidate_number=str(first_candidate + place),
            castitle=topic.pop("castitle").replace("{section}", section),
            relevant=tuple(topic.pop("relevant")),
            assessed=topic.pop("assessed", True),
            **topic,
        )
        for place, topic in enumerate(_stated(titles))
    ]


def _stated(titles: tuple[str, ...] | None) -> Iterator[dict]:
    for topic in tomllib.loads(SOURCE.read_text(encoding="utf-8"))["topics"]:
        if titles is None or topic["title"] in titles:
            yield topic
