"""The sample campaign of 2025 has the runs, problems and imported scores that its about.md tells of."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from evaluated_samples import evaluated_sample

from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.subjects.assessors import assessors_page
from inexreport.subjects.efficiency import cost_charts
from inexreport.subjects.pool_growth import growth_chart
from inexreport.subjects.sections import View
from inexreport.subjects.topics import difficulty_chart


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


def test_a_topic_with_nothing_relevant_is_not_the_hardest(view: CampaignView) -> None:
    summary = difficulty_chart(view, "adhoc").figure.summary
    assert summary.startswith("Hardest by the median is topic 59, ")
    assert summary.endswith(" 1 topic with nothing relevant cannot tell runs apart.")


def test_pools_are_said_to_be_of_the_runs_that_contributed(view: CampaignView) -> None:
    chart = growth_chart(view, "adhoc")
    assert chart is not None
    assert chart.figure.summary.startswith(
        "All contributing runs together find 100.00% (by construction if this pool was judged) of the "
        "relevant documents in the first 6 results, 57.54% in the first 2. "
    )


def test_only_metrics_that_rank_runs_are_compared_between_judges(view: CampaignView) -> None:
    tables = [part for one in assessors_page(view).sections for part in one.parts if isinstance(part, View)]
    (table,) = (one for one in tables if "kendall" in one.columns and "metric" in one.columns)
    metrics = [column.identifier for column in table.frame.metric]
    assert "nDCG@10" in metrics
    assert "Judged@10" not in metrics
