"""Names of the files of a site that programs look for, and what is recorded of published files and tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inexreport.report.tables.table import Column

RECORD_FILE = "campaign.json"
CITATION_FILE = "citation.bib"
METADATA_FILE = "ro-crate-metadata.json"
CHECKSUMS_FILE = "checksums.sha256"
TASKS_FILE = "tasks.csv"
PARTICIPANTS_FILE = "participants.csv"


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a campaign's site; its path is relative to the campaign's folder, with slashes."""

    path: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """Without the folder."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published table that was written: from its declaration, with the number of rows and the files."""

    name: str
    row: str
    columns: Mapping[str, Column]
    rows: int
    files: tuple[PublishedFile, ...]
