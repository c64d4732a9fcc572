"""The browser fixture shows pages from files and runs their scripts."""

from pathlib import Path

import pytest
from playwright.sync_api import Page


@pytest.mark.browser
def test_a_page_opens_from_a_file_and_runs_its_script(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text("<title>é</title><p id=p></p><script>p.textContent = 6 * 7</script>", encoding="utf-8")
    page.goto(file.as_uri())
    assert page.inner_text("p") == "42"
