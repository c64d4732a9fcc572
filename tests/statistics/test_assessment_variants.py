from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from pooling_campaigns import NO_SUCH_PATH, SmallCampaign, campaigns, scored
from pooling_reference import PlainRun

from inexreport.model.assessment import BINARY, WITHOUT_OUT_OF_POOL
from inexreport.statistics.assessment_comparisons import compare_variants

SLOW = settings(max_examples=settings.default.max_examples // 5)

QUANTISATIONS = ("strict", "gen", "sog", "e3s32", "e3s321", "s3e32", "s3e321")


def means(outcome, variant):
    (task,) = outcome.tasks
    (found,) = (one for one in task.variants if one.change == variant)
    return found.metrics, found.of_runs([run.submission.name for run in task.runs])


@SLOW
@given(campaigns(2004))
def test_binary_assessments_have_one_ranking_whatever_the_quantisation(campaign):
    metrics, scores = means(scored(campaign), BINARY)
    assert metrics[:7] == tuple(f"inex_eval(quant={name})" for name in QUANTISATIONS)
    assert metrics[7:] == ("inex_eval(quant=aggregate)",)
    for column in range(1, 7):
        assert np.array_equal(scores[:, 0], scores[:, column], equal_nan=True)
    assert scores[:, 7] == pytest.approx(scores[:, 0], rel=1e-14, nan_ok=True)


@SLOW
@given(campaigns(2004))
def test_scores_are_the_official_ones_where_nothing_is_out_of_the_pool(campaign):
    listed = {
        topic: {(article, path) for article, elements in judged.items() for path in elements}
        for topic, judged in campaign.judgements.items()
    }
    assume(all(listed.values()))
    outcome = scored(replace(campaign, pools=listed))
    metrics, scores = means(outcome, WITHOUT_OUT_OF_POOL)
    for row, run in enumerate(outcome.tasks[0].runs):
        official = run.scores.mean[[run.scores.metrics.index(metric) for metric in metrics]]
        assert np.array_equal(official, scores[row], equal_nan=True)


PATH = "/article[1]/sec[{}]".format
JUDGED = {"A": {PATH(1): (3, 3), PATH(2): (1, 1), "/article[1]": (1, 2)}, "B": {PATH(1): (2, 1)}}
RUNS = {
    "a": PlainRun("1", {"1": [("A", PATH(1)), ("A", NO_SUCH_PATH), ("B", PATH(1))]}),
    "b": PlainRun("2", {"1": [("A", PATH(2)), ("A", PATH(1)), ("A", "/article[1]")]}),
    "c": PlainRun("3", {"1": [("A", NO_SUCH_PATH)]}),
}


def comparisons(year=2004, task="CO", judged=JUDGED, **more):
    campaign = SmallCampaign(year, {"1": judged}, {"1": "CO"}, {task: RUNS}, **more)
    return {(one.variant, one.quant): one for one in compare_variants(scored(campaign).tasks[0])}


class TestComparison:
    def test_every_quantisation_and_the_aggregate_under_both_variants(self):
        found = comparisons()
        assert list(found) == [
            (variant, quant)
            for variant in (WITHOUT_OUT_OF_POOL, BINARY)
            for quant in (*QUANTISATIONS, "aggregate")
        ]

    def test_rankings_by_hand(self):
        found = comparisons()
        # By strict grades A's first section is all there is: a has it first, b second, c not at all.
        strict = found[BINARY, "strict"]
        assert strict.runs == ("a", "b", "c")
        # Relevant at all: b has three of four in a row, a the first and the third.
        assert strict.changed[1] > strict.changed[0] > strict.changed[2]
        assert strict.spearman == pytest.approx(0.5)
        assert strict.kendall == pytest.approx(1 / 3)

    def test_a_variant_that_leaves_nothing_relevant_compares_no_runs(self):
        found = comparisons(pool_depth=1, pools={"1": {("Z", PATH(1))}})
        one = found[WITHOUT_OUT_OF_POOL, "gen"]
        assert one.runs == ()
        assert np.isnan([one.spearman, one.kendall]).all()

    def test_other_metrics_of_the_task_have_no_part_in_it(self):
        judged = {"A": {PATH(1): (2, 300), "/article[1]": (2, 300)}}
        focused = comparisons(2006, "Focused", judged)
        assert {one.metric for one in focused.values()} == {"nxCG(quant=gen,overlap=on)@10"}
        assert comparisons(2006, "AllInContext", judged) == {}
