"""Gives campaigns earlier editions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

FILES = ("campaign.json", "runs.csv", "scores.csv", "topics.csv")


def keep_edition(campaign: Path, site: Path, date: str) -> Path:
    """Copy what a site publishes into a campaign directory, as of an edition, and return its folder."""
    folder = campaign / "editions" / date
    folder.mkdir(parents=True)
    for name in FILES:
        shutil.copy(site / "data" / name, folder / name)
    return folder


def name_editions(campaign: Path, *editions: tuple[str, str]) -> None:
    """Add dates and reasons to campaign.toml."""
    with (campaign / "campaign.toml").open("a", encoding="utf-8") as settings:
        for date, reason in editions:
            settings.write(f"\n[[editions]]\ndate = {date}\n")
            if reason:
                settings.write(f"reason = {json.dumps(reason)}\n")
