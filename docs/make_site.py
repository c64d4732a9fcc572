"""Makes a site of the documentation, with the look of results sites: the README and all that it leads to.

    python docs/make_site.py build/docs

Pages keep their places: docs/formats.md becomes docs/formats.html, README.md becomes index.html. A link to a
missing page, heading or picture is reported, and so is a page of docs/ that no link leads to; then nothing is
written.
"""

from __future__ import annotations

import argparse
import posixpath
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import jinja2
import lxml.html
import markdown
from markupsafe import Markup

from inexreport.rendering.environment import environment, template_folder
from inexreport.version import __version__

ROOT = Path(__file__).parents[1]
HOME = "README.md"
FOLDER = "docs"
ASSETS = "assets"
STYLE = "documentation.css"


@dataclass(frozen=True)
class Page:
    """A Markdown file; `place` is its path in the repository, `content` its HTML with links as written."""

    place: str
    content: Any

    @property
    def title(self) -> str:
        heading = self.content.find(".//h1")
        return self.place if heading is None else heading.text_content()

    @property
    def anchors(self) -> set[str]:
        return {element.get("id") for element in self.content.iter() if element.get("id")}

    @property
    def links(self) -> Iterator[tuple[Any, str, str]]:
        """Element, attribute and value of every link and picture within the documentation."""
        for element in self.content.iter("a", "img"):
            attribute = "href" if element.tag == "a" else "src"
            link = element.get(attribute)
            if link is not None and not urlsplit(link).scheme:
                yield element, attribute, link

    def target(self, root: Path, link: str) -> tuple[str, str]:
        """The file that a link leads to, by its path in the repository, and the heading in it."""
        parts = urlsplit(link)
        joined = posixpath.join(posixpath.dirname(self.place), unquote(parts.path))
        place = posixpath.normpath(joined) if parts.path else self.place
        if (root / place).is_dir():
            place = posixpath.join(place, HOME)
        return place, unquote(parts.fragment)


@dataclass(frozen=True)
class Links:
    """Relative links of a page's frame."""

    here: str

    def home(self) -> str:
        return _relative(self.here, _address(HOME))

    def asset(self, name: str) -> str:
        return _relative(self.here, posixpath.join(ASSETS, name))


def read_page(root: Path, place: str) -> Page:
    """Read a Markdown file. Headings have the anchors that code-hosting sites give them."""
    text = (root / place).read_text("utf-8")
    html = markdown.markdown(
        text,
        extensions=["fenced_code", "sane_lists", "tables", "toc"],
        extension_configs={"toc": {"slugify": _anchor}},
        output_format="html",
    )
    return Page(place, lxml.html.fragment_fromstring(html, create_parent="div"))


def find_pages(root: Path) -> dict[str, Page]:
    """Return the README and every page that links lead to from there, by path."""
    pages: dict[str, Page] = {}
    waiting = [HOME]
    while waiting:
        place = waiting.pop()
        if place in pages:
            continue
        page = pages[place] = read_page(root, place)
        targets = {page.target(root, link)[0] for _, _, link in page.links}
        waiting += sorted(one for one in targets if one.endswith(".md") and (root / one).is_file())
    return pages


def find_mistakes(root: Path, pages: Mapping[str, Page]) -> list[str]:
    """Return every link that leads nowhere, and every page of docs/ that no link leads to."""
    mistakes = []
    for page in pages.values():
        for _, _, link in page.links:
            place, anchor = page.target(root, link)
            if not (root / place).is_file():
                mistakes.append(f"{page.place}: {link!r} leads to no file.")
            elif anchor and (place not in pages or anchor not in pages[place].anchors):
                mistakes.append(f"{page.place}: {link!r} leads to no heading of {place}.")
    files = [file.relative_to(root).as_posix() for file in sorted((root / FOLDER).rglob("*.md"))]
    remedy = f"Link it in {HOME} or in a page that {HOME} links."
    return mistakes + [f"{file}: no link leads here. {remedy}" for file in files if file not in pages]


def write_site(root: Path, pages: Mapping[str, Page], out: Path) -> None:
    """Write the pages, the pictures in them, and the styles and scripts of their frame."""
    loaders = [jinja2.FileSystemLoader(ROOT / FOLDER), jinja2.FileSystemLoader(template_folder())]
    template = environment().overlay(loader=jinja2.ChoiceLoader(loaders)).get_template("page.html")
    pictures = set()
    for page in pages.values():
        here = _address(page.place)
        shown = {"title": page.title}
        for element, attribute, link in page.links:
            place, anchor = page.target(root, link)
            if place not in pages:
                pictures.add(place)
            address = _relative(here, _address(place)) if place != page.place else ""
            element.set(attribute, address + (f"#{anchor}" if anchor else ""))
        _frame_tables(page.content)
        inner = "".join(lxml.html.tostring(one, encoding="unicode") for one in page.content)
        shown["html"] = Markup(inner)  # the project's own text
        text = template.render(
            kind="documentation", page=shown, home=pages[HOME], link=Links(here), version=__version__
        )
        (out / here).parent.mkdir(parents=True, exist_ok=True)
        (out / here).write_text(text, encoding="utf-8")
    for place in sorted(pictures):
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / place, out / place)
    (out / ASSETS).mkdir(exist_ok=True)
    for name in ("frames.js", "icon.svg", "print.css", "site.css", "site.js", "theme.js"):
        shutil.copyfile(template_folder() / "assets" / name, out / ASSETS / name)
    shutil.copyfile(ROOT / FOLDER / STYLE, out / ASSETS / STYLE)


def _frame_tables(content: Any) -> None:
    """Let wide tables and blocks scroll, by keyboard too."""
    for table in list(content.iter("table")):
        heading = next(iter(table.xpath("preceding::*[self::h1 or self::h2 or self::h3][1]")), None)
        label = "Table" if heading is None else heading.text_content()
        frame = lxml.html.Element("div", {"class": "frame", "role": "region", "tabindex": "0"})
        frame.set("aria-label", label)
        table.getparent().replace(table, frame)
        frame.append(table)
    for block in content.iter("pre"):
        block.set("tabindex", "0")


def _address(place: str) -> str:
    """The address of a file in the site."""
    folder, name = posixpath.split(place)
    if name == HOME:
        return posixpath.join(folder, "index.html")
    return re.sub(r"\.md$", ".html", place)


def _relative(here: str, address: str) -> str:
    return posixpath.relpath(f"/{address}", posixpath.dirname(f"/{here}"))


def _anchor(heading: str, _separator: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def main() -> int:
    """Make the site, or report the mistakes."""
    parser = argparse.ArgumentParser(description="Makes a site of the documentation.")
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    pages = find_pages(ROOT)
    if mistakes := find_mistakes(ROOT, pages):
        sys.stderr.write("\n".join(mistakes) + "\n")
        return 1
    write_site(ROOT, pages, out)
    sys.stdout.write(f"{len(pages)} pages: {out / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
