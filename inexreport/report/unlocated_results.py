"""Results whose place in the text is not known, and which scores they touch."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.outcome import RunOutcome
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import MetricColumn


@dataclass(frozen=True, slots=True)
class MetricGroup:
    """Metrics of one name; `name` stands for all its parameters and cut-offs."""

    name: str
    first: MetricColumn


@dataclass(frozen=True, slots=True)
class UnlocatedResults:
    """How many results have no known place.

    Attributes
    ----------
    results, all_results : int
        After the task's cut-off.
    touched : tuple of MetricGroup
        Whose scores depend on where in an article a result lies.
    untouched : tuple of MetricGroup
        Whose scores are the same wherever it lies.
    """

    results: int
    all_results: int
    touched: tuple[MetricGroup, ...]
    untouched: tuple[MetricGroup, ...]

    @property
    def percent(self) -> float:
        return 100.0 * self.results / self.all_results


def unlocated_results(view: CampaignView, task: str, run: RunOutcome) -> UnlocatedResults | None:
    """Which scores of an evaluated run its results without a known place touch; None if it has none."""
    composition = run.composition
    if not run.evaluated or composition is None or not composition.unlocated:
        return None
    groups: dict[tuple[bool, str], MetricGroup] = {}
    for column in view.columns[task]:
        metric = view.metrics[column.identifier].metric
        groups.setdefault((metric.reads_places, metric.name), MetricGroup(metric.name, column))
    return UnlocatedResults(
        results=composition.unlocated,
        all_results=int(composition.results_per_topic.sum()),
        touched=tuple(group for (reads_places, _), group in groups.items() if reads_places),
        untouched=tuple(group for (reads_places, _), group in groups.items() if not reads_places),
    )
