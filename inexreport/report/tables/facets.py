"""The table of what is stated about runs."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, text


def _facets(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            one = run.submission
            if one.facets:
                yield task.task.name, one.name, list(one.facets), list(one.facets.values())


FACETS = Table(
    "facets",
    "One row per run and fact that runs.csv or the run’s own metadata state about it, evaluated or not.",
    {
        **TASK_AND_RUN,
        "facet": text(
            "Name of the column of runs.csv, such as `type`, or `ir_metadata.` and the keys of the metadata, "
            "as in `ir_metadata.platform.hardware.cpu.model`."
        ),
        "value": text("The value as it is stated."),
    },
    _facets,
    only_with_rows=True,
)
