"""The scripts that bring the search what it can find; see ``templates/assets/matching.js``."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator

from inexreport.rendering.addresses import Addresses
from inexreport.rendering.navigation import Place, campaign_places, task_pages
from inexreport.report.campaign_view import CampaignView
from inexreport.report.naming import task_title
from inexreport.report.participant_history import ParticipantHistory
from inexreport.report.search_index import SearchEntry, history_entry, search_entries

FORMAT = 1
"""Raised when `matching.js` could no longer read what is written here: an archive holds older indexes."""

AddressedEntry = tuple[str, SearchEntry]


def search_index(view: CampaignView, addresses: Addresses, written: Collection[str] | None = None) -> str:
    """Everything that can be found in a campaign, as a classic script: pages from disk may load nothing else.

    A line is an entry: address, title, detail, names and further text. Words are made of it when it is read.

    Parameters
    ----------
    view : CampaignView
    addresses : Addresses
    written : collection of str, optional
        Addresses of the pages that are there; without it, all of them.
    """
    return _script(view.outcome.campaign.title, _groups(view, addresses, written))


def archive_index(addressed: Iterable[tuple[str, ParticipantHistory]]) -> str:
    """What belongs to no single campaign: participants, each with the address of its page."""
    entries = [(address, history_entry(history)) for address, history in addressed]
    return _script("All campaigns", [("Participants", entries)])


def _script(title: str, groups: Iterable[tuple[str, list[AddressedEntry]]]) -> str:
    listed = ",\n".join(_group(*group) for group in groups)
    return f'campaignSearch.add({{"format":{FORMAT},"title":{_json(title)},"groups":[\n{listed}\n]}});\n'


def _group(kind: str, entries: list[AddressedEntry]) -> str:
    lines = (_json([address, one.title, one.detail, one.names, one.text]) for address, one in entries)
    return f"[{_json(kind)},[\n" + ",\n".join(lines) + "\n]]"


def _groups(
    view: CampaignView, addresses: Addresses, written: Collection[str] | None
) -> Iterator[tuple[str, list[AddressedEntry]]]:
    found = search_entries(view)
    guide = addresses.metrics_guide
    yield "Tasks", [(addresses.tasks[one], entry) for one, entry in found.tasks.items()]
    yield "Topics", [(addresses.topics[one], entry) for one, entry in found.topics.items()]
    yield "Runs", [(addresses.runs[one], entry) for one, entry in found.runs.items()]
    yield "Participants", [(addresses.participants[one], entry) for one, entry in found.participants.items()]
    yield "Metrics", [(f"{guide}#{addresses.metrics[one]}", entry) for one, entry in found.metrics.items()]
    pages = _pages(view, addresses)
    yield "Pages", [page for page in pages if written is None or page[0] in written]


def _pages(view: CampaignView, addresses: Addresses) -> Iterator[AddressedEntry]:
    campaign = view.outcome.campaign
    yield (
        addresses.front,
        SearchEntry(
            campaign.title, (campaign.slug, str(campaign.year)), "Overview", "tasks participants cite"
        ),
    )
    for place in campaign_places(addresses):
        yield _page(place, "")
    for task in addresses.tasks:
        for place in task_pages(addresses, task)[1:]:
            yield _page(place, task_title(task))


def _page(place: Place, task: str) -> AddressedEntry:
    return place.address, SearchEntry(place.name, (), task, place.about)


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
