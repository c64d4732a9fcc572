"""A run topic by topic, beside all runs of its task."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import known
from inexreport.report.naming import RunName
from inexreport.statistics.memo import once_per_outcome


@dataclass(frozen=True, slots=True)
class TopicRow:
    """The run on one topic, by the task's metric for topics, beside all runs of the task."""

    topic: str
    title: str
    score: float | None
    median: float
    best: float
    best_run: RunName
    results: int

    @property
    def difference(self) -> float | None:
        """From the median of all runs."""
        return None if self.score is None else self.score - self.median


def topic_rows(view: CampaignView, task: str, row: int, run: RunOutcome) -> tuple[TopicRow, ...]:
    """The topics for which some run has a score; `row` is the run's place in the standings."""
    topics, scores = view.topic_scores[task]
    own = dict(zip(topics, scores[row].tolist(), strict=True))
    results: dict[str, int] = {}
    if run.composition is not None:
        results = dict(zip(run.composition.topics, run.composition.results_per_topic.tolist(), strict=True))
    return tuple(
        TopicRow(topic, title, known(own[topic]), median, best, best_run, results.get(topic, 0))
        for topic, title, median, best, best_run in _of_all_runs(view.of(task), view)
    )


@once_per_outcome
def _of_all_runs(
    outcome: TaskOutcome, view: CampaignView
) -> tuple[tuple[str, str, float, float, RunName], ...]:
    """Topics with title, median, best score and the run that has it: the same for all runs of a task."""
    task = outcome.task.name
    summary, winners = view.difficulty[task], view.topic_winners[task]
    titles = [view.outcome.campaign.topics.get(topic, Topic(topic)).title for topic in summary.topics]
    return tuple(
        zip(summary.topics, titles, summary.median.tolist(), summary.best.tolist(), winners, strict=True)
    )
