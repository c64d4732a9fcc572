"""Data of the first results of runs on a topic page, from which the reader chooses two."""

from __future__ import annotations

from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import json_in_html
from inexreport.report.figure import PageData


def ranking_list(rankings: PageData, link: Links) -> Markup:
    """Return the runs with links to their pages, and their first documents with grades, as JSON."""
    return json_in_html(
        {
            "runs": [
                {"label": name.label, "link": link.page("run", name.task, name.run)}
                for name in rankings["runs"]
            ],
            **{name: rankings[name] for name in ("documents", "grades", "first", "pattern")},
        }
    )
