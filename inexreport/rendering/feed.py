"""The Atom feed of the errata (RFC 4287)."""

from __future__ import annotations

from uuid import UUID, uuid5

from inexreport.model.campaign import Campaign
from inexreport.rendering.environment import environment
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData
from inexreport.subjects.changes import change_groups, edition_changes
from inexreport.version import __version__

FEED = "errata.atom"

NAMESPACE = UUID("1eed5500-2c3f-4475-99a6-e1c25d32e14c")
"""Of the identifiers of feeds; it must never change."""


def errata_feed(view: CampaignView) -> str:
    """Return the feed of a campaign that has replaced an edition: an entry for each, latest first.

    Its links are relative, since nobody knows where the site will be. Identifiers depend on the campaign's
    folder and the inputs of its first edition, which no later edition changes.
    """
    campaign, changes = view.outcome.campaign, edition_changes(view.outcome)
    feed_id = _feed_id(campaign)
    entries = [
        {
            "id": uuid5(feed_id, edition.date).urn,
            "date": edition.date,
            "updated": _start_of(edition.date),
            "text": _text(edition.reason, change_groups(changes[edition.date])),
        }
        for edition in reversed(campaign.editions[1:])
    ]
    feed = {
        "id": feed_id.urn,
        "title": campaign.title,
        "updated": entries[0]["updated"],
        "authors": [author.name for author in campaign.authors] or [campaign.title],
        "version": __version__,
        "entries": entries,
    }
    return environment().get_template(FEED).render(feed=feed)


def _feed_id(campaign: Campaign) -> UUID:
    first = campaign.editions[0].results
    assert first is not None
    inputs = "".join(f"{sha256}  {file}\n" for file, sha256 in sorted(first.inputs.items()))
    return uuid5(NAMESPACE, f"{campaign.slug}\n{inputs}")


def _start_of(date: str) -> str:
    """The instant with which a date begins, as feeds need it."""
    return f"{date}T00:00:00Z"


def _text(reason: str, groups: list[PageData]) -> str:
    return "\n".join([reason, *(f"{one['title']}: {one['summary']}." for one in groups)])
