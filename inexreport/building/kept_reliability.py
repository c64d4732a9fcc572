"""What simulated runs score, kept by all that it was found out from."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import from_parquet, to_parquet
from inexreport.statistics.reliability import Reliability, reliability
from inexreport.version import code_version

KIND = "simulated"


@dataclass(frozen=True, eq=False)
class KeptReliability:
    """A finding as it is kept: that there are no simulated runs is one too."""

    found: Reliability | None


def cached_reliability(prepared: PreparedCampaign, cache: Cache | None) -> Reliability | None:
    """What simulated runs of a campaign score, computed unless an earlier build has."""
    if cache is None:
        return reliability(prepared.campaign)
    key = key_of(code_version(), prepared.digest)
    content = cache.read(KIND, key)
    kept = None if content is None else from_parquet(content, KeptReliability)
    if kept is None:
        kept = KeptReliability(reliability(prepared.campaign))
        cache.write(KIND, key, to_parquet(kept))
    return kept.found
