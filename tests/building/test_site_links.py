"""Every link of every page of real and sample campaigns leads somewhere, and no page is empty."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_links import broken_links, empty_pages

REAL = pytest.param("real", marks=pytest.mark.real_data)


@pytest.fixture
def archive(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue("real_sites" if request.param == "real" else "sample_sites")
    return found


@pytest.mark.parametrize("archive", ["samples", REAL], indirect=True)
def test_every_link_leads_somewhere(archive: Path) -> None:
    assert broken_links(archive) == []


@pytest.mark.parametrize("archive", ["samples", REAL], indirect=True)
def test_no_page_is_empty(archive: Path) -> None:
    folders = [file.parent for file in archive.glob("*/dataset.jsonld")]
    assert len(folders) >= 2
    assert {folder.name: empty_pages(folder) for folder in folders} == {one.name: [] for one in folders}
