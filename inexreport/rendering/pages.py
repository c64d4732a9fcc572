"""Page data and HTML of a page of a campaign's site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from inexreport.rendering.addresses import Addresses, Links, Page
from inexreport.rendering.environment import environment
from inexreport.rendering.name_list import NameList
from inexreport.rendering.navigation import nav_context
from inexreport.rendering.page_kinds import KINDS
from inexreport.report.campaign_record import Record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData


def pages_of(addresses: Addresses) -> list[Page]:
    """Return all pages that have an address."""
    return [Page(kind, tuple(key), address) for (kind, *key), address in addresses.pages.items()]


def page_data(page: Page, view: CampaignView, files: PageData | None = None) -> Any:
    """Return the page data; `files` is needed by the kinds of pages that list the published files."""
    kind = KINDS[page.kind]
    return kind.data(view, *page.key, *([files] if kind.lists_files else []))


def render_page(
    page: Page, data: Any, addresses: Addresses, assets: Mapping[str, str], record: Record
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
        The content of campaign.json.
    """
    links = Links(addresses, page.address, assets)
    return (
        environment()
        .get_template(f"pages/{page.kind}.html")
        .render(
            kind=page.kind,
            page=data,
            link=links,
            where=nav_context(addresses, page),
            campaign=record,
            for_participant="participant" in record,
            provenance=provenance(record, page),
            names=NameList(links),
        )
    )


class Provenance(NamedTuple):
    """The input files of a page, as shown in its footer.

    Attributes
    ----------
    files : int
        Number of files.
    checksum : str
        SHA-256 of their list.
    scope : str
        ``campaign`` for all files, ``task`` for those without the runs of other tasks, ``no runs``, or
        ``participant`` for those that the participant may see.
    """

    files: int
    checksum: str
    scope: str


def provenance(record: Record, page: Page) -> Provenance:
    """Return the input files of a page from the content of campaign.json."""
    if "participant" in record:
        return Provenance(len(record["inputs"]), record["inputs_sha256"], "participant")
    if page.task is not None:
        inputs = next(task["inputs"] for task in record["tasks"] if task["name"] == page.task)
        return Provenance(inputs["files"], inputs["sha256"], "task")
    if not KINDS[page.kind].uses_runs:
        inputs = record["inputs_but_runs"]
        return Provenance(inputs["files"], inputs["sha256"], "no runs")
    return Provenance(len(record["inputs"]), record["inputs_sha256"], "campaign")
