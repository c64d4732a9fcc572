"""What the command line does, for Python: files and objects in, pandas DataFrames out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd

from inexreport import arguments
from inexreport.arguments import AnyPath, described
from inexreport.building.build import build as build_site
from inexreport.building.campaign import PreparedCampaign
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import score_campaign
from inexreport.building.given_runs import (
    QRELS_COLUMNS,
    given_file,
    given_runs,
    given_topics,
    several_runs,
)
from inexreport.building.resources import Resources
from inexreport.building.submission import (
    Metrics,
    SubmissionScores,
    campaign_to_evaluate_in,
    check_in,
    compare_several,
    compare_submissions,
    evaluate_in,
    further_values,
    rules_for_submissions,
)
from inexreport.building.verifying.differences import differences_frame
from inexreport.building.verifying.verify import verify as verify_site
from inexreport.cache import Cache
from inexreport.console.metrics import all_definitions
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.campaign_directory import SETTINGS_FILE
from inexreport.model.outcome import RunScores
from inexreport.model.problem import Problem, gravest_first
from inexreport.model.task import TopicSelection
from inexreport.parallel import open_workers
from inexreport.parallel.scratch import scratch_folder
from inexreport.report.audience import parse_audience
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.tables.scores import SCORES

PROBLEM_COLUMNS = ("severity", "code", "file", "line", "count", "found", "expected", "remedy", "task", "run")


@described
def build(
    campaign: arguments.CampaignDirectory[AnyPath],
    out: arguments.Out[AnyPath | None] = None,
    audience: arguments.Audience[str] = "public",
    *,
    workers: arguments.Workers[int] = 1,
    cluster: arguments.Cluster[str | None] = None,
    cache: arguments.CacheFolder[AnyPath | None] = None,
) -> pd.DataFrame:
    """Build the site of a campaign and return its scores.

    With several workers, a script must be guarded by ``if __name__ == "__main__":``.

    Returns
    -------
    pandas.DataFrame
        The published table ``scores``, as `scores` returns it; for a participant, the scores of its runs.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    UsageError
        If there is no such audience, or the archive is for another one.
    """
    readers = parse_audience(audience)
    place = Path(out or readers.folder)
    with open_workers(workers, cluster) as opened:
        resources = Resources(opened, Cache(None if cache is None else Path(cache)))
        summary = build_site(Path(campaign), place, audience=readers, resources=resources)
    return pd.read_parquet(place / summary.site / "data" / "scores.parquet")


@described
def scores(
    campaign: arguments.CampaignDirectory[AnyPath], *, workers: arguments.Workers[int] = 1
) -> pd.DataFrame:
    """Evaluate all runs of a campaign without writing anything.

    Returns
    -------
    pandas.DataFrame
        The published table ``scores``, whose columns `inexreport.report.tables.scores.SCORES` declares; the
        topic ``all`` is the mean over topics.
    """
    with open_workers(workers) as opened:
        table: pd.DataFrame = SCORES.build(score_campaign(Path(campaign), opened)).to_pandas()
    return table


@described
def evaluate(
    run: arguments.AnyRuns[object],
    campaign: arguments.InCampaign[AnyPath | None] = None,
    task: arguments.TaskName[str | None] = None,
    *,
    qrels: arguments.Qrels[object | None] = None,
    metrics: arguments.Metrics[Metrics] = (),
    topics: arguments.Topics[str] = "assessed",
    relevance_level: arguments.RelevanceLevel[int] = 1,
) -> pd.DataFrame:
    r"""Evaluate a run, or several, in a campaign, or by assessments.

    Returns
    -------
    pandas.DataFrame
        The columns metric, topic and score of the table ``scores``: counts first, then the task's metrics.
        The topic ``all`` is the mean over topics, of counts the sum. If several runs are given, if only as a
        list of one, the first column is ``run``, and the last rows of each are its rank by the official or
        first metric, such as ``rank(AP)``, and the ends of the 95% interval of its ranks over random samples
        of the topics, ``rank_low(AP)`` and ``rank_high(AP)``. Where a model judged more topics than people,
        ``raw:JUDGE(AP)`` is the official metric by the model alone, and ``corrected:JUDGE(AP)`` by both.

    Raises
    ------
    CampaignRefusedError
        With the problems of runs if they exclude one, or those of the campaign or of `qrels`.
    UsageError
        If an argument is wrong, `campaign` and `qrels` are given together, or `metrics`, `topics` or
        `relevance_level` with a campaign.

    Examples
    --------
    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> run = pd.DataFrame({"qid": ["1", "1"], "docno": ["c", "a"], "score": [9.5, 9.0]})
    >>> found = evaluate(run, qrels=qrels, metrics=["RR", "P_5"])
    >>> found[found.topic.eq("all") & found.metric.isin(["RR", "P@5"])].score.tolist()
    [0.5, 0.2]
    """
    several = several_runs(run)
    given = [("run", run)] if several is None else several
    prepared, found = _evaluated(given, campaign, task, qrels, metrics, topics, relevance_level)
    if problems := [problem for _, one in found if one.scores is None for problem in one.problems]:
        raise CampaignRefusedError(problems)
    further = further_values(prepared, found)
    frames = [_score_frame(name, one.scores, further[name]) for name, one in found if one.scores is not None]
    frame = pd.concat(frames, ignore_index=True)
    return frame.drop(columns="run") if several is None else frame


def _score_frame(name: str, scores: RunScores, further: Mapping[str, float]) -> pd.DataFrame:
    values = np.column_stack((scores.by_topic, scores.mean))
    metric, topic = np.nonzero(~np.isnan(values))
    names = [*scores.topics, ALL_TOPICS]
    return pd.DataFrame(
        {
            "run": name,
            "metric": [*(scores.metrics[row] for row in metric), *further],
            "topic": [*(names[column] for column in topic), *[ALL_TOPICS] * len(further)],
            "score": [*values[metric, topic].tolist(), *further.values()],
        }
    )


@described
def compare(
    a: arguments.AnyRuns[object],
    b: arguments.OtherRun[object | None] = None,
    campaign: arguments.InCampaign[AnyPath | None] = None,
    task: arguments.TaskName[str | None] = None,
    *,
    qrels: arguments.Qrels[object | None] = None,
    metrics: arguments.Metrics[Metrics] = (),
    topics: arguments.Topics[str] = "assessed",
    relevance_level: arguments.RelevanceLevel[int] = 1,
    against_first: arguments.AgainstFirst[bool] = False,
) -> pd.DataFrame:
    """Compare runs topic by topic: two, or any number that is given as `a`.

    Returns
    -------
    pandas.DataFrame
        Of two runs, a row for each metric but the counts: `inexreport.statistics.run_comparison.compare_runs`
        without the deciding topics. Without `b`, a row for each metric, pair and test, with p corrected and
        effect sizes: `inexreport.statistics.run_comparison.compare_pairs`.

    Raises
    ------
    CampaignRefusedError
        With the problems of the runs if they exclude one of them, or those of the campaign or of `qrels`.
    UsageError
        As `evaluate`, and if the runs are of different tasks, or there is only one.
    """
    several = several_runs(a)
    if b is not None and (several is not None or several_runs(b) is not None):
        raise UsageError("Give two runs, or any number of them as the first argument: a list or a folder.")
    given = several or [("a", a)] if b is None else [("a", a), ("b", b)]
    prepared, found = _evaluated(given, campaign, task, qrels, metrics, topics, relevance_level)
    if b is None:
        return compare_several(prepared, found, against_first=against_first)
    (_, first), (_, second) = found
    return compare_submissions(first, second).drop(columns="deciding").reset_index(drop=True)


def _evaluated(
    runs: Sequence[tuple[str, object]],
    campaign: AnyPath | None,
    task: str | None,
    qrels: object | None,
    metrics: Metrics,
    topics: str,
    relevance_level: int,
) -> tuple[PreparedCampaign, list[tuple[str, SubmissionScores]]]:
    """Name and scores of each run, and the campaign in which it is evaluated, or what is known without."""
    if topics not in tuple(TopicSelection):
        raise UsageError(f"topics is {topics!r}, but must be one of: {', '.join(TopicSelection)}.")
    if relevance_level < 1:
        raise UsageError(f"relevance_level is {relevance_level}, but must be at least 1.")
    metrics = metrics if isinstance(metrics, Iterable) else [metrics]
    if qrels is None and campaign is not None and (metrics or topics != TopicSelection.ASSESSED):
        raise UsageError("metrics and topics go with qrels; a campaign has its own.")
    with scratch_folder() as scratch, given_runs(runs) as files:
        directory = None if campaign is None else Path(campaign)
        file = None if qrels is None else given_file(qrels, scratch / "qrels", QRELS_COLUMNS)
        prepared = campaign_to_evaluate_in(
            directory,
            file,
            metrics,
            TopicSelection(topics),
            relevance_level=relevance_level,
        )
        return prepared, [
            (one.name, evaluate_in(prepared, one.path, task, shown_as=one.shown_as)) for one in files
        ]


@described
def check(
    path: Annotated[object, "A campaign directory, or a run or several as `evaluate` takes them."],
    campaign: arguments.CheckedIn[AnyPath | None] = None,
    protocol: arguments.Protocol[str | None] = None,
    task: arguments.TaskName[str | None] = None,
    *,
    qrels: arguments.Qrels[object | None] = None,
    topics: arguments.TopicsOfRuns[object | None] = None,
) -> pd.DataFrame:
    """Find everything that is wrong with a campaign directory or with runs.

    Returns
    -------
    pandas.DataFrame
        A row for each problem, errors first; empty if there is none.
    """
    of_files = qrels is not None or topics is not None
    if of_files and (campaign is not None or task is not None):
        raise UsageError("qrels and topics stand instead of a campaign and a task.")
    alone = not of_files and campaign is None and protocol is None
    folder = Path(path) if isinstance(path, str | PathLike) else None
    if folder and folder.is_dir() and (alone or (folder / SETTINGS_FILE).exists()):
        return _problem_frame(check_campaign(folder).problems)
    several = several_runs(path)
    with scratch_folder() as scratch, given_runs([("run", path)] if several is None else several) as runs:
        rules = rules_for_submissions(
            None if campaign is None else Path(campaign),
            protocol,
            qrels=None if qrels is None else given_file(qrels, scratch / "qrels", QRELS_COLUMNS),
            topics=None if topics is None else given_topics(topics, scratch / "topics"),
        )
        of_runs = (check_in(rules, run.path, task, shown_as=run.shown_as) for run in runs)
        return _problem_frame([*rules.problems, *(problem for problems in of_runs for problem in problems)])


@described
def verify(
    site: arguments.Site[AnyPath],
    campaign: arguments.Recomputed[AnyPath | None] = None,
    *,
    across_versions: arguments.AcrossVersions[bool] = False,
    workers: arguments.Workers[int] = 1,
) -> pd.DataFrame:
    """Find everything by which a published site differs from what was published, or from its inputs.

    Returns
    -------
    pandas.DataFrame
        A row for each difference: its folder and the fields of
        `inexreport.building.verifying.differences.Difference`; empty if nothing differs.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    UsageError
        If there is no site, or another version wrote it.
    """
    campaigns = () if campaign is None else (Path(campaign),)
    with open_workers(workers) as opened:
        found = verify_site(Path(site), campaigns, across_versions=across_versions, workers=opened)
    frames = [differences_frame(one.differences).assign(folder=one.folder) for one in found]
    frame = pd.concat(frames, ignore_index=True)
    return frame[["folder", *frame.columns.drop("folder")]]


def list_metrics() -> pd.DataFrame:
    """List the metrics that campaign.toml can ask for; of documents those of the protocol ``trec``.

    Returns
    -------
    pandas.DataFrame
        The identifier of each metric, with its parameters, and the fields of
        `inexreport.metrics.metric.Metric` that explain it.
    """
    names = ("title", "explanation", "lowest", "highest", "source")
    return pd.DataFrame(
        {
            "identifier": one.identifier,
            **{name: getattr(one.metric, name) for name in names},
            "confirmed": one.confirmed,
        }
        for one in all_definitions()
    )


def _problem_frame(problems: Iterable[Problem]) -> pd.DataFrame:
    rows = [[getattr(problem, column) for column in PROBLEM_COLUMNS] for problem in gravest_first(problems)]
    return pd.DataFrame(rows, columns=list(PROBLEM_COLUMNS)).astype({"line": "Int64"})
