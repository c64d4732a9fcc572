from __future__ import annotations

import posixpath
from dataclasses import replace

import pytest
from lxml import html
from markupsafe import Markup

from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.environment import template_folder
from inexreport.rendering.navigation import nav_context
from inexreport.rendering.page_kinds import TASK_PAGES
from inexreport.rendering.page_sections import sectioned
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


def test_only_pages_with_a_shape_of_their_own_have_a_template():
    own = {path.stem for path in (template_folder() / "pages").iterdir()}
    assert own == {"front", "task", "run", "topic", "compare", "metrics_guide"}


def test_every_page_of_a_task_leads_to_all_pages_of_the_task(addresses, pages):
    kinds = [kind.name for kind in TASK_PAGES if (kind.name, "Focused") in addresses.pages]
    assert kinds[:2] == ["task", "all_scores"]
    assert len(kinds) >= 8
    focused = [addresses.pages[kind, "Focused"] for kind in kinds]
    for here in [*focused, addresses.pages["run", "Focused", "rejected"]]:
        where = nav_context(addresses, pages[here])
        assert where.task == "Focused"
        assert where.section == addresses.pages["task", "Focused"]
        tasks = {item.label: item for item in where.groups[1].items}
        assert [item.address for item in tasks["Focused"].below] == focused
        assert tasks["focused"].below == ()
        assert where.is_listed is (here in focused)
    # The other task's name differs by its case alone.
    assert nav_context(addresses, pages[addresses.pages["all_scores", "focused"]]).task == "focused"


@pytest.mark.parametrize(
    ("here", "parents", "section"),
    [
        ("index.html", [], "index.html"),
        ("data.html", [], "data.html"),
        ("topics.html", [], "topics.html"),
        ("topics/2002.html", ["topics.html"], "topics.html"),
        ("participants/12.html", ["index.html#participants"], "index.html#participants"),
        ("tasks/Focused.html", [], "tasks/Focused.html"),
        ("significance/Focused.html", ["tasks/Focused.html"], "tasks/Focused.html"),
        ("runs/Focused/run_04.html", ["tasks/Focused.html"], "tasks/Focused.html"),
    ],
)
def test_parents_and_section(addresses, pages, here, parents, section):
    where = nav_context(addresses, pages[here])
    assert [item.address for item in where.parents] == parents
    assert where.section == section


def test_every_page_is_marked_once_in_the_trail_and_in_the_navigation(view, addresses):
    record = campaign_record(view.outcome, view.metrics)
    files = [PublishedFile(f"data/{name}", 2, "0" * 64) for name in ("campaign.json", "citation.bib")]
    data = data_page(view, (), files[0], files[1:])
    for page in pages_of(addresses):
        rendered = render_page(page, page_data(page, view, data), addresses, asset_names(), record)
        trail, listed = html.document_fromstring(rendered).findall(".//nav")[:2]
        assert len(trail.xpath(".//*[@aria-current]")) == 1
        (current,) = listed.xpath(".//*[@aria-current='page']")
        assert posixpath.normpath(posixpath.join(posixpath.dirname(page.address), current.get("href"))) == (
            page.address
        )
        above = [one.get("href") for one in listed.xpath(".//*[@aria-current='true']")]
        assert len(above) == (page.task is not None or page.kind in ("topic", "participant"))
        sections = [one.get("href") for one in listed.xpath(".//ul[@class='contents']/li/a")]
        headings = html.document_fromstring(rendered).findall(".//main//h2")
        assert len(sections) == (len(headings) if len(headings) > 1 else 0)


def test_tasks_are_in_the_order_of_the_campaign():
    outcome = invented_outcome()
    backwards = replace(outcome, tasks=outcome.tasks[::-1])
    for one in (outcome, backwards):
        addresses = campaign_addresses(view_campaign(one, invented_metrics()))
        front = next(page for page in pages_of(addresses) if page.kind == "front")
        tasks = nav_context(addresses, front).groups[1]
        assert tasks.heading == "Tasks"
        assert [item.address for item in tasks.items] == [
            addresses.pages["task", task.task.name] for task in one.tasks
        ]


def test_pages_that_have_nothing_to_show_are_not_there(view, addresses, pages):
    def campaign_items(addresses):
        return [item.label for item in nav_context(addresses, pages["index.html"]).groups[-1].items]

    assert view.outcome.campaign.judges == ()
    assert {"assessors.html", "reliability.html"}.isdisjoint(pages)
    items = campaign_items(addresses)
    assert {"Assessors", "Reliability"}.isdisjoint(items)
    assert items[:2] == ["Topics", "Participants"]
    campaign = view.outcome.campaign
    judged_twice = replace(campaign, judges=(replace(campaign.assessments, judge="second"),))
    outcome = replace(view.outcome, campaign=judged_twice)
    assert "Assessors" in campaign_items(campaign_addresses(view_campaign(outcome, invented_metrics())))


def test_sections_have_fragments_that_nothing_else_has():
    content = sectioned(
        Markup(
            '<h2>A &lt;b&gt; <span class="tag">new</span></h2><p id="section-a-b-2"></p><h2>A b</h2>'
            '<section class="entry" id="AP">\n<h2>Average</h2></section><h2 id="x&amp;y">X</h2><h2>מידע</h2>'
            '<h2 class="c">A b</h2>'
        )
    )
    assert [(one.fragment, one.title) for one in content.sections] == [
        ("section-a-b", "A <b>"),
        ("section-a-b-3", "A b"),
        ("AP", "Average"),
        ("x&y", "X"),
        ("section", "מידע"),
        ("section-a-b-4", "A b"),
    ]
    ids = html.fragment_fromstring(content.html, create_parent=True).xpath(".//@id")
    assert len(ids) == len(set(ids)) == 7
    assert '<h2 id="section-a-b-4" class="c">' in content.html
