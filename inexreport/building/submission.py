"""Single run files, with a campaign or without: checked before they are submitted, evaluated, compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from inexreport.building.campaign import (
    PreparedCampaign,
    examine_and_prepare,
    prepare_campaign,
    task_without_rules,
)
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.evaluation.asked_metrics import identifiers_of
from inexreport.evaluation.run_evaluation import check_run, judge_again, judge_run
from inexreport.evaluation.task_plan import (
    TaskPlan,
    bind_counts,
    inapplicable_metrics,
    plan_task,
    unknown_metrics,
)
from inexreport.formats.assessments import read_assessments, read_document_assessments
from inexreport.formats.campaign_directory import RUNS
from inexreport.formats.file_content import FileContent, read_content
from inexreport.formats.input_files import valid_name
from inexreport.formats.likely_format import QRELS, likely_format
from inexreport.formats.protocols import ONLY_TASK, TREC, read_protocol, tasks_of
from inexreport.formats.run_files import RunFile, run_name
from inexreport.formats.runs import read_run
from inexreport.formats.topics import add_topics
from inexreport.metrics.metric import Averaging, BoundMetric
from inexreport.model.assessment import OF_TEXT, OFFICIAL, Assessments, Judged
from inexreport.model.campaign import DEFAULT_LIMITS, OF_MEMORY, Campaign, Collection
from inexreport.model.counted import counted
from inexreport.model.outcome import RunScores
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import Run
from inexreport.model.task import Task, TopicSelection, make_task
from inexreport.model.topic import Topic
from inexreport.parallel.scratch import is_scratch

if TYPE_CHECKING:
    import pandas as pd

Metrics = str | Iterable[object]
"""Metrics as `identifiers_of` takes them."""


def campaign_of_files(
    protocol: str | None, qrels: Path | None = None, topics: Path | None = None, relevance_level: int = 1
) -> tuple[Campaign, tuple[Problem, ...]]:
    """Return a campaign that is no directory, and the problems of its files.

    Parameters
    ----------
    protocol : str or None
        Whose tasks it has. None if the file of assessments decides: documents are of `TREC`, passages and
        elements of none.
    qrels, topics : Path, optional
        What a file with errors says is left out.
    relevance_level : int
        The lowest grade of a document that is relevant.

    Raises
    ------
    UsageError
        If there is no such file or protocol.
    """
    problems: list[Problem] = []
    statements: dict[str, Topic] = {}
    assessments = Assessments(OFFICIAL, {})
    if topics is not None:
        content, log = _read(topics, "topics")
        if content is not None:
            add_topics(statements, content.data, log)
        if log.has_errors:
            statements = {}
        problems += log
    if qrels is not None:
        content, log = _read(qrels, "qrels" if protocol else "a file of assessments")
        if protocol is None and content is not None and not content.is_markup:
            protocol = TREC if likely_format(content.data) != QRELS else None
        files = [] if content is None else [(content, log)]
        if read_protocol(protocol or "").judged is Judged.DOCUMENTS:
            read = read_document_assessments(OFFICIAL, files, relevance_level, statements)
        elif relevance_level != 1:
            raise UsageError("A level of relevance is for documents that are judged by grade.")
        else:
            read = read_assessments(OFFICIAL, files)
        if not read.topics and not log.has_errors:
            log.add("qrels-empty", found="no judgement", expected="at least one line")
        if not log.has_errors:
            assessments = read
        problems += log
    rules = read_protocol(protocol or "")
    tasks = tasks_of(rules)
    if not tasks and rules.any_task is not None:
        tasks = {ONLY_TASK: make_task(ONLY_TASK, rules.any_task)}
    documents = Collection(unit="documents", mean_document_length=1.0)
    campaign = Campaign(
        *("", "", 0, "", tasks, statements, assessments),
        collection=documents if rules.judged is Judged.DOCUMENTS else Collection(),
        judged=rules.judged,
        order=rules.order,
        relevance_level=relevance_level,
        limits=OF_MEMORY if qrels or topics else DEFAULT_LIMITS,
        task_aliases=rules.aliases,
    )
    return campaign, tuple(problems)


def _read(path: Path, what: str) -> tuple[FileContent | None, ProblemLog]:
    """The content of a file and its problems."""
    log = ProblemLog(path.name if is_scratch(path) else valid_name(str(path)))
    if not path.is_file() and not path.is_fifo():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of {what}.")
    return read_content(path, log, OF_MEMORY.run_bytes, pipes=True), log


def rules_for_submissions(
    directory: Path | None = None,
    protocol: str | None = None,
    *,
    qrels: Path | None = None,
    topics: Path | None = None,
) -> PreparedCampaign:
    """What run files are checked against.

    Parameters
    ----------
    directory : Path, optional
        A campaign directory, whose topics and rules hold; it may lack assessments.
    protocol : str, optional
        Without a campaign: the protocol whose rules hold. Without either, only the format is checked.
    qrels, topics : Path, optional
        Instead of a campaign, for runs of documents: files whose topics hold.

    Returns
    -------
    PreparedCampaign
        Without tasks if only the format is checked. It has problems if files have errors; then its other
        parts hold.
    """
    if directory is not None:
        prepared = examine_and_prepare(directory, assessed=False)
        return prepared if prepared.has_errors else replace(prepared, problems=())
    campaign, problems = campaign_of_files(TREC if qrels or topics else protocol, qrels, topics)
    plans = {name: plan_task(task, campaign) for name, task in campaign.tasks.items()}
    return PreparedCampaign(campaign, plans, None, problems)


def campaign_to_evaluate_in(
    directory: Path | None,
    qrels: Path | None,
    metrics: Metrics,
    topics: TopicSelection,
    option: str = "",
    relevance_level: int = 1,
) -> PreparedCampaign:
    """The campaign of a directory, or else that of `campaign_of_qrels`, with the same errors.

    In messages, `option` stands before the name of an argument.
    """
    if (directory is None) == (qrels is None):
        raise UsageError(
            f"Give either {option}campaign, a directory, or {option}qrels, a file of assessments."
        )
    if qrels is not None:
        return campaign_of_qrels(qrels, metrics, topics, relevance_level)
    if relevance_level != 1:
        raise UsageError("The level of relevance goes with qrels; a campaign has its own.")
    if topics is not TopicSelection.ASSESSED:
        raise UsageError("--topics goes with --qrels; a campaign says itself which topics count.")
    assert directory is not None
    return replace(prepare_campaign(directory), problems=())


def campaign_of_qrels(
    path: Path,
    metrics: Metrics = (),
    topics: TopicSelection = TopicSelection.ASSESSED,
    relevance_level: int = 1,
) -> PreparedCampaign:
    """Return a campaign with one task, of which only a file of assessments is known.

    Parameters
    ----------
    path : Path
        Qrels of documents (four columns), or of INEX (five and more, or XML).
    metrics : str or iterable of str or ir_measures.Measure
        As `identifiers_of` takes them; without any, those of the protocol `TREC`.
    topics : TopicSelection
    relevance_level : int
        The lowest grade of a document that is relevant.

    Raises
    ------
    UsageError
        If there is no such file or metric.
    CampaignRefusedError
        With every problem of the file.
    """
    campaign, problems = campaign_of_files(None, path, relevance_level=relevance_level)
    if any(problem.is_error for problem in problems):
        raise CampaignRefusedError(problems)
    task = campaign.tasks.get(ONLY_TASK, task_without_rules(ONLY_TASK)).model_copy(update={"topics": topics})
    identifiers = identifiers_of(metrics or task.metrics, relevance_level)
    if not identifiers:
        raise UsageError("Give --metric, such as MAiP or MAgP(score=F,beta=0.25), for these assessments.")
    campaign = replace(campaign, tasks={ONLY_TASK: task})
    plan = _plan_with(identifiers, task, campaign)
    return PreparedCampaign(campaign, {ONLY_TASK: plan}, None, problems)


def _plan_with(metrics: Metrics, task: Task, campaign: Campaign) -> TaskPlan:
    """The plan of a task with chosen metrics; an error names all that are unknown or do not fit."""
    identifiers = identifiers_of(metrics)
    chosen = task.model_copy(update={"official": identifiers[0], "metrics": identifiers})
    if unknown := dict.fromkeys(unknown_metrics(chosen).values()):
        raise UsageError(f"Unknown metric: {'; '.join(unknown)}")
    plan = plan_task(chosen, campaign)
    inapplicable = inapplicable_metrics(plan)
    for count in bind_counts(plan):  # of whatever is judged; where they are asked for alone, they are metrics
        inapplicable.pop(count.identifier, None)
    if inapplicable:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in inapplicable.items())
        raise UsageError(f"These assessments do not allow all metrics: {reasons}.")
    return plan


class SubmissionScores(NamedTuple):
    """The scores of a run, None if it has errors, its problems, the metrics, counts first, and its task.

    `corrected` are estimates by models that judged more topics than people, see `further_values`.
    """

    metrics: tuple[BoundMetric, ...]
    scores: RunScores | None
    problems: tuple[Problem, ...]
    task: str
    corrected: Mapping[str, float] = MappingProxyType({})


def evaluate_in(
    prepared: PreparedCampaign,
    path: Path,
    task_name: str | None = None,
    *,
    shown_as: str = "",
    metrics: Metrics = (),
) -> SubmissionScores:
    """Evaluate a run file in a campaign.

    Parameters
    ----------
    prepared : PreparedCampaign
    path : Path
        The run file, anywhere.
    task_name : str, optional
        By default the file's folder decides, or the task that the file states.
    shown_as : str
        What problems call the file; by default its path.
    metrics : str or iterable of str or ir_measures.Measure
        As `identifiers_of` takes them; by default the metrics of the task.

    Raises
    ------
    UsageError
        If there is no such file or metric, or its task is not known.
    """
    file = _run_file(path, prepared.campaign, task_name, shown_as)
    plan = prepared.plans[file.task]
    if metrics:
        plan = _plan_with(metrics, prepared.campaign.tasks[file.task], prepared.campaign)
    bound = tuple({one.identifier: one for one in (*bind_counts(plan), *plan.metrics)}.values())
    run, problems = read_run(file, prepared.campaign)
    if run is None:
        return SubmissionScores(bound, None, problems, file.task)
    checked = check_run(run, prepared.campaign, plan, prepared.elements, problems)
    scores = None if checked.rejected else judge_run(checked, plan).scores(bound)
    corrected = _corrected(prepared, run, scores) if scores else {}
    return SubmissionScores(bound, scores, checked.outcome.problems, file.task, corrected)


def _corrected(prepared: PreparedCampaign, run: Run, people: RunScores) -> dict[str, float]:
    """The official score under each model, ``raw:JUDGE(METRIC)``, and corrected by people's judgements."""
    task, official = run.submission.task, prepared.plans[run.submission.task].official.identifier
    of_text = prepared.campaign.judged in OF_TEXT
    if of_text or not prepared.campaign.judges or official not in people.metrics:
        return {}
    import pandas as pd

    from inexreport.subjects.corrected_scores import corrected_by, models_of

    scores = {OFFICIAL: people}
    for judge in models_of(prepared.campaign, official, prepared.sets):
        one = prepared.sets[judge]
        plan = one.plans.get(task)
        if plan and not plan.assessments.keys() <= prepared.plans[task].assessments.keys():
            scores[judge] = judge_again(run.results, one.campaign, plan, one.elements).scores(plan.metrics)
    rows = {name: one.by_topic[one.metrics.index(official)] for name, one in scores.items()}
    frames = {name: pd.DataFrame([row], columns=scores[name].topics) for name, row in rows.items()}
    found = corrected_by(frames, official, [*scores][1:])
    found = found.rename(columns={"low": "corrected_low", "high": "corrected_high"})
    names = "raw", "corrected", "corrected_low", "corrected_high"
    return {f"{name}:{row.judge}({official})": row[name] for _, row in found.iterrows() for name in names}


def compare_submissions(a: SubmissionScores, b: SubmissionScores) -> pd.DataFrame:
    """Return `compare_runs` of two runs of the same campaign, without the metrics that count something.

    Raises
    ------
    CampaignRefusedError
        With the problems of both runs, if one of them has no scores.
    UsageError
        If the runs are of different tasks.
    """
    from inexreport.statistics.run_comparison import compare_runs

    scores_a, scores_b = _comparable({"a": a, "b": b}).values()
    found = compare_runs(scores_a, scores_b)
    return found[found.metric.isin(_compared_metrics(a))]


def compare_several(
    prepared: PreparedCampaign, named: Sequence[tuple[str, SubmissionScores]], *, against_first: bool = False
) -> pd.DataFrame:
    """Return `compare_pairs` of runs of the same campaign by name; errors as of `compare_submissions`."""
    from inexreport.statistics.run_comparison import compare_pairs
    from inexreport.statistics.significance import MOST_RUNS

    runs = dict(named)
    if len(runs) < len(named):
        raise UsageError("A run is given twice. Give each once.")
    scores = _comparable(runs)
    if not 2 <= len(runs) <= MOST_RUNS:
        raise UsageError(f"Give from 2 to {MOST_RUNS} runs to compare, not {counted(len(runs), 'run')}.")
    first, evaluated = next(iter(runs.items()))
    significance = prepared.campaign.tasks[evaluated.task].significance
    against = first if against_first else None
    return compare_pairs(scores, _compared_metrics(evaluated), significance, against=against)


def further_values(
    prepared: PreparedCampaign, named: Sequence[tuple[str, SubmissionScores]]
) -> dict[str, dict[str, float]]:
    """Return by run what is printed after its means, named like measures.

    The official score by a model that judged more topics than people, ``raw:JUDGE(METRIC)``; that score
    corrected by people's, and its interval, see `inexreport.statistics.prediction_powered`; then what
    `ranks_of_runs` returns.
    """
    ranks = ranks_of_runs(prepared, named)
    return {name: {**one.corrected, **ranks.get(name, {})} for name, one in named}


def ranks_of_runs(
    prepared: PreparedCampaign, named: Sequence[tuple[str, SubmissionScores]]
) -> dict[str, dict[str, int]]:
    """Return the rank of each of several runs by the official metric, and the interval of that rank.

    It is by the first that ranks where the official one was not asked for. Values are named like measures:
    ``rank(AP)``, ``rank_low(AP)`` and ``rank_high(AP)``. Empty for runs of different tasks or of one name.
    """
    runs = {name: one.scores for name, one in named if one.scores is not None}
    tasks = {one.task for _, one in named}
    measures = (one for one in named[0][1].metrics if one.metric.ranks and not one.metric.is_count)
    metrics = [one.identifier for one in measures]
    if len(tasks) > 1 or not 1 < len(runs) == len(named) or not metrics:
        return {}
    from inexreport.statistics.run_comparison import rank_runs

    official = prepared.plans[tasks.pop()].task.official
    by = official if official in metrics else metrics[0]
    ranks = rank_runs(runs, by).add_suffix(f"({by})", axis=1).to_dict("index")
    return {str(run): {str(name): rank for name, rank in row.items() if rank} for run, row in ranks.items()}


def _comparable(runs: Mapping[str, SubmissionScores]) -> dict[str, RunScores]:
    """The scores of runs, which all have the same metrics."""
    scores = {name: one.scores for name, one in runs.items() if one.scores is not None}
    if len(scores) < len(runs):
        raise CampaignRefusedError([problem for one in runs.values() for problem in one.problems])
    if len({one.metrics for one in scores.values()}) > 1:
        raise UsageError("The runs are of different tasks. Give --task with the one that holds for all.")
    return scores


def _compared_metrics(run: SubmissionScores) -> list[str]:
    """The metrics whose means can be compared topic by topic: no counts, and no geometric means."""
    unpaired = (Averaging.SUM, Averaging.SUM_OF_ASSESSED, Averaging.GEOMETRIC_MEAN)
    found = [one.identifier for one in run.metrics if one.metric.averaging not in unpaired]
    if not found:
        raise UsageError("Counts and geometric means cannot be compared topic by topic. Give another metric.")
    return found


def check_in(
    rules: PreparedCampaign, path: Path, task_name: str | None = None, *, shown_as: str = ""
) -> tuple[Problem, ...]:
    """The problems of a run file by what `rules_for_submissions` returns; arguments as in `evaluate_in`."""
    campaign = rules.campaign
    file = _run_file(path, campaign, task_name, shown_as)
    run, problems = read_run(file, campaign)
    if run is None or not file.task:
        return problems
    return check_run(run, campaign, rules.plans[file.task], rules.elements, problems).outcome.problems


def _run_file(path: Path, campaign: Campaign, task_name: str | None, shown_as: str) -> RunFile:
    """The run file with its task; without one if the campaign has none."""
    if not path.is_file():
        raise UsageError(f"There is no file {str(path)!r}. Give the path of a run file.")
    shown_as = shown_as or valid_name(str(path))
    file = RunFile("", run_name(Path(shown_as).name), path, shown_as)
    if not campaign.tasks:
        return file
    aliases = campaign.task_aliases
    for name in [task_name] if task_name else _possible_tasks(file, campaign):
        task = aliases.get(name, name) if name not in campaign.tasks else name
        if task in campaign.tasks:
            return replace(file, task=task)
    asked = f"There is no task {task_name!r}." if task_name else f"The task of {shown_as!r} is not known."
    raise UsageError(f"{asked} Give --task with one of: {', '.join(campaign.tasks)}.")


def _possible_tasks(file: RunFile, campaign: Campaign) -> Iterator[str]:
    """The only task, else the folders that may be named after a task, else what the file states.

    Folders are runs/TASK/ and runs/TASK/PARTICIPANT/.
    """
    if len(campaign.tasks) == 1:
        yield from campaign.tasks
        return
    folder, above, top = (*file.path.resolve().parents, Path(), Path(), Path())[:3]
    yield from (inner.name for inner, outer in ((folder, above), (above, top)) if outer.name == RUNS)
    run, _ = read_run(file, campaign)
    if run is not None:
        yield run.submission.stated_task
