"""Single pages of a campaign's site, without the time that all of it takes."""

from __future__ import annotations

from pathlib import Path

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.rendering.page_kinds import KINDS
from inexreport.rendering.site import CampaignSite, public_site
from inexreport.report.audience import PUBLIC


def drawn_pages(campaign: Path, *addresses: str, resources: Resources | None = None) -> list[str]:
    """The HTML of pages of the site that a build of the campaign directory would write."""
    resources = resources or Resources()
    outcome, prepared = evaluate_campaign(campaign, resources=resources)
    pages = pages_of(public_site(outcome, prepared.metrics, PUBLIC, resources.cache), *addresses)
    return [pages[one] for one in addresses]


def pages_of(site: CampaignSite, *addresses: str) -> dict[str, str]:
    """The HTML of some pages of a site, or of all but those that list its files."""
    found: dict[str, str] = {}
    for page in site.pages:
        if page.address in addresses or (not addresses and not KINDS[page.kind].lists_files):
            found |= site.part_for(page).page(page)
    return found
