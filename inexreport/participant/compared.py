"""Comparisons of a participant's runs with all runs, without information on other participants' runs.

Every part that may be shown is listed here: a new column or part of a diagnosis is withheld until listed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.run_diagnosis import run_diagnosis
from inexreport.report.tables import diagnosis
from inexreport.report.tables.table import Table

_FITS = "fitting too_large too_small elsewhere before after unplaced"

COMPARED: dict[str, tuple[Table[CampaignOutcome], str]] = {
    "run_diagnosis": (
        diagnosis.RUN_DIAGNOSIS,
        f"""task run matching topics results relevant_results overlapping {_FITS} missed missed_widely
        missed_by_all not_asked beyond_cutoff not_assessed repeated without_place left_out characters_lost
        relevant_lost score_unlimited""",
    ),
    "topic_diagnosis": (
        diagnosis.TOPIC_DIAGNOSIS,
        f"""task run topic results relevant_results first_relevant found relevant_articles articles_found
        missed_widely missed_by_all relevant_first unjudged_first overlapping {_FITS} causes""",
    ),
    "topic_medians": (
        diagnosis.TOPIC_MEDIANS,
        """task topic runs results first_relevant articles_found relevant_first unjudged_first
        overlapping_percent fitting_percent""",
    ),
    "found_by_rank": (diagnosis.FOUND_BY_RANK, "task run rank found articles_found overlapping"),
    "missed_articles": (diagnosis.MISSED_ARTICLES, "task run topic article runs best_rank"),
}
"""The published tables that need all runs, with the columns that a participant gets."""


DIAGNOSIS_PARTS = "findings lost found missed fit worth types type overlap rules"
"""The parts of a run's diagnosis that a participant gets."""


def compared_tables(outcome: CampaignOutcome, own: Collection[tuple[str, str]]) -> dict[str, pa.Table]:
    """Return the rows of own runs, and those of medians in the tasks of the own runs, by table.

    Parameters
    ----------
    outcome : CampaignOutcome
        With all runs.
    own : collection of (task, run)
    """
    tasks = {task for task, _ in own}
    whole = replace(outcome, tasks=tuple(task for task in outcome.tasks if task.task.name in tasks))
    found = {}
    for name, (declared, columns) in COMPARED.items():
        table = declared.build(whole).select(columns.split())
        if "run" in table.column_names:
            # A row without a run is that of the median.
            runs = zip(table["task"].to_pylist(), table["run"].to_pylist(), strict=True)
            table = table.filter(
                pa.array([run == "" or (task, run) in own for task, run in runs], pa.bool_())
            )
        found[name] = table
    return found


def participant_diagnosis(
    view: CampaignView, task: str, run: RunOutcome, topics: Sequence[PageData]
) -> PageData | None:
    """Return the diagnosis of one of the participant’s runs, whose `topic_rows` are `topics`."""
    found = run_diagnosis(view, task, run, topics)
    if found is None:
        return None
    parts = {part: found[part] for part in DIAGNOSIS_PARTS.split()}
    if missed := parts["missed"]:
        parts["missed"] = missed | {"shown": [_without_run_names(one) for one in missed["shown"]]}
    return parts


def _without_run_names(missed: PageData) -> PageData:
    return missed | {"articles": [one | {"best_run": ""} for one in missed["articles"]]}
