"""No page holds, loads or does anything but what its policy allows; the policy is the same on all pages."""

from __future__ import annotations

import re
from pathlib import Path

from lxml import html
from lxml.html.defs import link_attrs

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
LINKS = set(link_attrs)
FORBIDDEN = {"style", "iframe", "frame", "object", "embed", "base", "form", "applet"}


def assert_policy_comes_first(head: html.HtmlElement) -> None:
    charset, policy, *others = head
    assert charset.get("charset") == "utf-8"
    assert policy.get("http-equiv") == "Content-Security-Policy"
    assert not [one for one in others if one.get("http-equiv")]
    stated = [one.split() for one in policy.get("content").split(";")]
    assert {name: sources for name, *sources in stated} == POLICY


def assert_no_code_and_no_style(element: html.HtmlElement) -> None:
    assert element.tag not in FORBIDDEN
    assert not [name for name in element.attrib if name.startswith("on") or name == "style"]
    if element.tag == "script":
        assert element.get("src") or element.get("type") in SCRIPTS_OF_DATA
        assert not (element.get("src") and element.text)


def assert_loads_files_of_the_site_alone(tag: str, attribute: str, address: str) -> None:
    scheme = re.match(r"\s*([a-z][a-z0-9+.-]*):|\s*//", address, re.IGNORECASE)
    if (tag, attribute) in LOADED:
        assert scheme is None, address
    else:
        assert (tag, attribute) == ("a", "href")
        assert scheme is None or scheme[1] in ("http", "https", "mailto"), address


def test_pages_have_the_policy_hold_no_code_or_style_and_load_files_of_their_site_alone(
    sample_sites: Path, invented_site: Path, invented_own_site: Path
) -> None:
    """The samples, and a campaign of hostile names for its organisers' readers and for a participant."""
    for site in (sample_sites, invented_site.parent, invented_own_site.parent):
        for page in site.rglob("*.html"):
            root = html.document_fromstring(page.read_bytes())
            try:
                assert_policy_comes_first(root.find("head"))
                for element in root.iter(html.etree.Element):
                    assert_no_code_and_no_style(element)
                    for attribute in LINKS & set(element.attrib):
                        assert_loads_files_of_the_site_alone(element.tag, attribute, element.get(attribute))
            except AssertionError as error:
                error.add_note(str(page))
                raise


def test_style_sheets_and_scripts_name_no_other_place(sample_sites: Path) -> None:
    for sheet in sample_sites.glob("assets/*.css"):
        addresses = re.findall(r"url\(\s*['\"]?([^)'\"]*)|@import\s+['\"]([^'\"]*)", sheet.read_text("utf-8"))
        assert [one for pair in addresses for one in pair if one and not one.startswith(("data:", "#"))] == []
