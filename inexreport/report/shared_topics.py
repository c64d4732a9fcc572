"""Topics that campaigns of several years share, from the records of campaigns."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.report.campaign_record import Record
from inexreport.report.figure import PageData


def shared_topics(records: Sequence[tuple[str, Record]]) -> list[PageData]:
    """Topics with the same id and title in campaigns of two or more years, in the order of the latest one.

    Each has its ``campaigns``, earliest first, with ``year``, ``campaign`` and ``folder``. Titles are
    compared apart from white space; topics without a title, and campaigns whose records tell no titles,
    share none.

    Parameters
    ----------
    records : sequence of (str, Record)
        Each with its folder, latest year first.
    """
    found: dict[tuple[str, str], list[PageData]] = {}
    for folder, record in records:
        one = {"year": record["year"], "campaign": record["title"], "folder": folder}
        for topic, title in record.get("topic_titles", {}).items():
            if words := " ".join(title.split()):
                found.setdefault((topic, words), []).append(one)
    return [
        {"topic": topic, "title": title, "campaigns": campaigns[::-1]}
        for (topic, title), campaigns in found.items()
        if len({one["year"] for one in campaigns}) > 1
    ]


def by_campaigns(topics: Sequence[PageData]) -> list[PageData]:
    """Groups of the `shared_topics` that the same campaigns share, in the order of their first topics."""
    groups: dict[tuple[str, ...], PageData] = {}
    for one in topics:
        folders = tuple(campaign["folder"] for campaign in one["campaigns"])
        group = groups.setdefault(folders, {"campaigns": one["campaigns"], "topics": []})
        group["topics"].append(one)
    return list(groups.values())
