"""The documentation: every link leads somewhere, and it becomes a site."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import lxml.html
import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def maker() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make_site.py"))


def mistakes_of(maker: dict[str, Any], root: Path, files: dict[str, str]) -> list[str]:
    for place, text in files.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(text, encoding="utf-8")
    return maker["find_mistakes"](root, maker["find_pages"](root))


@pytest.fixture(scope="module")
def site(maker: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the documentation, whose links are looked at without the program that made them."""
    out = tmp_path_factory.mktemp("documentation")
    pages = maker["find_pages"](ROOT)
    assert maker["find_mistakes"](ROOT, pages) == []
    maker["write_site"](ROOT, pages, out)
    return out


def test_every_page_of_the_documentation_is_in_its_site(site: Path) -> None:
    files = {file.relative_to(ROOT).with_suffix(".html") for file in (ROOT / "docs").rglob("*.md")}
    wanted = {file.with_name("index.html") if file.stem == "README" else file for file in files}
    made = {file.relative_to(site) for file in site.rglob("*.html")}
    assert wanted | {Path("index.html"), Path("CONTRIBUTING.html")} <= made


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    pages = {file: lxml.html.fromstring(file.read_bytes()) for file in site.rglob("*.html")}
    anchors = {file: set(page.xpath("//@id")) for file, page in pages.items()}
    checked = 0
    for file, page in pages.items():
        for link in page.xpath("//a/@href | //img/@src | //script/@src | //link[@rel='stylesheet']/@href"):
            parts = urlsplit(link)
            if parts.scheme in ("https", "http", "mailto"):
                continue
            assert not parts.scheme, (file, link)
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), (file, link)
            assert not parts.fragment or unquote(parts.fragment) in anchors[target], (file, link)
            checked += 1
    assert checked > 300


def test_lists_and_tables_are_no_text_of_paragraphs(site: Path) -> None:
    for file in site.rglob("*.html"):
        for paragraph in lxml.html.fromstring(file.read_bytes()).xpath("//main//p"):
            lines = paragraph.text_content().splitlines()
            assert not [line for line in lines if re.match(r"[*|] |\d+\. |```", line)], file


def test_no_word_of_a_page_is_lost_as_a_tag(site: Path) -> None:
    known = {
        *("p", "a", "br", "code", "em", "strong", "img", "pre", "div", "sup"),
        *("h1", "h2", "h3", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"),
    }
    for file in site.rglob("*.html"):
        (content,) = lxml.html.fromstring(file.read_bytes()).xpath("//main")
        assert {one.tag for one in content.iterdescendants() if isinstance(one.tag, str)} <= known, file


def test_a_page_has_the_frame_of_results_sites_and_what_it_says(site: Path) -> None:
    page = lxml.html.fromstring((site / "docs" / "formats.html").read_bytes())
    assert page.xpath("string(//h1)") == "Input formats"
    assert page.xpath("string(//title)") == "Input formats – inexreport"
    assert page.xpath("//header//a/@href") == ["../index.html"]
    assert "Topics" in page.xpath("//nav[@aria-label='On this page']//a/text()")
    assert (site / "assets" / "site.css").read_bytes() == (
        ROOT / "templates" / "assets" / "site.css"
    ).read_bytes()
    assert not page.xpath("//*[@role='search']")


def test_the_site_is_the_same_every_time(maker: dict[str, Any], site: Path, tmp_path: Path) -> None:
    maker["write_site"](ROOT, maker["find_pages"](ROOT), tmp_path)
    for folder, other in ((site, tmp_path), (tmp_path, site)):
        for file in folder.rglob("*"):
            if file.is_file():
                assert (other / file.relative_to(folder)).read_bytes() == file.read_bytes(), file


def test_links_that_lead_nowhere_are_all_reported(maker: dict[str, Any], tmp_path: Path) -> None:
    found = mistakes_of(
        maker,
        tmp_path,
        {
            "README.md": "# Start\n[a](docs/a.md) [gone](docs/gone.md) ![](docs/gone.png) [here](#there)\n",
            "docs/a.md": "# A\n## What is `it`, then?\n[up](../README.md#start) [b](a.md#what-is-it-then) "
            "[c](a.md#what-is-it) [web](https://example.org/x#y)\n",
            "docs/lost.md": "# Lost\n",
        },
    )
    assert found == [
        "README.md: 'docs/gone.md' leads to no file.",
        "README.md: 'docs/gone.png' leads to no file.",
        "README.md: '#there' leads to no heading of README.md.",
        "docs/a.md: 'a.md#what-is-it' leads to no heading of docs/a.md.",
        "docs/lost.md: no link leads here. Link it in README.md or in a page that README.md links.",
    ]
