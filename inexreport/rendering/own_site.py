"""Writes what one participant gets of a campaign, from an excerpt that holds nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from inexreport.parallel import Workers
from inexreport.rendering.addresses import Addresses, recorded_pages
from inexreport.rendering.assets import asset_names
from inexreport.rendering.checksums import checksum_lines
from inexreport.rendering.data_files import DATA, json_bytes, write_table
from inexreport.rendering.own_pages import own_addresses, own_pages
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_parts import Part, Progress, SiteParts, write_octets, write_parts
from inexreport.report.campaign_record import Record
from inexreport.report.own.data import OwnDataPage, own_data_page
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.record import own_record
from inexreport.report.own.tables import OWN_TABLES
from inexreport.report.published_files import CHECKSUMS_FILE, RECORD_FILE


class OwnSite(SiteParts):
    """The pages of a participant's site, and its search.

    Parameters
    ----------
    excerpt : CampaignExcerpt
    addresses : Addresses
    record : Record
    data : OwnDataPage
    folder : Path
    """

    def __init__(
        self, excerpt: CampaignExcerpt, addresses: Addresses, record: Record, data: OwnDataPage, folder: Path
    ) -> None:
        super().__init__(folder, asset_names())
        self._excerpt, self._addresses, self._record, self._data = excerpt, addresses, record, data

    def plan(self) -> Iterator[Part]:
        """As `SiteParts.plan`."""
        pages = own_pages(self._excerpt, self._addresses, self._data)
        written = {page.address for page in pages}
        yield from self.pages(pages, self._addresses, self._record, written)
        yield self.texts(
            lambda: {self._addresses.search_index: search_index(self._excerpt.view, self._addresses, written)}
        )


def write_own_campaign(excerpt: CampaignExcerpt, workers: Workers, folder: Path, progress: Progress) -> None:
    """Write a participant's tables and pages into a new folder; see `write_parts`."""
    addresses = own_addresses(excerpt)
    record = own_record(excerpt) | {"pages": recorded_pages(addresses)}
    written_record = write_octets(folder, f"{DATA}/{RECORD_FILE}", json_bytes(record))
    data = own_data_page(excerpt, [write_table(folder, one, excerpt) for one in OWN_TABLES], written_record)
    site = OwnSite(excerpt, addresses, record, data, folder)
    written = write_parts(site, workers, progress)
    pages = chain.from_iterable(one.files for one in written)
    tables = chain.from_iterable(table.files for table in data.tables)
    write_octets(folder, CHECKSUMS_FILE, checksum_lines([*pages, *tables, data.record]))
