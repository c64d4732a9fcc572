"""A topic's page may be taken for unchanged by its facts: whatever it shows of runs, they tell."""

import dataclasses

import numpy as np
import pytest

from inexreport.report.campaign_view import view_campaign
from inexreport.report.topic import facts_of_runs, runs_on_topic


def changed(view, run_changed, task=0, run=0):
    """The view of a campaign in which something about one run is otherwise."""
    tasks = list(view.outcome.tasks)
    runs = list(tasks[task].runs)
    runs[run] = run_changed(runs[run])
    tasks[task] = dataclasses.replace(tasks[task], runs=tuple(runs))
    return view_campaign(dataclasses.replace(view.outcome, tasks=tuple(tasks)), view.metrics)


def submitted(run, **changes):
    return dataclasses.replace(run, submission=dataclasses.replace(run.submission, **changes))


def scored(run, topic, values):
    """The run with other values on a topic, in the mean too, so that the standings may be others."""
    by_topic = run.scores.by_topic.copy()
    by_topic[:, run.scores.topics.index(topic)] = values
    scores = dataclasses.replace(run.scores, by_topic=by_topic, mean=np.nanmean(by_topic, axis=1))
    return dataclasses.replace(run, scores=scores)


def both(view, topic):
    return repr(runs_on_topic(view, topic)), repr(facts_of_runs(view, topic))


@pytest.mark.parametrize(
    "change",
    [
        lambda run: run,
        lambda run: submitted(run, participant="another"),
        lambda run: submitted(run, run_id="another"),
        lambda run: scored(run, run.scores.topics[0], 0.9999),
        lambda run: scored(run, run.scores.topics[0], 0.0),
        lambda run: scored(run, run.scores.topics[0], np.nan),
        lambda run: scored(run, run.scores.topics[1], 1.0),
    ],
)
@pytest.mark.parametrize("run", [0, 3])
def test_facts_are_the_same_only_where_the_page_is(view, change, run):
    other = changed(view, change, run=run)
    topics = list(view.outcome.campaign.topics.values())
    same = []
    for topic in topics:
        (page, facts), (page_then, facts_then) = both(view, topic), both(other, topic)
        assert (facts == facts_then) <= (page == page_then)
        same.append(facts == facts_then)
    # And where nothing about a topic has changed, nothing has to be made anew.
    for topic, alike in zip(topics, same, strict=True):
        (page, _), (page_then, _) = both(view, topic), both(other, topic)
        assert alike == (page == page_then)
