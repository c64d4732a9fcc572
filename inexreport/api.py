"""What the command line does, for Python: paths in, pandas DataFrames out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from inexreport.building.resources import Resources
from inexreport.building.submission import (
    campaign_to_evaluate_in,
    check_submission,
    compare_submissions,
    evaluate_in,
)
from inexreport.building.verifying.differences import differences_frame
from inexreport.building.verifying.verify import verify as verify_site
from inexreport.cache import Cache
from inexreport.console.metrics import all_definitions
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.model.problem import Problem, gravest_first
from inexreport.model.task import TopicSelection
from inexreport.parallel import open_workers
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
    run: arguments.RunFile[AnyPath],
    campaign: arguments.InCampaign[AnyPath | None] = None,
    task: arguments.TaskName[str | None] = None,
    *,
    qrels: arguments.Qrels[AnyPath | None] = None,
    metrics: arguments.Metrics[Sequence[str]] = (),
    topics: arguments.Topics[str] = "assessed",
) -> pd.DataFrame:
    r"""Evaluate one run file in a campaign, or by a file of assessments.

    Returns
    -------
    pandas.DataFrame
        The columns metric, topic and score of the table ``scores``: counts first, then the task's metrics.
        The topic ``all`` is the mean over topics, of counts the sum.

    Raises
    ------
    CampaignRefusedError
        With the run's problems if they exclude it, or those of the campaign or of `qrels`.
    UsageError
        If an argument is wrong, `campaign` and `qrels` are given together, or `metrics` or `topics` with a
        campaign.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> folder = TemporaryDirectory()
    >>> qrels, run = (Path(folder.name) / name for name in ("qrels", "run"))
    >>> _ = qrels.write_text("1 0 a 1\n1 0 b 1\n")
    >>> _ = run.write_text("1 Q0 c 1 9.5 x\n1 Q0 a 2 9.0 x\n")
    >>> found = evaluate(run, qrels=qrels, metrics=["RR", "P@5"])
    >>> found[found.topic.eq("all") & found.metric.isin(["RR", "P@5"])].score.tolist()
    [0.5, 0.2]
    >>> folder.cleanup()
    """
    evaluated = evaluate_in(_prepared(campaign, qrels, metrics, topics), Path(run), task)
    found = evaluated.scores
    if found is None:
        raise CampaignRefusedError(evaluated.problems)
    values = np.column_stack((found.by_topic, found.mean))
    metric, topic = np.nonzero(~np.isnan(values))
    names = [*found.topics, ALL_TOPICS]
    return pd.DataFrame(
        {
            "metric": [found.metrics[row] for row in metric],
            "topic": [names[column] for column in topic],
            "score": values[metric, topic],
        }
    )


@described
def compare(
    a: arguments.RunFile[AnyPath],
    b: arguments.OtherRun[AnyPath],
    campaign: arguments.InCampaign[AnyPath | None] = None,
    task: arguments.TaskName[str | None] = None,
    *,
    qrels: arguments.Qrels[AnyPath | None] = None,
    metrics: arguments.Metrics[Sequence[str]] = (),
    topics: arguments.Topics[str] = "assessed",
) -> pd.DataFrame:
    """Compare two run files topic by topic.

    Returns
    -------
    pandas.DataFrame
        A row for each metric but the counts: `inexreport.statistics.run_comparison.compare_runs` without the
        deciding topics.

    Raises
    ------
    CampaignRefusedError
        With the problems of the runs if they exclude one of them, or those of the campaign or of `qrels`.
    UsageError
        As `evaluate`, and if the runs are of different tasks.
    """
    prepared = _prepared(campaign, qrels, metrics, topics)
    first, second = (evaluate_in(prepared, Path(run), task) for run in (a, b))
    return compare_submissions(first, second).drop(columns="deciding").reset_index(drop=True)


def _prepared(
    campaign: AnyPath | None,
    qrels: AnyPath | None,
    metrics: Sequence[str],
    topics: str,
) -> PreparedCampaign:
    """The campaign in which runs are evaluated, or what is known without one."""
    if topics not in tuple(TopicSelection):
        raise UsageError(f"topics is {topics!r}, but must be one of: {', '.join(TopicSelection)}.")
    if isinstance(metrics, str):
        raise UsageError(f"metrics is a text, but must be a list, such as [{metrics!r}].")
    if qrels is None and campaign is not None and (metrics or topics != TopicSelection.ASSESSED):
        raise UsageError("metrics and topics go with qrels; a campaign has its own.")
    directory, file = (None if path is None else Path(path) for path in (campaign, qrels))
    return campaign_to_evaluate_in(directory, file, metrics, TopicSelection(topics))


@described
def check(
    path: Annotated[AnyPath, "A campaign directory, or a run file."],
    campaign: arguments.CheckedIn[AnyPath | None] = None,
    protocol: arguments.Protocol[str | None] = None,
    task: arguments.TaskName[str | None] = None,
) -> pd.DataFrame:
    """Find everything that is wrong with a campaign directory or a run file.

    Returns
    -------
    pandas.DataFrame
        A row for each problem, errors first; empty if there is none.
    """
    if Path(path).is_dir():
        problems = check_campaign(Path(path)).problems
    else:
        directory = None if campaign is None else Path(campaign)
        problems = check_submission(Path(path), directory, protocol, task)
    return _problem_frame(problems)


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
