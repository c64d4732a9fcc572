"""The sample campaigns as evaluated, once for all tests, which only read what they get."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

from inexreport.building.campaign import PreparedCampaign
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.model.outcome import CampaignOutcome


def cached() -> Resources:
    """What commands use without an option: the cache that all processes of a run of tests share."""
    return Resources(cache=Cache(user_cache_path("inexreport")))


@cache
def evaluated_sample(campaign: Path) -> tuple[CampaignOutcome, PreparedCampaign]:
    """The results of a sample campaign, evaluated once for all processes."""
    return evaluate_campaign(campaign, resources=cached())
