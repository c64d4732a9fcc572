"""The sample campaign of 2025 has the runs, problems and imported scores that its about.md tells of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample

from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.subjects.efficiency import cost_charts


@pytest.fixture(scope="module")
def view(sample_campaign: Path) -> CampaignView:
    outcome, prepared = evaluated_sample(sample_campaign.with_name("sample-2025"))
    return view_campaign(outcome, prepared.metrics)


def test_one_run_is_rejected_for_its_repeated_documents(view: CampaignView) -> None:
    problems = {run.submission.name: {one.code for one in run.problems} for run in view.of("adhoc").runs}
    assert {name: codes for name, codes in problems.items() if codes} == {
        "sit-twice": {"run-document-twice", "run-document-order"}
    }
    assert [run.submission.name for run in view.of("adhoc").runs if not run.evaluated] == ["sit-twice"]


def test_one_imported_measure_is_better_lower_and_one_higher(view: CampaignView) -> None:
    standings = view.standings["adhoc"]
    assert standings.task.metrics[-2:] == ("cost", "nugget-recall")
    assert standings.signs[-2:].tolist() == [-1.0, 1.0]
    assert not np.isnan(view.evaluated_runs["adhoc"].means[:, -2:]).any()
    first = [standings.ranks[:, place].tolist().index(1) for place in (-2, -1)]
    assert [standings.means[first[0], -2], standings.means[first[1], -1]] == [
        standings.means[:, -2].min(),
        standings.means[:, -1].max(),
    ]


def test_the_best_run_is_no_cheap_one(view: CampaignView) -> None:
    (chart,) = cost_charts(view, "adhoc")
    best = chart.frame.loc[chart.frame.score.idxmax()]
    assert best["name"].run == "north-manual"
    assert best.cost == chart.frame.cost.max()
    assert chart.figure.basis.startswith("nDCG@10 by cost in cents of 8 runs")
