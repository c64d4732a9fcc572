from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

pytestmark = pytest.mark.browser

TASK = "invented-2042/tasks/Focused.html"
SCORES = "invented-2042/scores/Focused.html"
EMPTY_TASK = "invented-2042/tasks/focused-b0185429.html"


def test_charts_are_drawn_with_marks_and_lead_to_runs_and_a_table_sorts_and_filters(visit, built_site: Path):
    page = visit.open(built_site / TASK)
    assert page.locator("#runs-chart svg .mark-symbol.role-mark path").count() == 12
    assert page.locator("#curve-chart-1 svg .mark-line.role-mark path").count() == 12
    assert page.locator("#ranks-chart svg .mark-line.role-mark path").count() == 12

    table = page.locator("table.sortable")
    runs = table.locator("tbody tr")
    overlaps = table.locator("tbody td:last-child")
    descending = sorted(overlaps.all_inner_texts(), key=float, reverse=True)
    assert overlaps.all_inner_texts() != descending
    table.locator("thead th", has_text="overlap %").locator(".order").click()
    expect(overlaps).to_have_text(descending)
    page.get_by_label("Filter").fill("RUN_00A")
    expect(runs).to_have_count(2)
    page.get_by_label("Filter").fill("no such run")
    expect(runs).to_have_text(["No row matches."])
    page.get_by_label("Filter").fill("")
    page.get_by_role("button", name="Sort by Rank", exact=True).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(table.locator("tbody td:nth-child(3)").first).to_have_text("12")
    ranks = [int(rank) for rank in table.locator("tbody td:nth-child(3)").all_inner_texts()]
    assert ranks == sorted(ranks, reverse=True)

    page.locator("#runs-chart svg .mark-symbol.role-mark path").nth(1).click()
    page.wait_for_url("**/runs/Focused/run_06a.html")
    page.locator(":root.settled").wait_for(state="attached")
    bars_and_ticks_of_the_best = page.locator("#topics-chart svg .mark-rect.role-mark path")
    assert bars_and_ticks_of_the_best.count() == 20
    cells = page.locator("#types svg .mark-rect.role-mark path")
    rows = page.get_by_role("region", name="Types of results by rank").get_by_role("row")
    assert cells.count() > rows.count() - 1
    page = visit.open(built_site / "invented-2042/topics.html")
    assert page.locator("#difficulty-chart-1 svg .mark-rule.role-mark line").count() == 10
    assert visit.said == []


def test_the_theme_is_that_of_the_system_until_one_is_chosen_which_holds_on_all_pages(
    visit, built_site: Path
):
    page = visit.open(built_site / TASK)
    other = page.context.new_page()
    other.goto((built_site / SCORES).as_uri())
    paper = "getComputedStyle(document.body).backgroundColor"
    label = page.locator("#runs-chart svg .role-axis-label text").first
    light, ink = page.evaluate(paper), label.evaluate("text => getComputedStyle(text).fill")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(paper) != light
    page.emulate_media(color_scheme="light")
    assert page.evaluate(paper) == light

    page.get_by_role("radio", name="System").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(label).not_to_have_css("fill", ink)
    assert page.evaluate(paper) != light
    expect(other.locator(":root")).to_have_attribute("data-theme", "dark")
    expect(other.get_by_role("radio", name="Dark")).to_be_checked()
    assert other.evaluate(paper) != light
    page = visit.open(built_site / "invented-2042/data.html")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(paper) != light
    page.get_by_text("System", exact=True).click()
    assert page.evaluate(paper) == light
    page.get_by_text("Dark", exact=True).click()
    assert page.evaluate(paper) != light


def test_metrics_and_terms_explain_themselves_to_pointer_and_keyboard(visit, built_site: Path):
    page = visit.open(built_site / EMPTY_TASK)
    name = page.locator("main a.metric").first
    name.focus()
    assert page.get_by_role("tooltip").inner_text() == "Interpolated precision. Invented for a test."
    assert name.get_attribute("aria-describedby") == "tip"
    page.keyboard.press("Escape")
    assert page.get_by_role("tooltip").count() == 0
    term = page.locator("main a.term").first
    term.hover()
    assert page.get_by_role("tooltip").inner_text() == "The metric that ranks the runs of a task."
    term.click()
    assert page.url.endswith("/metrics.html#term-official-metric")
    assert page.locator("dt:target").inner_text() == "official metric"


def test_everything_but_pictures_is_there_without_scripts(plain: Page, built_site: Path):
    plain.goto((built_site / TASK).as_uri())
    assert plain.locator("table.sortable tbody tr").count() == 12
    assert "Best of 12 evaluated runs" in plain.locator("#runs-chart-summary").inner_text()
    assert not plain.locator(".theme").is_visible()


INTRUDERS = """
<script>window.intruded = "a script";</script>
<script src="https://example.org/remote.js"></script>
<script src="data:text/javascript,window.intruded='data'"></script>
<img src="missing.png" onerror="window.intruded = 'a handler'">
<style>body { color: rgb(1, 2, 3) !important }</style>
<p id="styled" style="color: rgb(1, 2, 3)">Styled.</p>
<a id="address" href="javascript:window.intruded='an address'">An address.</a>
<base href="https://example.org/">
<iframe srcdoc="<script>parent.intruded = 'a frame'</script>"></iframe>
<form action="https://example.org/"><button id="send">Send</button></form>
"""


def test_what_got_into_a_page_does_not_run(page: Page, own_site: Path):
    """The policy holds even where text was not escaped, and charts, tables and the search work under it."""
    whole = own_site / TASK
    intruded = whole.with_name("intruded.html")
    intruded.write_text(whole.read_text("utf-8").replace("<main", f"{INTRUDERS}<main", 1), "utf-8")
    failed: dict[str, str | None] = {}

    def note(one: Request) -> None:
        failed[one.url] = one.failure

    page.on("requestfailed", note)
    page.goto(intruded.as_uri())
    page.wait_for_selector("#curve-chart-1 svg")
    page.get_by_role("combobox", name="Search").fill("2002")
    page.wait_for_selector("[role=option]")
    for place in ("body", "#styled"):
        ink = page.locator(place).evaluate("one => getComputedStyle(one).color")
        assert ink != "rgb(1, 2, 3)"
    assert page.evaluate("document.baseURI") == page.url == intruded.as_uri()
    assert failed.pop("https://example.org/remote.js") == "csp"
    # A picture may be a file of the site: it is looked for, and its handler does not run.
    assert failed.pop(intruded.with_name("missing.png").as_uri()) == "net::ERR_FILE_NOT_FOUND"
    assert set(failed.values()) <= {"csp"}
    forbidden = """name => new Promise((done) => {
      addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
      document.getElementById(name).click();
    })"""
    assert page.evaluate(forbidden, "address").startswith("script-src")
    assert page.evaluate("window.intruded") is None
    assert page.evaluate(forbidden, "send") == "form-action"  # last: the driver waits for what was sent
    page.remove_listener("requestfailed", note)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def test_the_policy_lets_pages_work_from_a_server_too_and_a_suggestion_is_tapped(
    chromium: Browser, built_site: Path
):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(built_site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = chromium.new_context(has_touch=True, viewport={"width": 390, "height": 780})
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"http://127.0.0.1:{server.server_port}/invented-2042/compare/Focused.html#metric=MAiP")
        expect(page.locator("#finding")).to_contain_text("by MAiP.")
        expect(page.locator("#scatter-chart svg")).to_be_visible()
        page.get_by_role("combobox", name="Search").tap()
        page.get_by_role("combobox", name="Search").press_sequentially("2003")
        page.locator("[role=option]").first.tap()
        page.wait_for_url("**/topics/2003.html")
        context.close()
        server.shutdown()
    assert said == []


def test_the_citation_can_be_copied(visit, built_site: Path):
    page = visit.open(built_site / "invented-2042/index.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.get_by_role("button", name="Copy")
    button.click()
    expect(page.locator("button.copy")).to_have_text("Copied")
    bibtex = (built_site / "invented-2042/data/citation.bib").read_text("utf-8")
    assert page.evaluate("navigator.clipboard.readText()") == bibtex
    assert page.evaluate("getSelection().toString()").startswith("@misc{")
