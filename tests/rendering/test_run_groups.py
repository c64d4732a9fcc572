"""The page of groups of runs: which tests it shows, and what it says of those that it does not show."""

from __future__ import annotations

import numpy as np
import pytest
from lxml import html
from small_tasks import METRIC, campaign_of, run_of, task_of

from inexreport.metrics.registry import bind
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.run_groups import MOST_TESTS
from inexreport.subjects.sections import View

TOPICS = tuple(str(number) for number in range(1, 13))


def page_of(runs):
    """The views of the page's last section and its text."""
    outcome, metrics = campaign_of([task_of(runs)], dict.fromkeys(TOPICS, "CO")), {METRIC: bind(METRIC)}
    view = view_campaign(outcome, metrics)
    addresses = campaign_addresses(view)
    page = next(page for page in pages_of(addresses) if page.kind == "run_groups")
    data = page_data(page, view)
    text = render_page(page, data, addresses, asset_names(), campaign_record(outcome, metrics))
    views = [one for one in data.sections[-1].parts if isinstance(one, View)]
    return views, " ".join(html.document_fromstring(text).text_content().split())


def of_participants(count, step, each=1, **facts):
    """Equal runs of each participant, better than those of the one before by a step on every topic."""
    ease = np.arange(12) / 100
    return [
        run_of(f"r{i}-{run}", {METRIC: 0.1 + ease + i * step}, TOPICS, participant=f"p{i:02}", **facts)
        for i in range(count)
        for run in range(each)
    ]


def test_few_tests_are_all_shown():
    (_, tests), text = page_of(of_participants(3, 0.01, each=2))
    assert (tests.frame.p_adjusted < 0.05).tolist() == [True] * 3
    assert "Holm’s correction over 3 tests between participants; below 0.05" in text
    assert "Shown are" not in text
    assert "Above" not in text


@pytest.mark.parametrize("count", [9, 46])
def test_of_many_tests_the_most_significant_are_shown(count):
    """All pairs differ on all 12 topics: p is 2 / 4,096 for each, before the correction."""
    (groups, *shown), text = page_of(of_participants(count, 0.01, each=2))
    tests = count * (count - 1) // 2
    significant = tests if 2 / 4096 * tests < 0.05 else 0
    assert [len(one.frame) for one in shown] == ([min(significant, MOST_TESTS)] if significant else [])
    if significant:
        assert f"Shown are the first 30 of the {tests} significant tests of {tests}" in text
        sizes = shown[0].frame.difference.abs().tolist()
        assert sizes == sorted(sizes, reverse=True)
        # Groups of two runs each, in the order of their names: the worst participant first.
        assert groups.frame.above.tolist() == list(range(count))
        assert groups.frame.below.tolist() == list(range(count))[::-1]
        assert "Above and below: number of groups that score significantly lower and higher." in text
    else:
        assert f"None of the {tests:,} tests between these groups is significant (p′ < 0.05)" in text


def test_tests_of_participants_and_of_kinds_are_counted_apart():
    runs = of_participants(2, 0.1, each=2, query="manual")
    _, text = page_of(runs)
    assert "Holm’s correction over 1 test between participants; below" in text
    other = run_of("other", {METRIC: np.arange(12) / 50}, TOPICS, participant="p02", query="automatic")
    _, text = page_of([*runs, other])
    expected = "over 1 test between kinds of runs and, separately, over 3 tests between participants; below"
    assert expected in text


@pytest.mark.parametrize("count", [1, 2])
def test_without_two_groups_of_which_one_has_several_runs_nothing_is_said_of_tests(count):
    _, text = page_of(of_participants(count, 0.01))
    assert "Holm" not in text
    assert "None of" not in text
    assert ("The page about significance compares groups of one run" in text) == (count > 1)
