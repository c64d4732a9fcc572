import base64
import json
from dataclasses import replace

import numpy as np
import pytest
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.comparison_data import comparison_scripts
from inexreport.report.all_scores import all_scores_page
from inexreport.report.campaign_view import view_campaign
from inexreport.report.compare import compare_page, compared_curves, paired_runs, partners
from inexreport.subjects.significance import of_first_test


def content_of(script):
    """What a script of the page brings."""
    return json.loads(script.partition(" = ")[2].rstrip(";\n"))


def numbers_in(script, name):
    return np.frombuffer(base64.b64decode(content_of(script)[name]), "<f8")


def with_runs(outcome, runs):
    task = replace(outcome.tasks[0], runs=tuple(runs))
    return view_campaign(CampaignOutcome(outcome.campaign, (task,)), invented_metrics())


def without_topics(run, metric):
    """The run as if a metric valued whole runs only."""
    by_topic = run.scores.by_topic.copy()
    by_topic[run.scores.metrics.index(metric)] = np.nan
    return replace(run, scores=replace(run.scores, by_topic=by_topic))


def test_runs_are_compared_by_every_metric_that_ranks_them(view):
    page = compare_page(view, "Focused")
    assert [metric.identifier for metric in page["metrics"]] == ["iP@0.01", "iP@0.10", "MAiP"]
    assert [name.run for name in page["runs"]] == [
        run.submission.name for run in view.standings["Focused"].runs
    ]
    assert list(page["curves"]) == ["iP"]
    assert page["comparable"]
    assert all_scores_page(view, "Focused").facts["comparable"]


def test_the_scores_are_those_of_the_standings(view):
    standings, addresses = view.standings["Focused"], campaign_addresses(view)
    scripts = dict(comparison_scripts(view, addresses, "Focused"))
    for place, metric in enumerate(compare_page(view, "Focused")["metrics"]):
        script = scripts[addresses.scripts["scores", "Focused", metric.identifier]]
        scores, by_topic = content_of(script), numbers_in(script, "scores").reshape(12, 10)
        lowest, highest = scores["domain"]
        assert lowest <= np.nanmin(by_topic) <= np.nanmax(by_topic) <= highest
        assert np.allclose(np.array(scores["means"], dtype=float), np.nanmean(by_topic, axis=1))
        assert scores["ranks"] == standings.ranks[:, place].tolist()


def test_the_tests_are_those_of_all_pairs(view):
    page, pairs = compare_page(view, "Focused"), of_first_test(view.of("Focused"))
    assert page["paired"] == [name.run for name in page["runs"][:11]]
    addresses = campaign_addresses(view)
    scripts = dict(comparison_scripts(view, addresses, "Focused"))
    low = [numbers_in(scripts[addresses.scripts["pairs", "Focused", run]], "low") for run in page["paired"]]
    assert [len(one) for one in low] == [*range(11, 0, -1)]
    assert np.array_equal(np.concatenate(low), pairs.low.to_numpy())


def test_an_official_metric_without_topics_is_not_compared_by(outcome):
    evaluated = [run for run in outcome.tasks[0].runs if run.scores is not None]
    view = with_runs(outcome, [without_topics(run, "iP@0.01") for run in evaluated])
    page = compare_page(view, "Focused")
    assert page["official"].identifier == "iP@0.01"
    assert [metric.identifier for metric in page["metrics"]] == ["iP@0.10", "MAiP"]
    assert page["paired"] == paired_runs(view, "Focused") == []


@pytest.mark.parametrize("runs", [0, 1])
def test_fewer_than_two_runs_are_not_compared(outcome, runs):
    view = with_runs(outcome, outcome.tasks[0].runs[:runs])
    assert not compare_page(view, "Focused")["comparable"]
    assert not all_scores_page(view, "Focused").facts["comparable"]
    assert [partners(view, "Focused", row) for row in range(runs)] == [[]] * runs


def test_every_run_has_its_curve_whole(view):
    (curve,) = compared_curves(view, "Focused").values()
    assert curve.front == 12
    assert [*map(len, curve.frame.x)] == [11] * 12


def roles(view, row):
    standings = view.standings["Focused"]
    ranks = {run.submission.name: place + 1 for place, run in enumerate(standings.runs)}
    return {role: ranks[name.run] for role, name in partners(view, "Focused", row)}


def test_whom_a_run_may_be_compared_with(view):
    assert roles(view, 0) == {"the second-best run": 2, "the median run": 6}
    assert roles(view, 1) == {"the best run": 1, "the run below": 3, "the median run": 6}
    assert roles(view, 5) == {"the best run": 1, "the run above": 5, "the run below": 7}
    assert roles(view, 6) == {"the best run": 1, "the median run": 6, "the run below": 8}
    assert roles(view, 11) == {"the best run": 1, "the median run": 6, "the run above": 11}


def test_the_best_is_not_named_twice():
    small = invented_outcome(runs=3)
    pair = with_runs(small, [run for run in small.tasks[0].runs if run.scores is not None][:2])
    assert roles(pair, 0) == {"the second-best run": 2}
    assert roles(pair, 1) == {"the best run": 1}
