from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from rendering.invented_campaign import PARTICIPANTS

from inexreport.rendering.addresses import file_names

SCHOOL = PARTICIPANTS["p/../9"]

PAGES = {
    "archive": "index.html",
    "participant over the years": f"archive/participants/{file_names([SCHOOL])[SCHOOL]}.html",
    "front": "invented-2042/index.html",
    "task": "invented-2042/tasks/Focused.html",
    "empty task": "invented-2042/tasks/focused-b0185429.html",
    "all scores": "invented-2042/scores/Focused.html",
    "run": "invented-2042/runs/Focused/run_03a.html",
    "rejected run": "invented-2042/runs/Focused/rejected.html",
    "topic": "invented-2042/topics/2002.html",
    "topic without assessments": "invented-2042/topics/2011.html",
    "topics": "invented-2042/topics.html",
    "participant": "invented-2042/participants/12.html",
    "metrics": "invented-2042/metrics.html",
    "data": "invented-2042/data.html",
    "problems": "invented-2042/problems.html",
}

pytestmark = pytest.mark.browser


def faults(page: Page, **options: object) -> list[tuple[str, str]]:
    # Without `preload`, axe asks for style sheets, which no page from disk may read.
    found = Axe().run(page, options={"preload": False, **options}).response["violations"]
    return [(one["id"], one["nodes"][0]["failureSummary"]) for one in found]


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_page_is_accessible_fits_a_phone_and_keeps_to_itself(visit, built_site: Path, path: str):
    page = visit.open(built_site / path)
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, runOnly=["color-contrast"]) == []  # nothing else depends on the theme
    assert page.locator("h1").count() == 1
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert visit.said == []
    assert visit.strangers == []
