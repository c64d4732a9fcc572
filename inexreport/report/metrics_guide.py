"""The metrics guide: every metric that the campaign reports, explained."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.metrics.metric import BoundMetric, Metric, Parameter
from inexreport.report.campaign_view import CampaignView

AVERAGING = {
    "mean": "mean over the topics that the task counts",
    "mean of answered topics": "mean over the topics for which the run has results, assessed or not",
    "mean of parts": "mean of other metrics’ means; a single topic has no value",
    "sum": "sum over the topics that the task counts",
    "sum of assessed topics": "sum over all assessed topics",
}


@dataclass(frozen=True, slots=True)
class UsedParameter:
    """A parameter with the values that this campaign sets."""

    definition: Parameter
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """A metric with all identifiers under which the campaign reports it.

    Attributes
    ----------
    identifiers : tuple of (str, str)
        Of the mean over topics, and of a single topic.
    tasks : tuple of str
    official_in : tuple of str
        Tasks whose runs it ranks.
    reconstructed : tuple of str
        The identifiers whose definition no source confirms.
    form, topic_form : str
        What the identifiers have in common, parameters left open: ``nxCG(quant=…,overlap=…)@rank``.
    """

    metric: Metric
    form: str
    topic_form: str
    identifiers: tuple[tuple[str, str], ...]
    tasks: tuple[str, ...]
    official_in: tuple[str, ...]
    parameters: tuple[UsedParameter, ...]
    cutoffs: tuple[str, ...]
    averaging: str
    reconstructed: tuple[str, ...]

    @property
    def definition(self) -> str:
        """Whether its source confirms it."""
        if not self.reconstructed:
            return "Confirmed by its source"
        if len(self.reconstructed) == len(self.identifiers):
            return "Reconstructed from secondary sources, not confirmed"
        return f"Confirmed by its source, but reconstructed for {', '.join(self.reconstructed)}"


@dataclass(frozen=True, slots=True)
class MetricsPage:
    """All metrics of the campaign in the order in which they are first reported."""

    entries: tuple[GuideEntry, ...]


def metrics_page(view: CampaignView) -> MetricsPage:
    """Group the campaign's identifiers by the metric they set the parameters of."""
    families: dict[tuple[str, str], list[BoundMetric]] = {}
    for standings in view.standings.values():
        for identifier in standings.task.metrics:
            bound = view.metrics[identifier]
            family = families.setdefault(family_key(bound), [])
            if bound not in family:
                family.append(bound)
    return MetricsPage(entries=tuple(_entry(view, bound) for bound in families.values()))


def family_key(bound: BoundMetric) -> tuple[str, str]:
    """What entries of the guide are told apart by: metrics of one name can have several definitions."""
    return bound.metric.name, bound.metric.title


def _entry(view: CampaignView, bound: list[BoundMetric]) -> GuideEntry:
    metric = bound[0].metric
    identifiers = tuple(one.identifier for one in bound)
    tasks = [standings.task for standings in view.standings.values()]
    opened = _opened(bound)
    return GuideEntry(
        metric=metric,
        form=metric.name + opened,
        topic_form=metric.topic_name + opened,
        identifiers=tuple((one.identifier, one.topic_identifier) for one in bound),
        tasks=tuple(task.name for task in tasks if set(identifiers) & set(task.metrics)),
        official_in=tuple(task.name for task in tasks if task.official in identifiers),
        parameters=tuple(
            UsedParameter(
                parameter,
                tuple(dict.fromkeys(str(one.parameters.get(parameter.name, "")) for one in bound)),
            )
            for parameter in metric.parameters
        ),
        cutoffs=tuple(
            dict.fromkeys(one.identifier.rpartition("@")[2] for one in bound if one.cutoff is not None)
        ),
        averaging=AVERAGING[str(metric.averaging)],
        reconstructed=tuple(one.identifier for one in bound if not one.confirmed),
    )


def _opened(bound: list[BoundMetric]) -> str:
    """Parameters and cut-off as they stand in the identifiers, with … for what differs among these."""
    metric = bound[0].metric
    published = [
        (parameter.name, {str(one.parameters[parameter.name]) for one in bound})
        for parameter in metric.parameters
        if any(f"{parameter.name}=" in one.identifier for one in bound)
    ]
    shown = ",".join(f"{name}={values.pop() if len(values) == 1 else '…'}" for name, values in published)
    cutoffs = {one.identifier.rpartition("@")[2] for one in bound if one.cutoff is not None}
    cutoff = cutoffs.pop() if len(cutoffs) == 1 else "…"
    return (f"({shown})" if shown else "") + (f"@{cutoff}" if metric.cutoff else "")
