"""A page on its own about what changed between two sites."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from markupsafe import Markup

from inexreport.rendering.environment import environment, template_folder
from inexreport.subjects.changes import change_sections
from inexreport.version import __version__


def changes_page(old: str, new: str, campaigns: Sequence[tuple[str, pd.DataFrame]]) -> str:
    """Return the changes of campaigns with their titles as HTML that needs no other file.

    `old` and `new` name the editions.
    """
    sections = [
        section
        for place, (title, changes) in enumerate(campaigns, start=1)
        for section in change_sections(changes, f"campaign-{place}", title, "Nothing differs.")
    ]
    style = Markup((template_folder() / "assets" / "site.css").read_text("utf-8"))
    page = environment().get_template("changes.html")
    return page.render(old=old, new=new, sections=sections, style=style, version=__version__)
