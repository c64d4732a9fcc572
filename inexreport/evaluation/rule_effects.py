"""What the rules of its task made of a run, beside what they reject."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.evaluation.topic_values import TopicValues
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import LocatedRun
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import bind
from inexreport.model.diagnosis import Matching, RuleEffects


def rule_effects(
    run: LocatedRun, judgement: RunJudgement, plan: TaskPlan, not_asked: int, beyond_cutoff: int
) -> RuleEffects:
    """Count what was left out of a run, and what a limit of characters took.

    Parameters
    ----------
    run : LocatedRun
        Cut at the task's rank, not yet by limits.
    judgement : RunJudgement
        The same after the limits.
    plan : TaskPlan
    not_asked, beyond_cutoff : int
        What was left out before.
    """
    topics = judgement.assessed()
    counted = [values.judged for values in topics]
    whole, unlimited = counted, float("nan")
    if plan.task.rules.limits_text and _characters(run, plan) > sum(_length(one) for one in counted):
        without = RunJudgement(run, plan.assessments, plan.task.topics)
        whole = [values.judged for values in without.assessed()]
        official = plan.official
        if "limit" in official.parameters:
            official = replace(official, parameters={**official.parameters, "limit": 0})
        unlimited = float(without.scores((official,)).mean[0])
    return RuleEffects(
        not_asked=not_asked,
        beyond_cutoff=beyond_cutoff,
        not_assessed=sum(len(ranking) for ranking in run if ranking.topic not in plan.assessments),
        repeated=_repeated(topics, plan.matching),
        left_out=sum(len(one.ranking) for one in whole) - sum(len(one.ranking) for one in counted),
        characters_lost=sum(map(_length, whole)) - sum(map(_length, counted)),
        relevant_lost=int(
            sum(one.relevant.sum() for one in whole) - sum(one.relevant.sum() for one in counted)
        ),
        score_unlimited=unlimited,
    )


def _characters(run: LocatedRun, plan: TaskPlan) -> int:
    return sum(int(ranking.length.sum()) for ranking in run if ranking.topic in plan.assessments)


def _length(judged: JudgedRanking) -> int:
    return int(judged.ranking.length.sum())


def _repeated(topics: Sequence[TopicValues], matching: Matching) -> int:
    match matching:
        case Matching.ENTRY_POINTS:
            return sum(len(one.judged.ranking) - len(one.judged.ranking.first_of_article) for one in topics)
        case Matching.ELEMENTS:
            return sum(int(np.count_nonzero(one.judged.ranking.repeats_element)) for one in topics)
        case Matching.TEXT:
            overlap = bind("overlap(kind=rank)")
            return sum(
                int(np.count_nonzero(one.judged.ranking.repeats_place))
                for one in topics
                if _may_repeat(one, overlap)
            )


def _may_repeat(values: TopicValues, overlap: BoundMetric) -> bool:
    """Whether text may be there twice: then results overlap, unless they have no length."""
    ranking = values.judged.ranking
    if not ranking.repeats_articles:
        return False
    return bool(values.vectors(overlap).any()) or not ranking.length.all()
