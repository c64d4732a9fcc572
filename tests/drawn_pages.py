"""Single pages of a campaign's public site, without the time that all of it takes."""

from __future__ import annotations

from pathlib import Path

from inexreport.building.evaluation import evaluate_campaign
from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC


def drawn_pages(campaign: Path, *addresses: str) -> list[str]:
    """The HTML of pages of the site that a build of the campaign directory would write."""
    outcome, prepared = evaluate_campaign(campaign)
    site = public_site(outcome, prepared.metrics, PUBLIC)
    pages = {page.address: page for page in site.pages}
    return [site.part_for(pages[one]).page(pages[one])[one] for one in addresses]
