"""What the command line does, for Python: paths in, pandas DataFrames out."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path

import numpy as np
import pandas as pd

from inexreport.building.build import build as build_site
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import score_campaign
from inexreport.building.resources import Resources
from inexreport.building.submission import check_submission, evaluate_submission
from inexreport.building.verifying.verify import verify as verify_site
from inexreport.cache import Cache
from inexreport.errors import CampaignRefusedError
from inexreport.metrics.registry import METRICS, form_of
from inexreport.model.problem import Problem
from inexreport.parallel import open_workers
from inexreport.report.audience import parse_audience
from inexreport.report.tables.columns import ALL_TOPICS
from inexreport.report.tables.scores import SCORES

PROBLEM_COLUMNS = ("severity", "code", "file", "line", "count", "found", "expected", "remedy", "task", "run")

DIFFERENCE_COLUMNS = ("kind", "file", "row", "column", "published", "recomputed")


def build(
    campaign: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    audience: str = "public",
    *,
    workers: int = 1,
    cluster: str | None = None,
    cache: str | PathLike[str] | None = None,
) -> pd.DataFrame:
    """Build the site of a campaign and return its scores.

    Parameters
    ----------
    campaign : path
        The campaign directory.
    out : path, optional
        Folder of the archive; the campaign's site is written into a folder of it. Without it ``site``, or
        for another audience than the public ``site-organisers``, ``site-participant-12``.
    audience : str
        ``"public"``, ``"organisers"`` or ``"participant:ID"``: who may read the site.
    workers : int
        How many processes work; with more than one, a script must guard itself by
        ``if __name__ == "__main__":``.
    cluster : str, optional
        Address of a Dask scheduler, whose workers then do the work.
    cache : path, optional
        Folder where results are kept for the next build.

    Returns
    -------
    pandas.DataFrame
        As `scores` returns; for a participant, the own runs' scores.

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


def scores(campaign: str | PathLike[str], *, workers: int = 1) -> pd.DataFrame:
    """Evaluate all runs of a campaign without writing anything.

    Parameters
    ----------
    campaign : path
        The campaign directory.
    workers : int
        As for `build`.

    Returns
    -------
    pandas.DataFrame
        Columns task, run, participant, metric, topic, score; the topic ``all`` is the mean over topics.
    """
    with open_workers(workers) as opened:
        table: pd.DataFrame = SCORES.build(score_campaign(Path(campaign), opened)).to_pandas()
    return table


def evaluate(
    run: str | PathLike[str], campaign: str | PathLike[str], task: str | None = None
) -> pd.DataFrame:
    """Evaluate one run file in a campaign.

    Parameters
    ----------
    run : path
        The run file, wherever it lies.
    campaign : path
        The campaign directory.
    task : str, optional
        Without it, the folder of the file or what the file itself says decides.

    Returns
    -------
    pandas.DataFrame
        Columns metric, topic, score; counts first, then the task's metrics. The topic ``all`` is the mean
        over topics, of counts the sum.

    Raises
    ------
    CampaignRefusedError
        With the run's problems, if they exclude it; also for the campaign's own.
    """
    evaluated = evaluate_submission(Path(run), Path(campaign), task)
    if evaluated.scores is None:
        raise CampaignRefusedError(evaluated.problems)
    found = evaluated.scores
    rows: list[tuple[str, str, float]] = []
    for metric, values, overall in zip(found.metrics, found.by_topic, found.mean, strict=True):
        rows += [
            (metric, topic, float(value))
            for topic, value in zip(found.topics, values, strict=True)
            if not np.isnan(value)
        ]
        if not np.isnan(overall):
            rows.append((metric, ALL_TOPICS, float(overall)))
    return pd.DataFrame(rows, columns=["metric", "topic", "score"])


def check(
    path: str | PathLike[str],
    campaign: str | PathLike[str] | None = None,
    protocol: str | None = None,
    task: str | None = None,
) -> pd.DataFrame:
    """Find everything that is wrong with a campaign directory or a run file.

    Parameters
    ----------
    path : path
        A campaign directory, or a run file.
    campaign : path, optional
        For a run file: the campaign directory whose topics and tasks it is held against.
    protocol : str, optional
        For a run file without a campaign: the protocol whose rules hold, e.g. ``"inex-2009"``.
    task : str, optional
        For a run file: without it, the folder of the file or what the file itself says decides.

    Returns
    -------
    pandas.DataFrame
        A row for each problem, errors and warnings; empty if there is none.
    """
    if Path(path).is_dir():
        problems = check_campaign(Path(path)).problems
    else:
        directory = None if campaign is None else Path(campaign)
        problems = check_submission(Path(path), directory, protocol, task)
    return _problem_frame(problems)


def verify(
    site: str | PathLike[str],
    campaign: str | PathLike[str] | None = None,
    *,
    across_versions: bool = False,
    workers: int = 1,
) -> pd.DataFrame:
    """Find everything by which a published site differs from what was published, or from its inputs.

    Parameters
    ----------
    site : path
        A campaign's folder, or the folder of an archive.
    campaign : path, optional
        The campaign directory: its site is built once more, elsewhere, and compared.
    across_versions : bool
        Whether a site that another version wrote is compared all the same.
    workers : int
        As for `build`.

    Returns
    -------
    pandas.DataFrame
        Columns folder, kind, file, row, column, published, recomputed; empty if nothing differs.

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
    rows = [
        [one.folder, *(getattr(difference, column) for column in DIFFERENCE_COLUMNS)]
        for one in found
        for difference in one.differences
    ]
    return pd.DataFrame(rows, columns=["folder", *DIFFERENCE_COLUMNS])


def list_metrics() -> pd.DataFrame:
    """List every metric that can be asked for.

    Returns
    -------
    pandas.DataFrame
        Columns identifier (its form), title, explanation, lowest, highest, source, confirmed.
    """
    return pd.DataFrame(
        {
            "identifier": [form_of(metric) for metric in METRICS],
            "title": [metric.title for metric in METRICS],
            "explanation": [metric.explanation for metric in METRICS],
            "lowest": [metric.lowest for metric in METRICS],
            "highest": [metric.highest for metric in METRICS],
            "source": [metric.source for metric in METRICS],
            "confirmed": [metric.confirmed for metric in METRICS],
        }
    )


def _problem_frame(problems: Iterable[Problem]) -> pd.DataFrame:
    rows = [[getattr(problem, column) for column in PROBLEM_COLUMNS] for problem in problems]
    return pd.DataFrame(rows, columns=list(PROBLEM_COLUMNS)).astype({"line": "Int64"})
