from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest
from browser.test_comparison_numbers import choose
from browser.test_every_kind_of_page import assert_fits
from browser.test_pages import faults_in_both_themes
from lxml import html
from playwright.sync_api import Page, expect

MISSING_FILE = "error: Failed to load resource: net::ERR_FILE_NOT_FOUND"

pytestmark = pytest.mark.browser

PAGE = "invented-2042/compare/Focused.html"
LARGE = "large-2005/compare/CO.Thorough.html"
RUN = "invented-2042/runs/Focused/run_03a.html"
TESTS = "invented-2042/significance/Focused.html"
HOSTILE = "../../etc/<b>"


def opened(visit, path: Path, **choice: str) -> Page:
    page = visit.page
    page.goto(f"{path.as_uri()}#{urlencode(choice)}" if choice else path.as_uri())
    page.locator(":root.settled").wait_for(state="attached")
    return page


def named(page: Page) -> dict[str, str]:
    """What the address names."""
    return {name: values[0] for name, values in fragment(page.url).items()}


def fragment(address: str | None) -> dict[str, list[str]]:
    assert address
    return parse_qs(urlsplit(address).fragment)


def chosen(page: Page) -> tuple[str, str]:
    return tuple(page.locator(f"#run-{side} option:checked").inner_text() for side in "ab")


def assert_best_two_are_compared(page: Page) -> None:
    assert page.locator("#runs td:nth-child(2)").all_inner_texts() == ["1", "2"]
    best = [link.get_attribute("href") for link in page.locator("#runs a").all()]
    assert named(page) == dict(zip("ab", (Path(link).stem for link in best), strict=True))


def test_runs_are_chosen_by_the_keyboard_and_by_lists_and_each_choice_is_an_address(visit, built_site: Path):
    page = visit.page
    page.goto(f"{(built_site / PAGE).as_uri()}#by-topic")
    page.locator(":root.settled").wait_for(state="attached")
    assert_best_two_are_compared(page)
    expect(page.locator("#by-topic")).to_be_in_viewport()

    choose(page, a="run_03a", b="run_04")
    before = chosen(page)
    page.get_by_role("link", name="Skip to the content").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("#a=run_03a&"))
    for _ in range(2):  # over the first list
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.wait_for_url(lambda url: not url.endswith("b=run_04"))
    assert chosen(page)[0] == before[0]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("b=run_03a$"))
    page.locator("#topics tbody input").first.focus()
    page.keyboard.press("Space")
    expect(page.locator("#selection")).to_contain_text("1 of 10 topics selected")

    choose(page, a="run_03a", b="run_04")
    first = page.locator("#finding").inner_text()
    page.get_by_label("Run B").select_option("RUN_00A")
    expect(page.locator("#finding")).not_to_have_text(first)
    assert named(page) == {"a": "run_03a", "b": "RUN_00A"}
    page.get_by_role("button", name="Swap A and B").click()
    page.wait_for_url(re.compile("#a=RUN_00A&"))
    page.get_by_label("Metric", exact=True).select_option("iP@0.10")
    expect(page.locator("#finding")).to_contain_text("by iP@0.10.")
    page.go_back()
    page.go_back()
    expect(page.locator("#run-b option:checked")).to_have_text("RUN_00A")
    page.go_back()
    expect(page.locator("#finding")).to_have_text(first)
    page.go_forward()
    expect(page.locator("#run-b option:checked")).to_have_text("RUN_00A")

    # The table sorts what was chosen last.
    page.locator("#topics thead th", has_text="B").first.locator(".order").click()
    scores = page.locator("#topics tbody td:nth-child(4)")
    expect(scores).to_have_count(10)
    values = [float(text) for text in scores.all_inner_texts()]
    assert values == sorted(values, reverse=True)
    assert page.locator("#topics tbody a").first.get_attribute("href").startswith("../topics/")
    assert visit.said == []


def test_what_an_address_names_wrongly_is_said_and_links_of_other_pages_choose(visit, built_site: Path):
    page = opened(visit, built_site / PAGE, a="nobody", b="run_04", metric="MAP")
    complaint = page.get_by_role("alert")
    assert complaint.inner_text() == (
        "This task has no evaluated run named “nobody”. This task has no compared metric named “MAP”."
    )
    assert page.locator("#results").is_visible()
    choose(page, a="run_04", b="run_04")
    assert complaint.inner_text() == "A run is not compared with itself."
    page.get_by_role("button", name="Swap A and B").click()
    expect(complaint).to_be_hidden()

    choose(page, a="run_04", b=HOSTILE, metric="MAiP")
    assert named(page) == {"a": "run_04", "b": HOSTILE, "metric": "MAiP"}
    assert page.locator("#metric").input_value() == "MAiP"
    expect(page.locator("#finding")).to_contain_text("by MAiP.")
    page.get_by_role("region", name="The two runs").get_by_role("row", name="B ").get_by_role("link").click()
    page.wait_for_url("**/runs/Focused/*.html")
    assert HOSTILE in page.locator("main").inner_text()

    # A run's page leads to comparisons with any other run and the median one, the page of tests to each pair.
    others = page.get_by_label("Any other run")
    assert others.locator("option").count() == 11
    compare = page.get_by_role("link", name="Compare with this run")
    first = others.locator("option").first.get_attribute("value")
    assert fragment(compare.get_attribute("href")) == {"a": [HOSTILE], "b": [first]}
    others.select_option("run_03a")
    compare.click()
    page.wait_for_url("**/compare/Focused.html#*")
    expect(page.locator("#runs tr")).to_have_count(2)
    assert named(page) == {"a": HOSTILE, "b": "run_03a"}
    assert page.locator("#complaint").is_hidden()
    (median,) = html.parse(built_site / RUN).xpath("//a[.='the median run']/@href")
    (tests,) = html.parse(built_site / TESTS).xpath("//*[@aria-label='Pairwise tests']//tbody")
    pair = tests.xpath("tr[1]//a[contains(@href, '#')]")[0]
    for path, link in ((RUN, median), (TESTS, pair.get("href"))):
        assert (built_site / path).parent.joinpath(link.partition("#")[0]).resolve() == built_site / PAGE
    page.evaluate("address => { location.hash = address }", urlsplit(median).fragment)
    expect(page.locator("#runs td:nth-child(2)").last).to_have_text("6")
    assert named(page)["a"] == "run_03a"
    page.evaluate("address => { location.hash = address }", urlsplit(pair.get("href")).fragment)
    expect(page.locator("#mean-difference")).to_have_text(pair.text_content())
    assert page.locator("#runs td:nth-child(2)").all_inner_texts() == ["1", "2"]
    assert visit.said == []


def test_curves_of_the_two_runs_have_their_colours_and_saved_charts_say_of_which_runs_they_are(
    visit, built_site: Path
):
    page = opened(visit, built_site / LARGE)
    assert_best_two_are_compared(page)  # without a choice
    legend = page.locator("#curve-chart-1 ~ .legend button")
    labels = legend.all_inner_texts()
    assert [label[:3] for label in labels] == ["A: ", "B: "]
    lines = page.locator("#curve-chart-1 svg .layer_1_marks path")
    expect(lines).to_have_count(2)
    drawn = lines.evaluate_all("lines => lines.map((line) => getComputedStyle(line).stroke)")
    marks = [page.locator(f"#runs .side-{side}").first for side in "ab"]
    assert drawn == [mark.evaluate("mark => getComputedStyle(mark).backgroundColor") for mark in marks]
    before = lines.first.get_attribute("d")
    page.get_by_role("button", name="Swap A and B").click()
    expect(legend.first).to_have_text(labels[1].replace("B: ", "A: "))
    expect(lines.first).not_to_have_attribute("d", before)
    page.get_by_label("Curve", exact=True).select_option("nxCG(quant=gen5,overlap=off)")
    shown = page.locator(".choice > :not([hidden])")
    expect(shown.locator("svg .layer_1_marks path")).to_have_count(2)
    assert re.match(r"A goes from \d\.\d{4} at 1 to", shown.locator(".summary").inner_text())
    shown.locator("summary").click()
    assert shown.locator("tbody tr").count() >= 20

    expect(page.locator("#runs td:nth-child(2)")).to_have_text(["2", "1"])
    labels = page.locator("#runs a").all_inner_texts()
    page.locator("#topics tbody input").first.check()
    for chart in ("differences-chart", "scatter-chart"):
        with page.expect_download() as download:
            page.locator(f"figure:has(#{chart}) .save").click()
        text = Path(download.value.path()).read_text("utf-8")
        assert f"A is {labels[0]}, B is {labels[1]}." in text
        # Of 12 topics one is selected; the scatter names two others, one of which stands in a ring.
        assert text.count('opacity="0.25"') == (11 if chart == "differences-chart" else 11 + 3)
    assert visit.said == []


def test_a_mean_difference_over_fewer_topics_says_so(visit, sample_sites: Path):
    path = sample_sites / "sample-2026/compare/generation.html"
    page = opened(visit, path, a="north-long", b="sit-cited")
    expect(page.locator("#finding")).to_contain_text("Over the 9 topics with scores of both, the mean diff")
    choose(page, a="north-long", b="north-short")
    expect(page.locator("#finding")).to_contain_text("The mean difference is")


def test_runs_that_share_the_highest_mean_or_the_largest_gain_are_counted(visit, sample_sites: Path):
    path = sample_sites / "sample-2026/compare/generation.html"
    further = {"run": ["north-short", "sit-uncited"]}
    page = visit.page
    choice = urlencode(
        {"a": "north-long", "b": "sit-cited", "metric": "weighted_precision", **further}, doseq=True
    )
    page.goto(f"{path.as_uri()}#{choice}")
    page.locator(":root.settled").wait_for(state="attached")
    expect(page.locator("#several-finding")).to_contain_text(
        "A (north-long), C (north-short) and D (sit-uncited) have the highest mean by weighted_precision, "
        "1.0000, and B (sit-cited) the lowest, 0.4383."
    )
    path = sample_sites / "sample-2009/compare/Focused.html"
    page = opened(visit, path, a="ue-structure", b="north-sections", metric="article-P@10")
    summary = page.locator("figure:has(#differences-chart) .summary")
    expect(summary).to_contain_text(
        re.compile(r"A gains most on topic 200900\d and 3 others \(\+0\.1000\)\.")
    )
    assert visit.said == []


def test_numbers_that_are_missing_are_said_to_be(visit, own_site: Path):
    script = next((own_site / "invented-2042/compare/Focused").glob("scores-MAiP*.js"))
    script.unlink()
    page = opened(visit, own_site / PAGE, metric="MAiP")
    expect(page.get_by_role("alert")).to_contain_text(f"could not be loaded from Focused/{script.name}")
    assert page.locator("#results").is_hidden()
    page.get_by_label("Metric", exact=True).select_option("iP@0.01")
    expect(page.locator("#finding")).to_contain_text("by iP@0.01.")
    assert visit.said == [MISSING_FILE]
    visit.said.clear()


def test_without_scripts_the_page_says_where_the_numbers_are(plain: Page, built_site: Path):
    plain.goto((built_site / PAGE).as_uri())
    text = plain.locator("main").inner_text()
    assert "needs JavaScript" in text
    assert not plain.locator("#run-a").is_visible()
    hrefs = [link.get_attribute("href") for link in plain.locator("main noscript a, main .verdict a").all()]
    assert "../significance/Focused.html" in hrefs
    assert "../data/significance.csv" in hrefs


def test_a_topic_leads_to_its_best_two_runs_and_pairs_that_are_not_tested_are_said_to_be(
    visit, built_site: Path, sample_sites: Path
):
    for site, task in ((built_site / "invented-2042", "Focused"), (sample_sites / "sample-2025", "adhoc")):
        paths = sorted((site / "topics").glob("*.html"))
        path = next(path for path in paths if "Compare the best two" in path.read_text("utf-8"))
        page = html.parse(path)
        (scores,) = page.xpath("//*[@aria-label='Scores on this topic by task']//tbody")
        best_run = scores.xpath("tr[1]//a/@href")[-1]
        (link, *_) = page.xpath("//p[contains(., 'Compare the best two')]//a/@href")
        assert link.startswith(f"../compare/{task}.html#")
        chosen = parse_qs(urlsplit(link).fragment)
        assert (chosen["a"], chosen["topic"]) == ([Path(best_run).stem], [path.stem])
    page = visit.page
    page.goto(urljoin(path.as_uri(), link))
    page.locator(":root.settled").wait_for(state="attached")
    assert page.get_by_role("alert").is_hidden()
    assert Path(page.locator("#runs a").first.get_attribute("href")).stem == Path(best_run).stem
    assert named(page)["topic"] == path.stem
    # The topics of the highest difference and of the lowest one are named in the scatter plot.
    names = page.locator("#scatter-chart svg .mark-text.role-mark text")
    rows = page.locator("#topics tbody th")
    assert set(names.all_text_contents()) == {rows.nth(place).inner_text().strip() for place in (0, -1)}

    # The reference run is not ranked, so it is in no tested pair.
    choose(page, a="north-manual", b="reference-title", run="south-passages")
    cells = page.locator("#several-pairs tbody td")
    expect(cells).to_have_count(9)
    texts = cells.all_inner_texts()
    assert [("not tested" in text, "p′" in text) for text in texts] == [
        *[(False, False), (True, False), (False, True)],
        *[(True, False), (False, False), (True, False)],
        *[(False, True), (True, False), (False, False)],
    ]
    assert visit.said == []


def test_three_and_more_runs_stand_side_by_side_and_selected_topics_of_two_stand_out(visit, built_site: Path):
    page = opened(visit, built_site / PAGE, a="run_03a", b="run_04")
    assert page.locator("#several").is_hidden()
    listed = page.locator(".contents li:not([hidden]) a")
    assert "Is the difference significant?" in listed.all_inner_texts()
    assert "By every metric" not in listed.all_inner_texts()
    page.get_by_label("Another run").select_option(label="RUN_00A")
    page.get_by_role("button", name="Add this run").click()
    page.wait_for_url(re.compile("run=RUN_00A"))
    assert named(page) == {"a": "run_03a", "b": "run_04", "run": "RUN_00A"}
    expect(page.locator("#two")).to_be_hidden()
    expect(page.locator("#several-runs tr")).to_have_count(3)
    assert "By every metric" in listed.all_inner_texts()
    assert "Is the difference significant?" not in listed.all_inner_texts()
    expect(page.locator("#several-finding")).to_contain_text("has the highest mean by iP@0.01")
    expect(page.locator("#curve-chart-1 svg .layer_1_marks path")).to_have_count(3)
    table = page.locator("#curve-chart-1-table")
    page.locator("details:has(#curve-chart-1-table) summary").click()
    expect(table.locator("tr").first.locator("td")).to_have_count(3)
    page.locator("#several-pairs td a").first.click()
    page.wait_for_url(lambda url: "run=" not in url)
    expect(page.locator("#two")).to_be_visible()
    assert named(page) == {"a": "run_03a", "b": "run_04"}
    page.go_back()
    page.get_by_role("button", name=re.compile("^Remove ")).first.click()
    page.wait_for_url(lambda url: "run=" not in url)
    assert named(page) == {"a": "run_04", "b": "RUN_00A"}
    expect(table.locator("tr").first.locator("td")).to_have_count(2)

    # Topics selected in the scatter plot stand out everywhere.
    choose(page, a="run_03a", b="run_04")
    # Names and places of first results are texts.
    expect(page.locator("#rankings tbody tr")).to_have_count(3)
    assert "<script>alert('x')</script>" in page.locator("#rankings tbody").inner_text()
    selection, picked = page.locator("#selection"), page.locator("#topics tr.picked")
    assert selection.inner_text() == "No topics are selected."
    plot = page.locator("#scatter-chart svg")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + 60, box["y"] + 12)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(selection).to_contain_text("topics selected: A is higher on")
    count = int(re.match(r"\d+", selection.inner_text())[0])
    assert 0 < count < 10
    expect(picked).to_have_count(count)
    expect(page.locator("#topics input:checked")).to_have_count(count)
    expect(page.locator("#scatter-chart svg .mark-symbol path[opacity='1']")).to_have_count(count)
    expect(page.locator("#differences-chart svg .mark-rect.role-mark path[opacity='1']")).to_have_count(count)
    page.get_by_label("Only selected topics in the table").check()
    assert len([row for row in page.locator("#topics tbody tr").all() if row.is_visible()]) == count
    tools = page.locator(".table-tools:has(+ .frame #topics)")
    expect(tools.locator(".table-count")).to_have_text(f"{count} of 10 topics")
    with page.expect_download() as saved:
        tools.get_by_role("button", name="CSV").click()
    head, *lines = saved.value.path().read_text("utf-8").splitlines()
    a, b = (f"{run} {page.locator('#metric').input_value()}" for run in ("run_03a", "run_04"))
    assert head == f"Topic,Title,{a},{b},{a} − {b}"
    assert len(lines) == count
    assert all(re.fullmatch(r"-?[\d.e-]+", cell) for line in lines for cell in line.rsplit(",", 3)[1:])
    page.get_by_role("button", name="Clear the selection").click()
    expect(picked).to_have_count(0)
    assert page.locator("#topics tbody tr").first.is_visible()
    expect(page.locator("#differences-chart svg .mark-rect.role-mark path[opacity='1']")).to_have_count(10)
    assert visit.said == []


def test_at_most_eight_runs_stand_side_by_side_in_the_colours_of_their_curves(visit, built_site: Path):
    page = visit.page
    page.goto(f"{(built_site / PAGE).as_uri()}#no%place")  # which is no choice
    page.locator(":root.settled").wait_for(state="attached")
    assert_best_two_are_compared(page)
    two = named(page)
    runs = page.evaluate(
        "JSON.parse(document.getElementById('comparison').textContent).runs.map(({ run }) => run)"
    )
    further = [run for run in runs if run not in two.values()][:5]
    choose(page, **two, run=further)
    expect(page.locator("#several-runs tr")).to_have_count(7)
    page.get_by_role("button", name="Add this run").click()
    expect(page.locator("#several-runs tr")).to_have_count(8)
    assert page.get_by_role("button", name="Add this run").is_disabled()
    assert fragment(page.url)["run"][:5] == further
    assert len({*fragment(page.url)["run"], *two.values()}) == 8
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert_letters_are_readable_and_have_the_colours_of_curves(page)
    page.emulate_media(color_scheme="light")

    page.goto(f"{page.url}&run=nobody&run={further[0]}")
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("This task has no evaluated run named “nobody”.")
    expect(page.locator("#several-runs tr")).to_have_count(8)
    before = chosen(page)
    page.get_by_label("Run A").select_option(label=before[1])
    expect(page.locator("#run-b option:checked")).to_have_text(before[0])
    assert chosen(page) == before[::-1]
    expect(page.locator("#several-runs tr")).to_have_count(8)
    assert faults_in_both_themes(page) == []
    assert_fits(page)
    assert visit.said == []


def assert_letters_are_readable_and_have_the_colours_of_curves(page: Page) -> None:
    curves = page.locator("#curve-chart-1 svg .layer_1_marks path")
    expect(curves).to_have_count(8)
    letters = page.locator("#several-runs .side")
    colours = letters.evaluate_all("marks => marks.map((mark) => getComputedStyle(mark).borderTopColor)")
    assert colours == curves.evaluate_all("lines => lines.map((line) => getComputedStyle(line).stroke)")
    assert len(set(colours)) == 8
    ink, paper = page.locator("body").evaluate(
        "body => [getComputedStyle(body).color, getComputedStyle(body).backgroundColor]"
    )
    for letter in letters.all():
        expect(letter).to_have_css("color", ink)
        expect(letter).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert ink != paper
