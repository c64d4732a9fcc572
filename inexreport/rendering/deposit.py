"""Writes what makes a campaign's folder fit for an archive: RO-Crate metadata and checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from inexreport.rendering.data_files import json_bytes
from inexreport.report.campaign_view import CampaignView
from inexreport.report.data import DataPage
from inexreport.report.research_object import (
    CHECKSUMS_FILE,
    METADATA_FILE,
    PublishedFile,
    research_object,
)


def write_deposit(folder: Path, view: CampaignView, data: DataPage) -> None:
    """Describe and seal a folder in which everything else is written."""
    files = [_published(path, folder) for path in folder.rglob("*") if path.is_file()]
    files.sort(key=lambda one: one.path)
    metadata = folder / METADATA_FILE
    metadata.write_bytes(json_bytes(research_object(view, data.tables, files)))
    (folder / CHECKSUMS_FILE).write_bytes(checksum_lines([*files, _published(metadata, folder)]))


def checksum_lines(files: Iterable[PublishedFile]) -> bytes:
    """Lines ``sha256  path``, ordered by path, for `sha256sum -c`; addresses of pages need no escaping."""
    ordered = sorted(files, key=lambda one: one.path)
    return "".join(f"{one.sha256}  {one.path}\n" for one in ordered).encode()


def _published(path: Path, folder: Path) -> PublishedFile:
    content = path.read_bytes()
    return PublishedFile(
        path=path.relative_to(folder).as_posix(),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
