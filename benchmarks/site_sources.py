"""The content of a site as sources for site generators: the same headings, paragraphs, lists and tables."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import html

BLOCKS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4}
UNDERLINES = " =-~^"


@dataclass(frozen=True)
class Part:
    """A part of a page: a heading of some level, a paragraph (level 0), or a table."""

    level: int
    text: str
    table: tuple[tuple[str, ...], ...] = ()


def write_sources(site: Path, out: Path) -> Path:
    """Write the pages of a site in the form that each generator reads.

    Parameters
    ----------
    site : Path
        Of one campaign.
    out : Path
        Gets a folder for each generator.
    """
    for page in sorted(site.rglob("*.html")):
        place = page.relative_to(site).with_suffix("")
        title, parts = read_page(page)
        text = "".join(map(_markdown, parts))
        slug = place.as_posix().replace("/", "-")
        _write(out / "mkdocs-material" / "docs" / place.with_name(f"{place.name}.md"), f"# {title}\n\n{text}")
        _write(
            out / "Pelican" / "content" / "pages" / place.with_name(f"{place.name}.md"),
            f"Title: {title}\nSlug: {slug}\n\n{text}",
        )
        heading = _escaped(title)
        _write(
            out / "Sphinx" / place.with_name(f"{place.name}.rst"),
            f"{heading}\n{'=' * len(heading)}\n\n" + "".join(map(_restructured, parts)) + _contents(place),
        )
    _write(
        out / "mkdocs-material" / "mkdocs.yml",
        "site_name: Results\ntheme:\n  name: material\n  font: false\nplugins:\n  - search\n",
    )
    _write(
        out / "Pelican" / "pelicanconf.py",
        'PATH = "content"\nSITENAME = "Results"\nTIMEZONE = "UTC"\nDEFAULT_LANG = "en"\nARTICLE_PATHS = []\n'
        "FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = None\n",
    )
    _write(out / "Sphinx" / "conf.py", 'project = "Results"\nexclude_patterns = ["_build"]\n')
    return out


def read_page(page: Path) -> tuple[str, list[Part]]:
    """Return a page's title and the parts of its main content."""
    tree = html.parse(str(page)).getroot()
    main = next(iter(tree.xpath("//main")), tree)
    parts = list(_parts(main))
    title = next((part.text for part in parts if part.level == 1), page.stem)
    return title, [part for part in parts if part.level != 1]


def _parts(main: html.HtmlElement) -> Iterator[Part]:
    for element in main.iter("h1", "h2", "h3", "h4", "p", "li", "table"):
        if element.tag == "table":
            rows = [tuple(_text(cell) for cell in line.iter("th", "td")) for line in element.iter("tr")]
            width = max(map(len, rows), default=0)
            if width:
                yield Part(0, "", tuple(line + ("",) * (width - len(line)) for line in rows))
        elif not any(above.tag == "table" for above in element.iterancestors()):
            text = _text(element)
            if text:
                yield Part(BLOCKS.get(element.tag, 0), text)


def _text(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _markdown(part: Part) -> str:
    if not part.table:
        return f"{'#' * part.level} {_escaped(part.text)}\n\n".lstrip()
    head, *rows = (" | ".join(map(_escaped, line)) for line in part.table)
    line = "|---" * len(part.table[0]) + "|"
    return "\n".join([f"| {head} |", line, *(f"| {row} |" for row in rows)]) + "\n\n"


def _restructured(part: Part) -> str:
    if part.level:
        heading = _escaped(part.text)
        return f"{heading}\n{UNDERLINES[part.level] * len(heading)}\n\n"
    if not part.table:
        return f"{_escaped(part.text)}\n\n"
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([_escaped(cell) for cell in line] for line in part.table)
    lines = "".join(f"   {line}\n" for line in written.getvalue().splitlines())
    return f".. csv-table::\n   :header-rows: 1\n\n{lines}\n"


def _contents(place: Path) -> str:
    """What leads from the front page to all others."""
    if place.as_posix() != "index":
        return ""
    return ".. toctree::\n   :glob:\n   :maxdepth: 1\n\n   *\n   */*\n   */*/*\n"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_|<>\[\]{}#+-])", r"\\\1", text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
