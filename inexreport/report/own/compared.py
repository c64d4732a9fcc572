"""What the comparison with all runs tells of an own one, without what it tells of the others.

Everything that may be told is named: what is added to a diagnosis or to a table is withheld until it is, too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import pyarrow as pa

from inexreport.model.outcome import CampaignOutcome, RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.missed_articles import MissedArticles
from inexreport.report.naming import RunName
from inexreport.report.run_diagnosis import RunDiagnosis, run_diagnosis
from inexreport.report.run_topics import TopicRow, topic_rows
from inexreport.report.tables import diagnosis
from inexreport.statistics.run_diagnoses import MissedOfTopic

_FITS = "fitting too_large too_small elsewhere before after unplaced"

COLUMNS = {
    "run_diagnosis": (
        f"task run matching topics results relevant_results overlapping {_FITS} missed missed_widely "
        "missed_by_all not_asked beyond_cutoff not_assessed repeated without_place left_out characters_lost "
        "relevant_lost score_unlimited"
    ),
    "topic_diagnosis": (
        "task run topic results relevant_results first_relevant found relevant_articles articles_found "
        f"missed_widely missed_by_all relevant_first unjudged_first overlapping {_FITS} causes"
    ),
    "topic_medians": (
        "task topic runs results first_relevant articles_found relevant_first unjudged_first "
        "overlapping_percent fitting_percent"
    ),
    "found_by_rank": "task run rank found articles_found overlapping",
    "missed_articles": "task run topic article runs best_rank",
}
"""What a participant gets of the tables that need all runs."""

_TABLES = (
    diagnosis.RUN_DIAGNOSIS,
    diagnosis.TOPIC_DIAGNOSIS,
    diagnosis.TOPIC_MEDIANS,
    diagnosis.FOUND_BY_RANK,
    diagnosis.MISSED_ARTICLES,
)


def compared_tables(outcome: CampaignOutcome, own: Collection[tuple[str, str]]) -> dict[str, pa.Table]:
    """The rows of own runs, and those of medians, in the tasks of the own runs.

    Parameters
    ----------
    outcome : CampaignOutcome
        With all runs.
    own : collection of (task, run)
    """
    tasks = {task for task, _ in own}
    whole = replace(outcome, tasks=tuple(task for task in outcome.tasks if task.task.name in tasks))
    found = {}
    for declared in _TABLES:
        table = declared.build(whole).select(COLUMNS[declared.name].split())
        if "run" in table.column_names:
            # A row without a run tells the median.
            runs = zip(table["task"].to_pylist(), table["run"].to_pylist(), strict=True)
            table = table.filter(
                pa.array([run == "" or (task, run) in own for task, run in runs], pa.bool_())
            )
        found[declared.name] = table
    return found


def own_topic_rows(
    view: CampaignView, task: str, row: int, run: RunOutcome, best_runs: Mapping[tuple[str, str], RunName]
) -> tuple[TopicRow, ...]:
    """The own run in a row of the standings of all runs, topic by topic; the best by their pseudonyms."""
    metric = view.standings[task].topic_metric
    return tuple(
        replace(one, best_run=best_runs[metric, one.topic]) for one in topic_rows(view, task, row, run)
    )


def own_diagnosis(
    view: CampaignView, task: str, run: RunOutcome, topics: Sequence[TopicRow]
) -> RunDiagnosis | None:
    """What the own run can learn; `topics` are its own rows."""
    found = run_diagnosis(view, task, run, topics)
    if found is None:
        return None
    return RunDiagnosis(
        findings=found.findings,
        lost=found.lost,
        found=found.found,
        missed=None if found.missed is None else _nobody_named(found.missed),
        fit=found.fit,
        worth=found.worth,
        types=found.types,
        type=found.type,
        overlap=found.overlap,
        rules=found.rules,
    )


def _nobody_named(missed: MissedArticles) -> MissedArticles:
    return replace(missed, shown=tuple(_of_topic(one) for one in missed.shown))


def _of_topic(missed: MissedOfTopic) -> MissedOfTopic:
    return replace(missed, articles=tuple(replace(one, best_run="") for one in missed.articles))
