"""From a run as read to its outcome: located, checked by the task's rules, scored."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.evaluation.composition import compose
from inexreport.evaluation.run_scores import RunJudgement
from inexreport.evaluation.task_plan import TaskPlan
from inexreport.judging.limits import cut_at_rank, cut_by_rules
from inexreport.judging.located_run import LocatedRun
from inexreport.judging.location import locate
from inexreport.judging.validity import check_rules
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import Problem, ProblemLog, ProblemScope
from inexreport.model.problem_kinds import Severity
from inexreport.model.run import Results, Run


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
    judgement, outcome = judge_run(run, campaign, plan, elements, problems)
    if judgement is None:
        return outcome
    return RunOutcome(
        submission=outcome.submission,
        results=outcome.results,
        problems=outcome.problems,
        scores=judgement.scores(plan.metrics),
        curves=judgement.curves(plan.metrics),
        composition=outcome.composition,
    )


def judge_run(
    run: Run,
    campaign: Campaign,
    plan: TaskPlan,
    elements: ElementTable | None,
    problems: Sequence[Problem],
) -> tuple[RunJudgement | None, RunOutcome]:
    """As `evaluate_run`, before any metric is computed; no judgement of a run that is rejected."""
    task, submission = plan.task, run.submission
    log = ProblemLog(submission.file, ProblemScope.RUN, submission.task, submission.name)
    log.extend(problems)
    known = campaign.topics.keys() | campaign.assessments.topics.keys()
    located = locate(run.results, campaign.assessments, elements, campaign.collection)
    located = LocatedRun(tuple(ranking for ranking in located if ranking.topic in known))
    located = cut_at_rank(located, task.cutoff, log)
    _report_unknown_places(located, run.results, log)
    check_rules(located, task.rules, campaign.assessments.topics, log)
    outcome = RunOutcome(
        submission=submission,
        results=len(run.results),
        problems=tuple(log),
        composition=compose(run.results, located, campaign.assessments),
    )
    if any(problem.severity is Severity.ERROR for problem in log):
        return None, outcome
    located = cut_by_rules(located, task.rules)
    return RunJudgement(located, campaign.assessments, task.topics), outcome


def _report_unknown_places(run: LocatedRun, results: Results, log: ProblemLog) -> None:
    lines = [line for ranking in run for line in ranking.line[~ranking.located].tolist()]
    if lines:
        log.add(
            "place-unknown",
            found=f"{len(lines)} of {len(results)} results whose place is not known",
            expected="offsets, or paths that the assessments or documents know",
            lines=sorted(lines),
        )
