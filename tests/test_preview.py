"""The preview serves the site on this machine only and follows changes of the campaign."""

import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

SECONDS_TO_BUILD = 60


@pytest.fixture
def campaign(sample_campaign, tmp_path):
    """A copy that a test may change, with the archive inside it, as `inexreport serve .` has it."""
    return Path(shutil.copytree(sample_campaign, tmp_path / "campaign"))


@pytest.fixture
def preview(campaign):
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "inexreport", "serve", ".", "--port", "0"],
        cwd=campaign,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Where tests run in the background, the shell has them ignore Ctrl-C, and children inherit it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        yield process
        process.kill()


def wait_for(process, pattern):
    for line in process.stdout:
        found = re.search(pattern, line)
        if found:
            return found
    raise AssertionError(f"the preview ended before it printed {pattern}")


def title(address):
    with urllib.request.urlopen(address, timeout=10) as response:
        return re.search("<title>(.*?)</title>", response.read().decode(), re.DOTALL)[1]


def test_serves_rebuilds_and_stops(preview, campaign):
    address = wait_for(preview, r"http://127\.0\.0\.1:\d+/")[0]
    assert "Sample Campaign 2009" in title(f"{address}campaign/index.html")
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text().replace("Sample Campaign 2009", "Another Title"))
    until = time.monotonic() + SECONDS_TO_BUILD
    while "Another Title" not in title(f"{address}campaign/index.html"):
        assert time.monotonic() < until
        time.sleep(0.2)
    preview.send_signal(signal.SIGINT)
    assert preview.wait(timeout=20) == 130
