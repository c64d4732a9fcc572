"""A long table opens with its first rows; all are a press away, printed, and there without scripts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from inexreport.building.build import build

pytestmark = pytest.mark.browser

DOCUMENTS = 60
SETTINGS = 'title = "Long"\nyear = 2024\nprotocol = "trec"\n[tasks.adhoc]\n'


@pytest.fixture(scope="module")
def topic_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a topic with sixty relevant documents."""
    folder = tmp_path_factory.mktemp("long")
    campaign = folder / "long"
    for name in ("assessments/official", "runs/adhoc"):
        (campaign / name).mkdir(parents=True)
    (campaign / "campaign.toml").write_text(SETTINGS)
    names = [f"d{number:02d}" for number in range(DOCUMENTS)]
    (campaign / "assessments/official/qrels.txt").write_text("".join(f"1 0 {name} 1\n" for name in names))
    ranking = (f"1 Q0 {name} {rank} {100 - rank} run\n" for rank, name in enumerate(names, start=1))
    (campaign / "runs/adhoc/run.txt").write_text("".join(ranking))
    build(campaign, folder / "site")
    return folder / "site/long/topics/1.html"


def documents(page: Page) -> list[str]:
    """Names of the documents in the visible rows."""
    rows = page.get_by_role("table").filter(has_text="Best rank").locator("tbody tr:visible th")
    return rows.all_inner_texts()


def test_a_long_table_shows_its_first_rows_until_all_are_asked_for(visit, topic_page: Path) -> None:
    page = visit.open(topic_page)
    assert documents(page) == [f"d{number:02d}" for number in range(25)]
    page.get_by_role("button", name="Show all 60 rows").click()
    assert len(documents(page)) == DOCUMENTS
    page.get_by_role("button", name="Show the first 25 rows").click()
    assert len(documents(page)) == 25


def test_the_first_rows_are_those_of_the_chosen_order_and_filter(visit, topic_page: Path) -> None:
    page = visit.open(topic_page)
    head = page.get_by_role("columnheader", name="Document").last
    head.click()
    head.click()
    assert documents(page)[:2] == ["d59", "d58"]
    assert len(documents(page)) == 25
    page.get_by_label("Filter").fill("d4")
    assert documents(page) == [f"d{number}" for number in range(49, 39, -1)]
    expect(page.get_by_role("button", name="rows")).to_have_count(0)


def test_all_rows_are_printed_and_there_without_scripts(visit, plain: Page, topic_page: Path) -> None:
    page = visit.open(topic_page)
    page.emulate_media(media="print")
    assert len(documents(page)) == DOCUMENTS
    plain.goto(topic_page.as_uri())
    assert len(documents(plain)) == DOCUMENTS
