"""The pages of a task in one file without scripts, to print or to save as PDF: a summary, then the rest.

Templates mark the elements of the summary by ``data-summary``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from typing import Any

from lxml import html
from markupsafe import Markup

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.environment import environment
from inexreport.report.campaign_record import Record

PRINTED = ("task", "all_scores", "significance", "run_groups", "correlations", "pooling")
"""Kinds of pages in the print view, in its order."""

_SCREEN_ONLY = " | ".join(
    [
        "//script | //nav | //select | //button | //*[@hidden] | //*[@role='img']",
        *(
            f"//*[contains(concat(' ', @class, ' '), ' {name} ')]"
            for name in ("controls", "download", "drawing")
        ),
    ]
)

_HEADINGS = ("h2", "h3", "h4", "h5")
"""Of pages; each is one level lower in the print view, where the titles of pages are of the second level."""

_REFERENCES = ("id", "for", "headers", "aria-labelledby", "aria-describedby", "aria-controls")
"""Attributes whose words are ids."""


@dataclass(frozen=True, slots=True)
class Section:
    """A page in the print view: the fragment of its place, title, part of the summary, and all else."""

    place: str
    title: str
    summary: Markup
    content: Markup


def print_view(
    task: str, pages: Mapping[str, str], addresses: Addresses, assets: Mapping[str, str], record: Record
) -> str:
    """Return the print view of a task.

    Charts are shown as the pictures that are published for papers; of other charts, only the text remains.
    Links between the pages become links within the print view. All but the summary is an appendix, which is
    there for readers whose address names it or a place in it.

    Parameters
    ----------
    task : str
    pages : mapping of str to str
        HTML of the task's pages by kind. They are as many folders deep as the print view, so that all other
        links stay as they are.
    addresses, assets, record
        As in `render_page`.

    Returns
    -------
    str
        HTML.
    """
    link = Links(addresses, addresses.print_views[task], assets)
    places = {link.page(kind, task): kind for kind in pages}
    return (
        environment()
        .get_template("print_view.html")
        .render(
            task=task,
            sections=[_section(kind, text, places) for kind, text in pages.items()],
            link=link,
            campaign=record,
        )
    )


def _section(place: str, page: str, places: Mapping[str, str]) -> Section:
    """Return the main part of a page, with ids that begin with the name of its place."""
    # lxml's parser does not know that wbr has no content, and its stubs know XML only.
    document: Any = html.document_fromstring(page.replace("<wbr>", "<wbr></wbr>"))
    main = document.get_element_by_id("content")
    for element in main.xpath(_SCREEN_ONLY):
        element.drop_tree()
    for noscript in main.xpath("//noscript"):
        noscript.drop_tag()
    title = main.find(".//h1")
    heading = title.text_content().strip()
    title.drop_tree()
    _join_titles(main)
    for element in main.iter("*"):
        for name, value in element.items():
            if name in _REFERENCES:
                element.set(name, " ".join(f"{place}-{word}" for word in value.split()))
            elif name == "href":
                address, _, fragment = value.partition("#")
                if target := places.get(address) if address else place:
                    element.set("href", "#" + "-".join(filter(None, (target, fragment))))
            elif (name, value) == ("role", "region"):  # whose labels differ within a page only
                element.set("aria-label", f"{heading}: {element.get('aria-label')}")
        if element.tag == "details":
            element.set("open", "")
        elif element.tag == "img":
            element.attrib.pop("loading", None)  # else it may be missing on paper
        elif element.tag in _HEADINGS:
            element.tag = f"h{int(element.tag[1]) + 1}"
    summarised = main.xpath("//*[@data-summary]")
    for element in summarised:
        del element.attrib["data-summary"]
    summary = _markup(summarised)
    for element in summarised:
        element.drop_tree()
    return Section(place, heading, summary, _markup(main))


def _join_titles(main: Any) -> None:
    """Put tables, their headings and the text between into one element, which has sheets of one size."""
    for frame in main.xpath("//*[@class='frame']"):
        before = takewhile(lambda one: one.tag in (*_HEADINGS, "p"), frame.itersiblings(preceding=True))
        titles = list(dropwhile(lambda one: one.tag == "p", reversed(list(before))))
        if titles:
            titled = html.Element("div", {"class": "titled"})
            frame.addprevious(titled)
            titled.extend([*titles, frame])


def _markup(elements: Iterable[Any]) -> Markup:
    content = "".join(html.tostring(element, encoding="unicode") for element in elements)
    return Markup(content.replace("</wbr>", ""))
