"""Do the results support the conclusions drawn from them? Checks of a campaign, for its organisers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import isnan

import numpy as np
import pandas as pd

from inexreport.model.counted import counted, have
from inexreport.model.outcome import JUDGED_DEPTHS
from inexreport.model.problem_kinds import PROBLEM_KINDS
from inexreport.model.score_numbers import comparable
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import correlation, decimals
from inexreport.report.words import words_of
from inexreport.statistics.significance import LEVEL
from inexreport.subjects.agreement import overlap_answer
from inexreport.subjects.assessment_sets import asked
from inexreport.subjects.correlations import taus_of_official
from inexreport.subjects.judge_lab import nuggets_answer
from inexreport.subjects.judges import kappa_answer
from inexreport.subjects.leave_out import fall_facts, of_runs
from inexreport.subjects.pool_growth import DEEP_ENOUGH, deepest_ranks, pool_growth
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.problems import scored_otherwise
from inexreport.subjects.reusability import (
    DIFFERENT,
    EQUIVALENT,
    FEWEST_RANKS,
    MOST_FAR,
    brought_by_others,
    contributors_falls,
    fewest_far,
    is_measured,
    ranked_runs,
    reusability,
    share_far,
    tau_fact,
)
from inexreport.subjects.sections import Page, Section, View
from inexreport.subjects.significance import TEST_NAMES, of_first_test
from inexreport.subjects.winners import is_perfect


class Verdict(StrEnum):
    """What a check found, in words."""

    GOOD = "In order"
    CARE = "With care"
    ACT = "Needs attention"
    UNKNOWN = "Cannot be judged"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict of a check on a task, or on the campaign if `task` is empty.

    `page` is the kind of the page behind the number, and `fragment` its part; a `page` of a task is that of
    the task.
    """

    task: str
    verdict: Verdict
    text: str
    page: str
    fragment: str = ""


def graded(value: float, good: float, care: float) -> Verdict:
    """Return the verdict on a number of which more is better.

    Examples
    --------
    >>> [str(graded(value, 0.9, 0.8)) for value in (0.9, 0.85, 0.79)]
    ['In order', 'With care', 'Needs attention']
    """
    return Verdict.GOOD if value >= good else Verdict.CARE if value >= care else Verdict.ACT


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
        if is_perfect(column, known):
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


JUDGED_DEPTH = 10
"""First results of a run of which it is asked how many were judged."""

FEW_RELEVANT = 5

KAPPA_LIMITS, OVERLAP_LIMITS = (0.61, 0.41), (0.42, 0.3)
"""From the first the verdict is `Verdict.GOOD`, from the second `Verdict.CARE`."""


def pools_deep_enough(view: CampaignView) -> Iterator[Finding]:
    """Say which share of the items that the deepest ranks added to a task's pools is relevant."""
    for outcome in view.outcome.tasks if not words_of(view.outcome.campaign).of_answers else ():
        task = outcome.task.name
        items = pools_of_task(outcome, view.outcome.campaign).items
        if outcome.relevant_articles.only_relevant:
            text = f"The assessments list relevant {items} only, so it is not known what was judged."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        if not outcome.task.pool_depth_stated:
            text = "campaign.toml does not state the depth of the pools (pool_depth)."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling")
            continue
        found = deepest_ranks(pool_growth(outcome, view.outcome.campaign))
        if found is None:
            yield Finding(task, Verdict.UNKNOWN, "No run has results at the depth of the pools.", "pooling")
            continue
        share, ranks = found
        relevant = decimals(100 * share, "%")
        text = f"Of the {items} that only {ranks} brought into the pools, {relevant} are relevant."
        yield Finding(task, graded(-share, *(-limit for limit in DEEP_ENOUGH)), text, "pooling")


def pools_reusable(view: CampaignView) -> Iterator[Finding]:
    """Say how far runs fall without what only their own participant found; of documents only."""
    for outcome in view.outcome.tasks:
        task = outcome.task.name
        campaign = view.outcome.campaign
        if not is_measured(outcome, campaign):
            continue
        found, falls = reusability(outcome, campaign), contributors_falls(outcome, campaign)
        share, noun = share_far(found, falls, ranked_runs(outcome)), pools_of_task(outcome, campaign).noun
        if isnan(share) or len(found) < 2:
            text = f"Fewer than two {noun}s contributed to the pools, or fewer than two runs have scores."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling", "reusability")
            continue
        if brought_by_others(outcome, campaign):
            text = "Other runs than these brought most of the relevant documents into the pools."
            yield Finding(task, Verdict.UNKNOWN, text, "pooling", "reusability")
            continue
        least = fewest_far(ranked_runs(outcome))
        far = of_runs(int((falls.fall >= least).sum()), len(falls), "falls")
        text = (
            f"Without what only its own {noun} found, {far} {least} ranks or more. "
            f"{fall_facts(view, task, falls)} {tau_fact(view, task, found)}"
        )
        verdict = graded(-share, 0.0, -MOST_FAR)
        yield Finding(task, verdict, text, "pooling", "reusability")


def first_results_judged(view: CampaignView) -> Iterator[Finding]:
    """Say which share of the first results of the ranked runs was judged."""
    for outcome in view.outcome.tasks:
        task, column = outcome.task.name, JUDGED_DEPTHS.index(JUDGED_DEPTH)
        if outcome.relevant_articles.only_relevant or words_of(view.outcome.campaign).of_answers:
            continue
        compositions = [run.composition for run in view.standings[task].runs if run.composition]
        shares = [float(one.judged_to_depth[column]) for one in compositions]
        known = [share for share in shares if not isnan(share)]
        if known:
            median = float(np.median(known))
            text = (
                f"The median of {counted(len(known), 'ranked run')} has {decimals(100 * median, '%')} of its "
                f"first {JUDGED_DEPTH} results judged, the lowest {decimals(100 * min(known), '%')}."
            )
            yield Finding(task, graded(median, 0.95, 0.8), text, "pooling")


def judges_agree(view: CampaignView) -> Iterator[Finding]:
    """Say how far each further judge agrees with the official one."""
    campaign = view.outcome.campaign
    if not campaign.judges:
        text = "Each topic has one judge, so agreement is not known."
        yield Finding("", Verdict.UNKNOWN, text, "topics")
    for one in campaign.judges:
        if words_of(campaign).of_answers:
            yield _agreement(nuggets_answer(view.outcome, one.judge), KAPPA_LIMITS)
        elif words_of(campaign).of_documents:
            yield _agreement(kappa_answer(view.outcome, one.judge), KAPPA_LIMITS)
        else:
            yield _agreement(overlap_answer(view.outcome, one.judge), OVERLAP_LIMITS)


def _agreement(answer: tuple[float, str], limits: tuple[float, float]) -> Finding:
    value, text = answer
    verdict = Verdict.UNKNOWN if isnan(value) else graded(value, *limits)
    return Finding("", verdict, text, "assessors")


def enough_topics(view: CampaignView) -> Iterator[Finding]:
    """Say how many topics were assessed, and how many of them have few relevant items.

    Tasks with topics or assessments of their own are collections of their own.
    """
    campaign = view.outcome.campaign
    items = words_of(campaign).items
    by_task = {task: asked(view, task, campaign.of_task(task).assessments) for task in view.standings}
    different = {tuple(topic.topic for topic in one) for one in by_task.values()}
    if len(different) < 2 and not campaign.task_assessments:
        by_task = {"": [*campaign.assessments.topics.values()]}
    for task, assessed in by_task.items():
        text = f"{counted(len(assessed), 'topic')} {'was' if len(assessed) == 1 else 'were'} assessed."
        yield Finding(task, graded(len(assessed), 50, 25), text, "topics")
        if words_of(campaign).of_answers:
            continue
        few = [topic for topic in assessed if topic.relevant_articles < FEW_RELEVANT]
        none = sum(topic.relevant_articles == 0 for topic in few)
        text = f"{have(len(few), 'topic')} fewer than {FEW_RELEVANT} relevant {items}"
        of_these = f", {none:,} of these" if none < len(few) else ", and"
        text += f"{of_these} {'has' if none == 1 else 'have'} none." if none else "."
        share = len(few) / len(assessed) if assessed else 0.0
        yield Finding(task, graded(-share, 0.0, -0.1), text, "topics")


@dataclass(frozen=True, slots=True)
class Check:
    """A question about the campaign: its title, its limits with their source, and how it is answered."""

    title: str
    limits: str
    findings: Callable[[CampaignView], Iterator[Finding]]


CONVENTION = "The limits are a convention of this page, without a published source."

CHECKS = (
    Check("Were runs rejected?", f"In order if none was. {CONVENTION}", rejected_runs),
    Check(
        "Were the runs scored as submitted?",
        "In order if no evaluated run has a warning that affects the scores, such as an order that is "
        "contradicted, repeated documents or unknown topics; with care for up to "
        f"{MOST_SCORED_OTHERWISE:.0%} of the runs. {CONVENTION}",
        runs_scored_otherwise,
    ),
    Check(
        "Are there suspicious runs?",
        "In order unless a ranked run has on all topics the highest score, 0, or the scores of another run. "
        f"{CONVENTION}",
        suspicious_runs,
    ),
    Check(
        "Are the pools deep enough?",
        "In order if at most 5% of what the deepest ranks added is relevant, with care up to 20%. The rate "
        f"of new relevant items tells whether to judge on (Zobel, SIGIR 1998). {CONVENTION}",
        pools_deep_enough,
    ),
    Check(
        "Can systems that did not contribute to the pools be compared?",
        "In order if, without the finds of its own participant, no run falls by a twentieth of the ranked "
        f"runs (at least {FEWEST_RANKS} ranks), with care if at most 5% of the runs do. {CONVENTION}",
        pools_reusable,
    ),
    Check(
        "Were the first results judged?",
        f"In order if the median run has 95% of its first {JUDGED_DEPTH} results judged, with care from "
        f"80%. {CONVENTION}",
        first_results_judged,
    ),
    Check(
        "Do the judges agree?",
        "Kappa: in order from 0.61 (“substantial”), with care from 0.41 (“moderate”; Landis and Koch, "
        "Biometrics 1977). Articles that both found relevant: in order from 42%, the lowest mean overlap of "
        "two TREC assessors, under which rankings hardly changed (Voorhees, Information Processing & "
        "Management 2000); with care from 30%, a convention of this page.",
        judges_agree,
    ),
    Check(
        "Are there enough topics with enough relevant items?",
        "Topics: in order from 50, with care from 25 (Buckley and Voorhees, SIGIR 2000). Relevant items: in "
        f"order if no topic has fewer than {FEW_RELEVANT}, with care if at most 10% of the topics have; a "
        "convention of this page, since a single item then moves the score of a topic far.",
        enough_topics,
    ),
    Check(
        "Do the metrics agree?",
        f"In order if the lowest tau of a metric with the official one is at least {EQUIVALENT} (Voorhees, "
        "SIGIR 2001), else with care: metrics may differ because they measure different things.",
        metrics_agree,
    ),
    Check(
        "Do the runs differ significantly?",
        f"In order from 25% of the pairs, with care from 5%. {CONVENTION}",
        significant_pairs,
    ),
)


def health_page(view: CampaignView) -> Page:
    """Return what needs attention, then every check with its findings.

    Nothing is computed for the page: all numbers are those of other pages. A check that concerns no task of
    the campaign is left out.
    """
    found = pd.DataFrame(
        [{"check": check.title} | asdict(one) for check in CHECKS for one in check.findings(view)]
    )
    task, text = {"task": ("Task", "task")}, {"text": ("Finding", "told")}
    columns = task | {"verdict": ("Verdict", "verdict")} | text
    counts = [(one, int((found.verdict == one).sum())) for one in Verdict]
    summary = "; ".join(f"{one}: {counted(count, 'finding')}" for one, count in counts if count)
    urgent = found[found.verdict == Verdict.ACT]
    title, nothing = "What needs attention", "Nothing: no check found a value below its lower limit."
    table = View(title, urgent, task | {"check": ("Check", "text")} | text)
    answered = [(check, own) for check in CHECKS if len(own := found[found.check == check.title])]
    return Page(
        "Campaign health",
        "Campaign health",
        "For the organisers: do the results support the conclusions drawn from them? Each finding links to "
        "the page with its numbers.",
        [
            Section("attention", title, [f"{summary}."], [table] if len(urgent) else [nothing]),
            *(
                Section(f"check-{place}", check.title, parts=[View(check.title, own, columns, check.limits)])
                for place, (check, own) in enumerate(answered, start=1)
            ),
        ],
    )
