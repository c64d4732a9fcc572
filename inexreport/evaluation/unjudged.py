"""What unjudged documents may hide of a run's scores."""

from __future__ import annotations

from inexreport.evaluation.run_scores import RunJudgement, means_of
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.metrics.documents import residuals_of
from inexreport.metrics.registry import bind
from inexreport.model.outcome import UnjudgedDocuments

USUAL_DEPTH = 10
"""Depth to which judged documents are counted if the official metric reads whole rankings."""


def unjudged_documents(judgement: RunJudgement, plan: TaskPlan) -> UnjudgedDocuments:
    """The share of judged documents, the official score without unjudged ones, and residuals.

    Parameters
    ----------
    judgement : RunJudgement
        Of an accepted run, against documents judged by grade.
    plan : TaskPlan
    """
    official = (plan.official,)
    depth = int(plan.official.cutoff or USUAL_DEPTH)
    return UnjudgedDocuments(
        depth=depth,
        judged=float(judgement.scores((bind(f"Judged@{depth}"),)).mean[0]),
        condensed=float(means_of(official, judgement.condensed_rows(official))[0]),
        residuals=judgement.scores(residuals_of(plan.metrics)),
    )
