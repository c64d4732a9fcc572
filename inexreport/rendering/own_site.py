"""Writes what one participant gets of a campaign, from an excerpt that holds nothing else."""

from __future__ import annotations

from pathlib import Path

from inexreport.rendering.addresses import recorded_pages
from inexreport.rendering.data_files import json_bytes, write_file, write_table
from inexreport.rendering.own_pages import own_addresses, own_pages
from inexreport.rendering.page_files import Progress, write_pages
from inexreport.rendering.search_file import search_index
from inexreport.report.campaign_record import RECORD_FILE, Record
from inexreport.report.own.data import OwnDataPage, own_data_page
from inexreport.report.own.excerpt import CampaignExcerpt
from inexreport.report.own.record import own_record
from inexreport.report.own.tables import OWN_TABLES


def write_own_campaign(excerpt: CampaignExcerpt, folder: Path, progress: Progress) -> None:
    """Write a participant's tables and pages into a new folder."""
    addresses = own_addresses(excerpt)
    record = own_record(excerpt) | {"pages": recorded_pages(addresses)}
    data = _write_data(excerpt, record, folder / "data")
    pages = own_pages(excerpt, addresses, data)
    write_pages(pages, addresses, record, folder, progress)
    index = search_index(excerpt.view, addresses, {page.address for page in pages})
    (folder / addresses.search_index).write_text(index, encoding="utf-8", newline="\n")


def _write_data(excerpt: CampaignExcerpt, record: Record, folder: Path) -> OwnDataPage:
    folder.mkdir()
    tables = {one.name: one.build(excerpt) for one in OWN_TABLES}
    files = {name: write_table(folder, name, table) for name, table in tables.items()}
    return own_data_page(excerpt, tables, files, write_file(folder, RECORD_FILE, json_bytes(record), "JSON"))
