from __future__ import annotations

import pytest

from inexreport.rendering.addresses import Links, campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.navigation import task_pages, whereabouts
from inexreport.rendering.pages import planned_pages, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.data import DataPage
from inexreport.report.published_files import PublishedFile
from rendering.invented_campaign import invented_metrics, invented_outcome


@pytest.fixture(scope="module")
def view():
    return view_campaign(invented_outcome(), invented_metrics())


@pytest.fixture(scope="module")
def addresses(view):
    return campaign_addresses(view)


def test_every_page_of_a_task_leads_to_all_pages_of_the_task(addresses):
    focused = task_pages(addresses, "Focused")
    for here in [place.address for place in focused] + [addresses.runs["Focused", "rejected"]]:
        where = whereabouts(addresses, here)
        assert where.task == "Focused"
        assert where.section == addresses.tasks["Focused"]
        assert where.task_pages == focused
    # The other task's name differs by its case alone.
    assert whereabouts(addresses, addresses.scores["focused"]).task == "focused"


@pytest.mark.parametrize(
    ("here", "parents", "section"),
    [
        ("index.html", [], "index.html"),
        ("data.html", [], "data.html"),
        ("topics.html", [], "topics.html"),
        ("topics/2002.html", ["topics.html"], "topics.html"),
        ("participants/12.html", ["index.html#participants"], "index.html"),
        ("tasks/Focused.html", [], "tasks/Focused.html"),
        ("significance/Focused.html", ["tasks/Focused.html"], "tasks/Focused.html"),
        ("runs/Focused/run_04.html", ["tasks/Focused.html"], "tasks/Focused.html"),
    ],
)
def test_the_way_down_and_the_section(addresses, here, parents, section):
    where = whereabouts(addresses, here)
    assert [place.address for place in where.parents] == parents
    assert where.section == section


def test_every_page_marks_one_section_and_is_listed_once_at_most(view, addresses):
    record = campaign_record(view.outcome, view.metrics)
    data = DataPage(
        format_version=1,
        tables=(),
        record=PublishedFile("data/campaign.json", 2, "0" * 64),
        citation=PublishedFile("data/citation.bib", 2, "0" * 64),
        reports=(),
        inputs=(),
        inputs_digest="0" * 64,
    )
    for page in planned_pages(view, addresses, data):
        html = render_page(page, Links(addresses, page.address, asset_names()), record)
        head = html.partition("<main")[0]
        trail, _, sections = head.partition("</ol>")
        assert trail.count('aria-current="page"') == 1
        assert sections.count(' aria-current="') in (1, 2)
        current = whereabouts(addresses, page.address)
        listed = {place.address for place in (*current.sections, *current.task_pages)}
        assert ('aria-current="page"' in sections) == (page.address in listed)
