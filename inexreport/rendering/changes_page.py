"""A page on its own about what changed between two sites."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from inexreport.rendering.environment import environment, template_folder
from inexreport.report.figure import PageData
from inexreport.version import __version__


def changes_page(old: str, new: str, campaigns: Sequence[PageData]) -> str:
    """Return the page as HTML that needs no other file.

    `old` and `new` name the editions. Campaigns have ``campaign``, ``title`` and the ``groups`` of
    `inexreport.subjects.changes.change_groups`.
    """
    style = Markup((template_folder() / "assets" / "site.css").read_text("utf-8"))
    page = environment().get_template("changes.html")
    return page.render(old=old, new=new, campaigns=campaigns, style=style, version=__version__)
