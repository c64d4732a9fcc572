"""Runs of a topic page from whose first results the reader chooses two."""

from __future__ import annotations

from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import json_in_html
from inexreport.report.figure import PageData


def ranking_list(rankings: PageData, link: Links) -> Markup:
    """Return, as JSON, runs with links to their pages, and their rows in a script of the compare page."""
    return json_in_html(
        {
            "part": f"documents {rankings['task']} {rankings['topic']}",
            "runs": [
                {"row": row, "label": name.label, "link": link.page("run", name.task, name.run)}
                for row, name in rankings["runs"]
            ],
        }
    )
