"""No page holds, loads or does anything but what its policy allows; the policy is the same on all pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lxml import html

from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers
from rendering.invented_campaign import invented_metrics, invented_outcome

POLICY = {
    "default-src": ["'none'"],
    "script-src": ["'self'", "file:"],
    "style-src": ["'self'", "file:"],
    "img-src": ["'self'", "file:"],
    "connect-src": ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'none'"],
}
SCRIPTS_OF_DATA = {"application/json"}
LOADED = {("link", "href"), *((tag, "src") for tag in ("script", "img", "source", "audio", "video", "track"))}
FORBIDDEN = {"style", "iframe", "frame", "object", "embed", "base", "form", "applet"}


@pytest.fixture(scope="module")
def sites(sample_sites: Path, invented_site: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The samples, and a campaign of hostile names for its organisers' readers and for a participant."""
    own = tmp_path_factory.mktemp("own")
    write_site(invented_outcome(), invented_metrics(), own, audience=Audience(Readers.PARTICIPANT, "p/../9"))
    return [sample_sites, invented_site.parent, own]


def pages_of(sites: list[Path]) -> Iterator[tuple[Path, html.HtmlElement]]:
    for site in sites:
        for page in sorted(site.rglob("*.html")):
            yield page, html.document_fromstring(page.read_text("utf-8"))


def test_every_page_has_the_policy_before_all_that_it_concerns(sites: list[Path]) -> None:
    for page, root in pages_of(sites):
        charset, policy, *others = root.find("head")
        assert charset.get("charset") == "utf-8", page
        assert policy.get("http-equiv") == "Content-Security-Policy", page
        assert not [one for one in others if one.get("http-equiv")], page
        stated = [one.split() for one in policy.get("content").split(";")]
        assert {name: sources for name, *sources in stated} == POLICY, page


def test_pages_hold_no_code_and_no_style(sites: list[Path]) -> None:
    for page, root in pages_of(sites):
        for element in root.iter(html.etree.Element):
            assert element.tag not in FORBIDDEN, (page, element.tag)
            handlers = [name for name in element.attrib if name.startswith("on") or name == "style"]
            assert not handlers, (page, element.tag, handlers)
            if element.tag == "script":
                assert element.get("src") or element.get("type") in SCRIPTS_OF_DATA, page
                assert not (element.get("src") and element.text), page


def test_pages_load_files_of_their_site_alone_and_lead_to_pages(sites: list[Path]) -> None:
    for page, root in pages_of(sites):
        for element, attribute, address, _ in root.iterlinks():
            scheme = re.match(r"\s*([a-z][a-z0-9+.-]*):|\s*//", address, re.IGNORECASE)
            if (element.tag, attribute) in LOADED:
                assert scheme is None, (page, address)
            else:
                assert (element.tag, attribute) == ("a", "href"), (page, element.tag, attribute)
                assert scheme is None or scheme[1] in ("http", "https", "mailto"), (page, address)


def test_style_sheets_and_scripts_name_no_other_place(sample_sites: Path) -> None:
    for sheet in sample_sites.glob("assets/*.css"):
        addresses = re.findall(r"url\(\s*['\"]?([^)'\"]*)|@import\s+['\"]([^'\"]*)", sheet.read_text("utf-8"))
        assert [one for pair in addresses for one in pair if one and not one.startswith(("data:", "#"))] == []
