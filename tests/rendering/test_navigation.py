from __future__ import annotations

import pytest

from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.navigation import nav_context
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.data import PublishedFile, data_page
from rendering.invented_campaign import invented_metrics, invented_outcome


@pytest.fixture(scope="module")
def view():
    return view_campaign(invented_outcome(), invented_metrics())


@pytest.fixture(scope="module")
def addresses(view):
    return campaign_addresses(view)


@pytest.fixture(scope="module")
def pages(addresses):
    return {page.address: page for page in pages_of(addresses)}


def test_every_page_of_a_task_leads_to_all_pages_of_the_task(addresses, pages):
    kinds = (
        "task",
        "all_scores",
        "correlations",
        "significance",
        "run_groups",
        "pooling",
        "compare",
        "topics_runs",
    )
    focused = [addresses.pages[kind, "Focused"] for kind in kinds]
    for here in [*focused, addresses.pages["run", "Focused", "rejected"]]:
        where = nav_context(addresses, pages[here])
        assert where.task == "Focused"
        assert where.section == addresses.pages["task", "Focused"]
        assert [item.address for item in where.task_pages] == focused
    # The other task's name differs by its case alone.
    assert nav_context(addresses, pages[addresses.pages["all_scores", "focused"]]).task == "focused"


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
def test_parents_and_section(addresses, pages, here, parents, section):
    where = nav_context(addresses, pages[here])
    assert [item.address for item in where.parents] == parents
    assert where.section == section


def test_every_page_marks_one_section_and_is_listed_once_at_most(view, addresses):
    record = campaign_record(view.outcome, view.metrics)
    files = [PublishedFile(f"data/{name}", 2, "0" * 64) for name in ("campaign.json", "citation.bib")]
    data = data_page(view, (), files[0], files[1:])
    for page in pages_of(addresses):
        html = render_page(page, page_data(page, view, data), addresses, asset_names(), record)
        head = html.partition("<main")[0]
        trail, _, sections = head.partition("</ol>")
        assert trail.count('aria-current="page"') == 1
        assert sections.count(' aria-current="') in (1, 2)
        current = nav_context(addresses, page)
        listed = {item.address for item in (*current.sections, *current.task_pages)}
        assert ('aria-current="page"' in sections) == (page.address in listed)
