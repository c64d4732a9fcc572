"""What a participant may know of a campaign before its release.

This is the one place that sees all runs beside the participant's part of them. Pages, tables and files for a
participant are made from the excerpt alone, so that they cannot tell what it does not hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.report.naming import RunName, participant_name, run_names
from inexreport.report.own.compared import compared_tables, own_diagnosis, own_topic_rows
from inexreport.report.own.own_outcome import own_outcome
from inexreport.report.pool_parts import RunPart, run_part
from inexreport.report.pseudonyms import run_pseudonyms
from inexreport.report.run_diagnosis import RunDiagnosis
from inexreport.report.run_topics import TopicRow
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.statistics.medians import MedianCurve, Medians, best_rows, median_curves, task_medians
from inexreport.statistics.standings import Standings
from inexreport.statistics.summary import Floats

Names = Mapping[tuple[str, str], RunName]


@dataclass(frozen=True, eq=False)
class TaskExcerpt:
    """A task in which the participant has runs.

    Attributes
    ----------
    standings : Standings
        The participant's evaluated runs, with their ranks and percentiles among all runs.
    rejected : tuple of RunOutcome
        The participant's runs that were not evaluated.
    runs, evaluated, participants : int
        How many there are of all participants.
    topics_counted : mapping of metric to tuple of int
        Over how many topics the means of all evaluated runs go.
    topic_metric : str
        The metric by which runs are compared topic by topic.
    medians : Medians
        Of all evaluated runs.
    difficulty : mapping of topic to int
        Place of each topic by the median of `topic_metric`, 1 for the hardest.
    best_runs : mapping of (metric, topic) to RunName
        Who reaches the best mean by each metric (its topic is `ALL_TOPICS`), and the best score of each
        topic by `topic_metric`: an own run where one does, else a pseudonym, which has no page.
    curves : mapping of str to MedianCurve
        By kind, over all evaluated runs.
    topics : mapping of run to its TopicRows
    diagnoses : mapping of run to RunDiagnosis
        What an evaluated own run can learn, held against all.
    pool_parts : mapping of run to RunPart
    """

    standings: Standings
    rejected: tuple[RunOutcome, ...]
    runs: int
    evaluated: int
    participants: int
    topics_counted: Mapping[str, tuple[int, ...]]
    topic_metric: str
    medians: Medians
    difficulty: Mapping[str, int]
    best_runs: Mapping[tuple[str, str], RunName]
    curves: Mapping[str, MedianCurve]
    topics: Mapping[str, tuple[TopicRow, ...]]
    diagnoses: Mapping[str, RunDiagnosis]
    pool_parts: Mapping[str, RunPart]


@dataclass(frozen=True, eq=False)
class CampaignExcerpt:
    """What one participant may know.

    Attributes
    ----------
    participant, participant_name : str
    runs, evaluated, participants : int
        Of all participants in these tasks.
    view : CampaignView
        Of a campaign in which nobody else takes part, but for ranks, which are those among all runs. What
        needs the others is not in it, but in `tasks`.
    tasks : mapping of str to TaskExcerpt
    compared : mapping of str to Table
        Published tables that need all runs, by name: what may be told of them.
    """

    participant: str
    participant_name: str
    runs: int
    evaluated: int
    participants: int
    view: CampaignView
    tasks: Mapping[str, TaskExcerpt]
    compared: Mapping[str, pa.Table]


def excerpt_for(
    participant: str, outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]
) -> CampaignExcerpt:
    """Take out of a campaign what a participant may know.

    Parameters
    ----------
    participant : str
        The participant's id.
    outcome : CampaignOutcome
        With all runs.
    metrics : mapping of str to BoundMetric
        Every metric that a task names, by its identifier.

    Raises
    ------
    UsageError
        If nobody of that id has a run.
    """
    own = own_outcome(participant, outcome)
    everything = view_campaign(outcome, metrics)
    names, pseudonyms = run_names(own), run_pseudonyms(outcome)
    whole = {task.task.name: task for task in outcome.tasks}
    tasks = {
        task.task.name: _task_excerpt(everything, whole[task.task.name], task, names, pseudonyms)
        for task in own.tasks
    }
    runs = [run for task in tasks for run in whole[task].runs]
    return CampaignExcerpt(
        participant=participant,
        participant_name=participant_name(own.campaign, participant),
        runs=len(runs),
        evaluated=sum(run.evaluated for run in runs),
        participants=_participants(runs),
        view=_own_view(own, names, tasks, everything),
        tasks=tasks,
        compared=compared_tables(outcome, names.keys()),
    )


def _own_view(
    own: CampaignOutcome, names: Names, tasks: Mapping[str, TaskExcerpt], everything: CampaignView
) -> CampaignView:
    standings = {task: excerpt.standings for task, excerpt in tasks.items()}
    used = {identifier for one in standings.values() for identifier in one.task.metrics}
    return CampaignView(
        outcome=own,
        metrics={identifier: bound for identifier, bound in everything.metrics.items() if identifier in used},
        names=names,
        standings=standings,
        columns={task: everything.columns[task] for task in tasks},
        topic_scores={task: one.standings.topic_scores(one.topic_metric) for task, one in tasks.items()},
        difficulty={},
        curve_axes=everything.curve_axes,
    )


def _task_excerpt(
    everything: CampaignView,
    whole: TaskOutcome,
    own: TaskOutcome,
    names: Names,
    pseudonyms: Mapping[tuple[str, str], str],
) -> TaskExcerpt:
    task = whole.task.name
    standings = everything.standings[task]
    difficulty = everything.difficulty[task]
    own_standings, best_runs = _own_standings(standings, own), _best_runs(standings, names, pseudonyms)
    own_rows = {
        run.submission.name: (row, run)
        for row, run in enumerate(standings.runs)
        if (task, run.submission.name) in names
    }
    topics = {
        name: own_topic_rows(everything, task, row, run, best_runs) for name, (row, run) in own_rows.items()
    }
    return TaskExcerpt(
        standings=own_standings,
        rejected=tuple(run for run in own.runs if not run.evaluated),
        runs=len(whole.runs),
        evaluated=len(standings.runs),
        participants=_participants(whole.runs),
        topics_counted={
            metric: tuple(sorted(set(standings.topics_counted[:, column].tolist())))
            for column, metric in enumerate(whole.task.metrics)
        },
        topic_metric=standings.topic_metric,
        medians=task_medians(standings),
        difficulty=dict(zip(difficulty.topics, difficulty.difficulty.tolist(), strict=True)),
        best_runs=best_runs,
        curves=median_curves(standings),
        topics=topics,
        diagnoses={
            name: diagnosis
            for name, (_, run) in own_rows.items()
            if (diagnosis := own_diagnosis(everything, task, run, topics[name])) is not None
        },
        pool_parts={
            name: part for name in own_rows if (part := run_part(everything, task, name)) is not None
        },
    )


def _participants(runs: Sequence[RunOutcome]) -> int:
    return len({run.submission.participant for run in runs} - {""})


def _own_standings(standings: Standings, own: TaskOutcome) -> Standings:
    runs = {run.submission.name: run for run in own.runs}
    rows = [row for row, run in enumerate(standings.runs) if run.submission.name in runs]
    return Standings(
        task=standings.task,
        runs=tuple(runs[standings.runs[row].submission.name] for row in rows),
        means=standings.means[rows],
        topics_counted=standings.topics_counted[rows],
        ranks=standings.ranks[rows],
        percentiles=standings.percentiles[rows],
    )


def _best_runs(
    standings: Standings, names: Names, pseudonyms: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], RunName]:
    task = standings.task
    scores: dict[tuple[str, str], Floats] = {
        (metric, ALL_TOPICS): standings.means[:, column] for column, metric in enumerate(task.metrics)
    }
    topics, by_topic = standings.topic_scores(standings.topic_metric)
    scores |= {(standings.topic_metric, topic): by_topic[:, i] for i, topic in enumerate(topics)}
    found = {}
    for place, values in scores.items():
        best = [(task.name, standings.runs[row].submission.name) for row in best_rows(values).tolist()]
        if best:
            found[place] = _own_or_pseudonym(best, names, pseudonyms)
    return found


def _own_or_pseudonym(
    best: Sequence[tuple[str, str]], names: Names, pseudonyms: Mapping[tuple[str, str], str]
) -> RunName:
    for run in best:
        if run in names:
            return names[run]
    # Of equal runs that whose pseudonym comes first: the order of their names would tell something of them.
    return RunName(
        task=best[0][0],
        run="",
        participant="",
        participant_name="",
        title=min(pseudonyms[run] for run in best),
    )
