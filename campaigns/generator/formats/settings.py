"""The beginning of campaign.toml; settings of tasks follow it."""

from __future__ import annotations

import json
from collections.abc import Mapping


def campaign_toml(
    *,
    title: str,
    year: int,
    protocol: str,
    citation: str,
    licence: str,
    collection: str,
    documents: int,
    participants: Mapping[str, str],
    pool_depth: int | None = None,
    accent: str | None = None,
    elements: int | None = None,
    mean_document_length: float | None = None,
) -> str:
    """Return the settings; `accent` is the colour of the site, and participants have a name by identifier."""
    campaign = {
        "title": title,
        "year": year,
        "protocol": protocol,
        "pool_depth": pool_depth,
        "citation": citation,
        "licence": licence,
    }
    size = {
        "name": collection,
        "documents": documents,
        "elements": elements,
        "mean_document_length": mean_document_length and round(mean_document_length, 1),
        "unit": elements and "characters",
    }
    tables = [_lines(campaign), _table("collection", size)]
    if accent:
        tables.insert(1, _table("site", {"accent": accent}))
    tables += [
        _table(f"participants.{identifier}", {"name": name}) for identifier, name in participants.items()
    ]
    return "\n".join(tables)


def _table(name: str, values: Mapping[str, object]) -> str:
    return f"[{name}]\n{_lines(values)}"


def _lines(values: Mapping[str, object]) -> str:
    """A line for each value that there is."""
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in values.items()
        if value is not None
    )
