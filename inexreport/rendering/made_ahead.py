"""Makes and loads, when it is loaded, what all sites need alike, before there are pages to write."""

from __future__ import annotations

import latex2mathml.converter  # noqa: F401
import markdown  # noqa: F401
import nh3  # noqa: F401

from inexreport.rendering.environment import environment

for _template in environment().list_templates(extensions=["html"]):
    environment().get_template(_template)
