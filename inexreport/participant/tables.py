"""The tables that a participant gets: only those named here."""

from __future__ import annotations

from functools import partial

from inexreport.model.outcome import CampaignOutcome
from inexreport.participant.compared import COMPARED
from inexreport.participant.view import ParticipantView
from inexreport.report.tables import problems, results, scores, topics
from inexreport.report.tables.table import Rows, Table
from inexreport.subjects import (
    curves,
    found_by_rank,
    likely_causes,
    missed_articles,
    returned_results,
    run_diagnosis,
)
from inexreport.subjects.judged_elements import RELEVANT_ELEMENTS


def _own(table: Table[CampaignOutcome], row: str = "", documents_row: str = "") -> Table[ParticipantView]:
    """A published table with the rows that follow from own runs alone."""
    rows = partial(_participant_rows, table)
    return Table(
        table.name,
        row or table.row,
        table.columns,
        rows,
        documents_row=documents_row or ("" if row else table.documents_row),
        applies=table.applies,
    )


def _participant_rows(table: Table[CampaignOutcome], participant_view: ParticipantView) -> Rows:
    return table.rows(participant_view.view.outcome)


def _compared(table: Table[CampaignOutcome], row: str, documents_row: str = "") -> Table[ParticipantView]:
    """A published table that needs all runs: rows of own runs and of medians, see `COMPARED`."""
    _, shown = COMPARED[table.name]
    columns = {name: table.columns[name] for name in shown.split()}
    rows = partial(_compared_rows, table.name)
    return Table(table.name, row, columns, rows, documents_row=documents_row, applies=table.applies)


def _compared_rows(name: str, participant_view: ParticipantView) -> Rows:
    return [participant_view.compared[name].to_pydict()]


def _runs(participant_view: ParticipantView) -> Rows:
    return scores.run_rows(participant_view.view.outcome, participant_view.view.evaluated_runs)


def _medians(participant_view: ParticipantView) -> Rows:
    return scores.median_rows({task: about.medians for task, about in participant_view.tasks.items()})


def _median_curves(participant_view: ParticipantView) -> Rows:
    for task, about in participant_view.tasks.items():
        found = about.curves.assign(task=task)
        yield {name: found[name].tolist() for name in curves.MEDIAN_CURVES.columns}


PARTICIPANT_TABLES: tuple[Table[ParticipantView], ...] = (
    _own(scores.SCORES, "One row per own run, metric and topic with a score, and one for the mean."),
    Table(
        scores.RUNS.name,
        "One row per own run, whether it was evaluated or not; ranks are among all.",
        scores.RUNS.columns,
        _runs,
    ),
    Table(
        scores.MEDIANS.name,
        "One row per task, metric and topic, and one for the means: what all evaluated runs reach.",
        scores.MEDIANS.columns,
        _medians,
    ),
    _own(curves.CURVES, "One row per point of an own run’s curves, means over topics."),
    Table(
        curves.MEDIAN_CURVES.name,
        "One row per point of a task’s curves: what all evaluated runs reach there.",
        curves.MEDIAN_CURVES.columns,
        _median_curves,
        applies=curves.MEDIAN_CURVES.applies,
    ),
    _own(topics.TOPICS),
    _own(topics.ASSESSMENTS),
    _own(RELEVANT_ELEMENTS),
    _own(results.RESULTS, "One row per own run and topic with results, after the task’s cut-off."),
    _own(results.ELEMENT_TYPES, "One row per own run and type of element it returned."),
    _own(results.JUDGED, "One row per own run and band of ranks that has results."),
    _compared(
        run_diagnosis.RUN_DIAGNOSIS,
        "One row per evaluated own run: how its results fit, what it missed, and what the rules took.",
    ),
    _compared(likely_causes.TOPIC_DIAGNOSIS, "One row per evaluated own run and assessed topic of its task."),
    _compared(
        likely_causes.TOPIC_MEDIANS, "One row per task and assessed topic: medians over all evaluated runs."
    ),
    _compared(
        found_by_rank.FOUND_BY_RANK,
        "One row per evaluated own run and depth, and one per task and depth for the median of all runs.",
    ),
    _compared(
        missed_articles.MISSED_ARTICLES,
        "One row per evaluated own run and relevant article it missed, the most widely found of each topic.",
        "One row per evaluated own run and relevant document it missed, the most widely found of each topic.",
    ),
    _own(
        returned_results.RESULTS_BY_RANK,
        "One row per evaluated own run, band of ranks and type of results, and one for all types.",
        "One row per evaluated own run and band of ranks.",
    ),
    _own(missed_articles.NEAR_MISSES, "One row per evaluated own run and example of a near miss."),
    _own(problems.PROBLEMS, "One row per kind of problem in an own run’s file."),
)
