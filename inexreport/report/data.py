"""The data page: every published table with its columns explained."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.report.campaign_record import FORMAT_VERSION, input_files, inputs_digest
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.paper_tables import leaderboards
from inexreport.report.published_files import PublishedFile, PublishedTable
from inexreport.report.task_figures import figure_of, task_pictures


def data_page(
    view: CampaignView,
    tables: Sequence[PublishedTable],
    record: PublishedFile,
    citation: PublishedFile | None = None,
) -> PageData:
    """Return the published tables, the record and the citation, the files for papers, and the inputs.

    A participant's site has neither a citation nor files for papers.
    """
    inputs = input_files(view.outcome)
    return {
        "format_version": FORMAT_VERSION,
        "tables": tables,
        "record": record,
        "citation": citation,
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
    }
