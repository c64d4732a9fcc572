"""Checks of runs, metrics and tests for the organisers of a campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.problem_kinds import PROBLEM_KINDS
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation, decimals
from inexreport.report.health_findings import Finding, Verdict, graded
from inexreport.report.words import words_of
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.correlations import taus_of_official
from inexreport.subjects.problems import scored_otherwise
from inexreport.subjects.reusability import DIFFERENT, EQUIVALENT
from inexreport.subjects.significance import TEST_NAMES, of_first_test

MOST_SCORED_OTHERWISE = 0.05
"""Share of the evaluated runs; more need attention."""


def rejected_runs(view: CampaignView) -> Iterator[Finding]:
    """Say how many runs were not evaluated."""
    runs = [run for task in view.outcome.tasks for run in task.runs]
    rejected = sum(not run.evaluated for run in runs)
    if not rejected:
        yield Finding("", Verdict.GOOD, f"None of {counted(len(runs), 'run')} was rejected.", "problems")
        return
    were = "was" if rejected == 1 else "were"
    text = (
        f"{rejected:,} of {counted(len(runs), 'run')} {were} rejected. Send the reasons and remedies to the "
        "participants."
    )
    yield Finding("", Verdict.ACT, text, "problems", "rejected")


def runs_scored_otherwise(view: CampaignView) -> Iterator[Finding]:
    """Say for how many evaluated runs a warning affects the scores, and which warnings these are."""
    evaluated = [run for task in view.outcome.tasks for run in task.runs if run.evaluated]
    if not evaluated:
        yield Finding("", Verdict.UNKNOWN, "No run was evaluated.", "problems")
        return
    concerned = [codes for run in evaluated if (codes := {one.code for one in scored_otherwise(run)})]
    counts = Counter(code for codes in concerned for code in codes)
    named = [code for code in PROBLEM_KINDS if code in counts]  # in a fixed order
    text = (
        f"{len(concerned) or 'None'} of {counted(len(evaluated), 'evaluated run')} "
        f"{'have' if len(concerned) > 1 else 'has'} a warning that affects the scores"
    )
    if named:
        text += ": " + ", ".join(f"{code} ({counted(counts[code], 'run')})" for code in named)
    verdict = graded(-len(concerned) / len(evaluated), 0, -MOST_SCORED_OTHERWISE)
    yield Finding("", verdict, f"{text}.", "problems", named[0] if named else "")


def suspicious_runs(view: CampaignView) -> Iterator[Finding]:
    """Name ranked runs whose scores look as if something went wrong."""
    for task, standings in view.standings.items():
        found = list(_oddities(view, task))
        if found:
            yield Finding(task, Verdict.ACT, " ".join(found), "task")
        elif standings.runs:
            text = "No ranked run has perfect scores, zeros or the scores of another run on all topics."
            yield Finding(task, Verdict.GOOD, text, "task")


def _oddities(view: CampaignView, task: str) -> Iterator[str]:
    """Sentences about ranked runs with the best possible score, with 0, or with the scores of another run."""
    column, items = view.official_column(task), words_of(view.outcome.campaign).items
    runs = view.standings[task].runs
    seen: dict[bytes, str] = {}
    for run, row in zip(runs, comparable(view.findings(task).scores), strict=True):
        title, known = view.names[task, run.submission.name].badged_label, row[~np.isnan(row)]
        if not len(known):
            continue
        if not column.imported and (known == column.highest).all():
            yield (
                f"{title} has the highest possible score, {decimals(column.highest, column.unit)}, on every "
                "topic: it is likely made from the assessments. If so, set its status to reference in "
                "runs.csv."
            )
        elif not column.imported and (known == 0).all():
            yield f"{title} scores 0 on every topic: check its identifiers of topics and {items}."
        elif (same := seen.setdefault(row.tobytes(), title)) != title:
            yield (
                f"{title} has the scores of {same} on every topic: check whether one run was submitted twice."
            )


def metrics_agree(view: CampaignView) -> Iterator[Finding]:
    """Give the lowest correlation of the official ranking of each task with that of another metric."""
    for task, standings in view.standings.items():
        tau, runs = taus_of_official(view, task), len(standings.runs)
        if tau.empty or runs < 3:
            yield Finding(
                task, Verdict.UNKNOWN, "Fewer than three runs or two metrics rank runs.", "correlations"
            )
            continue
        known = tau.dropna()
        if known.empty:
            yield Finding(task, Verdict.UNKNOWN, "The metrics give all runs one score.", "correlations")
            continue
        place = int(comparable(known.to_numpy()).argmin())
        lowest, value = known.index[place], float(known.iloc[place])
        text = (
            f"Kendall’s tau with the official {standings.task.official} is at least {correlation(value)} "
            f"({lowest}), by {counted(len(known), 'other metric')} and {runs:,} runs."
        )
        verdict = graded(value, EQUIVALENT, DIFFERENT)
        yield Finding(task, Verdict.CARE if verdict is Verdict.ACT else verdict, text, "correlations")


def significant_pairs(view: CampaignView) -> Iterator[Finding]:
    """Say how many pairs of a task's runs differ significantly by its first test."""
    for task in view.standings:
        found = of_first_test(view.of(task))
        tested = int(found.p_adjusted.count())
        if not tested:
            text = "No two runs could be tested: there are too few runs or topics."
            yield Finding(task, Verdict.UNKNOWN, text, "significance")
            continue
        differing = int((found.p_adjusted < LEVEL).sum())
        share = differing / tested
        text = (
            f"Pairs of runs that differ significantly: {differing:,} of {tested:,} "
            f"({decimals(100 * share, '%')}; {TEST_NAMES[found.test.iloc[0]]})."
        )
        yield Finding(task, graded(share, 0.25, 0.05), text, "significance")
