"""A campaign's outcome as if nobody but one participant had taken part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inexreport.errors import UsageError
from inexreport.formats.campaign_directory import ASSESSMENTS
from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import CampaignOutcome, RunOutcome, TaskOutcome, participants_of
from inexreport.model.problem import Problem
from inexreport.model.run import DESCRIPTION
from inexreport.model.task import official_folders
from inexreport.report.naming import participant_name
from inexreport.statistics.first_documents import first_documents
from inexreport.statistics.first_results import first_results
from inexreport.statistics.memo import remember
from inexreport.subjects.judged_documents import judged_shares

DISPUTED = ("run-participant-differs", "run-table-participant")
"""A run for which file, folder or runs.csv name different participants is shown to none of them."""

ANOTHER_FILE = "another participant’s file"


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
        _own_task(task, own, outcome.campaign)
        for task in outcome.tasks
        if (own := tuple(_without(others, run) for run in task.runs if _belongs_to(participant, run)))
    ]
    if not tasks:
        raise UsageError(_unknown(participant, outcome))
    whole = outcome.campaign
    name = whole.participants.get(participant)
    folders = official_folders(whole.tasks.values())
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
            participants={} if name is None else {participant: name},
            inputs=tuple(one for one in whole.inputs if one.file.startswith(shared)),
            task_assessments=whole.task_assessments,
            documents=whole.documents,
            judged=whole.judged,
            accent=whole.accent,
            logo=whole.logo,
        ),
        tasks=tuple(tasks),
    )


def _own_task(whole: TaskOutcome, own: tuple[RunOutcome, ...], campaign: Campaign) -> TaskOutcome:
    """A task with own runs only, and what was computed from their rankings, which runs are without by now."""
    task = TaskOutcome(whole.task, own, whole.relevant_articles)
    if campaign.judged is Judged.DOCUMENTS:
        first, shares = first_documents(whole), judged_shares(whole, campaign)
        names = [run.submission.name for run in own if run.submission.name in first]
        remember(first_documents, task, {name: first[name] for name in names})
        remember(judged_shares, task, {name: shares[name] for name in names if name in shares})
    else:
        names = [run.submission.name for run in own]
        remember(
            first_results, task, {topic: one.of_runs(names) for topic, one in first_results(whole).items()}
        )
    return task


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
