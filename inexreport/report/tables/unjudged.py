"""Tables of what unjudged documents may hide of the scores."""

from __future__ import annotations

from inexreport.model.outcome import CampaignOutcome
from inexreport.report.tables.columns import ALL_TOPICS, OFFICIAL_METRIC, TASK_AND_RUN
from inexreport.report.tables.table import Rows, Table, number, optional_integer, text
from inexreport.statistics.condensed import condensed_ranking


def _condensed(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        if found := condensed_ranking(task):
            yield (
                task.task.name,
                found.runs,
                task.task.official,
                found.score,
                found.score_condensed,
                [rank or None for rank in found.rank.tolist()],
                [rank or None for rank in found.rank_condensed.tolist()],
            )


CONDENSED = Table(
    "condensed",
    "One row per evaluated run: its official score with and without the unjudged documents.",
    {
        **TASK_AND_RUN,
        **OFFICIAL_METRIC,
        "score": number("Official score; unjudged documents count as not relevant."),
        "score_condensed": number(
            "Score of the condensed lists: unjudged documents are removed, and later documents move up. "
            "Documents with negative grades are judged."
        ),
        "rank": optional_integer("Official rank; equal scores share a rank."),
        "rank_condensed": optional_integer("Rank by `score_condensed`; equal scores share a rank."),
    },
    _condensed,
    only_with_rows=True,
)


def _residuals(outcome: CampaignOutcome) -> Rows:
    for task in outcome.tasks:
        for run in task.runs:
            if run.unjudged is None:
                continue
            found = run.unjudged.residuals
            for metric, mean, by_topic in zip(found.metrics, found.mean, found.by_topic, strict=True):
                values = {ALL_TOPICS: float(mean), **dict(zip(found.topics, by_topic.tolist(), strict=True))}
                defined = {topic: value for topic, value in values.items() if value == value}
                yield task.task.name, run.submission.name, metric, [*defined], [*defined.values()]


RESIDUALS = Table(
    "residuals",
    "One row per evaluated run, rank-biased precision and topic that counts, and one for the mean.",
    {
        **TASK_AND_RUN,
        "metric": text("A rank-biased precision of the task, such as `RBP(p=0.8)`."),
        "topic": text("Id of the topic, or `all` for the mean over topics."),
        "residual": number(
            "By how much the value could rise if every unjudged document had the largest gain: the sum of "
            "(1 − p) pⁱ⁻¹ over the ranks i of unjudged documents, plus pⁿ for all documents after the last "
            "one, at rank n."
        ),
    },
    _residuals,
    only_with_rows=True,
)
