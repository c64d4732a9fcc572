"""The picture that other sites show with a campaign's address."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree, html

from inexreport.rendering.charts.paper import FONT_SIZE, text_width
from inexreport.rendering.preview_picture import HEIGHT, MARGIN, WIDTH, preview_picture, preview_svg
from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC
from inexreport.report.campaign_view import view_campaign
from inexreport.report.social_preview import TASKS_SHOWN, preview_address, social_preview
from rendering.invented_campaign import MARKUP, invented_metrics, invented_outcome

PREVIEW = {
    "title": "Plain title",
    "year": "2042",
    "size": "3 runs, 2 assessed topics",
    "tasks": [("Focused", "North (run)", "MAiP 0.5000")],
    "more": 0,
}


def texts(picture: str) -> list[str]:
    root = etree.fromstring(picture.encode())
    return ["".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_names_title_year_size_and_winners():
    assert texts(preview_svg(PREVIEW)) == [
        "Plain title 2042",
        "3 runs, 2 assessed topics",
        "Focused: North (run)",
        "MAiP 0.5000",
    ]


@pytest.mark.parametrize(
    "title", [MARKUP, "]]><svg onload='x'>", "a\x00b\x1b\ufffe\u202e c", "&#0; &lt;", "日本語" * 40]
)
def test_hostile_titles_stay_text(title):
    picture = preview_svg(PREVIEW | {"title": title, "tasks": [(title, title, title)], "size": title})
    root = etree.fromstring(picture.encode())
    tags = {etree.QName(one).localname for one in root.iter()}
    assert tags == {"svg", "title", "rect", "g", "text"}
    assert not [name for one in root.iter() for name in one.attrib if name.startswith("on")]
    assert preview_picture(PREVIEW | {"title": title}).startswith(b"\x89PNG")


@pytest.mark.parametrize("title", ["W" * 300, "Wide " * 80, ""])
def test_everything_fits_into_the_picture(title):
    tasks = [(f"Task {title}", f"Run {title}", f"Metric {title}")] * TASKS_SHOWN
    picture = preview_svg(PREVIEW | {"title": title, "tasks": tasks, "more": 3})
    root = etree.fromstring(picture.encode())
    for one in root.iter("{http://www.w3.org/2000/svg}text"):
        width = text_width(one.text or "") * float(one.get("font-size")) / FONT_SIZE
        assert float(one.get("x")) + width <= WIDTH - MARGIN
        assert float(one.get("y")) < HEIGHT - 10
    assert texts(picture)[-1] == "and 3 more"


def test_a_campaign_is_published_with_its_picture(invented_site: Path, invented_own_site: Path):
    outcome = invented_outcome()
    preview = social_preview(view_campaign(outcome, invented_metrics()))
    assert preview["year"] == "2042"
    assert preview["size"] == "13 runs by 2 participants, 10 assessed topics"
    (focused, _, score), (_, *nothing) = preview["tasks"]
    assert (focused, nothing) == ("Focused", ["no ranked run", ""])
    assert re.fullmatch(r"iP@0\.01 0\.\d{4}", score)
    picture = (invented_site / "preview.png").read_bytes()
    assert picture == preview_picture(preview)
    kind, size = struct.unpack(">8s8x8s", picture[:24])  # social networks show no SVG
    assert (kind, struct.unpack(">II", size)) == (b"\x89PNG\r\n\x1a\n", (WIDTH, HEIGHT))
    assert not list(invented_own_site.glob("preview.*"))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("", ""),
        ("javascript:alert(1)", ""),
        ('https://a.example/"><script>', ""),
        ("https://a.example", "https://a.example/preview.png"),
        ("https://a.example/2042/", "https://a.example/2042/preview.png"),
        ("https://a.example/x.html?a=1#b", "https://a.example/preview.png"),
    ],
)
def test_the_picture_has_an_address_where_the_site_has_one(url: str, address: str):
    assert preview_address(url) == address


@pytest.mark.parametrize("url", ["", "https://a.example/2042/"])
def test_a_front_page_describes_itself_to_other_sites(url: str):
    outcome = invented_outcome(runs=3)
    outcome = replace(outcome, campaign=replace(outcome.campaign, url=url))
    site = public_site(outcome, invented_metrics(), PUBLIC)
    (page,) = (page for page in site.pages if page.kind == "front")
    head = html.document_fromstring(site.part_for(page).page(page)[page.address]).find("head")
    said = {one.get("property") or one.get("name"): one.get("content") for one in head.iter("meta")}
    assert said["og:title"] == outcome.campaign.title
    assert said["og:description"] == said["description"]
    assert said.get("og:image", "") == preview_address(url)


def test_every_page_has_a_description(invented_site: Path):
    for page in invented_site.parent.rglob("*.html"):
        (described,) = html.parse(page).getroot().xpath("//meta[@name='description']/@content")
        assert described.strip(), page
