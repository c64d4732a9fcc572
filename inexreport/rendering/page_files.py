"""Pages as parts of a site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.kept_parts import OF_NO_TASK, digest_of_data
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
        told = record if page.task is None and not page.kept_by_data else facts_of_tasks(record)
        render = partial(_rendered, links=links, record=told, written=written)
        subject = f"page {page.address}"
        if page.kept_by_data and site.keeps:
            yield site.texts(partial(_with_same_data, site, page, subject, render), is_counted=True)
        else:
            yield site.texts(partial(render, page), is_counted=True, task=page.task, subject=subject)


def _with_same_data(
    site: SiteParts, page: PlannedPage, subject: str, render: Callable[[PlannedPage], Texts]
) -> Texts:
    """The page as it was rendered with the same data, else as it is now."""
    data = page.gather()
    render_it = partial(render, replace(page, gather=lambda: data))
    return site.kept_or_made(OF_NO_TASK, f"{subject} {digest_of_data(data)}", dict[str, str], render_it)


def facts_of_tasks(record: Record) -> Record:
    """As much of campaign.json as pages that are kept may tell: nothing that runs change."""
    return {name: record[name] for name in ("title", "audience", "tool", "format_version")}


def _rendered(page: PlannedPage, links: Links, record: Record, written: Collection[str]) -> Texts:
    return {page.address: render_page(page, links, record, written, STAND_IN)}
