"""Text of input files stays text: in pages (see test_every_kind_of_page), and in files for other programs."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import markdown
import pandas as pd
import pytest
from playwright.sync_api import Page, expect
from trapped_campaign import MARK, NAME_TRAP, TASK

SPRUNG = f"""() => [
  ...(window.{MARK} === undefined ? [] : ["a script ran"]),
  ...[...document.querySelectorAll(".{MARK}, img, iframe, object, embed")].map((one) => one.outerHTML),
  ...[...document.links].map((one) => one.href).filter((one) => !/^(file|https?|mailto):/.test(one)),
]"""


POINT = """() => {
  const marks = [...document.querySelectorAll("figure svg [class*=role-mark] path")];
  for (const mark of marks.filter((one) => one.checkVisibility()).slice(0, 3)) {
    mark.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
    mark.dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));
  }
}"""


def use(page: Page) -> None:
    """Have scripts show text, as a reader would: point at pictures, look for words, filter, save."""
    page.evaluate(POINT)
    for term in page.locator("[data-tip]").all()[:1]:
        term.focus()
    for legend in page.locator(".legend button:visible").all()[:1]:
        legend.click()
    for box in page.locator(".table-filter input:visible").all()[:1]:
        box.fill(MARK)
    for save in page.locator("button.save:visible").all()[:1]:
        with page.expect_download() as download:
            save.click()
        saved = Path(download.value.path()).read_text("utf-8")
        assert strangers_in_picture(saved) == []
    page.locator("#search-field").fill(f"{MARK} input trap")
    expect(page.locator(".popup [role=status]")).not_to_be_empty()


def assert_no_trap_springs(page: Page, *, with_input: bool) -> None:
    """An opened page shows the traps, if it has any text of inputs, and stays as it is.

    A script that the page's policy stops has sprung, too: the visit fails.
    """
    if with_input:
        shown = page.locator("body").inner_text()
        assert all(one in shown for one in (f"<img class={MARK}", "{{7*7}}", "${7*7}"))
    use(page)
    assert page.evaluate(SPRUNG) == []


@pytest.fixture
def public(trapped_sites: Path) -> Path:
    """The trapped campaign's site in its second edition."""
    return trapped_sites / "public"


def test_every_field_has_its_trap(public: Path) -> None:
    """Else nothing would be tried: the campaign is read, evaluated and found to have what it shall have."""
    data = next(public.glob("*/data"))
    scores = pd.read_csv(data / "scores.csv", dtype=str)
    for column in ("task", "run", "participant", "topic"):
        assert scores[column].str.endswith(NAME_TRAP).any(), column
    for table, column in (("assessments", "article"), ("agreement", "judge"), ("near_misses", "article")):
        values = pd.read_csv(data / f"{table}.csv", dtype=str)[column]
        assert values.str.endswith(NAME_TRAP).any(), table


def strangers_in_picture(svg: str) -> list[str]:
    """What a picture has besides shapes and text."""
    root = ElementTree.fromstring(svg)
    names = [element.tag.rpartition("}")[2] for element in root.iter()]
    attributes = [name for element in root.iter() for name in element.attrib]
    return [
        one for one in names if one in ("script", "foreignObject", "image", "a", "img", "use", "style")
    ] + [one for one in attributes if one.startswith("on") or one.endswith("href")]


def test_the_feed_holds_text_alone(public: Path) -> None:
    (path,) = files(public, "errata.atom")
    (content,) = ElementTree.parse(path).iter("{http://www.w3.org/2005/Atom}content")
    assert content.get("type") == "text"
    assert len(content) == 0
    assert f"<img class={MARK}" in content.text


def files(site: Path, pattern: str) -> list[Path]:
    found = sorted(site.rglob(pattern))
    assert found
    return found


def test_pictures_and_papers_hold_text_alone(public: Path) -> None:
    for picture in files(public, "*.svg"):
        assert strangers_in_picture(picture.read_text("utf-8")) == [], picture
    for paper in files(public, "reports/**/*.md"):
        html = markdown.markdown(paper.read_text("utf-8"), extensions=["tables"])
        assert not re.search(r"<(?:img|svg|script|a)\b", html), paper
    for paper in files(public, "reports/**/*.tex"):
        commands = set(re.findall(r"\\([a-z]+)", paper.read_text("utf-8")))
        assert not commands & {"input", "write", "include", "immediate", "def", "catcode"}, paper
    entry = next(public.glob("*/data/citation.bib")).read_text("utf-8")
    assert entry.count("@") - entry.count("{@misc") in (1, entry.count("@"))
    depth = 0
    for place, one in enumerate(entry):
        depth += (one == "{") - (one == "}")
        assert depth > 0 or place < entry.index("{") or not entry[place + 1 :].strip()


def test_tables_hold_names_as_they_are(public: Path) -> None:
    """Tables are data: a name that a spreadsheet would take for a formula is published as it was given."""
    (data,) = public.glob("*/data")
    with (data / "runs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert f"=1+1{NAME_TRAP}" in {row["run"] for row in rows}
    assert {row["task"] for row in rows} == {"Thorough", "AllInContext", TASK}
    parquet = pd.read_parquet(data / "runs.parquet")
    assert [row["run"] for row in rows] == parquet["run"].tolist()
    for file in files(public, "*.json"):
        json.loads(file.read_text("utf-8"), parse_constant=pytest.fail)
