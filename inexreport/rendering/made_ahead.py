"""Makes, when it is loaded, what all sites have alike; processes that are forked then have it."""

from __future__ import annotations

from inexreport.rendering.environment import environment

for _template in environment().list_templates(extensions=["html"]):
    environment().get_template(_template)
