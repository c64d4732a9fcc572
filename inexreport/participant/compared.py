"""Comparisons of a participant's runs with all runs, without information on other participants' runs.

Every part that may be shown is listed here: a new column or part of a diagnosis is withheld until listed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.tables.table import Table
from inexreport.subjects import found_by_rank, likely_causes, missed_articles, run_diagnosis
from inexreport.subjects.sections import Section, View

_FITS = "fitting too_large too_small elsewhere before after unplaced"

COMPARED: dict[str, tuple[Table[CampaignOutcome], str]] = {
    "run_diagnosis": (
        run_diagnosis.RUN_DIAGNOSIS,
        f"""task run matching topics results relevant_results overlapping {_FITS} missed missed_widely
        missed_by_all not_asked beyond_cutoff not_assessed repeated without_place left_out characters_lost
        relevant_lost score_unlimited""",
    ),
    "topic_diagnosis": (
        likely_causes.TOPIC_DIAGNOSIS,
        f"""task run topic results relevant_results first_relevant found relevant_articles articles_found
        missed_widely missed_by_all relevant_first unjudged_first overlapping {_FITS} causes""",
    ),
    "topic_medians": (
        likely_causes.TOPIC_MEDIANS,
        """task topic runs results first_relevant articles_found relevant_first unjudged_first
        overlapping_percent fitting_percent""",
    ),
    "found_by_rank": (found_by_rank.FOUND_BY_RANK, "task run rank found articles_found overlapping"),
    "missed_articles": (missed_articles.MISSED_ARTICLES, "task run topic article runs best_rank"),
}
"""The published tables that need all runs, with the columns that a participant gets."""


DIAGNOSIS_PARTS = "findings lost found missed fit by-rank rules"
"""The sections of a run's diagnosis that a participant gets, with the columns that their tables show."""


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
) -> Mapping[str, Section] | None:
    """Return the diagnosis of one of the participant’s runs, whose `topic_rows` are `topics`."""
    found = run_diagnosis.run_diagnosis(view, task, run, topics)
    if found is None:
        return None
    return {part: _shown(found[part]) for part in DIAGNOSIS_PARTS.split() if part in found}


def _shown(section: Section) -> Section:
    """A section whose tables have only the columns that they show, without names of other runs."""
    parts = [
        replace(one, frame=_without_run_names(one.frame[[*one.columns]])) if isinstance(one, View) else one
        for one in section.parts
    ]
    return replace(section, parts=parts)


def _without_run_names(frame: pd.DataFrame) -> pd.DataFrame:
    if "articles" not in frame:
        return frame
    articles: list[Any] = [[one | {"best_run": ""} for one in found] for found in frame.articles]
    return frame.assign(articles=articles)
