"""What the page of a task says about topics that its means leave out, and about doubtful entry points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from evaluated_samples import evaluated_sample
from small_tasks import METRIC, campaign_of, run_of, task_of

from inexreport.building.evaluation import evaluate_campaign
from inexreport.model.assessment import Assessments, nothing_judged
from inexreport.model.diagnosis import RelevantArticles
from inexreport.model.task import TaskRules, Treatment
from inexreport.report.assessment_notes import entry_points_note, topic_notes
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.topic import topic_page
from inexreport.subjects.topics import difficulty_chart
from tests.golden.seeded_campaigns import write_campaign

NAN = float("nan")


def notes_of(scores: list[float], relevant: str) -> list[str]:
    """Of a run’s scores on topics 1, 2 ..., to each of which something is relevant (y) or nothing (n)."""
    topics = tuple(str(place) for place in range(1, len(scores) + 1))
    outcome = task_of([run_of("a", {METRIC: scores}, topics), run_of("b", {METRIC: scores}, topics)])
    articles = tuple(("x",) if one == "y" else () for one in relevant)
    return topic_notes(replace(outcome, relevant_articles=RelevantArticles(topics, articles)))


@pytest.mark.parametrize(
    ("scores", "relevant", "notes"),
    [
        ([0.5, 0.0], "yy", []),
        ([0.5, NAN], "yn", ["Nothing is relevant to topic 2; the means are those of the other topics."]),
        (
            [0.5, NAN, NAN],
            "ynn",
            ["Nothing is relevant to topics 2, 3; the means are those of the other topics."],
        ),
        ([0.5, 0.0], "yn", ["Nothing is relevant to topic 2; scores there are in the means all the same."]),
        (
            [0.5, NAN],
            "yy",
            ["The official metric is not defined for topic 2; the means are those of the other topics."],
        ),
        ([NAN, NAN], "yn", []),  # a metric of whole runs
    ],
)
def test_topics_that_are_not_in_the_means_are_named(scores, relevant, notes):
    assert notes_of(scores, relevant) == notes


def entry_points(*points: int, treatment: Treatment = Treatment.ERROR) -> str:
    outcome = task_of([run_of("a", {METRIC: [0.5]}, ["1"])])
    ruled = outcome.task.model_copy(update={"rules": TaskRules(several_entry_points=treatment)})
    outcome = replace(outcome, task=ruled, relevant_articles=RelevantArticles(("1",), (("x",),)))
    judged = replace(nothing_judged("1"), entry_point=np.array(points))
    return entry_points_note(
        outcome,
        campaign_of([outcome], {"1": ""}, assessments=Assessments("official", {"1": judged})).campaign,
    )


def test_entry_points_that_are_all_the_same_are_named_where_they_count():
    assert entry_points(100, -1, 100).startswith(
        "All 2 best entry points are 100 characters from the start of their articles"
    )
    assert [entry_points(100, 7), entry_points(100), entry_points()] == [""] * 3
    assert entry_points(100, 100, treatment=Treatment.ALLOWED) == ""


def test_a_topic_to_which_nothing_is_relevant_has_no_difficulty(sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign.with_name("sample-2025"))
    view = view_campaign(outcome, prepared.metrics)
    difficulties = {
        topic.id: [task["difficulty"] for task in topic_page(view, topic)["tasks"]]
        for topic in outcome.campaign.topics.values()
        if topic.id in outcome.campaign.assessments.topics
    }
    assert difficulties.pop("63") == [None]
    assert all(isinstance(one, int) for (one,) in difficulties.values())


def test_a_chart_of_topics_counts_what_is_relevant_in_its_task(tmp_path):
    """A strict task counts targets only, which 7 of the 10 articles relevant to topic 294 have."""
    write_campaign("inex-2003", tmp_path / "c")
    outcome, prepared = evaluate_campaign(tmp_path / "c")
    view = view_campaign(outcome, prepared.metrics)
    shown = {
        task: difficulty_chart(view, task).frame.set_index("topic").relevant_articles
        for task in ("CO", "SCAS")
    }
    assert shown["SCAS"]["294"] == 7
    assert outcome.campaign.assessments.topics["294"].relevant_articles == 10
    for task, counts in shown.items():
        known = view.of(task).relevant_articles
        found = dict(zip(known.topics, map(len, known.relevant_articles), strict=True))
        assert counts.to_dict() == {topic: found[topic] for topic in counts.index}
