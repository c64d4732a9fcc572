"""Verdicts on the health of a campaign, with numbers that can be counted in the campaigns below."""

from __future__ import annotations

import pytest
from pooled_documents import DocumentCampaign
from rendering.invented_campaign import MARKUP, invented_metrics, invented_outcome
from small_tasks import METRIC, campaign_of, run_of, scored, task_of

from inexreport.building.evaluation import evaluate_campaign
from inexreport.metrics.registry import bind
from inexreport.model.run import Standing
from inexreport.rendering.page_kinds import KINDS, PARTICIPANT_KINDS, PUBLIC_KINDS
from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.subjects.correlations import CORRELATIONS, correlations_page, matrix_charts
from inexreport.subjects.health import (
    CHECKS,
    Verdict,
    enough_topics,
    judges_agree,
    metrics_agree,
    rejected_runs,
    significant_pairs,
    suspicious_runs,
)
from inexreport.subjects.rank_comparison import rank_comparison

TOPICS = [str(number) for number in range(1, 11)]
HIGH, LOW = (0.9, 0.8) * 5, (0.1, 0.2) * 5

SMALL = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": 1, "e": 1}, "2": {"a": 1, "d": -1, "f": 1}},
    runs={
        ("north", "x"): {"1": ["b", "d", "a"], "2": ["d", "y", "a"]},
        ("south", "y"): {"1": ["c", "a"], "2": ["f"]},
        ("south", "w"): {"1": ["q1", "q2", "a"], "2": ["q3", "a", "f"]},
    },
    settings="pool_depth = 2\n",
    metrics=("AP", "nDCG@10"),
)


def small_view(*tasks) -> CampaignView:
    return view_campaign(campaign_of(tasks, dict.fromkeys(TOPICS, "CO")), invented_metrics())


@pytest.fixture(scope="module")
def documents(tmp_path_factory) -> dict[str, list]:
    """The findings on a campaign of documents by the title of the check."""
    outcome, prepared = evaluate_campaign(SMALL.write(tmp_path_factory.mktemp("campaigns") / "small"))
    view = view_campaign(outcome, prepared.metrics)
    return {check.title: list(check.findings(view)) for check in CHECKS}


def test_the_deepest_rank_of_the_pools_is_looked_at(documents):
    # Rank 2 adds d, a and q2 to topic 1, y and a to topic 2; a is relevant in both.
    (finding,) = documents["Are the pools deep enough?"]
    assert finding.text == "Of the documents that only rank 2 brought into the pools, 40.00% are relevant."
    assert (finding.verdict, finding.page) == (Verdict.ACT, "pooling")


def test_the_judged_share_of_first_results_is_told(documents):
    # Judged are 2 of 3 and 2 of 3 results of x, all of y, 1 of 3 and 2 of 3 of w.
    (finding,) = documents["Were the first results judged?"]
    assert finding.text == (
        "The median of 3 ranked runs has 66.67% of its first 10 results judged, the lowest 50.00%."
    )
    assert finding.verdict is Verdict.ACT


def test_few_topics_with_few_relevant_documents_are_told(documents):
    topics, few = documents["Are there enough topics with enough relevant items?"]
    assert (topics.text, topics.verdict) == ("2 topics were assessed.", Verdict.ACT)
    assert few.text == "2 topics have fewer than 5 relevant documents."


def test_what_cannot_be_judged_says_so(documents):
    (judges,) = documents["Do the judges agree?"]
    assert judges.verdict is Verdict.UNKNOWN
    assert "one judge" in judges.text
    view = small_view(scored(TOPICS, a=HIGH))
    for check in (metrics_agree, significant_pairs, judges_agree):
        assert [finding.verdict for finding in check(view)] == [Verdict.UNKNOWN], check
    assert list(suspicious_runs(small_view(task_of([])))) == []


def test_a_campaign_without_topics_needs_attention():
    view = view_campaign(campaign_of([], {}), invented_metrics())
    assert [finding.text for finding in enough_topics(view)] == [
        "0 topics were assessed.",
        "0 topics have fewer than 5 relevant articles.",
    ]
    assert [finding.text for finding in rejected_runs(view)] == ["None of 0 runs was rejected."]


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((1.0,) * 10, "b has the highest possible score, 1.0000, on every topic: it is likely made from"),
        ((0.0,) * 10, "b scores 0 on every topic"),
        (HIGH, "b has the scores of a on every topic"),
        (LOW, ""),
    ],
)
def test_suspicious_runs_are_named(scores, expected):
    (finding,) = suspicious_runs(small_view(scored(TOPICS, a=HIGH, b=scores)))
    assert finding.verdict is (Verdict.ACT if expected else Verdict.GOOD)
    assert finding.text.startswith(expected or "No ranked run has perfect scores")
    if scores[0] == 1:
        assert finding.text.endswith("set its status to reference in runs.csv.")


def test_a_reference_run_with_perfect_scores_is_not_suspicious():
    oracle = run_of("oracle", {METRIC: [1.0] * 10}, TOPICS, standing=Standing.REFERENCE)
    (finding,) = suspicious_runs(small_view(task_of([oracle, run_of("a", {METRIC: HIGH}, TOPICS)])))
    assert finding.verdict is Verdict.GOOD


@pytest.mark.parametrize(
    ("runs", "expected", "verdict"),
    [
        (
            {"b": LOW},
            "Pairs of runs that differ significantly: 1 of 1 (100.00%; paired t-test).",
            Verdict.GOOD,
        ),
        (
            {"b": [score - 0.001 for score in HIGH[::-1]]},
            "Pairs of runs that differ significantly: 0 of 1 (0.00%; paired t-test).",
            Verdict.ACT,
        ),
    ],
)
def test_significant_pairs_are_counted(runs, expected, verdict):
    (finding,) = significant_pairs(small_view(scored(TOPICS, a=HIGH, **runs)))
    assert (finding.text, finding.verdict) == (expected, verdict)


def test_a_share_of_judged_documents_ranks_no_runs():
    values = {"a": (0.9, 0.1, 0.9), "b": (0.5, 0.5, 0.6), "c": (0.1, 0.9, 0.1)}
    names = ("AP", "Judged@10", "nDCG@10")
    runs = [
        run_of(run, {name: [value] * 10 for name, value in zip(names, row, strict=True)}, TOPICS)
        for run, row in values.items()
    ]
    outcome = campaign_of([task_of(runs, metrics=names)], dict.fromkeys(TOPICS, "CO"))
    view = view_campaign(outcome, {name: bind(name) for name in names})
    assert [column.ranked for column in view.columns["Focused"]] == [True, False, True]
    (finding,) = metrics_agree(view)
    assert finding.text == (
        "Kendall’s tau with the official AP is at least 1.00 (nDCG@10), by 1 other metric and 3 runs."
    )
    *_, (scatter, _) = (section.parts for section in correlations_page(view, "Focused").sections)
    assert [column.identifier for column in scatter.metrics] == ["AP", "nDCG@10"]
    charts = matrix_charts(view, "Focused")
    assert charts["spearman"].figure.summary == "Correlation: 1.00 (AP and nDCG@10)."
    table = CORRELATIONS.build(outcome).to_pandas()  # a published format: every pair but overlap
    assert set(table["metric_b"]) == {"Judged@10", "nDCG@10"}
    comparison = rank_comparison(view, "Focused")
    assert list(comparison.frame) == ["AP", "nDCG@10"]


def test_equal_correlations_are_counted():
    names = ("MAiP", "iP@0.01", "iP@0.10", "char_prec")
    values = {"a": (0.9, 0.9, 0.9, 0.1), "b": (0.5, 0.5, 0.5, 0.5), "c": (0.1, 0.1, 0.1, 0.9)}
    runs = [
        run_of(run, {name: [value] * 10 for name, value in zip(names, row, strict=True)}, TOPICS)
        for run, row in values.items()
    ]
    outcome = campaign_of([task_of(runs, metrics=names)], dict.fromkeys(TOPICS, "CO"))
    charts = matrix_charts(view_campaign(outcome, {name: bind(name) for name in names}), "Focused")
    assert charts["spearman"].figure.summary == (
        "Highest correlation: 1.00 (3 pairs); lowest: −1.00 (3 pairs); median: 0.00."
    )


def test_the_metric_that_disagrees_most_is_named():
    names = ("MAiP", "iP@0.01", "iP@0.10")
    # By MAiP a b c, by iP@0.01 the same, by iP@0.10 b c a: one of three pairs is ordered alike.
    values = {"a": (0.9, 0.9, 0.1), "b": (0.5, 0.5, 0.9), "c": (0.1, 0.1, 0.5)}
    runs = [
        run_of(run, {name: [value] * 10 for name, value in zip(names, row, strict=True)}, TOPICS)
        for run, row in values.items()
    ]
    (finding,) = metrics_agree(small_view(task_of(runs, metrics=names)))
    assert finding.text == (
        "Kendall’s tau with the official MAiP is at least −0.33 (iP@0.10), by 2 other metrics and 3 runs."
    )
    assert finding.verdict is Verdict.CARE


def test_rejected_runs_lead_to_their_reasons():
    (finding,) = rejected_runs(view_campaign(invented_outcome(), invented_metrics()))
    assert finding.text.startswith("1 of 13 runs was rejected.")
    assert (finding.verdict, finding.page, finding.fragment) == (Verdict.ACT, "problems", "rejected")


def test_every_check_states_its_limits_and_their_source():
    for check in CHECKS:
        assert check.title.endswith("?")
        assert "In order" in check.limits or "in order" in check.limits
        assert "convention of this page" in check.limits or "(Voorhees" in check.limits


def test_only_organisers_have_the_page():
    assert KINDS.keys() - PUBLIC_KINDS == {"health"}
    assert "health" not in PARTICIPANT_KINDS
    outcome = invented_outcome(runs=3)
    for audience in (PUBLIC, Audience(Readers.ORGANISERS)):
        site = public_site(outcome, invented_metrics(), audience)
        pages = {page.kind: page for page in site.pages if page.kind in ("front", "health")}
        front = site.part_for(pages["front"]).page(pages["front"])["index.html"]
        named = 'href="health.html"' in front
        assert ("health" in pages) == named == (audience.readers is Readers.ORGANISERS)
    html = site.part_for(pages["health"]).page(pages["health"])["health.html"]
    assert MARKUP not in html
    assert 'href="problems.html#rejected"' in html
