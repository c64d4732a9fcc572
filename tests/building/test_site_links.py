"""Every link of every page of real and sample campaigns leads somewhere, and no page is empty."""

from __future__ import annotations

import pytest
from site_links import broken_links, empty_pages, parsed_pages


@pytest.mark.parametrize("archive", ["sample_sites", pytest.param("real_sites", marks=pytest.mark.real_data)])
def test_every_link_leads_somewhere_and_no_page_is_empty(
    request: pytest.FixtureRequest, archive: str
) -> None:
    site = request.getfixturevalue(archive).resolve()
    pages = parsed_pages(site)
    assert broken_links(site, pages) == []
    campaigns = {file.parent for file in site.glob("*/dataset.jsonld")}
    assert len(campaigns) >= 2
    of_campaigns = {file: page for file, page in pages.items() if campaigns & set(file.parents)}
    assert empty_pages(of_campaigns) == []
