"""Tables that are sorted, filtered, copied and kept in the address, and runs that are ticked in them."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults_in_both_themes
from lxml import html
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

TOPICS = "sample-2006/topics.html"
TASK = "sample-2006/tasks/Focused.html"
"""A task with more metrics than its table shows at first."""


def sort(table: Locator, name: str) -> None:
    table.locator("thead th", has_text=name).first.locator(".order").click()


def column(table: Locator, name: str) -> Locator:
    """What is shown in a column."""
    heads = table.locator("thead th").all_text_contents()
    place = next(place for place, head in enumerate(heads, start=1) if name in head)
    return table.locator(f"tbody tr:visible > :nth-child({place})")


def shown(table: Locator) -> list[list[str]]:
    """The cells of the shown rows and columns, as plain text."""
    rows = table.locator("tbody tr:visible").all()
    return [[text.strip() for text in row.locator(":visible:is(th, td)").all_text_contents()] for row in rows]


def test_scores_are_sorted_from_the_highest_and_the_head_of_a_wide_table_stays_in_its_frame(
    visit, sample_sites: Path
) -> None:
    page = visit.open(sample_sites / TOPICS)
    table = page.locator("table.sortable")
    sort(table, "Overlap")
    expect(column(table, "Overlap")).to_have_text(["0.8750", "0.8750", "0.7143", "0.4545", *["–"] * 6])
    sort(table, "Overlap")
    expect(column(table, "Overlap")).to_have_text(["0.4545", "0.7143", "0.8750", "0.8750", *["–"] * 6])
    sort(table, "Overlap")  # as published
    expect(column(table, "Topic")).to_have_text([str(topic) for topic in range(301, 311)])

    page.set_viewport_size({"width": 390, "height": 490})
    frame = page.locator(".frame:has(table.sortable)")
    expect(frame).to_have_class("frame scroller")
    frame.evaluate("frame => frame.scrollTop = 300")
    top = frame.bounding_box()["y"]
    assert page.locator("table.sortable tbody").bounding_box()["y"] < top
    assert page.locator("table.sortable thead").bounding_box()["y"] == pytest.approx(top, abs=1)
    page.locator(".column-choice summary").first.click()
    assert_fits(page)
    assert visit.said == []


def test_columns_are_shown_hidden_printed_and_reached_by_the_keyboard(visit, sample_sites: Path) -> None:
    page = visit.open(sample_sites / TASK)
    scores = page.locator("#runs thead th:visible[data-group]:not([data-group=Judged])")
    assert scores.count() == 5
    assert "official" in scores.first.inner_text()
    assert page.locator("#runs thead th .tag").count() == 1
    heads = page.locator("#runs thead th:visible")
    first = heads.all_inner_texts()
    choice = page.locator(".column-choice")
    expect(choice.locator("summary")).to_have_text(f"Columns: {len(first)} of 22")
    choice.locator("summary").click()
    group = choice.locator("fieldset").filter(has=page.get_by_text("Other columns"))
    everyone = group.locator("legend input")
    assert everyone.is_checked()
    group.get_by_label("Rank", exact=True).uncheck()
    assert everyone.evaluate("box => box.indeterminate")
    expect(heads).to_have_count(len(first) - 1)
    everyone.check()
    expect(heads).to_have_count(len(first))
    everyone.uncheck()
    assert page.locator("#runs thead th:visible:not([data-group])").all_inner_texts() == ["Run"]
    choice.get_by_role("button", name="All").click()
    expect(heads).to_have_count(22)
    expect(page.locator("#runs tfoot :visible:is(td, th)")).to_have_count(22)
    choice.get_by_role("button", name="Reset").click()
    assert heads.all_inner_texts() == first
    page.keyboard.press("Escape")
    expect(choice.get_by_role("button", name="All")).to_be_hidden()
    expect(choice.locator("summary")).to_be_focused()

    address = page.url
    page.emulate_media(media="print")
    expect(heads).to_have_count(22)
    page.emulate_media(media="screen")
    expect(heads).to_have_count(len(first))
    assert page.url == address

    # The keyboard scrolls a wide table.
    page.set_viewport_size({"width": 390, "height": 800})
    frame = page.get_by_role("region", name="All evaluated runs")
    expect(frame).to_have_attribute("tabindex", "0")
    frame.focus()
    page.keyboard.press("ArrowRight")
    for _ in range(100):
        if frame.evaluate("frame => frame.scrollLeft") > 0:
            break
        page.wait_for_timeout(50)
    else:
        pytest.fail("the table does not scroll")
    # Names stay where they are.
    head = page.locator("#runs tbody th").first
    assert head.bounding_box()["x"] == frame.bounding_box()["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    choice.locator("summary").click()
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert faults_in_both_themes(page) == []
    assert visit.said == []


def test_all_columns_are_there_without_scripts(plain: Page, sample_sites: Path) -> None:
    plain.goto((sample_sites / TASK).as_uri())
    assert plain.locator("#runs thead th").count() == 22
    assert plain.locator("#runs tbody tr").count() == 6


def test_what_is_chosen_of_a_table_is_counted_and_printed_and_the_address_names_it(
    visit, described_site: Path
) -> None:
    page = visit.page
    page.goto((described_site / "tasks/adhoc.html").as_uri() + "#all-runs")
    page.locator(":root.settled").wait_for(state="attached")
    assert page.url.endswith("#all-runs")
    table, tools = page.locator("#runs"), page.locator(".table-tools:has(+ .frame #runs)")
    count = tools.locator(".table-count")
    kind = page.get_by_role("combobox", name="Type", exact=True)
    # Unranked runs come last.
    for direction, ranks in (("asc", "123"), ("desc", "321")):
        sort(table, "Rank")
        page.wait_for_url(f"**/adhoc.html#runs.sort=Rank:{direction}")
        expect(column(table, "Rank")).to_have_text([*ranks, "–", "–"])
    sort(table, "Rank")
    page.wait_for_url("**/adhoc.html")
    expect(count).to_have_text("5 runs")
    kind.select_option(label="manual")
    expect(count).to_have_text("2 of 5 runs")
    tools.get_by_label("Filter").fill("tag1")
    expect(count).to_have_text("1 of 5 runs")

    kind.select_option(label="automatic")
    tools.get_by_label("Filter").fill("tag")
    for direction in ("desc", "asc"):
        sort(table, "official")
        page.wait_for_url(f"**:{direction}&**")
    tools.locator("summary").click()
    tools.get_by_label("Participant").uncheck()
    page.keyboard.press("Escape")
    wanted = shown(table)
    assert [row[0] for row in wanted] == ["tag4", "tag5 late", "tag6"]
    chosen = parse_qs(page.url.partition("#")[2])
    assert chosen.pop("runs.columns") == [
        head.get_attribute("data-name") or head.inner_text()
        for head in table.locator("thead th:visible").all()
    ]
    official = table.locator("thead th.official").get_attribute("data-name")
    assert chosen == {
        "runs.sort": [f"{official}:asc"],
        "runs.find": ["tag"],
        "runs.only.Type": ["automatic"],
    }
    assert_copied_and_saved_in_full_precision(page, described_site, official)

    page.emulate_media(media="print")
    note = page.locator(".frame:has(#runs) + .printed")
    expect(note).to_have_text(f"As chosen: 3 of 5 runs, with “tag”, ordered by {official}, lowest first.")
    page.emulate_media(media="screen")
    expect(note).to_be_hidden()

    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.locator(":root.settled").wait_for(state="attached")
    assert shown(table) == wanted
    assert page.url == address
    expect(table).to_be_in_viewport()
    assert kind.evaluate("list => list.selectedOptions[0].text") == "automatic"
    # An address that is followed within the page counts too, and one of another table changes nothing.
    rows = table.locator("tbody tr")
    page.evaluate("location.hash = 'runs.find=tag1'")
    expect(rows).to_have_count(1)
    page.evaluate("location.hash = 'others.find=tag8'")
    expect(rows).to_have_count(1)
    # Unknown things that it names are left out.
    page.evaluate("location.hash = 'runs.sort=none:desc&runs.only.Type=other&runs.columns=AP'")
    expect(rows).to_have_count(5)
    assert table.locator("thead th:visible").all_inner_texts()[0] == "Run"
    assert kind.input_value() == ""
    assert visit.said == []


def assert_copied_and_saved_in_full_precision(page: Page, site: Path, official: str) -> None:
    """The shown rows and columns, numbers as in the published tables."""
    table, tools = page.locator("#runs"), page.locator(".table-tools:has(+ .frame #runs)")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tools.get_by_role("button", name="Copy").click()
    expect(tools.get_by_role("button", name="Copied 3 rows")).to_be_visible()
    copied = [line.split("\t") for line in page.evaluate("navigator.clipboard.readText()").splitlines()]
    assert copied == as_copied(table)
    assert [row[0] for row in copied] == ["Run", "tag4", "tag5 late", "tag6"]
    with page.expect_download() as download:
        tools.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "adhoc-runs.csv"
    assert list(csv.reader(io.StringIO(Path(download.value.path()).read_text("utf-8")))) == copied
    with (site / "data/scores.csv").open(encoding="utf-8") as file:
        published = {
            row["run"]: float(row["score"])
            for row in csv.DictReader(file)
            if row["metric"] == official and row["topic"] == "all"
        }
    place = copied[0].index(official)
    assert [float(row[place]) for row in copied[1:]] == [published[run] for run in ("fair", "slow", "good")]


def as_copied(table: Locator) -> list[list[str]]:
    """Names of the shown columns, and the shown cells: numbers as in the published tables."""
    heads = [
        head.get_attribute("data-name") or head.inner_text()
        for head in table.locator("thead th:visible").all()
    ]
    rows = [
        [
            cell.inner_text().strip() if (full := cell.get_attribute("data-order")) is None else full
            for cell in row.locator(":visible:is(th, td)").all()
        ]
        for row in table.locator("tbody tr:visible").all()
    ]
    return [heads, *rows]


def test_ticked_runs_are_compared_and_none_after_clearing(visit, described_site: Path) -> None:
    page = visit.page
    page.set_viewport_size({"width": 1600, "height": 490})
    visit.open(described_site / "tasks/adhoc.html")
    # The head stays on the page.
    expect(page.locator(".frame:has(#runs)")).to_have_class("frame fits")
    page.evaluate("document.querySelector('#runs tbody tr:nth-child(4)').scrollIntoView()")
    assert page.locator("#runs thead").bounding_box()["y"] == pytest.approx(0, abs=1)
    page.set_viewport_size({"width": 1280, "height": 900})

    bar = page.locator(".ticked")
    expect(bar).to_be_hidden()
    for run in ("tag1", "tag5", "tag6"):
        page.get_by_label(f"Compare {run}").check()
    expect(bar.get_by_role("link", name="Compare 3 runs")).to_have_attribute(
        "href", "../compare/adhoc.html#a=good&b=poor&run=slow"
    )
    page.get_by_role("button", name="Clear").click()
    expect(bar).to_be_hidden()
    assert page.locator("#runs input:checked").count() == 0
    page.get_by_label("Compare tag4").check()
    expect(bar).to_contain_text("tag4 is ticked. Tick another run")
    expect(bar.get_by_role("link")).to_have_count(0)
    # What is ticked stays so while other rows are shown.
    tools = page.locator(".table-tools:has(+ .frame #runs)")
    tools.get_by_label("Filter").fill("tag6")
    page.get_by_label("Compare tag6").check()
    tools.get_by_label("Filter").fill("")
    assert faults_in_both_themes(page) == []
    assert_fits(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.locator("#runs tr.picked").count() == 2
    bar.get_by_role("link", name="Compare 2 runs").click()
    page.locator("#results").wait_for()
    assert page.url.endswith("compare/adhoc.html#a=good&b=fair")
    assert page.locator("#complaint").is_hidden()


def test_runs_are_ticked_in_all_tables_of_scores_alike(visit, sample_sites: Path) -> None:
    page = visit.open(sample_sites / "sample-2006/scores/Focused.html")
    tables = page.locator("table.sortable")
    assert tables.count() > 1
    tables.first.locator(".tick input").first.check()
    assert page.locator("tr.picked").count() == tables.count()
    tables.last.locator(".tick input").nth(1).check()
    expect(page.get_by_role("link", name="Compare 2 runs")).to_be_visible()
    page.locator(".column-choice summary").first.click()
    assert_fits(page)
    assert visit.said == []


def test_only_pages_with_sortable_tables_load_the_library(sample_sites: Path) -> None:
    for path in (TASK, TOPICS, "sample-2006/metrics.html", "sample-2006/correlations/Focused.html"):
        page = html.parse(sample_sites / path)
        loaded = page.xpath("//@src[contains(., '/tables-')] | //@*[contains(., '/sortable-tables-')]")
        assert (
            bool(loaded)
            == bool(page.xpath("//table[contains(@class, 'sortable')]"))
            == (path in (TASK, TOPICS))
        )
