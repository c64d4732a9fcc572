"""Pages as parts of a site."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.pages import PlannedPage, render_page
from inexreport.rendering.site_parts import Part, SiteParts
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
        yield site.texts(partial(_rendered, page, links, record, written), is_counted=True)


def _rendered(page: PlannedPage, links: Links, record: Record, written: Collection[str]) -> Mapping[str, str]:
    return {page.address: render_page(page, links, record, written)}
