"""A run topic by topic, beside all runs of its task."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import RunOutcome
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import known
from inexreport.report.naming import RunName


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
    summary = view.difficulty[task]
    standings = view.standings[task]
    topics, scores = view.topic_scores[task]
    own = dict(zip(topics, scores[row], strict=True))
    results: dict[str, int] = {}
    if run.composition is not None:
        results = dict(zip(run.composition.topics, run.composition.results_per_topic.tolist(), strict=True))
    return tuple(
        TopicRow(
            topic=topic,
            title=view.outcome.campaign.topics.get(topic, Topic(topic)).title,
            score=known(own[topic]),
            median=float(summary.median[i]),
            best=float(summary.best[i]),
            best_run=view.names[task, standings.runs[int(summary.best_run[i])].submission.name],
            results=results.get(topic, 0),
        )
        for i, topic in enumerate(summary.topics)
    )
