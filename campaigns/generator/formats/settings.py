"""The beginning of campaign.toml; settings of tasks and sites follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class CollectionFacts:
    """The name and the size of a collection; campaigns of documents do not count elements."""

    name: str
    documents: int
    elements: int | None = None
    mean_document_length: float = 0.0


@dataclass(frozen=True)
class CampaignFacts:
    """What a campaign says of itself; `accent` is the colour of its site."""

    title: str
    year: int
    protocol: str
    citation: str
    licence: str
    pool_depth: int | None = None
    accent: str = ""


def campaign_toml(
    campaign: CampaignFacts, collection: CollectionFacts, participants: Mapping[str, str]
) -> str:
    """Return the settings with the names of participants by their identifiers."""
    lines = [
        f'title = "{campaign.title}"',
        f"year = {campaign.year}",
        f'protocol = "{campaign.protocol}"',
        *([f"pool_depth = {campaign.pool_depth}"] if campaign.pool_depth else []),
        f'citation = "{campaign.citation}"',
        f'licence = "{campaign.licence}"',
        *(["", "[site]", f'accent = "{campaign.accent}"'] if campaign.accent else []),
        "",
        "[collection]",
        f'name = "{collection.name}"',
        f"documents = {collection.documents}",
    ]
    if collection.elements is not None:
        lines += [
            f"elements = {collection.elements}",
            f"mean_document_length = {collection.mean_document_length:.1f}",
            'unit = "characters"',
        ]
    for identifier, name in participants.items():
        lines += ["", f"[participants.{identifier}]", f'name = "{name}"']
    return "".join(f"{line}\n" for line in lines)
