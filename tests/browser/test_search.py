from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser.test_pages import faults_in_both_themes
from playwright.sync_api import Page, expect
from rendering.invented_campaign import PICTURE, RIGHT_TO_LEFT

pytestmark = pytest.mark.browser

PAGE = "invented-2042/scores/Focused.html"
"""One with a table that is filtered, and no chart to wait for."""


def field(page: Page):
    return page.get_by_role("combobox", name="Search")


def found(page: Page):
    return page.locator(".popup [role=option]")


def active(page: Page):
    """The option that the field points to, which is also the one that is marked."""
    expect(field(page)).to_have_attribute("aria-activedescendant", re.compile("."))  # once results are there
    option = page.locator(f"[id='{field(page).get_attribute('aria-activedescendant')}']")
    expect(option).to_have_attribute("aria-selected", "true")
    assert page.locator("[aria-selected=true]").count() == 1
    return option


MEANT = {
    "2007": "topics/2007.html",
    "title 11": "topics/2012.html",
    "RUN_00A": "runs/Focused/RUN_00A.html",
    "run 04": "runs/Focused/run_04.html",
    "ecole d'ESS": "participants/p-9-",
    "p/../9": "participants/p-9-",
    "12": "participants/12.html",
    "aip": "metrics.html#MAiP",
    "ip@0.10": "metrics.html#iP",
    "interpolated average": "metrics.html#MAiP",
    "signif": "significance/Focused.html",
    "wilcoxon": "significance/Focused.html",
    "itle 11": "topics/2012.html",
    "tukey": "significance/Focused.html",
    "how to cite": "index.html#cite",
    "print": "print/Focused.html",
}


def test_the_list_is_ordered_accessible_leads_to_what_is_meant_and_its_key_can_be_switched_off(
    visit, built_site: Path
):
    page = visit.open(built_site / PAGE)
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    page.keyboard.type("run")
    expect(field(page)).to_have_attribute("aria-expanded", "true")
    names = [option.inner_text() for option in found(page).all()]
    assert active(page).inner_text() == names[0]
    page.keyboard.press("ArrowDown")
    assert active(page).inner_text() == names[1]
    page.keyboard.press("End")
    assert active(page).inner_text() == names[-1]
    page.keyboard.press("ArrowDown")
    assert active(page).inner_text() == names[0]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    assert active(page).inner_text() == names[0]
    # Once the text is edited, the keys that move in a text do so.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.keyboard.type("a ")
    expect(field(page)).to_have_value("a run")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_attribute("aria-expanded", "false")
    assert field(page).get_attribute("aria-activedescendant") is None
    expect(page.locator("[role=listbox]")).to_be_hidden()
    expect(field(page)).to_have_value("a run")
    page.keyboard.press("ArrowDown")
    expect(found(page).first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(field(page)).to_have_value("")
    page.keyboard.press("Tab")
    expect(page.locator(".popup")).to_have_text("")

    # Names come before texts, and words before parts of words.
    field(page).fill("title 1")
    titles = found(page).locator(".title")
    expect(titles.nth(0)).to_contain_text("2002: title 1 ")
    assert titles.nth(1).inner_text() == "2011: title 10"
    assert titles.nth(2).inner_text() == "2012: title 11"
    field(page).fill("algorithm 10 title")
    expect(titles).to_have_text(["2011: title 10"])
    field(page).fill("gm")  # short, and no beginning of a word
    expect(found(page)).to_have_count(0)
    expect(page.locator(".popup")).to_have_text("Nothing found.")
    expect(field(page)).to_have_attribute("aria-expanded", "false")

    # Of many, a part is shown, by kind.
    field(page).fill("f")
    expect(page.get_by_role("group", name="Topics, 8 of 12")).to_be_visible()
    assert found(page).count() == 20
    heads = [head.partition(",")[0] for head in page.locator(".popup .kind").all_inner_texts()]
    assert heads[0] == "Tasks"
    assert sorted(heads) == ["Metrics", "Pages", "Participants", "Runs", "Tasks", "Topics"]

    page.set_viewport_size({"width": 360, "height": 740})
    field(page).fill("a")
    expect(found(page).first).to_be_visible()
    assert faults_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator(".popup").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    page.set_viewport_size({"width": 1280, "height": 900})

    for typed, address in MEANT.items():
        field(page).fill(typed)
        expect(active(page)).to_have_attribute("href", re.compile(f"(^|/){re.escape(address)}"))
    # Where text is written, the key is a letter.
    page.get_by_label("Filter").focus()
    page.keyboard.press("/")
    expect(page.get_by_label("Filter")).to_have_value("/")
    page.get_by_role("checkbox", name="Press / to search").uncheck()
    field(page).fill("ecole d'ESS")
    expect(active(page)).to_be_visible()
    page.keyboard.press("Enter")
    page.wait_for_url("**/invented-2042/participants/p-9-*")
    expect(page.get_by_role("checkbox", name="Press / to search")).not_to_be_checked()
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(field(page)).not_to_be_focused()
    assert visit.said == []
    assert visit.strangers == []


def test_the_archive_finds_what_is_in_any_campaign(visit, built_site: Path):
    page = visit.open(built_site / "index.html")
    field(page).fill("2003 title 2")
    expect(found(page)).to_have_count(3)
    places = [option.get_attribute("href") for option in found(page).all()]
    assert {place.split("/")[-3] for place in places} == {"invented-2041", "invented-2042", "large-2005"}
    expect(found(page).nth(2)).to_contain_text("Large campaign")
    field(page).fill("CO_KStem mix03 shrink03")
    of_run = re.compile("(^|/)large-2005/runs/CO.Thorough/run_003_KStem_Mix03_Shrink.html$")
    expect(active(page)).to_have_attribute("href", of_run)
    field(page).fill("ecole d'essai")
    found(page).filter(has_text="All campaigns").first.click()
    page.wait_for_url("**/archive/systems/*.html")
    expect(field(page)).to_be_visible()
    assert visit.said == []
    assert visit.strangers == []


def test_titles_are_text_whatever_they_hold(visit, built_site: Path):
    page = visit.open(built_site / "invented-2041/scores/Focused.html")
    field(page).fill("2004")
    expect(found(page).first.locator(".title")).to_have_text(f"2004: {PICTURE} <b>bold</b>")
    assert page.locator(".popup :is(img, b)").count() == 0
    field(page).fill("מידע")
    title = found(page).locator(".title")
    expect(title).to_have_text(f"2005: {RIGHT_TO_LEFT}")
    expect(title).to_have_attribute("dir", "auto")
    expect(active(page)).to_have_attribute("href", re.compile("/topics/2005.html$"))
    assert visit.said == []


def test_without_scripts_there_is_no_field_and_every_section_is_linked(plain: Page, built_site: Path):
    for path in ("index.html", PAGE):
        plain.goto((built_site / path).as_uri())
        expect(plain.locator(".search")).to_be_hidden()
        expect(plain.locator(".shortcut")).to_be_hidden()
    plain.locator("nav.pages").get_by_text("Topics", exact=True).click()
    plain.wait_for_url("**/topics.html")


def test_an_index_that_is_missing_or_of_another_format_is_reported(visit, own_site: Path):
    copy = own_site / "invented-2041"
    index = copy / "search-index.js"
    text = index.read_text("utf-8")
    index.unlink()
    index.write_text(text.replace('"format":1', '"format":0'), "utf-8")
    page = visit.open(copy / "scores/Focused.html")
    field(page).fill("2004")
    reported = page.locator(".popup [role=status]")
    expect(reported).to_contain_text("1 of 1 indexes cannot be read")
    index.unlink()
    page = visit.open(copy / "scores/Focused.html")
    field(page).fill("2004")
    expect(reported).to_contain_text("1 of 1 indexes cannot be read")
    assert visit.said == ["error: Failed to load resource: net::ERR_FILE_NOT_FOUND"]
    visit.said.clear()
