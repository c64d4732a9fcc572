"""A campaign directory as an object for notebooks."""

from __future__ import annotations

from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path

import pandas as pd

from inexreport import arguments
from inexreport.api import check
from inexreport.arguments import AnyPath, described
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.formats.campaign_directory import campaign_root, examine_campaign
from inexreport.model.campaign import Campaign as CampaignRecord
from inexreport.model.problem import Problem
from inexreport.notebook.results import Results
from inexreport.parallel import open_workers


class Campaign:
    """A campaign directory.

    Parameters
    ----------
    path : path
        The campaign directory.

    Attributes
    ----------
    path : pathlib.Path
        Absolute.

    Raises
    ------
    UsageError
        If it is no campaign directory.

    Examples
    --------
    >>> campaign = Campaign("campaigns/sample-2009")  # doctest: +SKIP
    >>> results = campaign.evaluate(workers=4)  # doctest: +SKIP
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = campaign_root(Path(path))

    def check(self) -> pd.DataFrame:
        """Find everything that is wrong with the campaign and its runs, without computing a score.

        Returns
        -------
        pandas.DataFrame
            A row for each problem, errors and warnings; empty if there is none.
        """
        return check(self.path)

    @described
    def evaluate(
        self,
        *,
        workers: arguments.Workers[int] = 1,
        cluster: arguments.Cluster[str | None] = None,
        cache: arguments.CacheFolder[AnyPath | None] = None,
    ) -> Results:
        """Evaluate all runs, with all statistics, without writing anything.

        Files are read anew each time. Parameters are those of `inexreport.build`.

        Raises
        ------
        CampaignRefusedError
            With every problem of the campaign's own files.
        UsageError
            If the cluster or the cache cannot be used.
        """
        with open_workers(workers, cluster) as opened:
            resources = Resources(opened, Cache(None if cache is None else Path(cache)))
            return Results(*evaluate_campaign(self.path, resources=resources))

    @cached_property
    def _read(self) -> tuple[CampaignRecord, tuple[Problem, ...]]:
        return examine_campaign(self.path)

    def __repr__(self) -> str:
        return f"Campaign({str(self.path)!r})"

    def _repr_html_(self) -> str:
        """Title, tasks and numbers of topics and problems, as HTML; what comes from files is escaped."""
        campaign, problems = self._read
        errors = sum(problem.is_error for problem in problems)
        facts = {
            "year": campaign.year or "",
            "protocol": campaign.protocol,
            "tasks": ", ".join(campaign.tasks),
            "topics": len(campaign.topics),
            "assessed topics": len(campaign.assessments.topics),
            "errors": f"{errors}, see check()" if errors else 0,
        }
        rows = "".join(
            f"<tr><th>{name}</th><td>{escape(str(fact))}</td></tr>" for name, fact in facts.items()
        )
        return f"<p><strong>{escape(campaign.title or self.path.name)}</strong></p><table>{rows}</table>"
