"""Writes what makes a campaign's folder fit for an archive: RO-Crate metadata and checksums."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inexreport.rendering.checksums import checksum_lines
from inexreport.rendering.data_files import json_bytes
from inexreport.rendering.site_parts import write_octets
from inexreport.report.campaign_view import CampaignView
from inexreport.report.data import DataPage
from inexreport.report.published_files import CHECKSUMS_FILE, METADATA_FILE, PublishedFile
from inexreport.report.research_object import research_object


def write_deposit(folder: Path, view: CampaignView, data: DataPage, files: Iterable[PublishedFile]) -> None:
    """Describe and seal a folder in which everything else is written, as `files` say."""
    files = sorted(files, key=lambda one: one.path)
    metadata = json_bytes(research_object(view, data.tables, files))
    described = write_octets(folder, METADATA_FILE, metadata)
    write_octets(folder, CHECKSUMS_FILE, checksum_lines([*files, described]))
