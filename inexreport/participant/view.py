"""What a participant may know of a campaign before its release.

Only this package sees the runs of others together with a participant's own. Pages, tables and files for a
participant are made from a `ParticipantView`, so they cannot show what it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa

from inexreport.metrics.imported import imported_metric
from inexreport.metrics.metric import BoundMetric
from inexreport.model.outcome import CampaignOutcome, TaskOutcome, participants_of
from inexreport.participant.compared import compared_tables, participant_diagnosis
from inexreport.participant.outcome import participant_outcome
from inexreport.report.campaign_view import AllRuns, CampaignView, view_campaign
from inexreport.report.naming import RunName, run_names
from inexreport.report.pseudonyms import run_pseudonyms
from inexreport.report.run import topic_rows
from inexreport.statistics.medians import best_rows, median_curves, task_medians
from inexreport.statistics.standings import Standings, with_unranked
from inexreport.statistics.summary import Floats, TopicSummary
from inexreport.subjects.rare_documents import run_part


@dataclass(frozen=True, eq=False)
class ParticipantView:
    """What one participant may know.

    Attributes
    ----------
    view : CampaignView
        Of the participant's runs; its ``all_runs`` has facts about all runs.
    participants : int
        Number of participants in the tasks of the view.
    compared : mapping of str to Table
        The participant's part of the published tables that need all runs, by name.
    """

    view: CampaignView
    participants: int
    compared: Mapping[str, pa.Table]

    @property
    def tasks(self) -> Mapping[str, AllRuns]:
        """The tasks in which the participant has runs."""
        return self.view.all_runs


def view_for_participant(
    participant: str, outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]
) -> ParticipantView:
    """Return what a participant may know of a campaign.

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
        If no participant with that id has a run.
    """
    own, everything = participant_outcome(participant, outcome), view_campaign(outcome, metrics)
    name_best = partial(_best_run, run_names(own), run_pseudonyms(outcome))
    view = _participant_view(participant, own, everything, name_best)
    whole = [everything.of(task) for task in view.standings]
    return ParticipantView(
        view=replace(
            view, all_runs={one.task.name: _all_runs(everything, view, one, name_best) for one in whole}
        ),
        participants=len(participants_of(run for one in whole for run in one.runs)),
        compared=compared_tables(outcome, view.names.keys()),
    )


NameBest = Callable[[Standings, Floats], RunName | None]
"""Names the best of a task's runs by their scores, shape (runs,); None where no score is known."""


def _best_run(
    names: Mapping[tuple[str, str], RunName],
    pseudonyms: Mapping[tuple[str, str], str],
    standings: Standings,
    scores: Floats,
) -> RunName | None:
    """One of the participant's runs where it is among the best, else a pseudonym; see `NameBest`."""
    task = standings.task.name
    best = [(task, standings.runs[row].submission.name) for row in best_rows(scores).tolist()]
    own = [names[run] for run in best if run in names]
    if own or not best:
        return own[0] if own else None
    # The first pseudonym of equal runs: the order of their names would reveal something about them.
    title = min(pseudonyms[run] for run in best)
    return RunName(task=task, run="", participant="", participant_name="", title=title)


def _participant_view(
    participant: str, own: CampaignOutcome, everything: CampaignView, name_best: NameBest
) -> CampaignView:
    """The view of a campaign in which only the participant takes part, ranked among all runs."""
    names, standings, evaluated, scores, difficulty, winners = run_names(own), {}, {}, {}, {}, {}
    for outcome in own.tasks:
        task = outcome.task.name
        whole, (topics, by_topic) = everything.standings[task], everything.topic_scores[task]
        rows = [row for row, run in enumerate(whole.runs) if (task, run.submission.name) in names]
        standings[task] = _participant_standings(whole, rows, outcome)
        evaluated[task] = with_unranked(standings[task], outcome)
        scores[task] = topics, by_topic[rows]
        difficulty[task] = _median_and_best(everything.difficulty[task])
        named = (name_best(whole, by_topic[:, topics.index(one)]) for one in difficulty[task].topics)
        winners[task] = tuple(name for name in named if name is not None)
    used = {identifier for one in standings.values() for identifier in one.task.metrics}
    return CampaignView(
        outcome=own,
        metrics={
            identifier: _without_range(bound)
            for identifier, bound in everything.metrics.items()
            if identifier in used
        },
        names=names,
        standings=standings,
        evaluated_runs=evaluated,
        columns={
            task: tuple(
                replace(column, lowest=-np.inf, highest=np.inf) if column.imported else column
                for column in everything.columns[task]
            )
            for task in standings
        },
        topic_scores=scores,
        difficulty=difficulty,
        topic_metrics={task: everything.topic_metrics[task] for task in standings},
        topic_winners=winners,
        participant=participant,
    )


def _without_range(bound: BoundMetric) -> BoundMetric:
    """A metric whose range tells no score of another run, as that of an imported one does."""
    measure = bound.metric.imported
    return bound if measure is None else imported_metric(measure, -np.inf, np.inf)


def _participant_standings(whole: Standings, rows: Sequence[int], own: TaskOutcome) -> Standings:
    runs = {run.submission.name: run for run in own.runs}
    return Standings(
        task=whole.task,
        runs=tuple(runs[whole.runs[row].submission.name] for row in rows),
        means=whole.means[rows],
        topics_counted=whole.topics_counted[rows],
        ranks=whole.ranks[rows],
        percentiles=whole.percentiles[rows],
        signs=whole.signs,
    )


def _median_and_best(summary: TopicSummary) -> TopicSummary:
    """Without quartiles and lowest scores, which may be a single run's, and without the row of the best.

    Arrays are copied: they are views of an array that holds the quartiles, too.
    """
    unknown = np.full(len(summary.topics), np.nan)
    return TopicSummary(
        topics=summary.topics,
        runs=summary.runs,
        lowest=unknown,
        lower_quartile=unknown,
        median=summary.median.copy(),
        upper_quartile=unknown,
        best=summary.best.copy(),
        best_run=np.full(len(summary.topics), -1),
        difficulty=summary.difficulty,
    )


def _all_runs(
    everything: CampaignView, own: CampaignView, whole: TaskOutcome, name_best: NameBest
) -> AllRuns:
    task, standings = whole.task.name, everything.standings[whole.task.name]
    runs = {run.submission.name: run for run in everything.evaluated_runs[task].runs}
    diagnoses, pool_parts = {}, {}
    for row, one in enumerate(own.evaluated_runs[task].runs):
        name = one.submission.name
        topics = topic_rows(own, task, row)
        diagnoses[name] = participant_diagnosis(everything, task, runs[name], topics)
        pool_parts[name] = run_part(everything, task, name)
    best = {
        metric: name_best(standings, standings.signs[column] * standings.means[:, column])
        for column, metric in enumerate(whole.task.metrics)
    }
    return AllRuns(
        runs=len(whole.runs),
        evaluated=len(standings.runs),
        unranked=everything.unranked(task),
        participants=len(participants_of(whole.runs)),
        topics_counted={
            metric: tuple(sorted(set(standings.topics_counted[:, column].tolist())))
            for column, metric in enumerate(whole.task.metrics)
        },
        medians=task_medians(standings),
        best_runs={metric: name for metric, name in best.items() if name is not None},
        curves=median_curves(standings),
        diagnoses={name: one for name, one in diagnoses.items() if one is not None},
        pool_parts={name: part for name, part in pool_parts.items() if part is not None},
    )
