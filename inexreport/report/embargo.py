"""What one participant may see of a campaign before its release.

Only this module sees the runs of others together with a participant's own. Pages, tables and files for a
participant are made from a `ParticipantView`, so they cannot show what it does not hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from inexreport.errors import UsageError
from inexreport.formats.campaign_directory import ASSESSMENTS
from inexreport.metrics.imported import imported_metric
from inexreport.metrics.metric import BoundMetric
from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome, participants_of
from inexreport.model.problem import Problem
from inexreport.model.run import DESCRIPTION
from inexreport.model.task import official_folders
from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_record import Record, campaign_record
from inexreport.report.campaign_view import AllRuns, CampaignView, view_campaign
from inexreport.report.naming import RunName, participant_name, run_names
from inexreport.report.pseudonyms import run_pseudonyms
from inexreport.report.tables.published import TABLES, published
from inexreport.report.tables.table import MadeFrom, Rows, Shown, Table
from inexreport.statistics.first_documents import first_documents
from inexreport.statistics.first_results import first_results
from inexreport.statistics.medians import best_rows, median_curves, task_medians
from inexreport.statistics.memo import remember
from inexreport.statistics.standings import Standings, task_standings
from inexreport.statistics.summary import Floats, TopicSummary
from inexreport.subjects.found_by_rank import FOUND_BY_RANK, official_medians, shares_by_rank
from inexreport.subjects.judged_documents import judged_shares
from inexreport.subjects.likely_causes import TOPIC_DIAGNOSIS, TOPIC_MEDIANS, topic_diagnoses
from inexreport.subjects.missed_articles import MISSED_ARTICLES, diagnosed_runs, missed_articles
from inexreport.subjects.rare_documents import pool_parts

DISPUTED = ("run-participant-differs", "run-table-participant")
"""A run for which file, folder or runs.csv name different participants is shown to none of them."""

ANOTHER_FILE = "another participant’s file"

_OWNERS = ("task", "run", "participant")
"""Columns that say whose row it is."""

Names = Mapping[tuple[str, str], RunName]
"""By task and run."""


@dataclass(frozen=True, eq=False)
class ParticipantView:
    """What one participant may know: own runs among all, published tables of them, and campaign.json."""

    view: CampaignView
    tables: tuple[Table[CampaignOutcome], ...]
    record: Record


def view_for_participant(
    participant: str, outcome: CampaignOutcome, metrics: Mapping[str, BoundMetric]
) -> ParticipantView:
    """Return what the participant with an id may know of a campaign, from the outcome with all runs.

    Raises
    ------
    UsageError
        If no participant with that id has a run.
    """
    own, everything = participant_outcome(participant, outcome), view_campaign(outcome, metrics)
    # Tasks without own runs are withheld as a whole.
    whole = replace(outcome, tasks=tuple(everything.of(task.task.name) for task in own.tasks))
    for of_all, of_own in zip(whole.tasks, own.tasks, strict=True):
        _share(of_all, of_own, outcome.campaign)
    view = _participant_view(own, participant, everything, _names(own, outcome))
    return ParticipantView(view, tables_before_release(TABLES, own, whole), _record(view, whole))


def participant_outcome(participant: str, outcome: CampaignOutcome) -> CampaignOutcome:
    """Return a campaign's outcome with the participant's runs only.

    Everything not named here is left out: other runs, the campaign's own problems, its other judges and
    pools, and the organisers' texts about the released results, which may name anybody.

    Raises
    ------
    UsageError
        If the participant has no run; the message names the participants who have.
    """
    others = [
        run.submission.file
        for task in outcome.tasks
        for run in task.runs
        if not _belongs_to(participant, run)
    ]
    tasks = [
        TaskOutcome(task.task, own, task.relevant_articles)
        for task in outcome.tasks
        if (own := tuple(_without(others, run) for run in task.runs if _belongs_to(participant, run)))
    ]
    if not tasks:
        raise UsageError(_unknown(participant, outcome))
    whole = outcome.campaign
    # Files with judgements of answers may be named after the runs that they judge.
    folders = () if whole.judged is Judged.ANSWERS else official_folders(whole.tasks.values())
    shared = ("topics/", *(f"{ASSESSMENTS}/{folder}/" for folder in folders))
    return CampaignOutcome(
        campaign=Campaign(
            slug=whole.slug,
            title=whole.title,
            year=whole.year,
            protocol=whole.protocol,
            tasks={task.task.name: task.task for task in tasks},
            topics=whole.topics,
            assessments=whole.assessments,
            collection=whole.collection,
            participants={one: whole.participants[one] for one in {participant} & whole.participants.keys()},
            inputs=tuple(one for one in whole.inputs if one.file.startswith(shared)),
            task_assessments=whole.task_assessments,
            task_collections=whole.task_collections,
            documents=whole.documents,
            judged=whole.judged,
            accent=whole.accent,
            logo=whole.logo,
        ),
        tasks=tuple(tasks),
    )


def _belongs_to(participant: str, run: RunOutcome) -> bool:
    if run.submission.participant != participant or not participant:
        return False
    return all(problem.code not in DISPUTED for problem in run.problems)


def _without(others: Sequence[str], run: RunOutcome) -> RunOutcome:
    """The run without data shared with others: names of their files, and the numbers of first results.

    What the organisers state about it is left out as well, since it may name anybody.
    """
    submission = run.submission
    if DESCRIPTION in submission.facets:
        submission = replace(submission, description="")
    return replace(
        run.without_rankings(),
        submission=replace(submission, contributed=None, facets={}),
        problems=tuple(_without_files(others, one) for one in run.problems),
    )


def _without_files(others: Sequence[str], problem: Problem) -> Problem:
    found, expected = problem.found, problem.expected
    # Longest first: a name may be the beginning of another.
    for file in sorted(others, key=len, reverse=True):
        found, expected = found.replace(file, ANOTHER_FILE), expected.replace(file, ANOTHER_FILE)
    return replace(problem, found=found, expected=expected)


def _unknown(participant: str, outcome: CampaignOutcome) -> str:
    campaign = outcome.campaign
    ids = participants_of(run for task in outcome.tasks for run in task.runs)
    known = ", ".join(f"{one} ({participant_name(campaign, one)})" for one in sorted(ids))
    return f"No participant {participant!r} has a run in {campaign.slug}. There are: {known or 'none'}"


def tables_before_release(
    tables: Iterable[Table[CampaignOutcome]], own: CampaignOutcome, whole: CampaignOutcome
) -> tuple[Table[CampaignOutcome], ...]:
    """Return what a participant gets of published tables, see `Shown`; what does not declare it is withheld.

    The returned tables are made from the outcome of `own` runs; `whole` has all runs of the same tasks.
    """
    names = run_names(own)
    shown = (
        _before_release(table, table.participants, whole, names)
        for table in tables
        if table.participants is not None and table.applies(own)
    )
    return published(shown, own)


def _before_release(
    table: Table[CampaignOutcome], shown: Shown, whole: CampaignOutcome, own: Names
) -> Table[CampaignOutcome]:
    columns, rows = table.columns, table.rows
    if shown.of_all_runs:
        columns = {name: table.columns[name] for name in shown.of_all_runs.split()}
        rows = partial(_rows_of, _own_rows(table.build(whole).select([*columns]), own).to_pydict())
    documents_row = shown.documents_row if shown.row else table.documents_row
    row = shown.row or table.row
    made_from = MadeFrom.ALL_RUNS  # of which the pages show facts
    return replace(
        table, row=row, documents_row=documents_row, columns=columns, rows=rows, made_from=made_from
    )


def _own_rows(table: pa.Table, own: Names) -> pa.Table:
    """The rows of own runs, and those about no run and no other participant, which are medians."""
    empty, participants = pa.array([""] * len(table)), {"", *(name.participant for name in own.values())}
    cells = ((table[one] if one in table.column_names else empty).to_pylist() for one in _OWNERS)
    shown = [
        (not run or (task, run) in own) and participant in participants
        for task, run, participant in zip(*cells, strict=True)
    ]
    return table.filter(pa.array(shown, pa.bool_()))


def _rows_of(block: Mapping[str, Any], _: CampaignOutcome) -> Rows:
    return [block] if any(block.values()) else []


def _share(whole: TaskOutcome, own: TaskOutcome, campaign: Campaign) -> None:
    """Let pages have what is computed from all runs, or from rankings, which own runs are without by now.

    It is about own runs, or a median. Whatever is not named here is computed from own runs alone.
    """
    runs = {run.submission.name: run for run in own.runs}
    names = runs.keys()
    remember(task_standings, own, _own_standings(task_standings(whole), runs))
    if diagnosed_runs(whole):
        topics, medians = topic_diagnoses(whole)
        further = "first_rank grades_first articles_read fitting_percent overlapping_percent"
        of_topics = (
            _shown(TOPIC_DIAGNOSIS, topics, names, further),
            _shown(TOPIC_MEDIANS, medians, names, further),
        )
        remember(topic_diagnoses, own, of_topics)
        remember(shares_by_rank, own, _shown(FOUND_BY_RANK, shares_by_rank(whole), names))
        remember(official_medians, own, official_medians(whole))
        missed = _shown(MISSED_ARTICLES, missed_articles(whole), names)
        remember(missed_articles, own, missed.assign(best_run=""))
    remember(diagnosed_runs, own, diagnosed_runs(whole))
    remember(pool_parts, own, _of(pool_parts(whole, campaign), names))
    if campaign.judged is Judged.DOCUMENTS:
        remember(first_documents, own, _of(first_documents(whole), names))
        remember(judged_shares, own, _of(judged_shares(whole, campaign), names))
    else:
        results = first_results(whole).items()
        remember(first_results, own, {topic: one.of_runs(names) for topic, one in results})


def _shown(
    table: Table[CampaignOutcome], frame: pd.DataFrame, names: Collection[str], further: str = ""
) -> pd.DataFrame:
    """The frame of a table with the rows and columns that are shown of it, and `further` ones for pages."""
    declared = table.participants.of_all_runs if table.participants else ""
    shown = frame[[one for one in dict.fromkeys(f"{declared} {further}".split()) if one in frame]]
    return shown[shown.run.isin(names)].reset_index(drop=True) if "run" in shown else shown


def _of(by_run: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: by_run[name] for name in names if name in by_run}


def _participant_view(
    own: CampaignOutcome, participant: str, everything: CampaignView, names: Names
) -> CampaignView:
    """The view of a campaign in which only the participant takes part, ranked among all runs."""
    used = {identifier for one in own.tasks for identifier in one.task.metrics}
    metrics = {name: _without_range(bound) for name, bound in everything.metrics.items() if name in used}
    view = view_campaign(own, metrics)
    scores, difficulty, winners = {}, {}, {}
    for task in view.standings:
        whole, (topics, by_topic) = everything.standings[task], everything.topic_scores[task]
        scores[task] = topics, by_topic[[(task, run.submission.name) in view.names for run in whole.runs]]
        difficulty[task] = _median_and_best(everything.difficulty[task])
        named = (_best_run(names, whole, by_topic[:, topics.index(one)]) for one in difficulty[task].topics)
        winners[task] = tuple(name for name in named if name is not None)
    return replace(
        view,
        topic_scores=scores,
        difficulty=difficulty,
        topic_metrics={task: everything.topic_metrics[task] for task in scores},
        topic_winners=winners,
        participant=participant,
        all_runs={task: _all_runs(everything, task, names) for task in scores},
    )


def _names(own: CampaignOutcome, outcome: CampaignOutcome) -> Names:
    """The names of own runs, and pseudonyms without a page for the others."""
    without = partial(RunName, run="", participant="", participant_name="")
    pseudonyms = run_pseudonyms(outcome).items()
    return {run: without(task=run[0], title=title) for run, title in pseudonyms} | run_names(own)


def _best_run(names: Names, standings: Standings, scores: Floats) -> RunName | None:
    """One of the participant's runs where it is among the best by scores of shape (runs,), else a pseudonym.

    It is the first pseudonym of equal runs: the order of their names would reveal something about them.
    """
    best = (standings.runs[row].submission.name for row in best_rows(scores).tolist())
    named = (names[standings.task.name, run] for run in best)
    return min(named, key=lambda name: (False, "") if name.run else (True, name.title), default=None)


def _without_range(bound: BoundMetric) -> BoundMetric:
    """A metric whose range tells no score of another run, as that of an imported one does."""
    measure = bound.metric.imported
    return bound if measure is None else imported_metric(measure, -np.inf, np.inf)


def _own_standings(whole: Standings, runs: Mapping[str, RunOutcome]) -> Standings:
    """The rows of own runs, ranked among all."""
    rows = [row for row, run in enumerate(whole.runs) if run.submission.name in runs]
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
    """Without quartiles and lowest scores, which may be a single run's, and without the runs with the best.

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
        sharing=np.zeros(len(summary.topics), dtype=np.int64),
    )


def _all_runs(everything: CampaignView, task: str, names: Names) -> AllRuns:
    whole, standings = everything.of(task), everything.standings[task]
    counted, metrics = standings.topics_counted.T.tolist(), standings.task.metrics
    best = {
        metric: _best_run(names, standings, scores)
        for metric, scores in zip(metrics, (standings.signs * standings.means).T, strict=True)
    }
    return AllRuns(
        runs=len(whole.runs),
        evaluated=len(standings.runs),
        unranked=everything.unranked(task),
        participants=len(participants_of(whole.runs)),
        topics_counted={
            metric: tuple(sorted(set(topics))) for metric, topics in zip(metrics, counted, strict=True)
        },
        medians=task_medians(standings),
        best_runs={metric: name for metric, name in best.items() if name is not None},
        curves=median_curves(standings),
    )


def _record(view: CampaignView, whole: CampaignOutcome) -> Record:
    """The record of a campaign with the participant's runs only, plus facts about all runs of its tasks."""
    audience = Audience(Readers.PARTICIPANT, view.participant)
    record = campaign_record(view.outcome, view.metrics, audience)
    runs = [run for task in whole.tasks for run in task.runs]
    return record | {
        "participant": {
            "id": view.participant,
            "name": participant_name(view.outcome.campaign, view.participant),
        },
        "own_runs": record["runs"],
        "runs": len(runs),
        "evaluated_runs": sum(one.evaluated + one.unranked for one in view.all_runs.values()),
        "participants": len(participants_of(runs)),
        "tasks": [
            task | _of_all_runs(view.all_runs[task["name"]], task["official"]) for task in record["tasks"]
        ],
    }


def _of_all_runs(about: AllRuns, official: str) -> dict[str, Any]:
    summary, best = about.medians.means.get(official), about.best_runs.get(official)
    return {
        "runs": about.runs,
        "evaluated_runs": about.evaluated + about.unranked,
        "ranked_runs": summary.runs if summary else 0,
        "participants": about.participants,
        "median": summary.median if summary else None,
        "best": {
            "run": best.run,
            "participant": best.participant,
            "label": best.label,
            "score": summary.best,
        }
        if summary and best
        else None,
    }
