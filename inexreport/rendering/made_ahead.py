"""Makes, when it is loaded, what all sites have alike; processes that are forked then have it."""

from __future__ import annotations

from inexreport.rendering import pages
from inexreport.rendering.chart_embedding import build_kinds
from inexreport.rendering.environment import environment

__all__ = ["pages"]  # loads the charts that are built

for _template in environment().list_templates(extensions=["html"]):
    environment().get_template(_template)
build_kinds()
