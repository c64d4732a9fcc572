"""Pages as parts of a site."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.made_from import STAND_IN
from inexreport.rendering.pages import PlannedPage, render_page
from inexreport.rendering.site_parts import Part, SiteParts, Texts
from inexreport.report.campaign_record import Record


def page_parts(
    site: SiteParts,
    pages: Iterable[PlannedPage],
    addresses: Addresses,
    record: Record,
    written: Collection[str],
) -> Iterator[Part]:
    """Every page as a part that is rendered to its address.

    Parameters
    ----------
    site : SiteParts
    pages : iterable of PlannedPage
    addresses : Addresses
    record : Record
    written : collection of str
        Addresses of all pages of the site: navigation leads to no others.
    """
    for page in pages:
        links = Links(addresses, page.address, site.assets)
        told = facts_of_tasks(record) if page.task is not None else record
        make = partial(_rendered, page, links, told, written)
        yield site.texts(make, is_counted=True, task=page.task, subject=f"page {page.address}")


def facts_of_tasks(record: Record) -> Record:
    """As much of campaign.json as the pages of a task may tell: nothing that another task changes."""
    return {name: record[name] for name in ("title", "audience", "tool", "format_version")}


def _rendered(page: PlannedPage, links: Links, record: Record, written: Collection[str]) -> Texts:
    return {page.address: render_page(page, links, record, written, STAND_IN)}
