"""Archives of several campaigns, in less time than their builds one by one take."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from unittest import mock

from inexreport.building.build import build
from inexreport.building.resources import DEFAULT_RESOURCES, Resources
from inexreport.rendering import site


def build_archive(campaigns: Sequence[Path], out: Path, resources: Resources = DEFAULT_RESOURCES) -> None:
    """Build the campaigns' sites, and the archive's pages, which list all campaigns that are there, once."""
    *others, last = campaigns
    with mock.patch.object(site, "add_archive"):
        for campaign in others:
            build(campaign, out, resources=resources)
    build(last, out, resources=resources)
