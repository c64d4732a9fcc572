"""The errata page: what changed in each edition, latest first."""

from __future__ import annotations

from inexreport.report.campaign_view import CampaignView
from inexreport.report.changes.editions import edition_changes
from inexreport.report.changes.summary import change_groups
from inexreport.report.figure import PageData


def errata_page(view: CampaignView) -> PageData:
    """Return the editions, latest first, with date, reason and the groups of changes; the first has none."""
    changes = edition_changes(view.outcome)
    editions = view.outcome.campaign.editions
    return {
        "first": editions[0].date,
        "editions": [
            {"date": one.date, "reason": one.reason, "groups": change_groups(changes[one.date])}
            for one in reversed(editions[1:])
        ],
    }
