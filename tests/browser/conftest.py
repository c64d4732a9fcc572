"""A headless browser, and pages that report what they say, ask for and forbid."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright
from rendering.invented_campaign import invented_metrics, invented_outcome, with_earlier_edition
from rendering.invented_large_task import large_outcome

from inexreport.rendering.archive import write_archive
from inexreport.rendering.site import write_site

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = (
    "--headless",
    # Chromium's sandbox does not work for root, as in a container; the tests open their own pages only.
    "--no-sandbox",
    "--disable-gpu",
    # Pages work offline, and the browser must not use the network either.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless browser with a new profile; tests that use it are marked `browser`."""
    named = os.environ.get("INEXREPORT_CHROMIUM")
    program = next(filter(None, map(shutil.which, [named] if named else CHROMIUM_NAMES)), None)
    if program is None:
        pytest.skip(
            f"INEXREPORT_CHROMIUM names no program: {named}"
            if named
            else "no Chromium on the PATH (Debian: apt-get install chromium)"
        )
    try:
        playwright = sync_playwright().start()
    except Exception as problem:  # Playwright raises no narrower class where its driver lacks a library
        pytest.skip(f"Playwright's driver does not start (Debian: apt-get install libatomic1): {problem}")
    browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
    yield browser
    browser.close()
    playwright.stop()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page in a new browser context."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@dataclass
class Visit:
    """A page from disk, with everything it said and asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def open(self, path: Path) -> Page:
        # Not by a function: the driver would make it from text, again and again, which pages forbid.
        self.page.goto(path.as_uri())
        self.page.locator(":root.settled").wait_for(state="attached")
        return self.page

    @property
    def strangers(self) -> list[str]:
        return [url for url in self.asked if not url.startswith(("file:", "data:"))]


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    write_site(with_earlier_edition(invented_outcome()), invented_metrics(), out)
    write_site(*large_outcome(runs=12), out)
    before = invented_outcome(runs=4, slug="invented-2041")
    before = replace(before, campaign=replace(before.campaign, year=2041))
    write_site(before, invented_metrics(), out)
    # A campaign that another version wrote: the archive names it.
    other = out / "other" / "data" / "campaign.json"
    other.parent.mkdir(parents=True)
    other.write_text('{"format_version": 0}')
    write_archive(out)
    return out


@pytest.fixture(scope="session")
def large_site(made_once: Callable[..., Path]) -> Path:
    """A task with more runs than its charts have names for. Read only."""
    return made_once("large-site", lambda out: write_site(*large_outcome(runs=60), out))


TELL_OF_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`the page's policy: ${event.violatedDirective} forbids ${event.blockedURI}`));
"""


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Pages of one context, without a network; none may do what its policy forbids, or fail otherwise."""
    context = chromium.new_context(
        offline=True, color_scheme="light", viewport={"width": 1280, "height": 900}
    )
    context.add_init_script(TELL_OF_VIOLATIONS)
    made = Visit(context.new_page())

    def asked(one: Request) -> None:
        made.asked.append(one.url)

    made.page.on("request", asked)
    made.page.on("console", lambda message: made.said.append(f"{message.type}: {message.text}"))
    made.page.on("pageerror", lambda error: made.said.append(f"error: {error}"))
    yield made
    context.close()
    assert [said for said in made.said if said.startswith("error:")] == []
