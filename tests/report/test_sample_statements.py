"""What pages of the samples say where runs tie, do not contribute, are not ranked, or lack a topic."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from drawn_pages import pages_of
from evaluated_samples import evaluated_sample
from lxml import html

from inexreport.rendering.site import CampaignSite, public_site
from inexreport.report.audience import PUBLIC
from inexreport.report.embargo import participant_outcome
from inexreport.statistics.run_comparison import compare_runs, describe_comparison
from inexreport.subjects.health import enough_topics, pools_reusable

CAMPAIGNS = Path(__file__).parents[2] / "campaigns"


@cache
def site_of(sample: str) -> CampaignSite:
    outcome, prepared = evaluated_sample(CAMPAIGNS / sample)
    return public_site(outcome, prepared.metrics, PUBLIC)


@cache
def page(sample: str, address: str) -> html.HtmlElement:
    return html.fromstring(pages_of(site_of(sample), address)[address])


def text_of(element: html.HtmlElement) -> str:
    return " ".join(element.text_content().split())


def rows_of(page: html.HtmlElement, label: str) -> dict[str, list[str]]:
    """The cells of a table's rows by their heads."""
    (body,) = page.xpath(f"//*[@aria-label={label!r}]//tbody")
    rows = (row.xpath("./*") for row in body.xpath("./tr"))
    return {text_of(head): [text_of(cell) for cell in cells] for head, *cells in rows}


def test_pools_count_the_runs_that_contributed():
    """Of the eleven runs of sample-2025, six say that they did."""
    pools = page("sample-2025", "pooling/adhoc.html")
    runs = {name: int(cells[0]) for name, cells in rows_of(pools, "Contributions to the pools").items()}
    assert sum(runs.values()) == 6
    kinds = rows_of(pools, "What the runs add to the pools: Type")
    assert {name: int(cells[0]) for name, cells in kinds.items()} == {"automatic": 5, "manual": 1}


def test_the_median_judged_share_is_over_ranked_runs():
    run = page("sample-2025", "runs/adhoc/sit-openings.html")
    (_, (median, cells)) = rows_of(run, "Judged share of the first results").items()
    assert median == "Median of 8 ranked runs"
    ranked = [
        rows_of(
            page("sample-2025", f"runs/adhoc/{one.submission.name}.html"), "Judged share of the first results"
        )
        for one in site_of("sample-2025").whole.view.standings["adhoc"].runs
    ]
    assert len(ranked) == 8
    for place, cell in enumerate(cells):
        shares = sorted(float(rows["This run"][place]) for rows in ranked)
        assert float(cell) == pytest.approx((shares[3] + shares[4]) / 2, abs=0.011)


def test_ties_for_the_best_score_on_a_topic_are_counted():
    rows = rows_of(page("sample-2026", "runs/generation/sit-cited.html"), "Scores by topic")
    assert rows["102"][5] == "this run and north-long automatic and 3 others"
    for topic, cells in rows.items():
        if not cells[5].startswith("this run"):
            continue
        scores = rows_of(page("sample-2026", f"topics/{topic}.html"), "Runs of generation")
        values = [cells[-1] for cells in scores.values()]
        others = values.count(max(values)) - 2  # than this run and the named one
        further = f" and {others} other{'s' * (others > 1)}"
        assert cells[5].endswith(further) if others else cells[5].count(" and ") == 1


def test_difficulty_ranks_topics_with_something_relevant():
    scores = "Scores on this topic by task"
    assert rows_of(page("sample-2025", "topics/59.html"), scores)["adhoc"][-1] == "1 of 12, the hardest"
    assert rows_of(page("sample-2025", "topics/63.html"), scores)["adhoc"][-1] == "none: nothing is relevant"
    assert "Compare the best two" not in text_of(page("sample-2025", "topics/63.html"))


def test_only_warnings_of_evaluated_runs_affect_scores():
    problems = page("sample-2025", "problems.html")
    assert not problems.xpath("//*[.='affects the scores']")
    assert not page("sample-2025", "runs/adhoc/sit-twice.html").xpath("//*[.='affects the scores']")
    assert page("sample-2026", "problems.html").xpath("//*[.='affects the scores']")


def test_means_over_fewer_topics_and_undefined_shares_are_said_to_be():
    judges = text_of(page("sample-2026", "assessors.html"))
    assert "Means over fewer topics than the set has: sit-cited (9 of 10 by official)." in judges
    topics = text_of(page("sample-2026", "topics.html"))
    assert "add up to 100" not in topics
    assert "is defined only if runs differ and each has a score on each topic" in topics
    assert "All 6 ranked runs of generation" in text_of(page("sample-2026", "topics/110.html"))


def test_groups_are_compared_in_words():
    groups = text_of(page("sample-2025", "groups/adhoc.html"))
    assert "manual (0.8636) has a higher mean than automatic (" in groups


def test_a_participant_learns_no_names_of_files_with_judged_answers():
    """Each such file may be named after the run whose answers it has."""
    outcome, _ = evaluated_sample(CAMPAIGNS / "sample-2026")
    files = [one.file for one in participant_outcome("12", outcome).campaign.inputs]
    assert files
    assert [file for file in files if not file.startswith("topics/")] == []
    documents, _ = evaluated_sample(CAMPAIGNS / "sample-2025")
    listed = {one.file for one in participant_outcome("11", documents).campaign.inputs}
    assert any(file.startswith("assessments/official/") for file in listed)


def test_topics_are_counted_for_each_task_with_topics_of_its_own():
    found = [(one.task, one.text) for one in enough_topics(site_of("sample-2004").whole.view)]
    assert ("CO", "4 topics were assessed.") in found
    assert ("VCAS", "3 topics were assessed.") in found
    found = [(one.task, one.text) for one in enough_topics(site_of("sample-2025").whole.view)]
    assert found == [
        ("", "13 topics were assessed."),
        ("", "1 topic has fewer than 5 relevant documents, and has none."),
    ]


def test_the_fall_that_decides_whether_a_collection_is_reusable_is_counted():
    (finding,) = pools_reusable(site_of("sample-2025").whole.view)
    assert finding.text.startswith(
        "Without what only its own participant found, 1 of 8 runs falls 2 ranks or more."
    )


def test_a_difference_over_fewer_topics_than_the_means_is_said_to_be_another():
    view = site_of("sample-2026").whole.view
    scores = {one.submission.name: one.scores for one in view.of("generation").runs}
    for other, is_said in (("north-short", True), ("sit-cited", False)):
        (row, *_) = compare_runs(scores["sit-cited"], scores[other]).to_dict("records")
        (first, *_) = describe_comparison(row)
        assert first.endswith("; each run's mean is its own, so theirs is another difference") is is_said


def test_what_is_reconstructed_in_one_task_is_said_to_be():
    """By nxCG without overlap, the task Ranking is confirmed at 10 and 25, Focused at no cut-off."""
    guide = text_of(page("sample-2006", "metrics.html"))
    listed = ", ".join(f"nxCG(quant=gen,overlap=off)@{cutoff}" for cutoff in (5, 10, 25, 50))
    assert f"reconstructed for {listed}" in guide
