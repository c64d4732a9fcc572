"""The search index as a script; see ``templates/assets/matching.js``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from inexreport.rendering.addresses import Addresses
from inexreport.rendering.page_kinds import CAMPAIGN_PAGES, TASK_PAGES
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.report.naming import task_title
from inexreport.report.search_index import SearchEntry, search_entries, system_entry
from inexreport.subjects.sections import PageKind

FORMAT = 1
"""Incremented when an older `matching.js` could not read the index; archives contain older indexes."""

AddressedEntry = tuple[str, SearchEntry]


def search_index(view: CampaignView, addresses: Addresses) -> str:
    """Return the index of a campaign as a classic script, because pages opened from disk can load no JSON.

    Each line is an entry: address, title, detail, names and further text.
    """
    return _script(view.outcome.campaign.title, _groups(view, addresses))


def archive_index(addressed: Iterable[tuple[str, PageData]]) -> str:
    """Return the index of the archive's systems, each with the address of its page."""
    entries = [(address, system_entry(system)) for address, system in addressed]
    return _script("All campaigns", [("Systems", entries)])


def _script(title: str, groups: Iterable[tuple[str, list[AddressedEntry]]]) -> str:
    listed = ",\n".join(_group(*group) for group in groups)
    return f'campaignSearch.add({{"format":{FORMAT},"title":{_json(title)},"groups":[\n{listed}\n]}});\n'


def _group(kind: str, entries: list[AddressedEntry]) -> str:
    lines = (_json([address, *one]) for address, one in entries)
    return f"[{_json(kind)},[\n" + ",\n".join(lines) + "\n]]"


def _groups(view: CampaignView, addresses: Addresses) -> Iterator[tuple[str, list[AddressedEntry]]]:
    found = search_entries(view)
    pages = addresses.pages
    guide = pages["metrics_guide",]
    yield "Tasks", [(pages["task", one], entry) for one, entry in found["task"].items()]
    yield "Topics", [(pages["topic", one], entry) for one, entry in found["topic"].items()]
    yield "Runs", [(pages["run", *one], entry) for one, entry in found["run"].items()]
    yield "Participants", [(pages["participant", one], entry) for one, entry in found["participant"].items()]
    yield "Metrics", [(f"{guide}#{addresses.metrics[one]}", entry) for one, entry in found["metric"].items()]
    yield "Pages", list(_pages(view, addresses))


def _pages(view: CampaignView, addresses: Addresses) -> Iterator[AddressedEntry]:
    campaign = view.outcome.campaign
    front, *sections = CAMPAIGN_PAGES
    names = campaign.slug, str(campaign.year)
    yield front.address, SearchEntry(campaign.title, front.label, names, front.keywords)
    if not view.participant:
        cited = SearchEntry(
            "How to cite", campaign.title, text="citation BibTeX reference authors DOI licence"
        )
        yield f"{front.address}#cite", cited
    for kind in sections:
        yield from _page(addresses, kind)
    for task, address in addresses.print_views.items():
        yield address, SearchEntry("Print view", task_title(task), text="printing paper PDF all pages in one")
    for (task,) in addresses.of_kind("task"):
        for kind in TASK_PAGES[1:]:
            yield from _page(addresses, kind, task)


def _page(addresses: Addresses, kind: PageKind, task: str = "") -> Iterator[AddressedEntry]:
    key = (kind.name, task) if task else (kind.name,)
    if key in addresses.pages:
        detail = task_title(task) if task else ""
        yield addresses.pages[key], SearchEntry(kind.label, detail, text=kind.keywords)


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
