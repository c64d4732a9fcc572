"""The topics of topics.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path

from ..topic import Topic

SOURCE = Path(__file__).parent / "topics.toml"


def read_topics(
    first: int, first_candidate: int, section: str, titles: tuple[str, ...] | None = None
) -> list[Topic]:
    """Topics in the order of topics.toml, numbered from `first`; those with one of these titles, or all."""
    stated = tomllib.loads(SOURCE.read_text(encoding="utf-8"))["topics"]
    return [
        Topic(
            id=str(first + place),
            candidate_number=str(first_candidate + place),
            castitle=topic.pop("castitle").replace("{section}", section),
            relevant=tuple(topic.pop("relevant")),
            **topic,
        )
        for place, topic in enumerate(one for one in stated if titles is None or one["title"] in titles)
    ]
