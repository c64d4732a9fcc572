"""From a run as read to its outcome: located, checked by the task's rules, scored."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.evaluation.composition import compose
from inexreport.evaluation.diagnosis import diagnose
from inexreport.evaluation.rule_effects import rule_effects
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan, asks
from inexreport.evaluation.top_results import top_results
from inexreport.judging.judged_ranking import UNJUDGED, judged_articles
from inexreport.judging.limits import cut_at_rank, cut_by_rules
from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.judging.location import locate
from inexreport.judging.validity import check_rules
from inexreport.model.assessment import UNKNOWN
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.pool import METASEARCH_DEPTH
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import ABSENT, ResultForm, Results, Run


def evaluate_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
) -> RunOutcome:
    """Check a run by the rules of its task and compute every score of it.

    Parameters
    ----------
    run : Run
    campaign : Campaign
    plan : TaskPlan
        Of the run's task.
    elements : ElementTable, optional
        Where elements of the collection begin and end.
    problems : sequence of Problem
        What was found while reading the file.

    Returns
    -------
    RunOutcome
        Without scores if the run, as read or by the rules, has an error.
    """
    checked = check_run(run, campaign, plan, elements, problems)
    outcome = replace(checked.outcome, composition=compose(checked.located, campaign.assessments))
    if checked.rejected:
        return outcome
    judgement = judge_run(checked, plan)
    return replace(
        outcome,
        problems=(*checked.outcome.problems, *_unknown_sizes(judgement, plan, run)),
        scores=judgement.scores(plan.metrics),
        curves=judgement.curves(plan.metrics),
        top_results=top_results(checked.located, max(plan.task.pool_depth, METASEARCH_DEPTH)),
        diagnosis=diagnose(
            judgement,
            plan,
            rule_effects(checked.located, judgement, plan, checked.not_asked, checked.beyond_cutoff),
        ),
    )


def score_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
) -> RunOutcome:
    """Check a run and compute its scores alone; parameters and scores as in `evaluate_run`."""
    checked = check_run(run, campaign, plan, elements, problems)
    if checked.rejected:
        return checked.outcome
    return replace(checked.outcome, scores=judge_run(checked, plan).scores(plan.metrics))


@dataclass(frozen=True, eq=False)
class CheckedRun:
    """A run that has been held against the rules of its task.

    Attributes
    ----------
    located : LocatedRun
        Cut at the task's rank; topics that the campaign does not have are left out.
    outcome : RunOutcome
        What is known before it is judged: its submission and problems.
    not_asked, beyond_cutoff : int
        Results that were left out: for other topics, and beyond the task's rank.
    """

    located: LocatedRun
    outcome: RunOutcome
    not_asked: int
    beyond_cutoff: int

    @property
    def rejected(self) -> bool:
        return bool(self.outcome.errors)


def check_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
) -> CheckedRun:
    """Hold a run against the rules of its task; parameters as in `evaluate_run`.

    Before there are topics or assessments, as when a participant checks a submission, every topic of the
    run is looked at, and nothing is said of places, of which none can be known.
    """
    task, submission = plan.task, run.submission
    log = ProblemLog(submission.file, ProblemScope.RUN, submission.task, submission.name)
    log.extend(problems)
    known = _known_topics(run.results, campaign)
    asked_for = _asked_for(run.results, campaign, plan, elements)
    located = cut_at_rank(asked_for, task.cutoff, log)
    places_are_known = bool(campaign.assessments.topics) or elements is not None
    _report_unknown_places(located, elements, plan, log, matter=plan.reads_places and places_are_known)
    overlap_of = str(plan.settings.get("overlap_of", "text"))
    check_rules(located, task.rules, campaign.assessments.topics.keys() or known, log, overlap_of)
    outcome = RunOutcome(
        submission=submission,
        results=len(run.results),
        problems=tuple(log),
    )
    return CheckedRun(
        located,
        outcome,
        not_asked=len(run.results) - len(asked_for),
        beyond_cutoff=len(asked_for) - len(located),
    )


def _known_topics(results: Results, campaign: Campaign) -> AbstractSet[str]:
    return campaign.topics.keys() | campaign.assessments.topics.keys() or set(results.topics)


def _asked_for(
    results: Results, campaign: Campaign, plan: TaskPlan, elements: ElementTable | None
) -> LocatedRun:
    """The results for topics that the task asks, with their places."""
    asked = {topic for topic in _known_topics(results, campaign) if asks(plan.task, campaign, topic)}
    located = locate(results, campaign.assessments, elements, campaign.collection)
    return LocatedRun(tuple(ranking for ranking in located if ranking.topic in asked))


def judge_again(
    results: Results, campaign: Campaign, plan: TaskPlan, elements: ElementTable | None = None
) -> RunJudgement:
    """Join results of a run that has been checked with the assessments; parameters as in `check_run`."""
    unread = ProblemLog("")
    return _judged(cut_at_rank(_asked_for(results, campaign, plan, elements), plan.task.cutoff, unread), plan)


def judge_run(checked: CheckedRun, plan: TaskPlan) -> RunJudgement:
    """Join a run that keeps the rules with the assessments, ready for metrics."""
    return _judged(checked.located, plan)


def _judged(located: LocatedRun, plan: TaskPlan) -> RunJudgement:
    return RunJudgement(cut_by_rules(located, plan.task.rules), plan.assessments, plan.task.topics)


def _unknown_sizes(judgement: RunJudgement, plan: TaskPlan, run: Run) -> ProblemLog:
    log = ProblemLog(run.submission.file, ProblemScope.RUN, run.submission.task, run.submission.name)
    unsized = judgement.unsized_results(plan.metrics)
    if unsized:
        log.add(
            "sizes-unknown",
            found=f"{unsized} results parts of which were returned before, without sizes",
            expected="sizes in the assessments, or documents; touched are metrics with overlap=on",
            count=unsized,
        )
    return log


def _report_unknown_places(
    run: LocatedRun, elements: ElementTable | None, plan: TaskPlan, log: ProblemLog, *, matter: bool
) -> None:
    """Report paths that a known document does not have and, where places matter, places nothing tells."""
    has_document = _has_document(run, elements)
    wrong_paths: list[int] = []
    unknown: list[int] = []
    unknown_lengths: list[int] = []
    no_elements: list[int] = []
    for ranking in run:
        if ranking.located.all() and ranking.path.min(initial=0) != ABSENT:
            continue
        rows = np.flatnonzero(~ranking.located)
        wrong = (ranking.path[rows] != ABSENT) & has_document[ranking.article[rows]]
        wrong_paths.extend(ranking.line[rows[wrong]].tolist())
        if matter:
            rows = rows[_places_matter(ranking, plan)[rows] & ~wrong]
            is_article = ranking.form[rows] == ResultForm.ARTICLE
            unknown.extend(ranking.line[rows[~is_article]].tolist())
            unknown_lengths.extend(ranking.line[rows[is_article]].tolist())
        no_elements.extend(ranking.line[ranking.path == ABSENT].tolist())
    results = len(run)
    if no_elements and plan.reads_elements:
        log.add(
            "result-no-element",
            found=f"{len(no_elements)} of {results} results",
            expected="results that are elements",
            lines=sorted(no_elements),
        )
    if wrong_paths:
        log.add(
            "path-unknown",
            found=f"{len(wrong_paths)} of {results} results",
            expected="paths of elements that their documents have",
            lines=sorted(wrong_paths),
        )
    if unknown:
        log.add(
            "place-unknown",
            found=f"{len(unknown)} of {results} results",
            expected="offsets, or elements that the assessments or documents know",
            lines=sorted(unknown),
        )
    if unknown_lengths:
        log.add(
            "article-length-unknown",
            found=f"{len(unknown_lengths)} of {results} results",
            expected="articles whose length the assessments or documents know, or a mean_document_length",
            lines=sorted(unknown_lengths),
        )


def _has_document(run: LocatedRun, elements: ElementTable | None) -> NDArray[np.bool_]:
    """Of which of a run's articles it is known what elements they have; shape (articles of the run,)."""
    names = next((ranking.articles for ranking in run), pa.array([], pa.string()))
    if elements is None:
        return np.zeros(len(names), dtype=np.bool_)
    known: NDArray[np.bool_] = elements.numbers(names) != UNKNOWN
    return known


def _places_matter(ranking: TopicRanking, plan: TaskPlan) -> NDArray[np.bool_]:
    """Of which results a metric may ask where they lie; shape (results,).

    Where overlap is told by paths (until 2006), only of those in judged articles: nothing is highlighted
    elsewhere, and the places there are not even read from the collection's table.
    """
    if plan.settings.get("overlap_of") != "paths" or not plan.assessments:
        return np.ones(len(ranking), dtype=np.bool_)
    assessment = plan.assessments.get(ranking.topic)
    if assessment is None:
        return np.zeros(len(ranking), dtype=np.bool_)
    matters: NDArray[np.bool_] = judged_articles(ranking, assessment) != UNJUDGED
    return matters
