"""The sections of a page's content, found by its second-level headings, for the page's table of contents."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markupsafe import Markup

# Patterns that begin with plain characters are found much faster in a long page.
_HEADING = re.compile(
    r"<(?:section[^>]*\bid=\"(?P<around>[^\"]+)\"[^>]*>\s*<)?h2(?P<attributes>[^>]*)>(?P<text>.*?)</h2>",
    re.DOTALL,
)
_ID = re.compile(r"id=\"([^\"]*)\"")
_TAG = re.compile(r"<span class=\"tag\">.*?</span>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: the fragment that links to it, and its heading as plain text."""

    fragment: str
    title: str


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a page, with a fragment for every section."""

    html: Markup
    sections: tuple[Section, ...]


def sectioned(html: Markup) -> Content:
    """Return a page's content with its sections in their order.

    A section is linked by the id of its heading, or of a ``section`` element that begins with the heading. A
    heading without either gets an id: ``section-`` and its ASCII letters and digits.

    Examples
    --------
    >>> content = sectioned(Markup('<h2>Top ten</h2> <h2 id="all">All <i>runs</i></h2>'))
    >>> [(section.fragment, section.title) for section in content.sections]
    [('section-top-ten', 'Top ten'), ('all', 'All runs')]
    >>> content.html
    Markup('<h2 id="section-top-ten">Top ten</h2> <h2 id="all">All <i>runs</i></h2>')
    """
    taken = set(_ID.findall(html))
    sections = []

    def with_id(heading: re.Match[str]) -> str:
        title = Markup(_TAG.sub("", heading["text"])).striptags()
        own = _ID.search(heading["attributes"])
        fragment = own[1] if own else heading["around"]
        whole = heading[0]
        if not fragment:
            fragment = _free_id(title, taken)
            whole = f'<h2 id="{fragment}"{heading["attributes"]}>{heading["text"]}</h2>'
        sections.append(Section(str(Markup(fragment).unescape()), title))
        return whole

    marked = _HEADING.sub(with_id, html)
    return Content(Markup(marked), tuple(sections))


def _free_id(title: str, taken: set[str]) -> str:
    name = "-".join(["section", *re.findall(r"[a-z0-9]+", title.lower())])
    number = 1
    fragment = name
    while fragment in taken:
        number += 1
        fragment = f"{name}-{number}"
    taken.add(fragment)
    return fragment
