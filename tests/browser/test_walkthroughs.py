"""Five questions of readers, each answered at most two clicks from the front page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

MOST_CLICKS = 2

TASKS = {"sample-2009": "Focused", "sample-2025": "adhoc"}


@dataclass
class Walk:
    """A reader who starts on the front page of a campaign."""

    page: Page
    front: Path
    clicks: int = 0

    def start(self) -> Page:
        self.clicks = 0
        self.page.goto(self.front.as_uri())
        self.page.locator(":root.settled").wait_for(state="attached")
        return self.page

    def click(self, one: Locator) -> Page:
        self.clicks += 1
        assert self.clicks <= MOST_CLICKS
        one.click()
        self.page.locator(":root.settled").wait_for(state="attached")
        return self.page


@pytest.mark.parametrize("campaign", TASKS)
def test_five_questions_take_two_clicks(visit, sample_sites: Path, campaign: str) -> None:
    walk = Walk(visit.page, sample_sites / campaign / "index.html")

    # Who won, and are the differences significant? The front page says it; the tests are one click away.
    page = walk.start()
    entry = page.locator("section.entry", has=page.get_by_role("heading", name=TASKS[campaign], exact=True))
    expect(entry).to_contain_text("is the best")
    expect(entry).to_contain_text("significantly better than")
    walk.click(entry.get_by_role("link", name="significance"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("ignificance")

    # Are the pools deep enough?
    walk.start()
    walk.click(entry.get_by_role("link", name="pools"))
    expect(page.locator("main .lead")).to_contain_text("Were the pools deep enough")

    # How does my run compare with the best? The best two are shown at once, another run is chosen there.
    walk.start()
    walk.click(entry.get_by_role("link", name="Compare the best two runs"))
    expect(page.locator("#finding")).to_contain_text(re.compile("wins on (only )?[0-9]+ of [0-9]+ topics"))
    expect(page.locator("#complaint")).to_be_hidden()
    expect(page.locator("#rankings [data-overlap]")).to_contain_text("first results of both runs")
    best = page.locator("#runs tr").first.get_by_role("link").get_attribute("href")

    # Why did my run lose? By its participant.
    walk.start()
    participants = page.get_by_role("region", name="Participants", exact=True)
    walk.click(participants.locator("tbody tr").last.get_by_role("link").first)
    rows = page.locator("main tbody tr").filter(has_not_text="not evaluated")
    links = [row.get_by_role("link").first for row in rows.all()]
    walk.click(next(one for one in links if one.get_attribute("href") != best))
    expect(page.get_by_role("heading", name="Topics below the median")).to_be_visible()

    # How do I cite it, and where are the numbers?
    walk.start()
    expect(page.locator("#cite ~ .citation")).to_be_visible()
    walk.click(page.get_by_role("link", name="Data", exact=True).first)
    with page.expect_download() as download:
        page.get_by_role("link", name="scores.csv", exact=True).first.click()
    walk.clicks += 1
    assert walk.clicks <= MOST_CLICKS
    assert download.value.suggested_filename == "scores.csv"
    assert (visit.said, visit.strangers) == ([], [])
