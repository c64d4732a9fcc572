"""Names and links of the runs and topics in a page's charts, each listed once."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from inexreport.rendering.charts.specification import json_in_html
from inexreport.report.naming import RunName


class NameList:
    """Collects names while the charts of a page are rendered; the list follows at the end of the page.

    Parameters
    ----------
    link : Links or ArchiveLinks, optional
        Links of the page; without them, names have no links.
    """

    def __init__(self, link: Any = None) -> None:
        self.link = link
        self._places: dict[tuple[str, str | None], int] = {}

    def place(self, name: RunName | None, label: str = "") -> int:
        """Return the index of a run; a label without a run, such as a median's, has no link."""
        address = self.link.page("run", name.task, name.run) if name and self.link else None
        return self._places.setdefault((label or (name.label if name else ""), address), len(self._places))

    def place_topic(self, topic: str, title: str) -> int:
        """Return the index of a topic, labelled with its title."""
        address = self.link.topic(topic) if self.link else None
        return self._places.setdefault((title, address), len(self._places))

    @property
    def labels(self) -> list[str]:
        """The labels in list order."""
        return [label for label, _ in self._places]

    @property
    def json(self) -> Markup:
        """The list of labels and links as JSON."""
        return json_in_html([list(entry) for entry in self._places])
