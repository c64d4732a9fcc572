"""Who won a task, who is not significantly worse, and what the front page says of it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from rendering.invented_campaign import invented_metrics
from small_tasks import METRIC, campaign_of, run_of, scored, task_of

from inexreport.model.campaign import Campaign, Collection
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.model.run import Standing, Submission
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_contents, asset_names
from inexreport.rendering.pages import pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.front import MOST_PARTICIPANTS, PARTICIPANTS_SHOWN, front_page, introduction
from inexreport.subjects.winners import task_winner

TOPICS = [str(number) for number in range(1, 11)]
HIGH, LOW = (0.9, 0.8) * 5, (0.1, 0.2) * 5


def shifted(by: int) -> tuple[float, ...]:
    """High scores in another order, a bit lower the greater the shift: no test tells them from `HIGH`."""
    return tuple(score - by / 1000 for score in (0.8, 0.9) * 5)


def front_html(outcome: CampaignOutcome) -> str:
    view = view_campaign(outcome, invented_metrics())
    addresses = campaign_addresses(view)
    page = next(page for page in pages_of(addresses) if page.kind == "front")
    record = campaign_record(outcome, invented_metrics())
    return render_page(page, front_page(view), addresses, asset_names(), record)


def front_text(outcome: CampaignOutcome) -> str:
    return " ".join(re.sub(r"<title>.*?</title>|<[^>]*>", "", front_html(outcome)).split())


def outcome_of(task: TaskOutcome) -> CampaignOutcome:
    return campaign_of([task], dict.fromkeys(TOPICS, "CO"))


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ({}, "a is the best and only ranked run: MAiP = 0.8500"),
        ({"z": LOW}, "It is significantly better than the other run."),
        ({"y": LOW, "z": LOW}, "It is significantly better than both other runs."),
        ({"x": LOW, "y": LOW, "z": LOW}, "It is significantly better than all 3 other runs."),
        ({"b": 1, "z": LOW}, "It is not significantly better than b."),
        ({"b": 1, "c": 2, "z": LOW}, "It is not significantly better than b and c."),
        ({"b": 1, "c": 2, "d": 3}, "It is not significantly better than b, c and d."),
        ({"b": 1, "c": 2, "d": 3, "e": 4}, "It is not significantly better than b, c, d and e."),
        (
            {"b": 1, "c": 2, "d": 3, "e": 4, "f": 5},
            "It is not significantly better than b, c, d and 2 others.",
        ),
    ],
)
def test_the_winner_and_who_is_not_significantly_worse(others, expected):
    runs = {name: shifted(one) if isinstance(one, int) else one for name, one in others.items()}
    text = front_text(outcome_of(scored(TOPICS, a=HIGH, **runs)))
    assert expected in text
    assert f"{expected} " in text or "only" in expected


def test_equal_best_runs_are_counted():
    page = task_winner(
        view_campaign(outcome_of(scored(TOPICS, a=HIGH, b=HIGH)), invented_metrics()), "Focused"
    )
    assert (page["winner"].run, page["sharing"]) == ("a", 1)
    assert [name.run for name in page["alike"]] == ["b"]
    text = front_text(outcome_of(scored(TOPICS, a=HIGH, b=HIGH)))
    assert "a and 1 other with the same score are the best of 2 ranked runs" in text


@pytest.mark.parametrize(("last", "perfect"), [(1.0, True), (0.9999, False)])
def test_the_highest_possible_score_is_said_to_be_that(last, perfect):
    outcome = outcome_of(scored(TOPICS, oracle=[*[1.0] * 9, last], a=HIGH))
    assert ("This is the highest possible score" in front_text(outcome)) is perfect
    record = campaign_record(outcome, invented_metrics())
    assert record["tasks"][0]["best"]["perfect"] is perfect


def test_one_topic_gives_no_interval_and_no_test():
    text = front_text(campaign_of([scored(["1"], a=[0.9], b=[0.1])], {"1": "CO"}))
    assert "MAiP = 0.9000, mean over 1 topic." in text
    assert "Too few topics have scores to test" in text


@pytest.mark.parametrize("standing", [one for one in Standing if one is not Standing.OFFICIAL])
def test_a_run_that_is_not_ranked_never_wins(standing):
    perfect = run_of("oracle", {METRIC: [1.0] * 10}, TOPICS, standing=standing)
    outcome = outcome_of(
        task_of([perfect, run_of("a", {METRIC: HIGH}, TOPICS), run_of("b", {METRIC: LOW}, TOPICS)])
    )
    page = task_winner(view_campaign(outcome, invented_metrics()), "Focused")
    assert (page["winner"].run, page["score"], page["compared"]) == ("a", pytest.approx(0.85), 1)
    assert page["alike"] == []
    assert page["strip"]["summary"] == (
        "2 ranked runs from 0.1500 to 0.8500, median 0.5000; 1 run without rank"
    )
    record = campaign_record(outcome, invented_metrics())
    assert record["tasks"][0]["best"]["run"] == "a"
    assert record["tasks"][0]["median"] == pytest.approx(0.5)
    html = front_html(outcome)
    assert html.count('class="unranked"') == html.count('class="best"') == 1
    assert "oracle, " in html.partition('class="unranked"')[2].partition("</circle>")[0]


def test_only_unranked_runs_leave_a_task_without_winner():
    run = run_of("oracle", {METRIC: [1.0] * 10}, TOPICS, standing=Standing.REFERENCE)
    assert "No run has a rank by MAiP." in front_text(outcome_of(task_of([run])))


def test_tasks_without_evaluated_runs_say_why():
    rejected = [
        RunOutcome(Submission("Focused", name, f"runs/Focused/{name}.xml", "0" * 64), 0, (), None, None)
        for name in "ab"
    ]
    assert "No run was submitted." in front_text(outcome_of(task_of([])))
    assert "The only run was rejected" in front_text(outcome_of(task_of(rejected[:1])))
    assert "All 2 runs were rejected" in front_text(outcome_of(task_of(rejected)))


def test_dots_lie_between_the_ends():
    outcome = outcome_of(scored(TOPICS, a=[0.8] * 10, b=[0.4] * 10, c=[0.0] * 10))
    strip = task_winner(view_campaign(outcome, invented_metrics()), "Focused")["strip"]
    assert strip["ends"] == (0.0, 0.8)
    assert [(dot["name"].run, dot["place"]) for dot in strip["dots"]] == [
        ("c", "1.00%"),
        ("b", "50.00%"),
        ("a", "99.00%"),
    ]
    assert strip["median"] == "50.00%"


def test_of_many_participants_some_are_shown_first():
    def taking_part(number: int) -> CampaignOutcome:
        runs = [run_of(f"r{i}", {METRIC: [0.9]}, ["1"], participant=f"group{i:02}") for i in range(number)]
        return campaign_of([task_of(runs)], {"1": "CO"})

    few, many = front_html(taking_part(MOST_PARTICIPANTS)), front_html(taking_part(MOST_PARTICIPANTS + 1))
    assert "more participants" not in few
    shown, _, others = many.partition("<details><summary>26 more participants</summary>")
    assert shown.count('href="participants/') == PARTICIPANTS_SHOWN
    assert others.count('href="participants/') == 26


def test_the_front_page_loads_no_table_and_no_chart_library():
    runs = [run_of(f"run{i}", {METRIC: [0.9]}, ["1"], participant=f"group{i % 60}") for i in range(150)]
    html = front_html(campaign_of([task_of(runs)], {"1": "CO"}))
    names = asset_names()
    loaded = {name for name, file in names.items() if file in html}
    assert not {name for name in loaded if name.startswith(("tables.", "charts."))}
    assert len(html) + sum(len(asset_contents()[name][1]) for name in loaded) < 450_000


def test_the_first_paragraph_of_about_stands_above_the_tasks():
    outcome = outcome_of(scored(TOPICS, a=HIGH))
    about = "What **this** is.\n\n# More\n\nFurther text."
    html = front_html(replace(outcome, campaign=replace(outcome.campaign, about=about)))
    first, _, after = html.partition('<h2 id="tasks">')
    assert "<p>What <strong>this</strong> is.</p>" in first
    assert "Further text." not in first
    assert "<h3>More</h3>" in after
    heading = front_html(replace(outcome, campaign=replace(outcome.campaign, about="# Heading\n\nText.")))
    assert introduction(outcome.campaign) in heading.partition('<h2 id="tasks">')[0]
    assert "<p>Text.</p>" in heading.partition('<h2 id="about">')[2]


@pytest.mark.parametrize(
    ("collection", "expected"),
    [
        (Collection(), "2 of 10 topics were assessed."),
        (
            Collection(name="News", documents=1),
            "The collection is News with 1 article; 2 of 10 topics were assessed.",
        ),
        (Collection(name="News"), "The collection is News; 2 of 10 topics were assessed."),
        (Collection(documents=1200), "The collection has 1,200 articles; 2 of 10 topics were assessed."),
    ],
)
def test_the_introduction_names_the_collection(collection: Collection, expected: str):
    campaign: Campaign = outcome_of(scored(TOPICS, a=HIGH)).campaign
    assessments = replace(campaign.assessments, topics=dict.fromkeys(TOPICS[:2]))
    changed = replace(
        campaign, collection=collection, assessments=assessments, introduction="Systems searched."
    )
    assert introduction(changed) == f"Systems searched. {expected}"
    unknown = replace(changed, introduction="")
    assert introduction(unknown) == f"A campaign of XML retrieval. {expected}"
