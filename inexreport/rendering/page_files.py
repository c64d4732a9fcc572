"""Pages as parts of a site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from typing import Any

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.kept_parts import KeptParts, digest_of_data
from inexreport.rendering.kept_passages import KeptPassages, Passages, rendered_now
from inexreport.rendering.made_from import OF_NO_TASK, STAND_IN, MadeFrom, made_from
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
        told = record if page.task is None and page.of_runs is None else facts_of_tasks(record)
        inputs = made_from(record, page.task)
        links = Links(addresses, page.address, site.assets)
        render = partial(_rendered, links=links, record=told, written=written)
        subject = f"page {page.address}"
        if page.of_runs and site.kept:
            make = partial(_kept_or_rendered, site.kept, page, page.of_runs, subject, inputs, render)
        else:
            make = partial(render, page, inputs=inputs)
        yield site.texts(make, is_counted=True, key=site.key(page.task, subject, *inputs[:3]))


def _kept_or_rendered(
    kept: KeptParts,
    page: PlannedPage,
    of_runs: Callable[[], Any],
    subject: str,
    inputs: MadeFrom,
    render: Callable[..., Texts],
) -> Texts:
    """The page as it was rendered when it showed the same of runs, else as it is now."""
    key = kept.key(OF_NO_TASK, subject, digest_of_data(of_runs()))
    text = kept.kept(key)
    if text is None:
        passages = KeptPassages(kept, subject)
        text = render(page, inputs=STAND_IN, passages=passages)[page.address]
        passages.keep()
        kept.keep(key, text)
    return {page.address: inputs.filled_into(text)}


def facts_of_tasks(record: Record) -> Record:
    """As much of campaign.json as pages that are kept may tell: nothing that runs change."""
    return {name: record[name] for name in ("title", "audience", "tool", "format_version")}


def _rendered(
    page: PlannedPage,
    links: Links,
    record: Record,
    written: Collection[str],
    inputs: MadeFrom,
    passages: Passages = rendered_now,
) -> Texts:
    return {page.address: render_page(page, links, record, written, inputs, passages)}
