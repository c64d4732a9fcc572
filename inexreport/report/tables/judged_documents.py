"""The table of the judged documents and how many runs found each."""

from __future__ import annotations

import numpy as np

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.applicability import judges_documents
from inexreport.report.tables.columns import TASK, TOPIC
from inexreport.report.tables.table import Rows, Table, integer, optional_integer, text
from inexreport.statistics.judged_documents import NO_RUN, WITHIN, judged_documents


def _judged_documents(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks if judges_documents(outcome) else ():
        found = judged_documents(task, outcome.campaign)
        yield {
            "task": task.task.name,
            "topic": np.repeat(np.array(found.topics, dtype=object), np.diff(found.start)),
            "document": found.documents,
            "grade": found.grades,
            **{f"found_{rank}": within for rank, within in zip(WITHIN, found.found_within, strict=True)},
            "found": found.found,
            "best_rank": [rank or None for rank in found.best_rank.tolist()],
            "best_run": [None if run == NO_RUN else found.runs[run] for run in found.best_run.tolist()],
        }


JUDGED_DOCUMENTS = Table(
    "judged_documents",
    "One row per task, topic and judged document: how many official runs found it.",
    {
        **TASK,
        **TOPIC,
        "document": text("Name of the document."),
        "grade": integer("Its grade."),
        **{f"found_{rank}": integer(f"Runs with it among their first {rank} results.") for rank in WITHIN},
        "found": integer("Runs with it among all their results."),
        "best_rank": optional_integer("The highest rank at which a run has it; empty where none has."),
        "best_run": text("That run; of several, the one that ranks first in the task."),
    },
    _judged_documents,
    applies=judges_documents,
)
