from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


OF_COLOURS = ("color-contrast", "link-in-text-block")
"""Rules that ask for each text what is behind it, which takes longer than all others."""

PREPARED = """names => axe.configure(
  { rules: names.map((id) => ({ id, selector: `${id.startsWith("link") ? "a[href]" : ""}[data-look]` })) })"""

FAULTS = """([chosen, options]) => {
  for (const look of chosen) looks.get(look).dataset.look = "";
  return axe.run(options).then(
    ({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].failureSummary]));
}"""

FOLD = """() => {
  const shape = (one) => one.outerHTML.replaceAll("<wbr>", "")
    .replace(/ (?!class|role|type|tabindex|aria-(?:current|pressed|selected|sort))([\\w-]+)="[^"]+"/g, " $1=")
    .replace(/>[^<]+/g, ">x");
  window.folded = [];
  for (const parent of document.querySelectorAll("tbody, svg g, ul, ol, dl")) {
    if (parent.childElementCount < 4) continue;
    const counts = new Map();
    for (const one of [...parent.children]) {
      if (one.matches("dd")) continue; // goes with its term
      const entry = one.matches("dt") ? [one, one.nextElementSibling] : [one];
      const key = entry.map(shape).join(""), seen = counts.get(key) ?? 0;
      counts.set(key, seen + 1);
      for (const part of seen > 1 ? entry : []) {
        folded.push([part, parent, part.nextSibling]);
        part.remove();
      }
    }
  }
}"""
"""Of rows, items, entries and marks that differ in words and numbers alone, two are left: as good as all."""

UNFOLD = """() => {
  for (const [one, parent, next] of folded.reverse()) parent.insertBefore(one, next);
  for (const one of document.querySelectorAll("[data-look]")) delete one.dataset.look;
}"""

LOOKS = """() => {
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
  const hasText = (element) => element.matches("input, select, textarea")
    || [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
  const look = (element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
    const parent = element.parentElement;
    const around = [name(parent), getComputedStyle(parent).color, hasText(parent)];
    const own = [name(element), color, fontSize, fontWeight, textShadow, textDecorationLine];
    return [...own, ...around, behind(element)].join("|");
  };
  const elements = [...document.body.querySelectorAll("*")];
  const shown = elements.filter((one) => hasText(one) && one.checkVisibility());
  window.looks = new Map(shown.map((element) => [look(element), element]));
  return [...looks.keys()];
}"""
"""An element of every look: colours, size, classes of it and its parent, all backgrounds."""

readable: set[str] = set()
"""Looks that were found to have enough contrast on some page."""


def found_by_axe(page: Page, **rules: object) -> list[list[str]]:
    """Faults by some rules; a look that was readable elsewhere is so again."""
    new = [look for look in page.evaluate(LOOKS) if look not in readable]
    if not new and "runOnly" in rules:
        return []
    # With `preload`, axe asks for style sheets, which no page from disk may read.
    # Of rules that find no fault, it needs to describe one element only.
    found: list[list[str]] = page.evaluate(
        FAULTS, [new, {"preload": False, "resultTypes": ["violations"], **rules}]
    )
    if not any(name in OF_COLOURS for name, _ in found):
        readable.update(new)
    return found


def faults(page: Page, *, dark: bool = False) -> list[list[str]]:
    """What axe finds, which checks sizes on request."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
        page.evaluate(PREPARED, OF_COLOURS)
    page.evaluate(FOLD)
    found = found_by_axe(page, rules={"target-size": {"enabled": True}})
    if dark:  # nothing but colours depends on the theme
        page.emulate_media(color_scheme="dark")
        found += found_by_axe(page, runOnly=OF_COLOURS)
    page.evaluate(UNFOLD)
    return found


def faults_in_both_themes(page: Page) -> list[list[str]]:
    return faults(page, dark=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_that_is_hard_to_read_is_a_fault(page: Page, scheme: str):
    page.set_content(
        "<style>:root { color-scheme: light dark } p { background: light-dark(#fff, #000); color: #757575 }"
        f" .hard {{ background: light-dark(#{'bbb, #000' if scheme == 'light' else 'fff, #444'}) }}</style>"
        "<html lang='en'><title>One</title><main><h1>One</h1><p>Large<p><b class='hard'>Faint</b></main>"
    )
    found = faults_in_both_themes(page)
    assert [name for name, _ in found] == ["color-contrast"]
