"""The scores of a run under each scored set of assessments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.run_evaluation import RunContext, RunToEvaluate, located_run
from inexreport.cache import Cache, digest
from inexreport.evaluation.run_evaluation import judge_again


@dataclass(frozen=True, eq=False)
class ScoredSets:
    """The assessments under which the runs of a campaign are scored.

    Attributes
    ----------
    official : RunContext
    prepared : mapping of str to PreparedCampaign
        By name of each further set, see `PreparedCampaign.sets`.
    judges : tuple of str
        The further sets that are a judge's own assessments.
    """

    official: RunContext
    prepared: Mapping[str, PreparedCampaign]
    judges: tuple[str, ...]

    def of_task(self, task: str) -> Mapping[str, PreparedCampaign]:
        """By name of each further set that judges documents of a task."""
        return {name: one for name, one in self.prepared.items() if task in one.plans}

    def of_judge(self, judge: str) -> RunContext:
        """The campaign as if the judge's assessments were the official ones."""
        return RunContext(self.prepared[judge], self.official.cache)

    def key(self, run: RunToEvaluate) -> str:
        """The cache key of a run's scores under all sets."""
        return digest(self.official.key(run), *(one.digest for one in self.prepared.values()))


def scored_sets(prepared: PreparedCampaign, cache: Cache) -> ScoredSets:
    """The sets of assessments of a campaign that are scored."""
    judges = (
        one.name
        for one in prepared.campaign.assessment_sets
        if one.scored and not one.source and not one.dimension
    )
    return ScoredSets(RunContext(prepared.for_evaluation, cache), prepared.sets, tuple(judges))


def score_under_sets(sets: ScoredSets, run: RunToEvaluate) -> Sequence[NDArray[np.float64]]:
    """The means of an evaluated run under each further set, then its official scores by the set's topics.

    Returns
    -------
    sequence of float64 array
        For each set, shape (metrics of the task + topics of the set,).

    Raises
    ------
    InputChangedError
        If the file has changed since it was evaluated.
    """

    def score() -> Sequence[NDArray[np.float64]]:
        # Located again: some lengths of articles are known from the assessments only.
        results = replace(located_run(sets.official, run), located=None)
        rows = []
        for one in sets.of_task(run.file.task).values():
            plan = one.plans[run.file.task]
            scores = judge_again(results, one.campaign, plan, one.elements).scores(plan.metrics)
            official = scores.by_topic[scores.metrics.index(plan.official.identifier)]
            of_topics = dict(zip(scores.topics, official, strict=True))
            rows.append(np.array([*scores.mean, *(of_topics[topic] for topic in plan.assessments)]))
        return rows

    return sets.official.cache.get_or_compute("sets", sets.key(run), score)
