"""What the search finds besides pages: tasks, topics, runs, participants and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.naming import task_title
from inexreport.report.participant import about_participant, participant_ids

LONGEST_TEXT = 400
"""Number of characters of a text that are searched, so that long statements do not make the index large."""


class SearchEntry(NamedTuple):
    """Something that has a page or a place on one.

    Who types the title or one of the names in full looks for this; `detail` is shown next to the title, and
    `text` are further words by which it is found.
    """

    title: str
    detail: str = ""
    names: tuple[str, ...] = ()
    text: str = ""


def search_entries(view: CampaignView) -> dict[str, dict[Any, SearchEntry]]:
    """Return the entries of each kind, by the key of the page: (task, run) for a run, otherwise the id.

    Metrics have the first identifier that their entry of the metrics guide explains as a key. Runs of a task
    are ordered from the best to those without a score.
    """
    tasks, topics = view.outcome.tasks, view.outcome.campaign.topics.values()
    return {
        "task": {one.task.name: _task(view, one) for one in tasks},
        "topic": {topic.id: _topic(topic) for topic in topics},
        "run": {key: entry for one in tasks for key, entry in _runs(view, one)},
        "participant": {one: _participant(view, one) for one in participant_ids(view)},
        "metric": {one["identifiers"][0][0]: _metric(one) for one in metrics_page(view)["entries"]},
    }


def system_entry(system: PageData) -> SearchEntry:
    """A system through all campaigns of an archive."""
    return SearchEntry(
        title=system["name"],
        detail=(
            f"{counted(system['runs'], 'run')} in {counted(system['campaigns'], 'campaign')}, "
            f"{system['years']}"
        ),
        names=(system["system"],),
    )


def _task(view: CampaignView, outcome: TaskOutcome) -> SearchEntry:
    task, own = outcome.task, len(outcome.runs)
    runs = f"{own:,} of your runs" if view.participant else counted(own, "run")
    return SearchEntry(
        title=task_title(task.name),
        names=_others(task_title(task.name), task.name),
        detail=f"{runs}, by {task.official}",
        text=_cut(task.question),
    )


def _topic(topic: Topic) -> SearchEntry:
    title = f"{topic.id}: {_cut(topic.title)}" if topic.title else topic.id
    words = (topic.query_type, topic.castitle, topic.phrase_title, topic.keywords)
    return SearchEntry(
        title=title,
        names=_others(title, topic.id, _cut(topic.title)),
        detail=_cut(topic.description),
        text=_cut(" ".join(filter(None, words))),
    )


def _runs(view: CampaignView, outcome: TaskOutcome) -> Iterator[tuple[tuple[str, str], SearchEntry]]:
    task, standings = outcome.task.name, view.evaluated_runs[outcome.task.name]
    places = []
    for row, run in enumerate(standings.runs):
        mark = view.names[task, run.submission.name].mark
        rank = standings.rank(row)
        places.append(f"not ranked: {mark}" if mark else f"rank {rank}" if rank else "without a score")
    rejected = [run for run in outcome.runs if not run.evaluated]
    places += ["not evaluated"] * len(rejected)
    for run, place in zip((*standings.runs, *rejected), places, strict=True):
        name = view.names[task, run.submission.name]
        yield (
            (task, name.run),
            SearchEntry(
                title=name.title,
                detail=", ".join(filter(None, (name.participant_name, task_title(task), name.badge, place))),
                names=_others(name.title, name.run, run.submission.run_id),
                text=name.participant,
            ),
        )


def _participant(view: CampaignView, participant: str) -> SearchEntry:
    page = about_participant(view, participant)
    tasks = ", ".join(task_title(task["task"]) for task in page["tasks"])
    return SearchEntry(
        title=page["name"],
        detail=f"{counted(page['runs'], 'run')} in {tasks}",
        names=_others(page["name"], participant),
    )


def _metric(entry: PageData) -> SearchEntry:
    metric = entry["metric"]
    title = f"{metric.name}: {metric.title}"
    means, topics = zip(*entry["identifiers"], strict=True)
    return SearchEntry(
        title=title,
        names=_others(title, metric.name, metric.topic_name, metric.title, *means, *topics),
        detail=_cut(metric.explanation),
    )


def _others(title: str, *names: str) -> tuple[str, ...]:
    """Names that differ from the title and from each other by more than case."""
    distinct: dict[str, str] = {}
    for name in names:
        distinct.setdefault(name.casefold(), name)
    return tuple(name for folded, name in distinct.items() if folded not in ("", title.casefold()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
