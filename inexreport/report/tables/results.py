"""Tables of what the runs returned."""

from __future__ import annotations

from collections.abc import Iterator

from inexreport.model.assessment import Judged
from inexreport.model.outcome import JUDGED_DEPTHS, CampaignOutcome, Composition
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import RANK_BANDS, RANKS, TASK_AND_RUN, TOPIC
from inexreport.report.tables.table import MadeFrom, Rows, Shown, Table, integer, number, text


def _compositions(outcome: CampaignOutcome) -> Iterator[tuple[str, str, Composition]]:
    """Task and run with what it returned."""
    for task in outcome.tasks:
        for run in task.runs:
            if run.composition is not None:
                yield task.task.name, run.submission.name, run.composition


def _results(outcome: CampaignOutcome) -> Rows:
    for task, run, returned in _compositions(outcome):
        yield (task, run, returned.topics, returned.results_per_topic, returned.articles_per_topic)


RESULTS = Table(
    "results",
    "One row per run and topic with results, after the task’s cut-off.",
    {
        **TASK_AND_RUN,
        **TOPIC,
        "results": integer("Results after the task’s cut-off."),
        "articles": integer("Distinct articles among them."),
    },
    _results,
    made_from=MadeFrom.EACH_TASK,
    participants=Shown("One row per own run and topic with results, after the task’s cut-off."),
)


def _element_types(outcome: CampaignOutcome) -> Rows:
    for task, run, returned in _compositions(outcome):
        for element_type, results in sorted(returned.element_types.items()):
            yield task, run, element_type, results


ELEMENT_TYPES = Table(
    "element_types",
    "One row per run and type of element it returned.",
    {
        **TASK_AND_RUN,
        "element_type": text("Name of the returned element; other forms of results are in brackets."),
        "results": integer("Number of results, all topics together."),
    },
    _element_types,
    made_from=MadeFrom.EACH_TASK,
    applies=judges_text,
    participants=Shown("One row per own run and type of element it returned."),
)


def _judged(outcome: CampaignOutcome) -> Rows:
    for task, run, returned in _compositions(outcome):
        for ranks, share in zip(RANK_BANDS, returned.judged_by_rank.tolist(), strict=True):
            if share == share:  # an empty band has no share
                yield task, run, ranks, 100.0 * share
        if outcome.campaign.judged is Judged.DOCUMENTS:  # also their first documents
            for depth, share in zip(JUDGED_DEPTHS, returned.judged_to_depth.tolist(), strict=True):
                if (ranks := f"1–{depth}") not in RANK_BANDS and share == share:
                    yield task, run, ranks, 100.0 * share


JUDGED = Table(
    "judged",
    "One row per run and band of ranks that has results.",
    {
        **TASK_AND_RUN,
        **RANKS,
        "judged_percent": number(
            "Share of the results in judged articles, all topics together, in percent; where the assessments "
            "list relevant articles only, in these.",
            "Share of the results that are judged, all topics together, in percent; where the assessments "
            "list relevant documents only, that are relevant.",
        ),
    },
    _judged,
    made_from=MadeFrom.EACH_TASK,
    participants=Shown("One row per own run and band of ranks that has results."),
)
