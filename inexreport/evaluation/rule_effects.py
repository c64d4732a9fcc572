"""Effects of a task's rules on a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.evaluation.topic_values import TopicValues
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
        After the task's cut-off, before limits.
    judgement : RunJudgement
        The run after limits.
    plan : TaskPlan
    not_asked, beyond_cutoff : int
        Number of results left out before.
    """
    topics = judgement.assessed()
    assessed = [ranking for ranking in run if ranking.topic in plan.assessments]
    lost, unlimited = (0, 0, 0), float("nan")
    if plan.task.rules.limits_text:
        counted = _totals(topics)
        if sum(int(ranking.length.sum()) for ranking in assessed) > counted[1]:
            whole = RunJudgement(run, plan.assessments, plan.task.topics)
            results, characters, relevant = _totals(whole.assessed())
            lost = results - counted[0], characters - counted[1], relevant - counted[2]
            official = plan.official
            if "limit" in official.parameters:
                official = replace(official, parameters={**official.parameters, "limit": 0})
            unlimited = float(whole.scores((official,)).mean[0])
    left_out, characters_lost, relevant_lost = lost
    return RuleEffects(
        not_asked=not_asked,
        beyond_cutoff=beyond_cutoff,
        not_assessed=len(run) - sum(map(len, assessed)),
        repeated=_repeated(topics, plan.matching),
        left_out=left_out,
        characters_lost=characters_lost,
        relevant_lost=relevant_lost,
        score_unlimited=unlimited,
    )


def _totals(topics: Sequence[TopicValues]) -> tuple[int, int, int]:
    """Numbers of results, characters and relevant characters."""
    judged = [values.judged for values in topics]
    return (
        sum(len(one.ranking) for one in judged),
        sum(int(one.ranking.length.sum()) for one in judged),
        int(sum(one.relevant.sum() for one in judged)),
    )


def _repeated(topics: Sequence[TopicValues], matching: Matching) -> int:
    match matching:
        case Matching.ENTRY_POINTS:
            return sum(len(one.judged.ranking) - len(one.judged.ranking.first_of_article) for one in topics)
        case Matching.ELEMENTS:
            return sum(int(np.count_nonzero(one.judged.ranking.repeats_element)) for one in topics)
        case Matching.TEXT | Matching.DOCUMENTS:
            overlap = bind("overlap(kind=rank)")
            return sum(
                int(np.count_nonzero(one.judged.ranking.repeats_place))
                for one in topics
                if _may_repeat(one, overlap)
            )


def _may_repeat(values: TopicValues, overlap: BoundMetric) -> bool:
    """Whether the same text may occur twice: then results overlap, or have no length."""
    ranking = values.judged.ranking
    if not ranking.repeats_articles:
        return False
    return bool(values.vectors(overlap).any()) or not ranking.length.all()
