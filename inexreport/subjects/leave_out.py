"""Would a run rank lower if its participant had not taken part? Scores without what only its group found."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.assessment_edits import AssessmentEdit, Edit
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.outcome import TaskOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.campaign_view import CampaignView
from inexreport.report.tables.columns import OFFICIAL_METRIC, RUN, TASK
from inexreport.report.tables.table import Table, number, optional_integer, text
from inexreport.statistics.assessment_variants import AssessmentVariant
from inexreport.statistics.pooled_results import PooledResults, group_of
from inexreport.statistics.standings import task_standings
from inexreport.statistics.summary import Integers, competition_ranks, known_ranks
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.sections import Section, View

LARGE_FALL = 5
"""Runs that lose at least so many ranks are counted, whatever the number of runs."""


def assessments_without_groups(
    plan: TaskPlan, results: PooledResults, judged_thanks_to: Mapping[str, Mapping[str, Integers]]
) -> tuple[AssessmentVariant, ...]:
    """For each group with unique relevant contributions, the assessments without these."""
    return tuple(
        AssessmentVariant(
            change=group,
            edits={topic: _without(results, items) for topic, items in by_topic.items()},
            metrics=(plan.official,),
        )
        for group, by_topic in judged_thanks_to.items()
        if by_topic
    )


def _without(results: PooledResults, items: Integers) -> AssessmentEdit:
    elements = frozenset(results.element(item) for item in items.tolist())
    if all(path for _, path in elements):
        return AssessmentEdit(Edit.WITHOUT_ELEMENTS, elements=elements)
    return AssessmentEdit(Edit.WITHOUT_ARTICLES, articles=frozenset(article for article, _ in elements))


def leave_out(outcome: TaskOutcome, campaign: Campaign | None = None) -> pd.DataFrame:
    """Score and rank of every run had its group not contributed to the pool, best official score first.

    Returns
    -------
    DataFrame
        Rows and columns of the published table without the task; ``group`` is that of the run. Scores are
        NaN where undefined; ranks are competition ranks among all runs, scored by the same assessments.
    """
    standings = task_standings(outcome)
    names = tuple(run.submission.name for run in standings.runs)
    groups = [group_of(run) for run in standings.runs]
    score = standings.means[:, standings.official]
    rank = standings.ranks[:, standings.official]
    score_without, rank_without = score.copy(), rank.copy()
    for variant in outcome.without_group:
        own = np.array([group == variant.change for group in groups])
        changed = variant.of_runs(names)[:, 0]
        score_without[own] = changed[own]
        rank_without[own] = competition_ranks(changed)[own]
    return pd.DataFrame(
        {
            "participant": [run.submission.participant for run in standings.runs],
            "metric": outcome.task.official,
            "run": names,
            "score": score,
            "score_without": score_without,
            "rank": known_ranks(rank),
            "rank_without": known_ranks(rank_without),
            "group": groups,
        }
    )


LEAVE_OUT = Table.of_tasks(
    "leave_out",
    "One row per ranked run: had its participant not taken part in the pool.",
    {
        **TASK,
        "participant": text(
            "Whose finds are left out: the run’s own participant, or, for a run without a participant, "
            "the run itself; then it is empty."
        ),
        **OFFICIAL_METRIC,
        **RUN,
        "score": number("Official score."),
        "score_without": number(
            "Score by the assessments without what is relevant and only this participant’s runs "
            "brought into the pool."
        ),
        "rank": optional_integer("Official rank; equal scores share a rank."),
        "rank_without": optional_integer(
            "Rank by those assessments, by which the runs of all others are scored too."
        ),
    },
    leave_out,
)


def own_falls(left_out: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with both ranks, and the ranks that each loses: 0 if it keeps its rank or rises."""
    ranked = left_out.dropna(subset=["rank", "rank_without"])
    return ranked.assign(fall=(ranked["rank_without"] - ranked["rank"]).clip(lower=0).astype(int))


def leave_out_section(view: CampaignView, task: str) -> Section:
    """How many runs rank lower without what only their own participant found."""
    found = leave_out(view.of(task))
    rows = found.assign(
        name=view.named(task, found.run),
        difference=found.score_without - found.score,
        changed=found["rank"].fillna(0) != found["rank_without"].fillna(0),
    )
    pools = pools_of_task(view.of(task), view.outcome.campaign)
    whose = "run’s own participant" if any(pools.participants) else "run itself"
    table = View(
        f"Scores without the unique results of the {whose}",
        rows,
        {
            "name": ("Run", "run"),
            "rank": ("Rank", "rank"),
            "rank_without": ("Rank without", "changed rank"),
            "score": ("Score", "score"),
            "score_without": ("Score without", "score"),
            "difference": ("Difference", "signed"),
        },
        rows="runs",
        address="left-out",
        data="leave_out",
    )
    without = "if its participant had not taken part" if any(pools.participants) else "without its own finds"
    question = f"Would a run rank lower {without}?"
    facts = {"pooled_items": pools.items, "noun": pools.noun, "official": view.official_column(task)}
    return Section("leave-out", question, [leave_out_answer(view, task, found)], [table], facts=facts)


def leave_out_answer(view: CampaignView, task: str, left_out: pd.DataFrame) -> str:
    """Return in words how many runs rank lower without what only their own participant found."""
    falls = own_falls(left_out)
    lost = int((left_out["rank"].notna() & left_out["rank_without"].isna()).sum())
    sentences = []
    if len(falls):
        lower = int((falls.fall >= 1).sum())
        sentences.append(f"{'Yes' if lower else 'No'}: {of_runs(lower, len(falls), 'ranks')} lower.")
        if lower:
            sentences.append(fall_facts(view, task, falls))
    if lost:
        sentences.append(f"{counted(lost, 'run')} would have no score.")
    return " ".join(sentences) or "No run has a rank, so none can rank lower."


def of_runs(count: int, runs: int, verb: str) -> str:
    """Return a number of runs with its verb: ``none of the 8 runs falls``, ``3 of 8 runs fall``."""
    if runs == 1:
        return f"the only run {verb if count else f'does not {verb[:-1]}'}"
    amount = f"{count:,} of {runs:,} runs" if count else f"none of the {runs:,} runs"
    return f"{amount} {verb if count <= 1 else verb[:-1]}"


def fall_facts(view: CampaignView, task: str, falls: pd.DataFrame) -> str:
    """Return the largest and the mean fall, and how many runs fall `LARGE_FALL` ranks or more."""
    farthest = falls[falls.fall == falls.fall.max()]
    if not len(farthest) or not (largest := int(farthest.fall.iloc[0])):
        return "No run falls in rank."
    first = farthest.iloc[0]
    name = f"{'for example ' if len(farthest) > 1 else ''}{view.names[task, first.run].title}"
    rises = int((falls["rank_without"] < falls["rank"]).sum())
    risen = f", counting 0 for {counted(rises, 'run')} that {'rises' if rises == 1 else 'rise'}" * (rises > 0)
    fall_far, many = int((falls.fall >= LARGE_FALL).sum()), ""
    if fall_far or len(falls) > LARGE_FALL:  # of fewer runs, none can fall as far
        many = f"; {of_runs(fall_far, len(falls), 'falls')} {LARGE_FALL} ranks or more"
    return (
        f"The largest fall is {counted(largest, 'rank')} ({name}, from {first['rank']:,} to "
        f"{first['rank_without']:,}), the mean {mean(falls.fall):.1f}{risen}{many}."
    )
