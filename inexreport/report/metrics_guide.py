"""The metrics guide: every metric that the campaign reports, explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inexreport.metrics.literature import works_cited
from inexreport.metrics.metric import BoundMetric
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.glossary import glossary_of
from inexreport.report.metric_figures import metric_figures
from inexreport.report.worked_example import worked_examples
from inexreport.statistics.grades import scale_of

AVERAGING = {
    "mean": "mean over the topics that the task counts",
    "mean of answered topics": "mean over the topics for which the run has results, assessed or not",
    "geometric mean": "geometric mean over the topics that the task counts, with at least 0.00001 for each",
    "mean of parts": "mean of other metrics’ means; by topic, the mean of their scores",
    "sum": "sum over the topics that the task counts",
    "sum of assessed topics": "sum over all assessed topics",
}


def metrics_page(view: CampaignView) -> PageData:
    """Return an entry per metric, with all its identifiers, in the order in which they are first reported.

    ``examples`` are the `worked_examples`, ``figures`` the `metric_figures`, ``glossary`` is that of
    `glossary_of`; ``literature`` are the full references of what the limits of the metrics cite.
    """
    families: dict[tuple[str, str], list[BoundMetric]] = {}
    for standings in view.standings.values():
        for identifier in standings.task.metrics:
            bound = view.metrics[identifier]
            family = families.setdefault(family_key(bound), [])
            if bound not in family:
                family.append(bound)
    examples = worked_examples(view, [[one.identifier for one in bound] for bound in families.values()])
    example_of = {
        column.identifier: number
        for number, example in enumerate(examples, start=1)
        for column in example["columns"]
    }
    return {
        "entries": [_entry(view, bound, example_of) for bound in families.values()],
        "examples": examples,
        "figures": metric_figures(bound[0] for bound in families.values()),
        "glossary": glossary_of(
            view.outcome.campaign.judged,
            scale_of(view.outcome.campaign.assessments),
            only_relevant=all(view.of(task).relevant_articles.only_relevant for task in view.standings),
        ),
        "literature": works_cited(bound[0].metric.limits for bound in families.values()),
    }


def family_key(bound: BoundMetric) -> tuple[str, str]:
    """Family and title: metrics of one family can have several definitions, each with an entry."""
    return bound.metric.family, bound.metric.title


def _entry(view: CampaignView, bound: Sequence[BoundMetric], example_of: Mapping[str, int]) -> PageData:
    """A metric with all identifiers under which the campaign reports it.

    ``identifiers`` are pairs, of the mean over topics and of one topic; ``form`` and ``topic_form`` what they
    have in common, parameters left open: ``nxCG(quant=…,overlap=…)@rank``; where the metrics have different
    names, the identifiers themselves (``lists_identifiers``). ``reconstructed`` are the identifiers whose
    definition no source confirms, ``official_in`` the tasks whose runs the metric ranks, ``example`` the
    number of the example that has one of them, or None.
    """
    metric = bound[0].metric
    identifiers = [one.identifier for one in bound]
    tasks = [standings.task for standings in view.standings.values()]
    parameters = _parameters(bound)
    forms = (metric.name + parameters, metric.topic_name + parameters)
    several_names = len({one.metric.name for one in bound}) > 1
    if several_names:
        forms = (", ".join(identifiers), ", ".join(one.topic_identifier for one in bound))
    return {
        "metric": metric,
        "form": forms[0],
        "topic_form": forms[1],
        "lists_identifiers": several_names,
        "identifiers": [(one.identifier, one.topic_identifier) for one in bound],
        "tasks": [task.name for task in tasks if set(identifiers) & set(task.metrics)],
        "official_in": [task.name for task in tasks if task.official in identifiers],
        "parameters": [
            {
                "definition": one,
                "used": list(dict.fromkeys(str(metric.parameters.get(one.name, "")) for metric in bound)),
            }
            for one in metric.parameters
        ],
        "cutoffs": _cutoffs(bound),
        "averaging": AVERAGING[str(metric.averaging)],
        "example": next((example_of[one] for one in identifiers if one in example_of), None),
        "reconstructed": [one.identifier for one in bound if not one.confirmed],
    }


def _cutoffs(bound: Sequence[BoundMetric]) -> list[str]:
    """The cut-offs that complete the metric's name; that of a document measure is a part of it."""
    return list(dict.fromkeys(one.identifier.rpartition("@")[2] for one in bound if one.metric.cutoff))


def _parameters(bound: Sequence[BoundMetric]) -> str:
    """Parameters and cut-off as they stand in the identifiers, with … for what differs among these."""
    metric = bound[0].metric
    published = [
        (parameter.name, {str(one.parameters[parameter.name]) for one in bound})
        for parameter in metric.parameters
        if any(f"{parameter.name}=" in one.identifier for one in bound)
    ]
    shown = ",".join(f"{name}={found.pop() if len(found) == 1 else '…'}" for name, found in published)
    cutoffs = _cutoffs(bound)
    cutoff = cutoffs[0] if len(cutoffs) == 1 else "…"
    return (f"({shown})" if shown else "") + (f"@{cutoff}" if metric.cutoff else "")
