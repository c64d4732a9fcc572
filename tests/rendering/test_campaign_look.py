"""A campaign's accent colour and logo in its site."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from inexreport.building.verifying.verify import verify
from inexreport.rendering.campaign_look import (
    DARK_SURFACE,
    LIGHT_SURFACE,
    accent_sheet,
    campaign_assets,
    contrast,
    legible,
)
from inexreport.rendering.environment import template_folder
from inexreport.rendering.site_files import sha256
from rendering.invented_campaign import invented_outcome, png, with_look


def test_contrasts_of_two_colours_computed_by_hand() -> None:
    # Red has the luminance 0.2126, white 1: 1.05 / 0.2626. Blue 0.0722, black 0: 0.1222 / 0.05.
    assert contrast("#ff0000", "#ffffff") == pytest.approx(1.05 / 0.2626)
    assert contrast("#000000", "#0000ff") == pytest.approx(0.1222 / 0.05)
    # #808080: ((128 / 255 + 0.055) / 1.055) ** 2.4 = 0.21586, so 0.26586 / 0.05 on black.
    assert contrast("#808080", "#000000") == pytest.approx(0.26586 / 0.05, rel=1e-4)


def test_a_legible_colour_stays_and_another_changes_its_lightness_alone() -> None:
    assert legible("#0b6e4f", LIGHT_SURFACE) == "#0b6e4f"
    # Pure yellow, hue 60°, lightness 50 %: darker tones have equal red and green, and no blue.
    red, green, blue = (legible("#ffff00", LIGHT_SURFACE)[place : place + 2] for place in (1, 3, 5))
    assert (red, blue) == (green, "00")
    assert legible("#ffff00", DARK_SURFACE) == "#ffff00"


@pytest.mark.parametrize("accent", ["#000000", "#ffffff", "#808080", "#ff0000", "#ffff00", "#0000ff"])
def test_every_accent_is_legible_in_both_colour_schemes(accent: str) -> None:
    light, dark = re.findall(r"#[0-9a-f]{6}", accent_sheet(accent))
    assert contrast(light, LIGHT_SURFACE) >= 4.5
    assert contrast(dark, DARK_SURFACE) >= 4.5


def test_the_surfaces_are_those_of_the_style_sheet_with_the_least_contrast() -> None:
    sheet = (template_folder() / "assets" / "site.css").read_text("utf-8")
    light, dark = re.search(r"--raised: light-dark\((#\w+), (#\w+)\)", sheet).groups()
    assert (light, dark) == (LIGHT_SURFACE, DARK_SURFACE)
    light_paper, dark_paper = re.search(r"--paper: light-dark\((#\w+), (#\w+)\)", sheet).groups()
    assert contrast("#000000", light_paper) > contrast("#000000", light)
    assert contrast("#ffffff", dark_paper) > contrast("#ffffff", dark)


@pytest.fixture
def public_folder(two_sites: Path) -> Path:
    return two_sites / "one"


@pytest.mark.parametrize("site", ["public_folder", "invented_own_site"])
def test_every_page_of_the_campaign_has_the_accent_and_the_logo(
    site: str, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(site)
    campaign = with_look(invented_outcome(runs=3)).campaign
    names = {name for name, _ in campaign_assets(campaign).values()}
    assert names == {
        f"campaign-{sha256(accent_sheet('#0b6e4f').encode())}.css",
        f"logo-{sha256(png())}.png",
    }
    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        assert all(text.count(f'assets/{name}"') == 1 for name in names)
    for name, content in campaign_assets(campaign).values():
        assert (folder.parent / "assets" / name).read_bytes() == content
    assert not (folder.parent / "index.html").read_text("utf-8").count("campaign-")
    (verified,) = verify(folder)
    assert verified.differences == ()


def test_without_them_pages_have_neither(invented_site: Path) -> None:
    text = (invented_site / "index.html").read_text("utf-8")
    assert "assets/logo-" not in text
    assert "assets/campaign-" not in text
