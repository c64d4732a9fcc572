"""Takes the pictures of the documentation: pages of the sample campaigns as Chromium shows them.

    python docs/make_pictures.py docs/images

The folder gets the few pictures that the documentation tells about, its folder pages/ every kind of page:
light, dark, on a phone and printed; `--only about task` takes those of some kinds. The samples are built anew
into a temporary folder. INEXREPORT_CHROMIUM names another browser.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import inexreport

CAMPAIGNS = Path(__file__).parents[1] / "campaigns"
SAMPLES = ("sample-2004", "sample-2006", "sample-2009", "sample-2025")
DESK, PHONE, PAPER = (1200, 860), (390, 780), (760, 1075)


@dataclass(frozen=True)
class Picture:
    """A page, and how it is looked at; `element` is what the picture starts with."""

    name: str
    path: str
    dark: bool = False
    printed: bool = False
    size: tuple[int, int] = DESK
    element: str = ""


SHOWN = (
    Picture("task-page", "sample-2009/tasks/Focused.html"),
    Picture("task-page-dark", "sample-2009/tasks/Focused.html", dark=True, element="#curves"),
    Picture("task-page-phone", "sample-2009/tasks/Focused.html", size=PHONE),
    Picture("run-page", "sample-2009/runs/Focused/north-sections.html", element="#topics-chart-title"),
    Picture("compare-page", "sample-2009/compare/Focused.html", element="#by-topic"),
    Picture("topic-page", "sample-2009/topics/2009003.html"),
    Picture("documents-page", "sample-2025/topics/53.html", element="#first-results"),
    Picture("cost-page", "sample-2025/tasks/adhoc.html", element="#cost"),
)

# Every template of templates/pages is among them, by its name.
KINDS = {
    "archive": "index.html",
    "about": "archive/about.html",
    "system": "archive/systems/north-sections-Example-University-North-8efdfda8.html",
    "front": "sample-2009/index.html",
    "task": "sample-2009/tasks/Focused.html",
    "all_scores": "sample-2006/scores/Thorough.html",
    "correlations": "sample-2009/correlations/Focused.html",
    "significance": "sample-2009/significance/Focused.html",
    "run_groups": "sample-2006/groups/Focused.html",
    "compare": "sample-2009/compare/Focused.html",
    "topics_runs": "sample-2009/topics-runs/Focused.html",
    "pooling": "sample-2006/pooling/Focused.html",
    "run": "sample-2009/runs/Focused/north-sections.html",
    "rejected-run": "sample-2009/runs/Focused/south-nested.html",
    "topic": "sample-2006/topics/301.html",
    "topics": "sample-2009/topics.html",
    "topic_subsets": "sample-2006/topic-subsets.html",
    "systems": "sample-2009/systems.html",
    "participant": "sample-2009/participants/12.html",
    "assessors": "sample-2006/assessors.html",
    "reliability": "sample-2006/reliability.html",
    "metrics_guide": "sample-2009/metrics.html",
    "data": "sample-2009/data.html",
    "problems": "sample-2009/problems.html",
    "documents-front": "sample-2025/index.html",
    "documents-task": "sample-2025/tasks/adhoc.html",
    "documents-significance": "sample-2025/significance/adhoc.html",
    "documents-pooling": "sample-2025/pooling/adhoc.html",
    "documents-run": "sample-2025/runs/adhoc/north-manual.html",
    "documents-topic": "sample-2025/topics/53.html",
    "documents-assessors": "sample-2025/assessors.html",
    "errata": "sample-2025/errata.html",
}

# Pages that a participant sees before the release.
OWN_KINDS = {
    "own-front": "sample-2009/index.html",
    "own-task": "sample-2009/tasks/Focused.html",
    "own-run": "sample-2009/runs/Focused/north-sections.html",
    "own-topics": "sample-2009/topics.html",
    "own-topic": "sample-2009/topics/2009003.html",
    "own-data": "sample-2009/data.html",
}
# Pages that only organisers see.
ORGANISERS_KINDS = {"health": "sample-2006/health.html"}

OWN_SAMPLE, OWN_AUDIENCE = "sample-2009", "participant:11"

EDITIONS = """
[[editions]]
date = 2025-12-01
[[editions]]
date = 2026-03-15
reason = "A document of topic 51 was judged again."
"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that asks nobody for anything."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    named = os.environ.get("INEXREPORT_CHROMIUM", "")
    program = next(filter(None, map(shutil.which, (named, *names))), None)
    if program is None:
        sys.exit("No Chromium found; set INEXREPORT_CHROMIUM to its program.")
    with sync_playwright() as playwright:
        # Root, as in a container, cannot have Chromium's sandbox; the pages are our own.
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=program, args=flags)
        yield browser
        browser.close()


def take(browser: Browser, site: Path, picture: Picture, target: Path) -> None:
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
    page.locator(":root.settled").wait_for(state="attached")
    if picture.printed:
        page.emulate_media(media="print")
    if picture.element:
        page.locator(picture.element).evaluate("element => element.scrollIntoView()")
    page.screenshot(path=target, **({"type": "jpeg", "quality": 60} if target.suffix == ".jpg" else {}))
    context.close()


def views(pictures: Mapping[str, str]) -> Iterator[Picture]:
    """Every page as it is read: on a light and a dark screen, on a phone, on paper."""
    for name, path in pictures.items():
        yield Picture(f"{name}-light", path)
        yield Picture(f"{name}-dark", path, dark=True)
        yield Picture(f"{name}-phone", path, size=PHONE)
        yield Picture(f"{name}-print", path, printed=True, size=PAPER)


def replace_edition(site: Path, name: str, scratch: Path) -> None:
    """Build a sample campaign again, as a second edition in which a grade is corrected."""
    campaign = shutil.copytree(CAMPAIGNS / name, scratch / name)
    earlier = campaign / "editions" / "2025-12-01"
    earlier.mkdir(parents=True)
    for file in ("campaign.json", "runs.csv", "scores.csv", "topics.csv"):
        shutil.copy(site / name / "data" / file, earlier)
    with (campaign / "campaign.toml").open("a") as settings:
        settings.write(EDITIONS)
    qrels = campaign / "assessments" / "official" / "qrels.txt"
    qrels.write_text(qrels.read_text().replace(" 3\n", " 1\n", 1))
    inexreport.build(campaign, site)


def main() -> None:
    """Build the sample campaigns and take their pictures."""
    arguments = argparse.ArgumentParser(description="Take the pictures of the documentation.")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", nargs="*", help="names of pages, as pages/ calls them")
    given = arguments.parse_args()
    pages = given.folder / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, chromium() as browser:
        site, own, organisers = (Path(scratch) / name for name in ("site", "own", "organisers"))
        for name in SAMPLES:
            inexreport.build(CAMPAIGNS / name, site)
        replace_edition(site, SAMPLES[-1], Path(scratch))
        inexreport.build(CAMPAIGNS / OWN_SAMPLE, own, audience=OWN_AUDIENCE)
        inexreport.build(CAMPAIGNS / "sample-2006", organisers, audience="organisers")
        for picture in SHOWN if given.only is None else ():
            take(browser, site, picture, given.folder / f"{picture.name}.png")
        for folder, kinds in ((site, KINDS), (own, OWN_KINDS), (organisers, ORGANISERS_KINDS)):
            for picture in views({name: kinds[name] for name in kinds if name in (given.only or kinds)}):
                take(browser, folder, picture, pages / f"{picture.name}.jpg")


if __name__ == "__main__":
    main()
