"""A task with its metrics resolved and its assessments selected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from inexreport.judging.quantisation import quantisations
from inexreport.judging.target import Target, restrict, topic_target
from inexreport.metrics.counts import COUNTS_OF_TEXT, RELEVANT_TOTALS
from inexreport.metrics.graded_rankings import largest_grade
from inexreport.metrics.metric import Averaging, BoundMetric, Value
from inexreport.metrics.registry import COUNTS, UnknownMetricError, bind
from inexreport.model.assessment import UNKNOWN, Assessments, Judged, TopicAssessment
from inexreport.model.campaign import Campaign
from inexreport.model.diagnosis import Matching
from inexreport.model.score_numbers import mean
from inexreport.model.task import Task, Treatment


@dataclass(frozen=True, slots=True)
class TaskPlan:
    """What to compute for the runs of a task.

    Attributes
    ----------
    task : Task
        With metric identifiers in their published form.
    metrics : tuple of BoundMetric
        In the task's order.
    settings : mapping of str to str or number
        See `settings_of`.
    assessments : mapping of str to TopicAssessment
        By topic of the task; restricted to the topic's target if the task has strict targets.
    """

    task: Task
    metrics: tuple[BoundMetric, ...]
    settings: Mapping[str, Value]
    assessments: Mapping[str, TopicAssessment]

    @property
    def official(self) -> BoundMetric:
        """The metric that ranks the runs."""
        return next(bound for bound in self.metrics if bound.identifier == self.task.official)

    @property
    def matching(self) -> Matching:
        """How relevant results are recognised."""
        if self.task.rules.several_entry_points is not Treatment.ALLOWED:
            return Matching.ENTRY_POINTS
        if any(one.grades is not None for one in self.assessments.values()):
            return Matching.DOCUMENTS
        return Matching.ELEMENTS if by_elements(self.task, self.assessments) else Matching.TEXT

    @property
    def reads_elements(self) -> bool:
        """Whether any of its metrics ignores results that are no elements."""
        by_elements = self.settings.get("judged_units") == "elements"
        return any(
            bound.metric.needs_elements or (by_elements and "judged_units" in bound.parameters)
            for bound in self.metrics
        )

    @property
    def reads_places(self) -> bool:
        """Whether any of its metrics depends on the places of results in articles."""
        return any(bound.reads_places for bound in self.metrics)

    @property
    def reads_levels(self) -> bool:
        """Whether any of its metrics depends on submitted ranks and scores."""
        return any(bound.metric.reads_levels for bound in self.metrics)


def settings_of(task: Task, campaign: Campaign, official: Assessments | None = None) -> Mapping[str, Value]:
    """Settings of a task's metrics, including those implied by its rules and the collection.

    Parameters
    ----------
    task : Task
    campaign : Campaign
    official : Assessments, optional
        If those of the campaign are of another judge: the largest grade is always the official one.
    """
    collection = campaign.collection
    settings: dict[str, Value] = dict(task.settings)
    settings["task_overlap"] = "allowed" if task.rules.overlap is Treatment.ALLOWED else "forbidden"
    settings.setdefault("overlap", settings["task_overlap"])
    if task.rules.several_entry_points is not Treatment.ALLOWED:
        settings.setdefault("results", "entry points")
    # A task can leave the size out: "0" stands for an unknown one.
    if collection.elements is not None and settings.get("collection_elements") != "0":
        settings["collection_elements"] = collection.elements
    if "collection_elements" in settings:
        settings["collection_elements"] = float(settings["collection_elements"])
    if campaign.judged is Judged.DOCUMENTS:
        settings["largest_grade"] = largest_grade(tuple((official or campaign.assessments).topics.values()))
    length = collection.mean_document_length or mean_judged_length(campaign.assessments)
    if length is not None:
        settings["mean_document_length"] = length
    return settings


def mean_judged_length(assessments: Assessments) -> float | None:
    """Mean known length of the judged articles, an estimate of the collection's; None if unknown."""
    lengths = {
        article: length
        for assessment in assessments.topics.values()
        for article, length in zip(assessment.articles, assessment.article_length.tolist(), strict=True)
        if length != UNKNOWN
    }
    return mean(lengths.values()) if lengths else None


def bind_counts(plan: TaskPlan) -> tuple[BoundMetric, ...]:
    """The counts that evaluators report with a task's scores.

    With the setting ``relevant_totals = "all assessed topics"``, totals of relevant items are over all
    assessed topics even if means are not, as in the official evaluator for in-context tasks.
    """
    graded = any(one.grades is not None for one in plan.assessments.values())
    answers = any(one.answers for one in plan.assessments.values())
    counts = (
        bind(metric.name, plan.settings)
        for metric in (COUNTS[:1] if answers else COUNTS)
        if not (graded and metric.name in COUNTS_OF_TEXT)
    )
    if plan.task.settings.get("relevant_totals") != "all assessed topics":
        return tuple(counts)
    return tuple(
        replace(count, metric=replace(count.metric, averaging=Averaging.SUM_OF_ASSESSED))
        if count.metric.name in RELEVANT_TOTALS
        else count
        for count in counts
    )


def unknown_metrics(task: Task) -> dict[tuple[str | int, ...], str]:
    """Reasons why identifiers name no metric, by their keys in the task's settings."""
    identifiers: dict[tuple[str | int, ...], str] = {
        ("official",): task.official,
        **{("metrics", position): identifier for position, identifier in enumerate(task.metrics)},
    }
    reasons = {}
    known: list[BoundMetric] = []
    for key, identifier in identifiers.items():
        try:
            bound = bind(identifier)
        except UnknownMetricError as reason:
            reasons[key] = str(reason)
            continue
        same = [one for one in known if one.value_key == bound.value_key]
        if same and same[0].identifier != bound.identifier and bound.metric.needs_grades:
            reasons[key] = f"{identifier} is the same measure as {same[0].identifier}: use one text for it"
        known.append(bound)
    return reasons


def inapplicable_metrics(plan: TaskPlan) -> dict[str, str]:
    """Identifiers of metrics that cannot be computed from a task's assessments, with the reason."""
    graded = any(one.grades is not None for one in plan.assessments.values())
    judged = [one.elements for one in plan.assessments.values() if one.elements is not None]
    if not judged and not any(one.relevant_articles for one in plan.assessments.values()):
        return {}
    answers = any(one.answers for one in plan.assessments.values())
    subtopics = any(len({row[1] for row in one.subtopics}) > 1 for one in plan.assessments.values())
    allowed = {name for elements in judged for name in quantisations(elements.scale)}
    reasons = {}
    for bound in plan.metrics:
        wanted = bound.parameters.get("quant", "")
        if bound.metric.needs_answers != answers:
            reasons[bound.identifier] = "they judge answers" if answers else "they judge no answers"
        elif bound.metric.needs_grades != graded:
            reasons[bound.identifier] = "they grade documents" if graded else "they do not grade documents"
        elif bound.metric.needs_subtopics and not subtopics:
            reasons[bound.identifier] = "they judge no subtopics, which qrels name in their second column"
        elif bound.metric.needs_elements and not judged:
            reasons[bound.identifier] = "they judge no elements"
        elif wanted and wanted != "aggregate" and wanted not in allowed:
            reasons[bound.identifier] = f"they allow {', '.join(sorted(allowed))}"
    return reasons


def plan_task(task: Task, campaign: Campaign, official: Assessments | None = None) -> TaskPlan:
    """Resolve the metrics of a task and select its assessments.

    Parameters
    ----------
    task : Task
        Without unknown identifiers (see `unknown_metrics`).
    campaign : Campaign
        With its assessments located in the documents.
    official : Assessments, optional
        If those of the campaign are of another judge.

    Returns
    -------
    TaskPlan
        Its metrics are distinct and include the official one, first if the task does not list it.
    """
    campaign = campaign.of_task(task.name)
    settings = settings_of(task, campaign, official)
    ranking = bind(task.official, settings)
    metrics = {bound.identifier: bound for bound in (bind(name, settings) for name in task.metrics)}
    if ranking.identifier not in metrics:
        metrics = {ranking.identifier: ranking, **metrics}
    published = task.model_copy(update={"official": ranking.identifier, "metrics": tuple(metrics)})
    assessments = {}
    for topic, assessment in campaign.assessments.topics.items():
        if asks(task, campaign, topic):
            target = task_target(task, campaign, topic)
            assessments[topic] = assessment if target is None else restrict(assessment, target)
    return TaskPlan(published, tuple(metrics.values()), settings, assessments)


def by_elements(task: Task, assessments: Mapping[str, TopicAssessment]) -> bool:
    """Whether elements were judged, and runs of the task name elements by their paths."""
    judges_elements = any(one.elements is not None for one in assessments.values())
    return judges_elements and _names_elements(task)


def pools_elements(task: Task, assessments: Mapping[str, TopicAssessment]) -> bool:
    """Whether pools of the task consist of elements; before anything is judged, what runs name decides."""
    if any(one.articles for one in assessments.values()):
        return by_elements(task, assessments)
    return _names_elements(task)


def _names_elements(task: Task) -> bool:
    """Whether runs of the task name elements by their paths."""
    return task.settings.get("overlap_of") == "paths"


def asks(task: Task, campaign: Campaign, topic: str) -> bool:
    """Whether a topic belongs to a task; a topic without topic file belongs to every task."""
    return topic not in campaign.topics or task.asks(campaign.topics[topic])


def task_target(task: Task, campaign: Campaign, topic: str) -> Target | None:
    """Target of a topic in a task with strict targets; None otherwise or if unknown."""
    if not task.rules.strict_target or topic not in campaign.topics:
        return None
    return topic_target(campaign.topics[topic])


def topics_without_target(task: Task, campaign: Campaign) -> tuple[str, ...]:
    """Assessed topics of a task with strict targets whose target is unknown."""
    if not task.rules.strict_target:
        return ()
    return tuple(
        topic
        for topic in campaign.of_task(task.name).assessments.topics
        if asks(task, campaign, topic) and task_target(task, campaign, topic) is None
    )
