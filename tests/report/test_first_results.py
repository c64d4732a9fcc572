"""The first results of all runs, their places and judgements, as the compare page gets them."""

from __future__ import annotations

from pathlib import Path

import pytest
from evaluated_samples import evaluated_sample

from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.compare import compare_page
from inexreport.report.first_results import (
    first_results_script,
    judgement_text,
    ranked_topics,
    topic_rankings,
)

JUDGED = {
    "2004": {"CO": ("exhaustivity", "specificity"), "VCAS": ("exhaustivity", "specificity")},
    "2006": {
        "Thorough": ("highlighted share",),
        "Focused": ("highlighted share",),
        "AllInContext": ("highlighted share",),
        "BestInContext": ("distance",),
    },
    "2009": {"Focused": ("characters", "highlighted"), "BestInContext": ("distance",)},
    "2025": {"adhoc": ("grade",)},
}


@pytest.fixture(scope="module", params=JUDGED)
def year(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def view(year: str, sample_campaign: Path) -> CampaignView:
    outcome, prepared = evaluated_sample(sample_campaign.with_name(f"sample-{year}"))
    return view_campaign(outcome, prepared.metrics)


def test_what_is_said_of_results_depends_on_the_judgements(year, view):
    for task, judged in JUDGED[year].items():
        columns = compare_page(view, task)["columns"]
        assert columns["judged"] == judged, task
        assert columns["item"] == ("document" if year == "2025" else "result")


def test_the_results_are_those_of_the_worked_example(view):
    """It has what the metrics read: of text, what no earlier result returned."""
    compared = 0
    for task, standings in view.evaluated_runs.items():
        for row, run in enumerate(standings.runs):
            found = run.first_scores
            if found is None:
                continue
            script = first_results_script(view, task, found.topic)
            results = [script["results"][place] for place in script["first"][row]]
            assert [(article, place) for article, place, *_ in results] == list(found.places)
            for place, (name, values) in enumerate(found.judgements.items(), start=2):
                if name not in ("characters", "highlighted"):
                    texts = [judgement_text(name, value) for value in values.tolist()]
                    assert [result[place] for result in results] == texts
            compared += 1
    assert compared


def test_each_result_is_listed_once_and_belongs_to_a_run(view):
    for task, standings in view.evaluated_runs.items():
        for topic in ranked_topics(view, task):
            script = first_results_script(view, task, topic)
            assert len(set(script["results"])) == len(script["results"])
            assert len(script["first"]) == len(standings.runs)
            assert max(map(len, script["first"])) <= 10
            assert set().union(*script["first"]) == set(range(len(script["results"])))


def test_the_best_two_runs_are_shown_side_by_side(view):
    for task, standings in view.evaluated_runs.items():
        for topic in ranked_topics(view, task)[:2]:
            (one,) = [one for one in topic_rankings(view, topic) if one["task"] == task]
            script = first_results_script(view, task, topic)
            sides = [script["first"][row] for row, _ in one["runs"][:2]]
            assert [name.run for _, name in one["runs"][:2]] == [
                standings.runs[row].submission.name for row, _ in one["runs"][:2]
            ]
            assert len(one["shown"]) == max(map(len, sides))
            for side, other in ((0, 1), (1, 0)):
                for rank, place in enumerate(sides[side]):
                    article, where, *judged = script["results"][place]
                    found = sides[other].index(place) + 1 if place in sides[other] else None
                    assert one["shown"][rank][side] == {
                        "article": article,
                        "place": where,
                        "judgements": judged,
                        "other": found,
                    }


def test_all_highlighted_text_of_a_result_counts(sample_campaign: Path):
    """Article 11886 has 359 highlighted characters, all in its first section (assessments, line 16)."""
    outcome, prepared = evaluated_sample(sample_campaign)
    view = view_campaign(outcome, prepared.metrics)
    script = first_results_script(view, "Focused", "2009001")
    assert ("11886", "/article[1]/bdy[1]/sec[1]", "372", "359") in script["results"]
    assert script["unjudged"] == "Not judged"
