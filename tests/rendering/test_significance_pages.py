"""What pages say about the test of all pairs at once, and where not all runs are compared in pairs."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape

import numpy as np
import pytest

from inexreport.model.outcome import RunOutcome
from inexreport.model.task import Significance
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.statistics import score_intervals
from inexreport.statistics import significance as pairwise
from inexreport.subjects import swap_errors
from rendering.invented_large_task import large_outcome

BEST_OF_13 = "of more than 300 runs are compared in pairs of the best 5 only; the others have no group"


def without_first_topic(run: RunOutcome) -> RunOutcome:
    by_topic = run.scores.by_topic.copy()
    by_topic[:, 0] = np.nan
    mean, counted = np.nanmean(by_topic, axis=1), run.scores.topics_counted - 1
    return replace(run, scores=replace(run.scores, by_topic=by_topic, mean=mean, topics_counted=counted))


@pytest.fixture(autouse=True)
def _few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here reads an interval or the numbers of swaps."""
    monkeypatch.setattr(score_intervals, "RESAMPLES", 9)
    monkeypatch.setattr(swap_errors, "DRAWS", 9)


@cache
def rendered(significance: Significance, runs: int = 13, fewer: int = 0) -> dict[str, str]:
    """Text of the pages that tell of significance, by kind, each tag as a space.

    The first `fewer` runs have no score on the first topic.
    """
    outcome, metrics = large_outcome(runs=runs)
    (task,) = outcome.tasks
    task = replace(
        task,
        task=task.task.model_copy(update={"significance": significance}),
        runs=(*map(without_first_topic, task.runs[:fewer]), *task.runs[fewer:]),
    )
    outcome = replace(outcome, tasks=(task,))
    view = view_campaign(outcome, metrics)
    addresses, record = campaign_addresses(view), campaign_record(outcome, metrics)
    kinds = ("task", "significance", "compare")
    pages = {page.kind: page for page in pages_of(addresses) if page.kind in kinds}
    html = {
        kind: render_page(page, page_data(page, view), addresses, asset_names(), record)
        for kind, page in pages.items()
    }
    return {kind: " ".join(unescape(re.sub("<[^>]*>", " ", text)).split()) for kind, text in html.items()}


def test_pages_name_the_test_that_makes_the_groups():
    tukey, usual = rendered(Significance.TUKEY), rendered(Significance.T)
    assert "The randomised Tukey HSD test separates" in tukey["task"]
    assert "One-tailed paired t-tests with Holm’s correction separate" in usual["task"]
    assert "first run (randomised Tukey HSD test, p below 0.05)" in tukey["significance"]
    assert "first run (t-test, corrected p below 0.05)" in usual["significance"]
    head = "Difference Effect size Tukey HSD p t p p′ Wilcoxon p p′"
    assert head in tukey["significance"]
    assert "Difference t p p′ Wilcoxon p p′ Randomisation p p′" in usual["significance"]
    assert "permuted among the 13 runs" in tukey["significance"]
    assert "Tukey" not in "".join(usual.values())
    assert "INEX" not in tukey["significance"].partition("Method")[2].partition("Groups")[0]


@pytest.mark.parametrize("significance", Significance)
def test_pages_say_that_only_the_best_runs_are_compared_in_pairs(
    monkeypatch: pytest.MonkeyPatch, significance: Significance
):
    monkeypatch.setattr(pairwise, "MOST_RUNS", 12)
    monkeypatch.setattr(pairwise, "BEST_RUNS", 5)
    pages = rendered.__wrapped__(significance)
    assert "All pairs of the best 5 runs are compared" in pages["significance"]
    assert BEST_OF_13 in pages["significance"]
    assert "Only the best 5 runs are tested." in pages["task"]
    assert "and among the best 5 runs only" in pages["compare"]


def test_pages_of_fewer_runs_say_nothing_of_it():
    assert "the best 5" not in "".join(rendered(Significance.TUKEY).values())


@pytest.mark.parametrize(
    ("fewer", "means"), [(1, "The mean of .{9,60} is"), (6, "The means of .* 3 others are")]
)
def test_pages_say_which_means_and_tests_are_over_fewer_topics(fewer: int, means: str):
    tukey, usual = rendered(Significance.TUKEY, fewer=fewer), rendered(Significance.T, fewer=fewer)
    assert re.search(f"{means} over 11 topics instead of 12[.]", tukey["task"])
    uses = (
        "uses the 11 topics for which all tested runs have a score; each other test uses the 11 to 12 topics"
    )
    assert uses in tukey["significance"]
    assert " Each test uses the 11 to 12 topics for which both runs have a score." in usual["significance"]


def test_pages_are_silent_about_topics_where_all_runs_have_the_same():
    for significance in Significance:
        pages = rendered(significance)
        assert " instead of 1" not in pages["task"]
        assert "both runs have a score." not in pages["significance"]


def test_a_test_that_is_too_coarse_is_named():
    """On 12 topics at most, p of signs is 1 / 4,096 at best: too much for 300 pairs of 25 runs."""
    text = rendered(Significance.T, runs=25)["significance"]
    coarse = re.findall(r"(\w[\w’ -]*): no pair can be significant after the correction", text)
    assert [one.endswith(("signed-rank test", "Randomisation test")) for one in coarse] == [True, True]
    found = re.findall(r"multiplied by the number of tested pairs, is ([0-9]\.[0-9]+)", text)
    assert found == ["0.0732", "0.0732"]
