"""Pools for assessors: made from the runs of a campaign, which need not be assessed, and written as files."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from inexreport.building.campaign import PreparedCampaign, prepare_campaign
from inexreport.building.resources import Progress, no_progress
from inexreport.building.run_evaluation import judge_files
from inexreport.errors import UsageError
from inexreport.evaluation.run_evaluation import evaluate_first_results
from inexreport.formats.campaign_directory import POOLS, refuse_among_inputs
from inexreport.formats.described_runs import describe_runs
from inexreport.formats.pools import depths_table, document_files, pool_xml
from inexreport.formats.run_files import refuse_unknown_runs
from inexreport.model.assessment import METASEARCH_DEPTH, Judged, Pool, nothing_judged
from inexreport.model.campaign import Campaign
from inexreport.model.outcome import TaskOutcome
from inexreport.model.problem import Problem
from inexreport.model.top_results import ResultNames
from inexreport.parallel import Serial, Workers
from inexreport.rendering.file_names import file_names
from inexreport.statistics.next_judgements import REACH, NextJudgements
from inexreport.statistics.pool_kinds import pools_of
from inexreport.statistics.pooled_results import PooledResults, TopicItems, among
from inexreport.statistics.pools import MetasearchPool
from inexreport.statistics.summary import Integers

STAGE = "Reading runs"

TaskPools = dict[str, dict[str, Pool]]
"""Pools by task and topic."""


class MadePools(NamedTuple):
    """Pools of elements where judges judge elements, else of articles (see `pool_unit`).

    Attributes
    ----------
    pools : TaskPools
    problems : tuple of Problem
        Errors of rejected runs, which are not pooled.
    documents : bool
        Whether the pools are of documents that are judged by grade.
    depths : mapping of str to mapping of str to int
        By task and topic: how many results of each run are in the system pool.
    said : mapping of str to str
        By task, for chosen documents: what is decided, in words.
    """

    pools: TaskPools
    problems: tuple[Problem, ...]
    documents: bool
    depths: Mapping[str, Mapping[str, int]]
    said: Mapping[str, str]


def make_pools(
    directory: Path,
    kind: str,
    depth: int | None,
    tasks: Sequence[str] = (),
    *,
    judgements: int = 0,
    unjudged: bool = False,
    progress: Progress = no_progress,
    workers: Workers | None = None,
) -> MadePools:
    """Pool the runs of a campaign for each topic of its tasks, assessed or not.

    Parameters
    ----------
    directory : Path
        The campaign directory; it may lack assessments.
    kind : str
        One of `KINDS`; a metasearch pool has the size of the topic's system pool.
    depth : int or None
        Results of each run in the system pool; None for the deepest pool of each topic with at most so many
        `judgements`, or of depth 1 if none has as few.
    tasks : sequence of str
        By default all that have runs.
    unjudged : bool
        Whether to leave out what the official assessments judge.
    progress : callable, optional
    workers : Workers, optional

    Raises
    ------
    CampaignRefusedError
        If the campaign's own files have errors.
    UsageError
        If there is no such task, or no valid run to pool.
    """
    prepared, outcomes, errors = first_results(
        directory, sys.maxsize if depth is None else depth, tasks, progress, workers
    )
    pools: TaskPools = {}
    depths: dict[str, dict[str, int]] = {}
    for task, outcome in outcomes.items():
        found = _pools_of_task(outcome, prepared.campaign, kind, depth, judgements, unjudged)
        pools[task] = {topic: pool for topic, (pool, _) in found.items()}
        depths[task] = {topic: chosen for topic, (_, chosen) in found.items()}
    return MadePools(pools, errors, prepared.campaign.judged is Judged.DOCUMENTS, depths, {})


def first_results(
    directory: Path,
    depth: int,
    tasks: Sequence[str] = (),
    progress: Progress = no_progress,
    workers: Workers | None = None,
) -> tuple[PreparedCampaign, dict[str, TaskOutcome], tuple[Problem, ...]]:
    """Read at least `depth` first results of each task's runs; errors of rejected ones are returned instead.

    Parameters and exceptions are those of `make_pools`.
    """
    prepared = prepare_campaign(directory, assessed=False)
    if prepared.campaign.judged is Judged.ANSWERS:
        raise UsageError("A campaign of answers has no pools: what is judged are all answers to a topic.")
    files, problems = describe_runs(directory, prepared.campaign)
    refuse_unknown_runs((*prepared.problems, *problems))
    wanted = _known_tasks(prepared.campaign, tasks)
    files = tuple(file for file in files if file.task in wanted)
    judge = partial(evaluate_first_results, depth=max(depth, METASEARCH_DEPTH))
    progress(STAGE, 0, len(files))
    runs = judge_files(
        judge, prepared, files, workers or Serial(), lambda done: progress(STAGE, done, len(files))
    )
    outcomes = {}
    for task, of_task in runs.items():
        names = ResultNames()
        accepted = tuple(
            replace(run, top_results=run.top_results.renumbered(names))
            for run in of_task
            if run.top_results is not None
        )
        if accepted:
            outcomes[task] = TaskOutcome(prepared.campaign.tasks[task], accepted)
    if not outcomes:
        raise UsageError(f"There is no valid run of {' or '.join(wanted)} to pool.")
    errors = tuple(problem for of_task in runs.values() for run in of_task for problem in run.errors)
    return prepared, outcomes, errors


def choose_documents(
    directory: Path,
    budget: int,
    tasks: Sequence[str] = (),
    progress: Progress = no_progress,
    workers: Workers | None = None,
) -> MadePools:
    """Choose so many documents of each task that are to be judged next.

    Parameters and exceptions are those of `make_pools`; for the choice see `NextJudgements`.
    """
    prepared, outcomes, errors = first_results(directory, REACH, tasks, progress, workers)
    pools: TaskPools = {}
    said = {}
    for task, outcome in outcomes.items():
        campaign, plan = prepared.campaign.of_task(task), prepared.plans[task]
        official, grades = plan.official.metric, [one.grades for one in plan.assessments.values()]
        graded = any(one is not None and len(one) for one in grades)
        if not graded or official.needs_subtopics or official.imported or len(outcome.runs) < 2:
            raise UsageError(
                f"{task}: a budget orders two runs or more. It needs documents that are judged by grade, "
                "as of a first pool made with --judgements, and an official measure that reads nothing else."
            )
        documents = NextJudgements(outcome, campaign, plan)
        chosen, said[task] = documents.next(budget)
        names = {one: name for name, one in campaign.topic_names.items()}
        found = {names[one]: documents.names[rows][chosen[rows]] for one, rows in documents.topics.items()}
        pools[task] = {
            one: Pool(one, frozenset((name, "") for name in of_topic)) for one, of_topic in found.items()
        }
    return MadePools(pools, errors, True, {}, said)


def _topic_files(pools: Mapping[str, Pool]) -> dict[str, bytes]:
    return {f"{name}.xml": pool_xml(pools[topic]) for topic, name in file_names(pools).items()}


def _known_tasks(campaign: Campaign, tasks: Sequence[str]) -> list[str]:
    aliases = campaign.task_aliases
    known = [task if task in campaign.tasks else aliases.get(task, task) for task in tasks]
    if unknown := [task for task in known if task not in campaign.tasks]:
        raise UsageError(
            f"The campaign has no task {', '.join(unknown)}. Its tasks are {', '.join(campaign.tasks)}."
        )
    return known or list(campaign.tasks)


def _pools_of_task(
    outcome: TaskOutcome, campaign: Campaign, kind: str, depth: int | None, judgements: int, unjudged: bool
) -> dict[str, tuple[Pool, int]]:
    """Pool and depth by topic."""
    campaign = campaign.of_task(outcome.task.name)
    judged = campaign.assessments.topics
    topics = {topic: judged.get(topic) or nothing_judged(topic) for topic in {**campaign.topics, **judged}}
    every_topic = replace(campaign, assessments=replace(campaign.assessments, topics=topics))
    results = PooledResults(outcome, every_topic, depth or sys.maxsize)
    names = {one: name for name, one in campaign.topic_names.items()}
    pools = {}
    for topic in results.topics:
        best = MetasearchPool(topic.ranked(), results.element, unranked_share=results.unranked_share)
        of_depth = partial(_items, topic, best, kind, unjudged)
        chosen = depth or _deepest(of_depth, max(map(len, topic.articles), default=1), judgements)
        name = names[topic.topic]  # as in the files that assessors get
        pools[name] = Pool(name, frozenset(map(results.element, of_depth(chosen).tolist()))), chosen
    return pools


def _items(topic: TopicItems, best: MetasearchPool, kind: str, unjudged: bool, depth: int) -> Integers:
    items = dict(pools_of(topic, best, [depth]))[str(depth)][kind]
    return items[~among(topic.judged_with(items), topic.assessed)] if unjudged else items


def _deepest(of_depth: Callable[[int], Sized], deepest: int, judgements: int) -> int:
    """The greatest depth whose pool has at most so many items: no pool is smaller than a less deep one.

    Examples
    --------
    >>> _deepest(["", "a", "ab", "ab", "abc"].__getitem__, 4, 2)
    3
    """
    return max(1, bisect_right(range(1, deepest + 1), judgements, key=lambda depth: len(of_depth(depth))))


def write_pools(
    directory: Path,
    pools: Mapping[str, Mapping[str, Pool]],
    out: Path,
    *,
    documents: bool = False,
    depths: Mapping[str, Mapping[str, int]] | None = None,
) -> int:
    """Write a folder for each task, and return the number of files.

    It has a file for each topic, or of `documents` two for all: a table and qrels that lack the grades. With
    `depths` there is a table of these, too. Files that are there already and are the same stay.

    Raises
    ------
    UsageError
        If `out` is among other inputs of the campaign than its pools, or a folder for a task has other files
        or other contents; then nothing is written.
    """
    root = directory.resolve()
    if not out.resolve().is_relative_to(root / POOLS):
        refuse_among_inputs(root, out)
    folders = file_names(pools)
    contents = {
        out / folders[task] / name: content
        for task, of_task in pools.items()
        for name, content in (document_files(of_task) if documents else _topic_files(of_task)).items()
    }
    for task, of_task in (depths or {}).items():
        contents[out / folders[task] / "depths.tsv"] = depths_table(pools[task], of_task)
    present = [path for folder in folders.values() for path in sorted((out / folder).glob("*"))]
    for path in present:
        if path.is_symlink() or not path.is_file() or path.read_bytes() != contents.get(path):
            raise UsageError(
                f"{path} exists already and is not the pool that would be written. "
                "Choose another --out, or remove it."
            )
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return len(contents)
