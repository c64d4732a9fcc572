"""A campaign's own files, read by an earlier build and untouched since."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inexreport.building.prepared_campaign import PreparedCampaign
from inexreport.cache.folder import Cache, key_of
from inexreport.cache.folder_state import settled_state
from inexreport.cache.records import from_arrow, to_arrow
from inexreport.evaluation.task_plan import plan_task
from inexreport.formats.campaign_root import RUNS, campaign_root
from inexreport.model.campaign import Campaign
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem
from inexreport.version import code_version

KIND = "campaigns"


@dataclass(frozen=True, eq=False)
class KeptCampaign:
    """What a `PreparedCampaign` is made of, and its checksums, which take long."""

    campaign: Campaign
    elements: ElementTable | None
    problems: tuple[Problem, ...]
    digest: str
    digest_of_texts: str

    def prepared(self) -> PreparedCampaign:
        """The campaign ready for its runs."""
        plans = {name: plan_task(task, self.campaign) for name, task in self.campaign.tasks.items()}
        prepared = PreparedCampaign(self.campaign, plans, self.elements, self.problems)
        vars(prepared).update(digest=self.digest, digest_of_texts=self.digest_of_texts)
        return prepared


def kept_or_prepared(directory: Path, cache: Cache | None) -> PreparedCampaign:
    """Read all that a campaign directory holds but its runs, or take what was read from the same files.

    Parameters
    ----------
    directory : Path
    cache : Cache or None

    Raises
    ------
    CampaignRefusedError
        With every problem of the campaign's own files.
    """
    root = campaign_root(directory)
    state = settled_state(root, but=root / RUNS) if cache else ""
    if cache is None or not state:
        return _prepared(directory)
    key = key_of(code_version(), str(root), state)
    # In Arrow, for a rebuild looks at a small part of where elements lie.
    file = cache.mapped(KIND, key)
    kept = None if file is None else from_arrow(file, KeptCampaign)
    if kept is not None:
        return kept.prepared()
    prepared = _prepared(directory)
    digests = prepared.digest, prepared.digest_of_texts
    kept = KeptCampaign(prepared.campaign, prepared.elements, prepared.problems, *digests)
    cache.write(KIND, key, to_arrow(kept))
    return prepared


def _prepared(directory: Path) -> PreparedCampaign:
    from inexreport.building.campaign import prepare_campaign  # all that reads: a tenth of a second

    return prepare_campaign(directory)
