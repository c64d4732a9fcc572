"""What all processes of a run of tests make once: evaluated samples, and what each build needs to begin."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import TAG, Cache
from inexreport.model.outcome import CampaignOutcome
from inexreport.rendering.assets import asset_contents


def cached() -> Resources:
    """What commands use without an option: the cache that all processes of a run of tests share."""
    return Resources(cache=Cache(user_cache_path("inexreport")))


def begin_cache(folder: Path) -> Path:
    """Make a cache of chart library, compiled templates and pictures, and of nothing else of a campaign.

    Without them each build, and each of its workers, takes seconds more.
    """
    asset_contents(cached().cache)
    shared = user_cache_path("inexreport")
    folder.mkdir(mode=0o700)
    shutil.copy(shared / TAG, folder)
    for kind in ("charts", "template", "picture"):
        if (shared / kind).exists():
            unfinished = shutil.ignore_patterns(".*")  # files that another process is writing
            shutil.copytree(shared / kind, folder / kind, ignore=unfinished)
    return folder


@cache
def evaluated_sample(campaign: Path) -> tuple[CampaignOutcome, PreparedCampaign]:
    """The results of a sample campaign, evaluated once for all processes."""
    return evaluate_campaign(campaign, resources=cached())
