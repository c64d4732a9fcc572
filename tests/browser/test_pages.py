from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STATES = {
    "empty task": "invented-2042/tasks/focused-b0185429.html",
    "rejected run": "invented-2042/runs/Focused/rejected.html",
    "topic without assessments": "invented-2042/topics/2011.html",
    "no correlations": "invented-2042/correlations/focused-b0185429.html",
    "no tests": "invented-2042/significance/focused-b0185429.html",
    "nothing to compare": "invented-2042/compare/focused-b0185429.html",
    "no pools": "invented-2042/pooling/focused-b0185429.html",
}

pytestmark = pytest.mark.browser


FAULTS = """options => axe.run(options).then(
  ({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].failureSummary]))"""


def faults(page: Page, **options: object) -> list[list[str]]:
    # With `preload`, axe asks for style sheets, which no page from disk may read. It checks sizes on request.
    rules = {} if "runOnly" in options else {"target-size": {"enabled": True}}
    # Of rules that find no fault, axe needs to describe one element only.
    chosen = {"preload": False, "resultTypes": ["violations"], "rules": rules, **options}
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(FAULTS, chosen)


def faults_in_both_themes(page: Page) -> list[list[str]]:
    light = faults(page)
    page.emulate_media(color_scheme="dark")
    return light + faults(page, runOnly=["color-contrast"])  # nothing else depends on the theme


@pytest.mark.parametrize("path", STATES.values(), ids=STATES.keys())
def test_page_with_little_to_show_is_accessible_fits_a_phone_and_keeps_to_itself(
    visit, built_site: Path, path: str
):
    page = visit.open(built_site / path)
    assert faults_in_both_themes(page) == []
    assert page.locator("h1").count() == 1
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert visit.said == []
    assert visit.strangers == []
