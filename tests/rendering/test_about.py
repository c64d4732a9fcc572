"""What the about page says of the libraries in the site's scripts is true of those that are installed."""

from __future__ import annotations

from pathlib import Path

import pytest
import vl_convert
from lxml import html

from inexreport.rendering.assets import asset_contents
from inexreport.rendering.environment import template_folder
from inexreport.report.about import LIBRARIES, LICENCE_TEXTS

VERSIONS = {one.name: one.version for one in LIBRARIES}
NEEDING_NO_TEXT = {"Unlicense", "0BSD"}


def test_charts_are_drawn_by_the_versions_that_are_listed():
    assert VERSIONS["vega"] == vl_convert.get_vega_version()
    assert VERSIONS["vega-lite"].rpartition(".")[0] == vl_convert.get_vegalite_versions()[-1]
    assert VERSIONS["vega-embed"] == vl_convert.get_vega_embed_version()
    assert VERSIONS["vega-themes"] == vl_convert.get_vega_themes_version()


def test_every_licence_that_asks_for_it_is_shown_with_its_text(sample_sites: Path):
    named = {part for one in LIBRARIES for part in one.licence.split(" AND ")}
    assert named == {*LICENCE_TEXTS, *NEEDING_NO_TEXT}
    page = html.document_fromstring((sample_sites / "archive/about.html").read_text("utf-8"))
    shown = {part.get("aria-label"): part.text_content() for part in page.xpath("//pre[@class='licence']")}
    for name in LICENCE_TEXTS:
        text = (template_folder() / f"licences/{name}.txt").read_text("utf-8")
        assert shown[f"Text of {name}"].strip() == text.strip()
    rows = page.xpath("//table//tbody/tr")
    assert len(rows) == len(LIBRARIES) == len({one.name for one in LIBRARIES})
    for row, library in zip(rows, LIBRARIES, strict=True):
        reported = row.text_content()
        assert all(
            part in reported for part in (library.name, library.version, library.licence, *library.holders)
        )
        assert library.holders or library.licence == "Unlicense"


def test_the_script_of_charts_says_where_its_licences_are():
    assert b"../archive/about.html" in asset_contents()["charts.js"][1][:200]


@pytest.mark.parametrize("page", ["sample-2009/index.html", "sample-2006/topics/301.html", "index.html"])
def test_every_page_leads_to_it(sample_sites: Path, page: str):
    footer = html.document_fromstring((sample_sites / page).read_text("utf-8")).find("body/footer")
    (link,) = [one for one in footer.iter("a") if one.text == "About this site"]
    assert (sample_sites / page).parent.joinpath(link.get("href")).resolve().name == "about.html"
