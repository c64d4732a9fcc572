from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from inexreport.model.topic import Topic
from inexreport.rendering.addresses import SEARCH_INDEX, campaign_addresses
from inexreport.rendering.search_file import search_index
from inexreport.report.campaign_view import view_campaign
from rendering.invented_campaign import MARKUP
from rendering.invented_large_task import large_outcome

BEFORE, AFTER = "campaignSearch.add(", ");\n"


def content(script: str) -> dict:
    assert script.startswith(BEFORE)
    assert script.endswith(AFTER)
    return json.loads(script[len(BEFORE) : -len(AFTER)])


def test_every_page_is_found_and_every_entry_has_its_place(invented_site: Path):
    folder = invented_site
    index = content((folder / SEARCH_INDEX).read_text("utf-8"))
    assert [kind for kind, _ in index["groups"]] == [
        *("Tasks", "Topics", "Runs", "Participants", "Metrics", "Pages"),
    ]
    found = [entry[0] for _, entries in index["groups"] for entry in entries]
    assert len(set(found)) == len(found)
    pages = {page.relative_to(folder).as_posix() for page in folder.rglob("*.html")}
    assert {address.partition("#")[0] for address in found} == pages
    for address in found:
        page, _, anchor = address.partition("#")
        if anchor:
            assert page in ("metrics.html", "index.html")
            assert f' id="{anchor}">' in (folder / page).read_text("utf-8")


def test_pages_name_their_index_and_the_archive_all(two_sites: Path):
    archive = (two_sites / "index.html").read_text("utf-8")
    assert 'data-indexes="archive/search-index.js one/search-index.js two/search-index.js"' in archive
    system = next((two_sites / "archive/systems").iterdir()).read_text("utf-8")
    assert 'data-indexes="../search-index.js ../../one/search-index.js ../../two/search-index.js"' in system
    topic = (two_sites / "one/topics/2002.html").read_text("utf-8")
    assert 'data-indexes="../search-index.js"' in topic


def test_the_archive_finds_systems_through_all_campaigns(two_sites: Path):
    index = content((two_sites / "archive" / SEARCH_INDEX).read_text("utf-8"))
    ((kind, entries),) = index["groups"]
    assert kind == "Systems"
    found = {title: detail for _, title, detail, _, _ in entries}
    assert len(found) == len(entries) == 3
    assert set(found.values()) == {"2 runs in 2 campaigns, 2042"}
    assert f"../../etc/<b> – University of {MARKUP}" in found
    assert "RUN_00A – École d’essai" in found
    for address, *_ in entries:
        assert (two_sites / "archive" / address).is_file()


def test_the_index_of_a_large_campaign_stays_small():
    outcome, metrics = large_outcome(runs=330)
    said = "Find elements about the history of probabilistic retrieval models and their evaluation. " * 2
    topics = {
        str(2009000 + i): Topic(
            str(2009000 + i),
            title="probabilistic retrieval models in practice",
            castitle='//article[about(., "retrieval models")]//sec[about(.//p, probabilistic evaluation)]',
            description=said,
            keywords="retrieval, probability, evaluation",
        )
        for i in range(125)
    }
    outcome = replace(outcome, campaign=replace(outcome.campaign, topics=topics))
    view = view_campaign(outcome, metrics)
    assert len(search_index(view, campaign_addresses(view)).encode()) < 150_000
