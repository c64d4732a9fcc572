"""Page data and HTML of a page of a campaign's site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from inexreport.rendering.addresses import Addresses, Links, Page
from inexreport.rendering.environment import environment
from inexreport.rendering.name_list import NameList
from inexreport.rendering.navigation import nav_context
from inexreport.rendering.page_kinds import KINDS
from inexreport.report.campaign_record import Record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.words import words_of_record

FRAME = ("title", "collection", "runs", "assessed_topics", "audience", "participant")
"""What pages show of campaign.json besides the inputs in their footer; their templates get nothing else."""

MADE = "<!--made-->"
"""Stands for the footer's statement of inputs in a drawn page."""


def pages_of(addresses: Addresses) -> list[Page]:
    """Return all pages that have an address."""
    return [Page(kind, tuple(key), address) for (kind, *key), address in addresses.pages.items()]


def page_data(page: Page, view: CampaignView, files: Any = None) -> Any:
    """Return the page data; `files` is needed by the kinds of pages that list the published files."""
    kind = KINDS[page.kind]
    return kind.data(view, *page.key, *([files] if kind.lists_files else []))


def render_page(
    page: Page,
    data: Any,
    addresses: Addresses,
    assets: Mapping[str, str],
    record: Record,
    drawn: Callable[[Record, Callable[[], str]], str] | None = None,
) -> str:
    """Return the page as HTML.

    Parameters
    ----------
    page : Page
    data : object
        From `page_data`.
    addresses : Addresses
    assets : mapping of str to str
        File names of the site's assets by name.
    record : Record
        The content of campaign.json about what the page is made from; the footer names its inputs.
    drawn : callable, optional
        Returns what a function draws, which is the page with `MADE` in its footer, or the same from a cache;
        its other argument is what the page shows of the record.
    """
    links = Links(addresses, page.address, assets)
    frame = {name: record[name] for name in FRAME if name in record}
    draw = partial(draw_page, page, data, links, frame)
    before, _, after = (drawn(frame, draw) if drawn else draw()).rpartition(MADE)
    made = environment().get_template("made.html").render(link=links, campaign=record, task=page.task)
    return before + made + after


def draw_page(page: Page, data: Any, links: Links, frame: Record) -> str:
    """Return the page as HTML, with `MADE` in its footer."""
    return (
        environment()
        .select_template([f"pages/{page.kind}.html", "sections.html"])
        .render(
            kind=page.kind,
            page=data,
            link=links,
            where=nav_context(links.addresses, page),
            campaign=frame,
            for_participant="participant" in frame,
            names=NameList(links),
            words=words_of_record(frame),
        )
    )
