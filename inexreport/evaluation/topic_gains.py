"""Cumulated gain of a run for single topics: its best, its median and its worst."""

from __future__ import annotations

import numpy as np

from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.element_gains import element_gains
from inexreport.judging.quantisation import DEFAULT_QUANTISATIONS
from inexreport.metrics.cumulated_gain import gain_by_rank
from inexreport.model.outcome import RunScores, TopicGains


def topic_gains(judgement: RunJudgement, scores: RunScores, plan: TaskPlan) -> tuple[TopicGains, ...]:
    """Return the gains of a run for up to three topics; none where no metric cumulates gains of elements.

    They are gains of the official metric, or else of the first with a usual quantisation. Topics are chosen
    by the official score, or by that metric where no topic has an official one.
    """
    rows = {identifier: row for row, identifier in enumerate(scores.metrics)}
    cumulating = [one for one in plan.metrics if one.metric.vectors is element_gains]
    if not cumulating:
        return ()
    usual, official = DEFAULT_QUANTISATIONS.values(), plan.official.identifier
    bound = max(
        cumulating, key=lambda one: (one.identifier == official, one.parameters.get("quant") in usual)
    )
    own, by_official = (scores.by_topic[rows[one]] for one in (bound.identifier, official))
    order = own if np.isnan(by_official).all() else by_official
    topics = np.flatnonzero(~np.isnan(own + order))
    topics = topics[np.argsort(-order[topics], kind="stable")]
    last = len(topics) - 1
    places = {last: "worst", last // 2: "median", 0: "best"} if len(topics) else {}
    parameters = bound.identifier.removeprefix(bound.metric.name).partition("@")[0]
    return tuple(
        TopicGains(topic, name, parameters, *gain_by_rank(judgement.vectors(topic, bound)))
        for place, name in sorted(places.items())
        if (topic := scores.topics[topics[place]])
    )
