from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = {
    "archive": "index.html",
    "front": "invented-2042/index.html",
    "task": "invented-2042/tasks/Focused.html",
    "empty task": "invented-2042/tasks/focused-b0185429.html",
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


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_page_is_accessible_and_keeps_to_itself(visit, built_site: Path, path: str):
    page = visit.open(built_site / path)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        # Without `preload`, axe asks for style sheets, which no page from disk may read.
        violations = Axe().run(page, options={"preload": False}).response["violations"]
        assert [(theme, one["id"], one["nodes"][0]["failureSummary"]) for one in violations] == []
    assert visit.said == []
    assert visit.strangers == []


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES.keys())
def test_page_fits_a_phone_and_has_one_heading_of_its_own(visit, built_site: Path, path: str):
    visit.page.set_viewport_size({"width": 360, "height": 740})
    page = visit.open(built_site / path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator("h1").count() == 1


def test_every_link_leads_somewhere(built_site: Path, visit):
    for path in PAGES.values():
        visit.page.goto((built_site / path).as_uri())
        for url in visit.page.eval_on_selector_all(
            "a[href], link[href], script[src]", "all => all.map(one => one.href || one.src)"
        ):
            if url.startswith("file:"):
                file, _, fragment = url.removeprefix("file://").partition("#")
                assert Path(file).is_file(), f"{path} links to {file}"
                if fragment and file.endswith(".html"):
                    assert f'id="{fragment}"' in Path(file).read_text("utf-8"), f"{path} links to {url}"
            else:
                assert url in ("data:,", "https://example.org/")
