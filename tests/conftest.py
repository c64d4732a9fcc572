"""Fixtures that any test may use: the sample campaigns and their sites, the official data and a browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from playwright.sync_api import Browser, Page, sync_playwright

from inexreport.building.site import build

# How long an example takes tells how busy the machine is, and nothing about the program.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# Thousands of times over, on code that was damaged: whether a test fails is all that is asked.
settings.register_profile(
    "mutants",
    settings.get_profile("any machine"),
    max_examples=10,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("INEXREPORT_HYPOTHESIS", "any machine"))

ROOT = Path(__file__).parents[1]
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = (
    "--headless",
    # Root, as in a container, cannot have Chromium's sandbox; the tests open pages of their own making only.
    "--no-sandbox",
    "--disable-gpu",
    # Pages work offline; nor shall the browser itself look for the network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session", autouse=True)
def _own_caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Commands keep results in a folder of the tests, never among the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def sample_campaign() -> Path:
    """The sample campaign's directory. Read only."""
    return ROOT / "campaigns" / "sample-2009"


@pytest.fixture(scope="session")
def sample_sites(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """An archive of both sample campaigns. Read only."""
    out = tmp_path_factory.mktemp("samples")
    for name in ("sample-2006", "sample-2009"):
        build(sample_campaign.with_name(name), out)
    return out


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of official data; tests that use it are marked `real_data`."""
    folder = ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the official data are not there (../shared/data, beside the repository)")
    return folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless browser with a profile of its own; tests that use it are marked `browser`."""
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
    except Exception as problem:  # Playwright has no narrower kind for a driver that lacks a library
        pytest.skip(f"Playwright's driver does not start (Debian: apt-get install libatomic1): {problem}")
    browser = playwright.chromium.launch(executable_path=program, args=list(CHROMIUM_FLAGS))
    yield browser
    browser.close()
    playwright.stop()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page that shares nothing with those of other tests."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()
