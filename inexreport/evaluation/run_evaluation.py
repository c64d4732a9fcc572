"""Evaluates a run: locates its results, checks the rules of its task, computes all scores."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from inexreport.evaluation.composition import compose
from inexreport.evaluation.diagnosis import diagnose, judged_ranks
from inexreport.evaluation.first_results import first_results
from inexreport.evaluation.first_scores import first_scores
from inexreport.evaluation.rule_effects import rule_effects
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan, asks, pools_elements
from inexreport.evaluation.top_results import top_results
from inexreport.evaluation.topic_gains import topic_gains
from inexreport.evaluation.unjudged import unjudged_documents
from inexreport.formats.run_content import MOST_RESULTS
from inexreport.judging.assigned_answers import report_unassigned
from inexreport.judging.judged_names import report_unjudged
from inexreport.judging.judged_ranking import UNJUDGED, judged_articles
from inexreport.judging.limits import cut_at_rank, cut_by_rules, report_depth
from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.judging.location import locate
from inexreport.judging.validity import check_pools, check_rules
from inexreport.model.arrow_arrays import string_array
from inexreport.model.assessment import OF_TEXT, UNKNOWN, Judged
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.run import ABSENT, ResultForm, Results, Run


def evaluate_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
) -> RunOutcome:
    """Check a run by the rules of its task and compute its scores, curves and diagnosis.

    Parameters
    ----------
    run : Run
    campaign : Campaign
    plan : TaskPlan
        Of the run's task.
    elements : ElementTable, optional
        Places of the collection's elements.
    problems : sequence of Problem
        Problems of reading the file.

    Returns
    -------
    RunOutcome
        Without scores if the run has an error.
    """
    campaign = campaign.of_task(plan.task.name)
    checked = check_run(run, campaign, plan, elements, problems)
    outcome = replace(checked.outcome, composition=compose(checked.located, campaign.assessments))
    if checked.rejected:
        return outcome
    judgement = judge_run(checked, plan)
    scores = judgement.scores(plan.metrics)
    if campaign.judged is Judged.ANSWERS:
        sentences = replace(compose(checked.located, campaign.assessments), element_types={})
        return replace(outcome, composition=sentences, scores=scores, answers=run.answers)
    judges_documents = campaign.judged is Judged.DOCUMENTS
    return replace(
        outcome,
        problems=(*checked.outcome.problems, *_unknown_sizes(judgement, plan, run)),
        scores=scores,
        depth_scores=tuple(_score_at(depth, checked.located, plan) for depth in plan.task.depths),
        curves=judgement.curves(plan.metrics),
        gains=topic_gains(judgement, scores, plan),
        top_results=top_results(checked.located, plan.task.results_for_pools, campaign.judged),
        diagnosis=diagnose(
            judgement,
            plan,
            rule_effects(checked.located, judgement, plan, checked.not_asked, checked.beyond_cutoff),
        ),
        unjudged=unjudged_documents(judgement, plan) if judges_documents else None,
        judged_ranks=judged_ranks(judgement) if judges_documents else None,
        first_scores=first_scores(judgement, scores, plan),
        first_results=None if judges_documents else first_results(judgement, plan.matching),
    )


def score_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
) -> RunOutcome:
    """Check a run and compute its scores only; parameters and scores as in `evaluate_run`."""
    checked = check_run(run, campaign, plan, elements, problems)
    if checked.rejected:
        return checked.outcome
    return replace(checked.outcome, scores=judge_run(checked, plan).scores(plan.metrics))


def evaluate_first_results(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None = None,
    problems: Sequence[Problem] = (),
    *,
    depth: int,
) -> RunOutcome:
    """Check a run and return its first `depth` results of each topic only; else as `evaluate_run`.

    The campaign may lack assessments.
    """
    checked = check_run(run, campaign, plan, elements, problems)
    if checked.rejected:
        return checked.outcome
    return replace(checked.outcome, top_results=top_results(checked.located, depth, campaign.judged))


@dataclass(frozen=True, eq=False)
class CheckedRun:
    """A run that has been checked by the rules of its task.

    Attributes
    ----------
    located : LocatedRun
        After the task's cut-off, without topics of other tasks and unknown topics.
    outcome : RunOutcome
        Submission and problems.
    not_asked, beyond_cutoff : int
        Results that were left out: for other topics, and beyond the task's cut-off.
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
    """Check a run by the rules of its task; parameters as in `evaluate_run`.

    Before a campaign has topics or assessments, all topics of the run are checked, and unknown places are
    not reported.
    """
    task, submission, campaign = plan.task, run.submission, campaign.of_task(plan.task.name)
    log = ProblemLog(submission.file, ProblemScope.RUN, submission.task, submission.name)
    log.extend(problems)
    known = _known_topics(run.results, campaign)
    asked_for = _asked_for(run.results, campaign, plan, elements)
    located = cut_at_rank(asked_for, task.cutoff, log)
    if campaign.judged is Judged.DOCUMENTS and task.cutoff >= MOST_RESULTS:
        report_depth(located, log)
    if campaign.judged is Judged.ANSWERS:
        report_unassigned(located, plan.assessments, log)
    else:
        report_unjudged(located, plan.assessments, log)
    check_pools(
        asked_for,
        task.rules.outside_pool,
        {
            topic: pool.elements
            for topic, pool in (campaign.pools or {}).items()
            if topic in known and asks(task, campaign, topic)
        },
        log,
        of_elements=pools_elements(task, campaign.assessments.topics),
    )
    places_are_known = bool(campaign.assessments.topics) or elements is not None
    _report_unknown_places(located, elements, plan, log, matter=plan.reads_places and places_are_known)
    overlap_of = str(plan.settings.get("overlap_of", "text"))
    if campaign.judged in OF_TEXT:  # documents that are returned twice are errors of the file
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
    """Located results for topics of the task."""
    asked = {topic for topic in _known_topics(results, campaign) if asks(plan.task, campaign, topic)}
    located = locate(results, campaign.assessments, elements, campaign.collection)
    return LocatedRun(tuple(ranking for ranking in located if ranking.topic in asked))


def judge_again(
    results: Results, campaign: Campaign, plan: TaskPlan, elements: ElementTable | None = None
) -> RunJudgement:
    """Join the results of an accepted run with the assessments; parameters as in `check_run`."""
    campaign = campaign.of_task(plan.task.name)
    results = results.without_articles(campaign.assessments.taken_out)
    return _judged(_first(plan.task.cutoff, _asked_for(results, campaign, plan, elements)), plan)


def _first(depth: int, located: LocatedRun) -> LocatedRun:
    """The first results of each topic, without a report of the others."""
    return cut_at_rank(located, depth, ProblemLog(""))


def _score_at(depth: int, located: LocatedRun, plan: TaskPlan) -> float:
    """The official score of the first results of each topic."""
    return float(_judged(_first(depth, located), plan).scores((plan.official,)).mean[0])


def judge_run(checked: CheckedRun, plan: TaskPlan) -> RunJudgement:
    """Join an accepted run with the assessments, ready for metrics."""
    return _judged(checked.located, plan)


def _judged(located: LocatedRun, plan: TaskPlan) -> RunJudgement:
    return RunJudgement(cut_by_rules(located, plan.task.rules), plan.assessments, plan.task.topics)


def _unknown_sizes(judgement: RunJudgement, plan: TaskPlan, run: Run) -> ProblemLog:
    log = ProblemLog(run.submission.file, ProblemScope.RUN, run.submission.task, run.submission.name)
    unsized = judgement.unsized_results(plan.metrics)
    if unsized:
        log.add(
            "sizes-unknown",
            found=f"{unsized:,} results parts of which were returned before, without sizes",
            expected="sizes in the assessments, or documents; touched are metrics with overlap=on",
            count=unsized,
        )
    return log


def _report_unknown_places(
    run: LocatedRun, elements: ElementTable | None, plan: TaskPlan, log: ProblemLog, *, matter: bool
) -> None:
    """Report paths that a known document does not have and, if places matter, unknown places."""
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
        if plan.reads_elements:
            no_elements.extend(ranking.line[ranking.path == ABSENT].tolist())
    length_known = "articles whose length the assessments or documents know, or a mean_document_length"
    for code, lines, expected in (
        ("result-no-element", no_elements, "results that are elements"),
        ("path-unknown", wrong_paths, "paths of elements that their documents have"),
        ("place-unknown", unknown, "offsets, or elements that the assessments or documents know"),
        ("article-length-unknown", unknown_lengths, length_known),
    ):
        if lines:
            found = f"{len(lines):,} of {len(run):,} results"
            log.add(code, found=found, expected=expected, lines=sorted(lines))


def _has_document(run: LocatedRun, elements: ElementTable | None) -> NDArray[np.bool_]:
    """Whether the elements of each article of a run are known; shape (articles of the run,)."""
    names = next((ranking.articles for ranking in run), string_array(()))
    if elements is None:
        return np.zeros(len(names), dtype=np.bool_)
    known: NDArray[np.bool_] = elements.numbers(names) != UNKNOWN
    return known


def _places_matter(ranking: TopicRanking, plan: TaskPlan) -> NDArray[np.bool_]:
    """Whether a metric may read the place of each result; shape (results,).

    If overlap is defined by paths (until 2006), only in judged articles: nothing is highlighted elsewhere,
    and places there are not read from the collection's table.
    """
    if plan.settings.get("overlap_of") != "paths" or not plan.assessments:
        return np.ones(len(ranking), dtype=np.bool_)
    assessment = plan.assessments.get(ranking.topic)
    if assessment is None:
        return np.zeros(len(ranking), dtype=np.bool_)
    matters: NDArray[np.bool_] = judged_articles(ranking, assessment) != UNJUDGED
    return matters
