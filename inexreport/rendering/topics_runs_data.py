"""Data of the pages of topics and runs; their scores are in the scripts of the compare page."""

from __future__ import annotations

from markupsafe import Markup

from inexreport.rendering.addresses import Links
from inexreport.rendering.charts.specification import json_in_html
from inexreport.report.figure import PageData


def topics_runs_list(page: PageData, link: Links) -> Markup:
    """Return runs, topics, metrics and subsets with links to their pages and scripts, as JSON."""
    task = page["task"]
    return json_in_html(
        {
            "official": page["official"],
            "confidence": page["confidence"],
            "runs": [
                {
                    "label": run.badged_label,
                    "title": run.title,
                    "participant": run.participant_name,
                    "badge": run.badge,
                    "link": link.page("run", task, run.run),
                    "group": group,
                    "interval": (low, high),
                }
                for run, group, low, high in page["runs"]
            ],
            "topics": [
                {"topic": topic.id, "title": topic.title, "link": link.topic(topic.id)}
                for topic in page["topics"]
            ],
            "metrics": [
                {
                    "metric": column.identifier,
                    "unit": column.unit,
                    "script": link.script("scores", task, column.identifier),
                }
                for column in page["metrics"]
            ],
            "subsets": page["subsets"],
        }
    )
