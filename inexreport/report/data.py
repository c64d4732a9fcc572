"""Published files and tables: their names, what is recorded of them, and the page that lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from inexreport.report.campaign_record import FORMAT_VERSION, counted_inputs, input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.paper_tables import leaderboards
from inexreport.report.tables.table import Column
from inexreport.report.task_figures import figure_of, task_pictures

CITATION_FILE = "citation.bib"
CROISSANT_FILE = "croissant.json"
DATASET_FILE = "dataset.jsonld"
DATACITE_FILE = "datacite.json"
ZENODO_FILE = "zenodo.json"
METADATA_FILE = "ro-crate-metadata.json"
CHECKSUMS_FILE = "checksums.sha256"
PARTICIPANTS_FILE = "participants.csv"

DESCRIPTION_FILES = {
    CITATION_FILE: "How to cite the results, for BibTeX.",
    CROISSANT_FILE: "The tables and their columns, in Croissant 1.0 (MLCommons).",
    DATACITE_FILE: "Metadata for a DOI, in the JSON of DataCite’s schema 4.",
    ZENODO_FILE: "Metadata for a deposit at Zenodo.",
}
"""What the files next to the tables say about the results."""


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


def data_page(
    view: CampaignView,
    tables: Sequence[PublishedTable],
    record: PublishedFile,
    descriptions: Sequence[PublishedFile] = (),
) -> PageData:
    """Return the published tables, the record, the descriptions, the files for papers, and the inputs.

    A participant's site has neither descriptions (see `DESCRIPTION_FILES`) nor files for papers.
    """
    inputs = input_files(view.outcome)
    return {
        "format_version": FORMAT_VERSION,
        "tables": tables,
        "record": record,
        "descriptions": [(file.name, DESCRIPTION_FILES[file.name]) for file in descriptions],
        "reports": [
            {
                "task": task,
                "tables": [(table.name, table.title) for table in leaderboards(view, task)],
                "pictures": [
                    (name, figure_of(chart).title) for name, chart in task_pictures(view, task).items()
                ],
            }
            for task, standings in view.standings.items()
            if standings.runs and not view.participant
        ],
        "inputs": inputs,
        "inputs_digest": inputs_digest(inputs),
        "inputs_but_runs": counted_inputs(input_files(replace(view.outcome, tasks=()))),
        "inputs_of_tasks": [
            (task.task.name, counted_inputs(input_files(replace(view.outcome, tasks=(task,)))))
            for task in view.outcome.tasks
        ],
    }
