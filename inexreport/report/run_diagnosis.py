"""What a participant may learn from a run: where it lost, what it missed, and how its results fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inexreport.model.diagnosis import FIRST_RESULTS, Diagnosis
from inexreport.model.outcome import RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.curves import CurveFigure
from inexreport.report.figure import counted, known
from inexreport.report.lost_topics import LostTopics, lost_topics
from inexreport.report.missed_articles import MissedArticles, missed_articles
from inexreport.report.near_misses import NearMisses, near_misses
from inexreport.report.rank_bands import BandFigure, types_figure, worth_figure
from inexreport.report.relevance_by_rank import RelevanceByRank, overlap_by_rank, relevance_by_rank
from inexreport.report.rule_effects import RuleEffect, applied_rules
from inexreport.report.run_topics import TopicRow
from inexreport.statistics.run_diagnoses import task_diagnoses

MANY = 20.0
"""Percentages from which something deserves a sentence at the beginning."""

CAUSES_NAMED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim with the anchor of what shows it, and what there is to be added."""

    claim: str
    anchor: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class RunDiagnosis:
    """The parts of the page that tell what to improve; None for what does not apply.

    Attributes
    ----------
    type : str
        The one type of all results where there is no picture of types.
    rules : tuple of RuleEffect
        Empty where every result counts as it was submitted.
    """

    findings: tuple[Finding, ...]
    lost: LostTopics
    found: RelevanceByRank | None
    missed: MissedArticles | None
    fit: NearMisses | None
    worth: BandFigure | None
    types: BandFigure | None
    type: str
    overlap: CurveFigure | None
    rules: tuple[RuleEffect, ...]


def run_diagnosis(
    view: CampaignView, task: str, run: RunOutcome, topics: Sequence[TopicRow]
) -> RunDiagnosis | None:
    """Gather what an evaluated run can learn; None where it was not evaluated or nothing was assessed."""
    diagnosis = run.diagnosis
    outcome = view.of(task)
    if diagnosis is None or run.scores is None or not outcome.relevant_articles.topics:
        return None
    diagnoses, only_relevant = task_diagnoses(outcome), outcome.relevant_articles.only_relevant
    row, name = diagnoses.row(run), view.names[task, run.submission.name]
    official = known(run.scores.mean[run.scores.metrics.index(outcome.task.official)])
    lost = lost_topics(outcome, run, topics)
    missed, fit = missed_articles(diagnoses, run), near_misses(diagnosis)
    return RunDiagnosis(
        findings=tuple(_findings(diagnosis, lost, missed, fit, only_relevant)),
        lost=lost,
        found=relevance_by_rank(diagnoses, row, diagnosis, name),
        missed=missed,
        fit=fit,
        worth=worth_figure(diagnosis, only_relevant),
        types=types_figure(diagnosis),
        type=diagnosis.result_types[0] if len(diagnosis.result_types) == 1 else "",
        overlap=overlap_by_rank(diagnoses, row, diagnosis, name),
        rules=applied_rules(outcome.task, run, diagnosis, official),
    )


def _findings(
    diagnosis: Diagnosis,
    lost: LostTopics,
    missed: MissedArticles | None,
    fit: NearMisses | None,
    only_relevant: bool,
) -> Iterator[Finding]:
    """The most telling facts."""
    if lost.lost:
        causes = ", ".join(f"{name} ({topics})" for name, topics in lost.causes[:CAUSES_NAMED])
        yield Finding(
            f"It is below the median on {lost.lost} of {counted(lost.compared, 'topic')}",
            "lost",
            f"Most frequent likely causes: {causes}." if causes else "",
        )
    if missed and missed.widely:
        others = (
            "the other run returns"
            if missed.others == 1
            else f"half of the other {missed.others} runs return"
        )
        yield Finding(f"It misses {counted(missed.widely, 'relevant article')} that {others}", "missed")
    if fit and fit.misfits and fit.misfits[0].percent >= MANY:
        worst = fit.misfits[0]
        yield Finding(
            f"Of its {counted(fit.inside, 'result')} in relevant articles "
            f"{worst.percent:.0f} % miss in the same way",
            "fit",
            f"{worst.name}: {worst.meaning}.",
        )
    first = int(np.minimum(diagnosis.results, FIRST_RESULTS).sum())
    unjudged = int(diagnosis.unjudged_first.sum())
    if not only_relevant and first and 100 * unjudged / first >= MANY:
        yield Finding(
            f"Of the first {FIRST_RESULTS} results of topics {100 * unjudged / first:.0f} % nobody judged",
            "worth-title",
        )
