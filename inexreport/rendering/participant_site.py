"""Writes the site of one participant before the release, from an excerpt that holds nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from inexreport.parallel import Workers
from inexreport.participant.excerpt import CampaignExcerpt
from inexreport.participant.record import participant_record
from inexreport.participant.tables import OWN_TABLES
from inexreport.rendering.addresses import Addresses, campaign_addresses, recorded_pages
from inexreport.rendering.assets import asset_names
from inexreport.rendering.checksums import checksum_lines
from inexreport.rendering.data_files import DATA, json_bytes, write_table
from inexreport.rendering.pages import planned_pages
from inexreport.rendering.search_file import search_index
from inexreport.rendering.site_parts import Part, Progress, SiteParts, write_octets, write_parts
from inexreport.report.campaign_record import Record
from inexreport.report.campaign_view import CampaignView
from inexreport.report.data import DataPage, data_page
from inexreport.report.published_files import CHECKSUMS_FILE, RECORD_FILE

PAGES = ("front", "topics", "metrics_guide", "data", "problems", "task", "run", "topic")
"""The kinds of pages that a participant gets: a new one is withheld until it is named here."""


class ParticipantSite(SiteParts):
    """The pages of a participant's site, and its search.

    Parameters
    ----------
    view : CampaignView
        The excerpt's.
    addresses : Addresses
    record : Record
    data : DataPage
    folder : Path
    """

    def __init__(
        self, view: CampaignView, addresses: Addresses, record: Record, data: DataPage, folder: Path
    ) -> None:
        super().__init__(folder, asset_names())
        self._view, self._addresses, self._record, self._data = view, addresses, record, data

    def plan(self) -> Iterator[Part]:
        """As `SiteParts.plan`."""
        pages = [
            replace(page, task=None)  # all pages state the same inputs: those that the participant may know
            for page in planned_pages(self._view, self._addresses, self._data)
            if page.template in PAGES
        ]
        written = {page.address for page in pages}
        yield from self.pages(pages, self._addresses, self._record, written)
        yield self.texts(
            lambda: {self._addresses.search_index: search_index(self._view, self._addresses, written)}
        )


def write_participant_site(
    excerpt: CampaignExcerpt, workers: Workers, folder: Path, progress: Progress
) -> None:
    """Write a participant's tables and pages into a new folder; see `write_parts`."""
    view = excerpt.view
    addresses = campaign_addresses(view)
    addresses = replace(addresses, participants={view.participant: addresses.front})
    record = participant_record(excerpt) | {"pages": recorded_pages(addresses)}
    tables = [write_table(folder, one, excerpt) for one in OWN_TABLES]
    data = data_page(view, tables, write_octets(folder, f"{DATA}/{RECORD_FILE}", json_bytes(record)))
    site = ParticipantSite(view, addresses, record, data, folder)
    written = write_parts(site, workers, progress)
    pages = chain.from_iterable(one.files for one in written)
    data_files = [data.record, *chain.from_iterable(table.files for table in tables)]
    write_octets(folder, CHECKSUMS_FILE, checksum_lines([*pages, *data_files]))
