"""Pages of participants' sites hold to what every page holds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser.test_every_kind_of_page import assert_fits, largest
from browser.test_pages import faults
from browser.test_valid_html import faults as html_faults
from playwright.sync_api import expect
from rendering.invented_campaign import invented_metrics, invented_outcome

from inexreport.building.build import build
from inexreport.rendering.page_kinds import PARTICIPANT_KINDS
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers

KINDS = ["archive", *PARTICIPANT_KINDS]

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def own_sites(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> tuple[Path, Path]:
    """One from the sample campaign, one full of hostile names."""
    sample, hostile = tmp_path_factory.mktemp("sample"), tmp_path_factory.mktemp("hostile")
    build(sample_campaign, sample, audience=Audience(Readers.PARTICIPANT, "45"))
    outcome = invented_outcome(runs=40)
    write_site(outcome, invented_metrics(), hostile, audience=Audience(Readers.PARTICIPANT, "p/../9"))
    return sample, hostile


@pytest.mark.parametrize("kind", KINDS)
def test_page_is_accessible_fits_a_phone_and_keeps_to_itself(visit, own_sites: tuple[Path, Path], kind: str):
    for site in own_sites:
        path = largest(site, kind)
        assert path is not None
        assert path.stat().st_size <= 300_000
        page = visit.open(path)
        assert faults(page) == []
        page.emulate_media(color_scheme="dark")
        assert faults(page, runOnly=["color-contrast"]) == []
        assert page.locator("h1").count() == 1
        expect(page.get_by_role("complementary")).to_contain_text("Not released.")
        assert_fits(page)
        page.set_viewport_size({"width": 1280, "height": 900})
    assert visit.said == []
    assert visit.strangers == []


def test_charts_are_drawn(visit, own_sites: tuple[Path, Path]):
    page = visit.open(own_sites[0] / "sample-2009/tasks/Focused.html")
    dots = page.locator("#placing-chart svg .mark-symbol path")
    assert dots.count() == 16  # two runs by eight metrics
    assert page.locator("#placing-chart svg .mark-rect path").count() == 16  # medians and bests
    page = visit.open(own_sites[0] / "sample-2009/topics.html")
    assert page.locator("#topics-chart-1 svg .mark-symbol path").count() == 12


def test_pages_are_valid(own_sites: tuple[Path, Path]):
    assert html_faults(*own_sites) == []
