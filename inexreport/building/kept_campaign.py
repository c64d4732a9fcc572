"""A campaign's own files, read by an earlier build."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.building.prepared_campaign import PreparedCampaign, prepared_campaign
from inexreport.cache.folder import Cache, key_of
from inexreport.cache.records import from_arrow, to_arrow
from inexreport.formats.campaign_root import RUNS, campaign_root
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem
from inexreport.version import code_version

KIND = "campaigns"


@dataclass(frozen=True, eq=False)
class KeptCampaign:
    """What a `PreparedCampaign` is made of, and the checksum of what is evaluated, which takes long."""

    campaign: Campaign
    elements: ElementTable | None
    problems: tuple[Problem, ...]
    digest: str

    def prepared(self) -> PreparedCampaign:
        """The campaign ready for its runs."""
        prepared = prepared_campaign(self.campaign, self.elements, self.problems)
        vars(prepared.for_evaluation).update(digest=self.digest)
        return prepared


def kept_or_prepared(directory: Path, cache: Cache | None, checksums: Mapping[str, str]) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs, or take what was read from the same content.

    Parameters
    ----------
    directory : Path
    cache : Cache or None
    checksums : mapping of str to str
        See `file_checksums`; not used without a cache.

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    if cache is None:
        return _prepared(directory)
    root = campaign_root(directory)
    own = {path: holds for path, holds in checksums.items() if not path.startswith(f"{RUNS}/")}
    # The folder's name is a part of the campaign.
    key = key_of(code_version(), str(root), *(part for item in sorted(own.items()) for part in item))
    # In Arrow, for a rebuild looks at a small part of where elements lie.
    content = cache.mapped(KIND, key)
    kept = None if content is None else from_arrow(content, KeptCampaign)
    if kept is not None:
        return kept.prepared()
    prepared = _prepared(directory)
    # A file may have changed since its checksum was computed.
    if all(own.get(read.file) == read.sha256 for read in prepared.campaign.inputs):
        digest = prepared.for_evaluation.digest
        kept = KeptCampaign(prepared.campaign, prepared.elements, prepared.problems, digest)
        cache.write(KIND, key, to_arrow(kept))
    return prepared


def _prepared(directory: Path) -> PreparedCampaign:
    from inexreport.building.campaign import prepare_campaign  # all that reads: a tenth of a second

    return prepare_campaign(directory)
