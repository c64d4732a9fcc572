"""The sample campaigns show metrics beyond those of their protocols, with numbers that tell runs apart."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from evaluated_samples import evaluated_sample

from inexreport.formats.protocols import protocol_tasks
from inexreport.metrics.registry import bind
from inexreport.model.outcome import RunScores

FURTHER = {
    ("sample-2004", "CO"): [
        "nXCG(quant=sog,alpha=0.5)",
        "nDCG-elements(quant=sog)@10",
        "nDCG-elements(quant=sog,base=10)@10",
        "nDCG-elements(quant=sog,overlap=off)@10",
    ],
    ("sample-2006", "Thorough"): [
        "MAep(quant=spec3,overlap=off)",
        "MAep(quant=spec4,overlap=off)",
        "nDCG-elements(quant=gen)@10",
        "HiXEval-P(overlap=on)@10",
        "HiXEval-P(overlap=on,alpha=0.5)@10",
        "HiXEval-MAP(overlap=on)",
        "HiXEval-MAP(overlap=on,alpha=0.5)",
    ],
    ("sample-2006", "BestInContext"): [f"EPRUM-P(A=0.1)@{rank}" for rank in (1, 5, 10)],
}


@pytest.fixture(scope="module")
def scores(root):
    """Scores of the runs of a task by name."""

    @cache
    def tasks(campaign: str) -> dict[str, dict[str, RunScores]]:
        outcome, _ = evaluated_sample(root / "campaigns" / campaign)
        return {
            task.task.name: {run.submission.name: run.scores for run in task.runs} for task in outcome.tasks
        }

    return lambda campaign, task: tasks(campaign)[task]


@pytest.mark.parametrize(("campaign", "task"), FURTHER)
def test_further_metrics_follow_those_of_the_protocol(scores, campaign, task):
    official = protocol_tasks(campaign.replace("sample", "inex"))[task].metrics
    expected = [*(bind(name).identifier for name in official), *FURTHER[campaign, task]]
    for of_run in scores(campaign, task).values():
        assert list(of_run.metrics) == expected


@pytest.mark.parametrize(
    ("campaign", "task", "metric"), [(*key, one) for key in FURTHER for one in FURTHER[key]]
)
def test_each_of_them_ranks_the_runs(scores, campaign, task, metric):
    found = scores(campaign, task).values()
    means = [of_run.mean[of_run.metrics.index(metric)] for of_run in found]
    assert 0 < min(means) < max(means) <= 1
    assert len(set(means)) == len(means)


def test_only_results_with_seen_text_gain_by_a_smaller_loss(scores):
    """Paragraphs never overlap; the other runs of the task return elements within others, or twice."""
    gains = {
        run: np.nansum(
            of_run.by_topic[of_run.metrics.index("HiXEval-P(overlap=on,alpha=0.5)@10")]
            - of_run.by_topic[of_run.metrics.index("HiXEval-P(overlap=on)@10")]
        )
        for run, of_run in scores("sample-2006", "Thorough").items()
    }
    assert gains.pop("sit-paragraphs") == 0
    assert min(gains.values()) > 0
