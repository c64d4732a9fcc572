"""What the search finds beside pages: tasks, topics, runs, participants and metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inexreport.model.outcome import TaskOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, counted
from inexreport.report.metrics_guide import metrics_page
from inexreport.report.naming import RunName, participant_name, task_title
from inexreport.report.participant import participant_ids
from inexreport.report.participant_history import ParticipantHistory
from inexreport.statistics.summary import UNRANKED

LONGEST_TEXT = 400
"""Characters of a text that are searched: a statement may be of any length, the index may not."""


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """Something that has a page or a place on one.

    Attributes
    ----------
    title : str
        What the suggestion says.
    names : tuple of str
        What it is called beside its title: who types one of them whole looks for this.
    detail : str
        What tells it from others, shown beside the title.
    text : str
        Further words by which it is found.
    """

    title: str
    names: tuple[str, ...] = ()
    detail: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchEntries:
    """What can be found in a campaign, by the ids that its page is made for; runs of a task best first.

    Attributes
    ----------
    metrics : dict of str to SearchEntry
        By the first of the identifiers that an entry of the metrics guide explains.
    """

    tasks: dict[str, SearchEntry]
    topics: dict[str, SearchEntry]
    runs: dict[tuple[str, str], SearchEntry]
    participants: dict[str, SearchEntry]
    metrics: dict[str, SearchEntry]


def search_entries(view: CampaignView) -> SearchEntries:
    """List what can be found in a campaign."""
    campaign = view.outcome.campaign
    return SearchEntries(
        tasks={outcome.task.name: _task(outcome) for outcome in view.outcome.tasks},
        topics={topic.id: _topic(topic) for topic in campaign.topics.values()},
        runs={
            (name.task, name.run): entry
            for outcome in view.outcome.tasks
            for name, entry in _runs(view, outcome)
        },
        participants={one: _participant(view, one) for one in participant_ids(view)},
        metrics={entry["identifiers"][0][0]: _metric(entry) for entry in metrics_page(view)["entries"]},
    )


def history_entry(history: ParticipantHistory) -> SearchEntry:
    """A participant through all campaigns of an archive."""
    first, last = history.years[0], history.years[-1]
    return SearchEntry(
        title=history.name,
        detail=(
            f"{counted(history.runs, 'run')} in {counted(len(history.participations), 'campaign')},"
            f" {first if first == last else f'{first} to {last}'}"
        ),
    )


def _task(outcome: TaskOutcome) -> SearchEntry:
    task = outcome.task
    return SearchEntry(
        title=task_title(task.name),
        names=_others(task_title(task.name), task.name),
        detail=f"{counted(len(outcome.runs), 'run')}, by {task.official}",
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


def _runs(view: CampaignView, outcome: TaskOutcome) -> Iterator[tuple[RunName, SearchEntry]]:
    task = outcome.task.name
    standings = view.standings[task]
    places = [
        f"rank {rank}" if rank != UNRANKED else "without a score"
        for rank in standings.ranks[:, standings.official].tolist()
    ]
    rejected = [run for run in outcome.runs if not run.evaluated]
    places += ["not evaluated"] * len(rejected)
    for run, place in zip((*standings.runs, *rejected), places, strict=True):
        name = view.names[task, run.submission.name]
        yield (
            name,
            SearchEntry(
                title=name.title,
                names=_others(name.title, name.run, run.submission.run_id),
                detail=", ".join(filter(None, (name.participant_name, task_title(task), place))),
                text=name.participant,
            ),
        )


def _participant(view: CampaignView, participant: str) -> SearchEntry:
    own = [name.task for name in view.names.values() if name.participant == participant]
    name = participant_name(view.outcome.campaign, participant)
    return SearchEntry(
        title=name,
        names=_others(name, participant),
        detail=f"{counted(len(own), 'run')} in {', '.join(dict.fromkeys(map(task_title, own)))}",
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
    """What is said by the title already is left out; case does not count where names are compared."""
    distinct: dict[str, str] = {}
    for name in names:
        distinct.setdefault(name.casefold(), name)
    return tuple(name for folded, name in distinct.items() if folded not in ("", title.casefold()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 1] + "…"
