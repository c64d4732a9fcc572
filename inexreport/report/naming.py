"""Names of tasks, participants, runs and metrics on the pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign, Participant
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.run import METADATA, Standing

LONGEST_BADGE = 30
"""Characters; what is longer is cut."""

RANKING = ("mean", "mean of parts")
"""Kinds of averaging by which runs are ranked; metrics with other kinds count or describe."""


@dataclass(frozen=True, slots=True)
class RunName:
    """The names of a run, its task and its participant.

    Attributes
    ----------
    task, run, participant : str
        Task name, run name, participant id (may be empty).
    participant_name : str
        For display; empty if the participant is not known.
    title : str
        The run id in the file, or else the run name; both if the task has several runs with that id.
    mark : str
        Why the run is not ranked, such as ``baseline``; empty for a ranked run.
    badge : str
        What is stated about the run in the campaign's facet for badges, such as ``manual``; may be empty.
    badge_column : str
        Name of the column of badges; empty if no run of the task has one.
    """

    task: str
    run: str
    participant: str
    participant_name: str
    title: str
    mark: str = ""
    badge: str = ""
    badge_column: str = ""

    @property
    def label(self) -> str:
        """Participant (run), as in the tables of the proceedings."""
        return f"{self.participant_name} ({self.title})" if self.participant_name else self.title

    @property
    def badged_label(self) -> str:
        """The label with the badge in its brackets, for sentences and lists without markup."""
        if not self.badge:
            return self.label
        stated = f"{self.title}, {self.badge}" if self.participant_name else self.badge
        return f"{self.participant_name or self.title} ({stated})"


@dataclass(frozen=True, slots=True)
class MetricColumn:
    """A metric as the header of a column.

    Attributes
    ----------
    identifier, topic_identifier : str
        Of the mean as published, and of the value of one topic.
    label, topic_label : str
        The two identifiers without the parameters that all metrics of that name share in the task.
    ranked : bool
        False for metrics that describe a run without saying how good it is, such as overlap and Judged@10.
    imported : bool
        Whether its scores were computed elsewhere; their range may be any.
    """

    identifier: str
    topic_identifier: str
    label: str
    topic_label: str
    title: str
    explanation: str
    unit: str
    lowest: float
    highest: float
    ranked: bool
    imported: bool = False

    @property
    def format(self) -> str:
        """Format of a column of its values, see `inexreport.rendering.table_views`."""
        return "percent" if self.unit == "%" else "score"


@lru_cache(maxsize=1 << 10)
def task_title(task: str) -> str:
    """Return a task's name for display; addresses, data and settings use the name unchanged.

    Examples
    --------
    >>> task_title("RestrictedRelevantInContext"), task_title("CO.FetchBrowse"), task_title("SVCAS")
    ('Restricted Relevant in Context', 'CO.Fetch Browse', 'SVCAS')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", task).replace(" In ", " in ")


def facet_title(facet: str) -> str:
    """Return the name of something stated about runs for display; keys of metadata stay as they are.

    Examples
    --------
    >>> facet_title("type"), facet_title("ir_metadata.method")
    ('Type', 'ir_metadata.method')
    """
    return facet if facet.startswith(METADATA) else f"{facet[:1].upper()}{facet[1:]}"


def participant_name(campaign: Campaign, participant: str) -> str:
    """Return the participant's name for display; empty if the participant is not known.

    Without a name this is the id: alone if it has letters, since a number says nothing.
    """
    name = campaign.participants.get(participant, Participant()).name
    return name or (f"Participant {participant}" if participant.isdecimal() else participant)


def is_followed(campaign: Campaign, participant: str) -> bool:
    """Whether the archive follows a participant through the years: by name, or by an id that is no number."""
    return not participant.isdecimal() or bool(campaign.participants.get(participant, Participant()).name)


def run_names(outcome: CampaignOutcome) -> dict[tuple[str, str], RunName]:
    """Return the names of all runs by task and run."""
    names = {}
    for task in outcome.tasks:
        submissions = [run.submission for run in task.runs]
        uses = Counter(submission.run_id or submission.name for submission in submissions)
        badge = outcome.campaign.badge
        has_badges = any(submission.facets.get(badge) for submission in submissions)
        for submission in submissions:
            own = submission.run_id or submission.name
            names[submission.task, submission.name] = RunName(
                task=submission.task,
                run=submission.name,
                participant=submission.participant,
                participant_name=participant_name(outcome.campaign, submission.participant),
                title=own if uses[own] == 1 else f"{own} [{submission.name}]",
                mark="" if submission.standing is Standing.OFFICIAL else str(submission.standing),
                badge=_short(submission.facets.get(badge, "")),
                badge_column=facet_title(badge) if has_badges else "",
            )
    return names


def _short(value: str) -> str:
    return value if len(value) <= LONGEST_BADGE else f"{value[: LONGEST_BADGE - 1].rstrip()}…"


def metric_columns(
    identifiers: Sequence[str], metrics: Mapping[str, BoundMetric]
) -> tuple[MetricColumn, ...]:
    """Return the columns of a task's metrics, in the order of publication."""
    bound = [metrics[identifier] for identifier in identifiers]
    endings = [
        _distinguishing_parameters(one, [other for other in bound if other.metric.name == one.metric.name])
        for one in bound
    ]
    return tuple(
        MetricColumn(
            identifier=one.identifier,
            topic_identifier=one.topic_identifier,
            label=one.metric.name + ending,
            topic_label=one.metric.topic_name + ending,
            title=one.metric.title,
            explanation=one.metric.explanation,
            unit=one.metric.unit,
            lowest=one.metric.lowest,
            highest=one.metric.highest,
            ranked=one.metric.ranks and str(one.metric.averaging) in RANKING,
            imported=one.metric.imported is not None,
        )
        for one, ending in zip(bound, endings, strict=True)
    )


def _distinguishing_parameters(one: BoundMetric, namesakes: Sequence[BoundMetric]) -> str:
    different = [
        f"{parameter.name}={one.parameters[parameter.name]}"
        for parameter in one.metric.parameters
        if any(other.parameters.get(parameter.name) != one.parameters[parameter.name] for other in namesakes)
    ]
    _, at, cutoff = one.identifier.rpartition("@") if one.metric.cutoff else ("", "", "")
    return (f"({','.join(different)})" if different else "") + at + cutoff
