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
from inexreport.subjects.sections import Page, Section

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
) -> Page:
    """Return the published tables, the record, the descriptions, the files for papers, and the inputs.

    A participant's site has neither descriptions (see `DESCRIPTION_FILES`) nor files for papers.
    """
    reports = [
        {
            "task": task,
            "tables": [(table.name, table.title) for table in leaderboards(view, task)],
            "pictures": [(name, figure_of(chart).title) for name, chart in task_pictures(view, task).items()],
        }
        for task, standings in view.standings.items()
        if standings.runs and not view.participant
    ]
    sections = [Section(one.name, "", note="published_table", facts={"table": one}) for one in tables]
    if reports:
        sections.append(Section("reports", "", facts={"reports": reports}))
    return Page(
        "Data",
        "Data",
        "",
        [*sections, Section("inputs", "", facts=_inputs(view))],
        notes="data.html",
        facts={
            "format_version": FORMAT_VERSION,
            "record": record,
            "descriptions": [(file.name, DESCRIPTION_FILES[file.name]) for file in descriptions],
            "for_participant": bool(view.participant),
        },
    )


def _inputs(view: CampaignView) -> PageData:
    """All input files, and the checksums of those of the pages about no run and about each task."""
    outcome, inputs = view.outcome, input_files(view.outcome)
    return {
        "for_participant": bool(view.participant),
        "inputs": inputs,
        "digest": inputs_digest(inputs),
        "but_runs": counted_inputs(input_files(replace(outcome, tasks=()))),
        "of_tasks": [
            (task.task.name, counted_inputs(input_files(replace(outcome, tasks=(task,)))))
            for task in outcome.tasks
        ],
    }
