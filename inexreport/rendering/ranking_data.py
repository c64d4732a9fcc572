"""First results of a topic page: the runs of which the reader chooses two, and the rows of the best two."""

from __future__ import annotations

from markupsafe import Markup, escape

from inexreport.rendering.addresses import Links
from inexreport.rendering.anchors import document_link
from inexreport.rendering.charts.specification import json_in_html
from inexreport.rendering.text import breakable
from inexreport.report.figure import PageData


def ranking_list(rankings: PageData, link: Links) -> Markup:
    """Return, as JSON, runs with links to their pages, and their rows in a script of the compare page."""
    return json_in_html(
        {
            "task": rankings["task"],
            "part": f"results {rankings['task']} {rankings['topic']}",
            "runs": [
                {
                    "row": row,
                    "run": name.run,
                    "label": name.badged_label,
                    "link": link.page("run", name.task, name.run),
                }
                for row, name in rankings["runs"]
            ],
        }
    )


def ranking_rows(rankings: PageData, link: Links) -> Markup:
    """Return the rows of a table of the first results of two runs, the same as a script makes of others."""
    empty = f'<td class="name">–{"<td>–" * (len(rankings["columns"]["judged"]) + 1)}'
    rows = (
        "".join(empty if cell is None else _cells(cell, rankings["task"], link) for cell in cells)
        for cells in rankings["shown"]
    )
    return Markup("".join(f'<tr><th scope="row">{rank}</th>{row}</tr>\n' for rank, row in enumerate(rows, 1)))


def _cells(cell: PageData, task: str, link: Links) -> str:
    """A result with its place, what was judged of it, and its rank in the other run."""
    shared = "" if cell["other"] is None else "shared"
    place = f' <span class="place">{breakable(cell["place"])}</span>' if cell["place"] else ""
    texts = ("–" if text is None else escape(text) for text in (*cell["judgements"], cell["other"]))
    start = f'<td class="{shared}">' if shared else "<td>"
    return f'<td class="name {shared}">{document_link(cell["article"], link, task)}{place}' + "".join(
        f"{start}{text}" for text in texts
    )
