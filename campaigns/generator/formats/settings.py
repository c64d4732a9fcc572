"""campaign.toml of a drawn campaign; those of the samples are written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping

Values = Mapping[str, str | int | float | None]


def campaign_toml(campaign: Values, collection: Values, participants: Mapping[str, str]) -> str:
    """Return the settings of a campaign without tasks; participants have a name by identifier."""
    tables = [_lines(campaign), _table("collection", collection)]
    tables += [
        _table(f"participants.{identifier}", {"name": name}) for identifier, name in participants.items()
    ]
    return "\n".join(tables)


def _table(name: str, values: Values) -> str:
    return f"[{name}]\n{_lines(values)}"


def _lines(values: Values) -> str:
    """A line for each value that there is."""
    return "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in values.items()
        if value is not None
    )
