"""Takes the pictures of the documentation: pages of the sample campaign as Chromium shows them.

    python docs/make_pictures.py docs/images            the few that the documentation shows
    python docs/make_pictures.py --every FOLDER         every kind of page, whole, light, dark and on a phone

The sample campaign is built anew into a temporary folder. INEXREPORT_CHROMIUM names another browser.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import inexreport

SAMPLE = Path(__file__).parents[1] / "campaigns" / "sample-2009"
DESK, PHONE = (1200, 860), (390, 780)


@dataclass(frozen=True)
class Picture:
    """A page, and how it is looked at; `element` is what the picture starts with."""

    name: str
    path: str
    dark: bool = False
    size: tuple[int, int] = DESK
    element: str = ""


SHOWN = (
    Picture("task-page", "sample-2009/tasks/Focused.html"),
    Picture("task-page-dark", "sample-2009/tasks/Focused.html", dark=True, element="#curves"),
    Picture("task-page-phone", "sample-2009/tasks/Focused.html", size=PHONE),
    Picture("run-page", "sample-2009/runs/Focused/north-sections.html", element="#topics-chart-title"),
    Picture("topic-page", "sample-2009/topics/2009003.html"),
)

EVERY = (
    Picture("archive", "index.html"),
    Picture("participant-history", "archive/participants/Specimen-College-e4795907.html"),
    Picture("front", "sample-2009/index.html"),
    Picture("task", "sample-2009/tasks/Focused.html"),
    Picture("run", "sample-2009/runs/Focused/north-sections.html"),
    Picture("rejected-run", "sample-2009/runs/Focused/south-nested.html"),
    Picture("topic", "sample-2009/topics/2009003.html"),
    Picture("topics", "sample-2009/topics.html"),
    Picture("participant", "sample-2009/participants/12.html"),
    Picture("metrics", "sample-2009/metrics.html"),
    Picture("data", "sample-2009/data.html"),
    Picture("problems", "sample-2009/problems.html"),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that asks nobody for anything."""
    names = (os.environ.get("INEXREPORT_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, filter(None, names))), None)
    if program is None:
        sys.exit("No Chromium found; set INEXREPORT_CHROMIUM to its program.")
    with sync_playwright() as playwright:
        # Root, as in a container, cannot have Chromium's sandbox; the pages are our own.
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


def take(browser: Browser, site: Path, picture: Picture, target: Path, *, whole: bool) -> None:
    """Open a page from disk, wait for its charts, and write what is seen."""
    width, height = picture.size
    context = browser.new_context(
        color_scheme="dark" if picture.dark else "light",
        offline=True,
        reduced_motion="reduce",
        viewport={"width": width, "height": height},
    )
    page = context.new_page()
    page.goto((site / picture.path).as_uri())
    page.wait_for_function("document.documentElement.classList.contains('settled')")
    if picture.element:
        page.locator(picture.element).evaluate("element => element.scrollIntoView()")
    page.screenshot(path=target, full_page=whole)
    context.close()


def main() -> None:
    """Build the sample campaign and take its pictures."""
    arguments = argparse.ArgumentParser(description="Take the pictures of the documentation.")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--every", action="store_true", help="every kind of page in light, dark and phone")
    arguments.add_argument("--site", type=Path, help="a site that is built already")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        site = given.site or Path(scratch)
        if given.site is None:
            inexreport.build(SAMPLE, site)
        for picture in _views(EVERY) if given.every else SHOWN:
            take(browser, site, picture, given.folder / f"{picture.name}.png", whole=given.every)


def _views(pictures: tuple[Picture, ...]) -> Iterator[Picture]:
    for one in pictures:
        yield replace(one, name=f"{one.name}-light")
        yield replace(one, name=f"{one.name}-dark", dark=True)
        yield replace(one, name=f"{one.name}-phone", size=PHONE)


if __name__ == "__main__":
    main()
