"""How runs and metrics are called on the pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from inexreport.metrics.metric import BoundMetric
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome

RANKING = ("mean", "mean of parts")
"""Kinds of averages by which runs are ranked: the others count or describe."""


@dataclass(frozen=True)  # without slots, which take long where checksums of many are made
class RunName:
    """What is needed to name a run and to link to its page.

    Attributes
    ----------
    task, run, participant : str
        Task name, run name, participant id (may be empty).
    participant_name : str
        For display; empty where nobody is known to have submitted.
    title : str
        The run id that the file gives itself, else its name; both where the task has several of that id.
    """

    task: str
    run: str
    participant: str
    participant_name: str
    title: str

    @property
    def label(self) -> str:
        """Participant (run), as tables of the proceedings have it."""
        return f"{self.participant_name} ({self.title})" if self.participant_name else self.title


@dataclass(frozen=True, slots=True)
class MetricColumn:
    """A metric as the head of a column.

    Attributes
    ----------
    identifier, topic_identifier : str
        As published for the mean, and what the value of one topic is called.
    label, topic_label : str
        The two identifiers without the parameters that all metrics of that name share in the task.
    ranked : bool
        False for what describes a run without saying that it is good, such as its overlap.
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


@lru_cache(maxsize=1 << 10)
def task_title(task: str) -> str:
    """A task's name for readers; addresses, data and settings have it as it is.

    Examples
    --------
    >>> task_title("RestrictedRelevantInContext"), task_title("CO.FetchBrowse"), task_title("SVCAS")
    ('Restricted Relevant in Context', 'CO.Fetch Browse', 'SVCAS')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", task).replace(" In ", " in ")


def participant_name(campaign: Campaign, participant: str) -> str:
    """The participant's name for display; empty where nobody is known to have submitted."""
    if not participant:
        return ""
    return campaign.participants.get(participant) or f"Participant {participant}"


def run_names(outcome: CampaignOutcome) -> dict[tuple[str, str], RunName]:
    """Names of all runs by task and run."""
    names = {}
    for task in outcome.tasks:
        submissions = [run.submission for run in task.runs]
        uses = Counter(submission.run_id or submission.name for submission in submissions)
        for submission in submissions:
            own = submission.run_id or submission.name
            names[submission.task, submission.name] = RunName(
                task=submission.task,
                run=submission.name,
                participant=submission.participant,
                participant_name=participant_name(outcome.campaign, submission.participant),
                title=own if uses[own] == 1 else f"{own} [{submission.name}]",
            )
    return names


def metric_columns(
    identifiers: Sequence[str], metrics: Mapping[str, BoundMetric]
) -> tuple[MetricColumn, ...]:
    """The heads of a task's columns, in the order of publication."""
    bound = [metrics[identifier] for identifier in identifiers]
    endings = [
        _telling_parameters(one, [other for other in bound if other.metric.name == one.metric.name])
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
            ranked=str(one.metric.averaging) in RANKING,
        )
        for one, ending in zip(bound, endings, strict=True)
    )


def _telling_parameters(one: BoundMetric, namesakes: Sequence[BoundMetric]) -> str:
    telling = [
        f"{parameter.name}={one.parameters[parameter.name]}"
        for parameter in one.metric.parameters
        if any(other.parameters.get(parameter.name) != one.parameters[parameter.name] for other in namesakes)
    ]
    _, at, cutoff = one.identifier.rpartition("@")
    return (f"({','.join(telling)})" if telling else "") + (at + cutoff if at else "")
