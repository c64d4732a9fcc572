"""How charts look in print: the site's light colours, in a font whose widths are the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from inexreport.rendering.template_folder import template_folder

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""All of them have the same widths."""

FONT_SIZE = 10


@cache
def paper_colours() -> Mapping[str, str]:
    """The colours by their names in the style sheet."""
    return light_colours((template_folder() / "assets/site.css").read_text("utf-8"))


def light_colours(style_sheet: str) -> Mapping[str, str]:
    """The colours that the style sheet names, as the light theme has them.

    Examples
    --------
    >>> light_colours(":root { --ink: light-dark(#1c1e21, #e7e6e2); }")
    {'ink': '#1c1e21'}
    """
    return dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", style_sheet))
