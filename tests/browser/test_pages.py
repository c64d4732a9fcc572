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

CONTRASTS = """() => {
  const backgrounds = new Map([[null, ""]]);
  const behind = (element) => {
    if (!backgrounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity].join();
      const shown = own === "rgba(0, 0, 0, 0),none,1" ? "" : own;
      backgrounds.set(element, behind(element.parentElement) + shown);
    }
    return backgrounds.get(element);
  };
  const name = (element) => element && `${element.tagName}.${element.getAttribute("class")}`;
  const look = (element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const places = [name(element), name(element.parentElement), behind(element)];
    return [color, fontSize, fontWeight, textShadow, ...places].join("|");
  };
  const hasText = (element) => element.matches("input, select, textarea")
    || [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
  const elements = [...document.body.querySelectorAll("*")];
  const shown = elements.filter((one) => hasText(one) && one.checkVisibility());
  const looks = new Map(shown.map((element) => [look(element), element]));
  return axe.run({ include: [...looks.values()] }, { preload: false, runOnly: ["color-contrast"] }).then(
    ({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].failureSummary]));
}"""
"""Contrast in one element of every look: colours, size, classes of it and its parent, all backgrounds."""


def faults(page: Page) -> list[list[str]]:
    """What axe finds. It asks for each text what is behind it, which takes longer than all other rules."""
    # With `preload`, axe asks for style sheets, which no page from disk may read. It checks sizes on request.
    rules = {"target-size": {"enabled": True}, "color-contrast": {"enabled": False}}
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    # Of rules that find no fault, axe needs to describe one element only.
    chosen = {"preload": False, "resultTypes": ["violations"], "rules": rules}
    return page.evaluate(FAULTS, chosen) + page.evaluate(CONTRASTS)


def faults_in_both_themes(page: Page) -> list[list[str]]:
    light = faults(page)
    page.emulate_media(color_scheme="dark")
    return light + page.evaluate(CONTRASTS)  # nothing else depends on the theme


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_that_is_hard_to_read_is_a_fault(page: Page, scheme: str):
    page.set_content(
        "<style>:root { color-scheme: light dark } p { background: light-dark(#fff, #000); color: #757575 }"
        f" .hard {{ background: light-dark(#{'bbb, #000' if scheme == 'light' else 'fff, #444'}) }}</style>"
        "<html lang='en'><title>One</title><main><h1>One</h1><p>Large<p><b class='hard'>Faint</b></main>"
    )
    found = faults_in_both_themes(page)
    assert [name for name, _ in found] == ["color-contrast"]
