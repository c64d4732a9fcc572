"""A headless browser, and pages that report what they say, ask for and forbid."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd
import pytest
from building.document_campaigns import HOSTILE, RUNS, write_campaign
from building.document_campaigns import SETTINGS as SETTINGS_OF_DOCUMENTS
from described_campaign import SETTINGS, write_described
from edition_folders import keep_edition, name_editions
from evaluated_samples import cached
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, sync_playwright
from rendering.invented_campaign import (
    MARKUP,
    invented_metrics,
    invented_outcome,
    with_earlier_edition,
    with_strange_titles,
)
from rendering.invented_large_task import large_outcome
from trapped_campaign import TRAP, write_trapped_campaign

from inexreport.building.build import build
from inexreport.rendering.archive import write_archive
from inexreport.rendering.changes_page import changes_page
from inexreport.rendering.site import write_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.subjects.changes import outcome_results, result_changes

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one draws the same in less than half of the time, since it has no windows to manage."""

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
            else "no Chromium on the PATH (Debian: apt-get install chromium-headless-shell)"
        )
    try:
        playwright = sync_playwright().start()
    except Exception as problem:  # Playwright raises no narrower class where its driver lacks a library
        pytest.skip(f"Playwright's driver does not start (Debian: apt-get install libatomic1): {problem}")
    browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
    yield browser
    browser.close()
    playwright.stop()


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
def built_site(made_once: Callable[..., Path]) -> Path:
    """An archive of invented campaigns, whose names hold markup. Read only."""

    def fill(out: Path) -> None:
        write_site(with_earlier_edition(invented_outcome()), invented_metrics(), out, cache=cached().cache)
        write_site(*large_outcome(runs=12), out, cache=cached().cache)
        before = invented_outcome(runs=4, slug="invented-2041")
        before = replace(before, campaign=with_strange_titles(replace(before.campaign, year=2041)))
        write_site(before, invented_metrics(), out, cache=cached().cache)
        # A campaign that another version wrote: the archive names it.
        other = out / "other" / "data" / "campaign.json"
        other.parent.mkdir(parents=True)
        other.write_text('{"format_version": 0}')
        write_archive(out)

    return made_once("built-site", fill)


@pytest.fixture
def own_site(built_site: Path, tmp_path: Path) -> Path:
    """The same, to add files or take them away; those that are there are not to be changed."""
    return Path(shutil.copytree(built_site, tmp_path / "site", copy_function=os.link))


@pytest.fixture(scope="session")
def trapped_sites(made_once: Callable[..., Path], sample_campaign: Path) -> Path:
    """The trapped campaign's site of organisers, and the public one in its second edition. Read only."""

    def fill(out: Path) -> None:
        campaign = write_trapped_campaign(sample_campaign.with_name("sample-2006"), out / "campaign")
        build(campaign, out / "organisers", audience=Audience(Readers.ORGANISERS), resources=cached())
        earlier = keep_edition(campaign, out / "organisers" / campaign.name, "2025-12-01")
        record = json.loads((earlier / "campaign.json").read_text("utf-8"))
        record["audience"] = str(PUBLIC)
        (earlier / "campaign.json").write_text(json.dumps(record), "utf-8")
        scores = pd.read_csv(earlier / "scores.csv", dtype=str)
        scores.assign(score="0.5").to_csv(earlier / "scores.csv", index=False)
        name_editions(campaign, ("2025-12-01", ""), ("2026-03-15", TRAP))
        build(campaign, out / "public", resources=cached())

    return made_once("trapped-sites", fill)


@pytest.fixture(scope="session")
def own_sites(made_once: Callable[..., Path], sample_campaign: Path) -> Path:
    """Sites of participants: one of the sample campaign, one full of hostile names. Read only."""

    def fill(out: Path) -> None:
        audience = Audience(Readers.PARTICIPANT, "45")
        build(sample_campaign, out / "sample", audience=audience, resources=cached())
        outcome, audience = invented_outcome(runs=40), Audience(Readers.PARTICIPANT, "p/../9")
        write_site(outcome, invented_metrics(), out / "hostile", audience=audience, cache=cached().cache)

    return made_once("own-sites", fill)


@pytest.fixture(scope="session")
def described_site(made_once: Callable[..., Path]) -> Path:
    """The site of a campaign of documents with authors, whose runs are described. Read only."""

    def fill(out: Path) -> None:
        campaign = write_described(out / "documents")
        (campaign / "campaign.toml").write_text(SETTINGS + AUTHORS)
        (campaign / "runs" / "adhoc" / "good.yml").write_text("platform: {cpu: '<b>fast</b>'}\n")
        build(campaign, out / "site", resources=cached())

    return made_once("described-site", fill) / "site" / "documents"


@pytest.fixture(scope="session")
def documents_site(made_once: Callable[..., Path]) -> Path:
    """The site of a campaign of documents, one with a hostile name that nobody judged. Read only."""

    def fill(out: Path) -> None:
        runs = RUNS | {"west/fourth": {"1": f"d4 {HOSTILE} d1"}}
        settings = f"{SETTINGS_OF_DOCUMENTS}pool_depth = 3\n"
        campaign = write_campaign(out / "campaigns" / "invented", runs, settings=settings)
        build(campaign, out / "site", resources=cached())

    return made_once("documents-site", fill) / "site" / "invented"


@pytest.fixture(scope="session")
def changes_site(made_once: Callable[..., Path]) -> Path:
    """The page of changes of an invented campaign with hostile names, and of one without a change."""

    def fill(out: Path) -> None:
        outcome = with_earlier_edition(invented_outcome())
        before = outcome.campaign.editions[0].results
        assert before is not None
        changes = result_changes(before, outcome_results(outcome))
        campaigns = [(f"Campaign {MARKUP} ({MARKUP})", changes), ("The archive's own pages", changes[:0])]
        (out / "changes.html").write_text(changes_page(f"old/{MARKUP}", "new", campaigns), "utf-8")

    return made_once("changes-site", fill)


TELL_OF_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`the page's policy: ${event.violatedDirective} forbids ${event.blockedURI}`));
"""

AUTHORS = """doi = "10.5281/zenodo.1234567"
[collection]
document_url = "https://example.org/show?id={docno}"
[[authors]]
name = "Josiah <Carberry>"
orcid = "0000-0002-1825-0097"
affiliation = "Brown University"
"""

VIEWPORT = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def tab(chromium: Browser) -> Iterator[Page]:
    """The page of all visits, since its process knows the scripts after the first one. It has no network."""
    # Pages that scroll smoothly move what a test points at, which then waits.
    context = chromium.new_context(offline=True, viewport=VIEWPORT, reduced_motion="reduce")
    context.add_init_script(TELL_OF_VIOLATIONS)
    yield context.new_page()
    context.close()


def leave(page: Page) -> None:
    """Make a page as it was before a visit."""
    context = page.context
    for other in context.pages[1:]:
        other.close()
    page.mouse.move(-1, -1)
    page.goto("about:blank")
    page.set_viewport_size(VIEWPORT)
    page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce")
    context.clear_permissions()
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "all"})
    session.detach()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """An empty page without a network."""
    yield tab
    leave(tab)


@pytest.fixture(scope="session")
def plain(chromium: Browser) -> Iterator[Page]:
    """A page without scripts and without a network."""
    context = chromium.new_context(java_script_enabled=False, offline=True)
    yield context.new_page()
    context.close()


@pytest.fixture
def visit(tab: Page) -> Iterator[Visit]:
    """Pages without a network; none may do what its policy forbids, or fail otherwise."""
    made = Visit(tab)

    def asked(one: Request) -> None:
        made.asked.append(one.url)

    def said(one: ConsoleMessage) -> None:
        made.said.append(f"{one.type}: {one.text}")

    def failed(error: Error) -> None:
        made.said.append(f"error: {error}")

    heard = {"request": asked, "console": said, "pageerror": failed}
    for event, hear in heard.items():
        tab.on(event, hear)
    yield made
    leave(tab)  # while what the pages said last is still heard
    for event, hear in heard.items():
        tab.remove_listener(event, hear)
    assert [said for said in made.said if said.startswith("error:")] == []
