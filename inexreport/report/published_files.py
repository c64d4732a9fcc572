"""Names of the files of a site that programs look for, and the record of a published file."""

from __future__ import annotations

from dataclasses import dataclass

RECORD_FILE = "campaign.json"
CITATION_FILE = "citation.bib"
METADATA_FILE = "ro-crate-metadata.json"
CHECKSUMS_FILE = "checksums.sha256"
TASKS_FILE = "tasks.csv"
PARTICIPANTS_FILE = "participants.csv"


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a campaign's site.

    Attributes
    ----------
    path : str
        Relative to the campaign's folder, with slashes.
    """

    path: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """Without the folder."""
        return self.path.rpartition("/")[2]
