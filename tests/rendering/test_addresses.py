from urllib.parse import parse_qsl

import hypothesis.strategies as st
from hypothesis import given

from inexreport.rendering.addresses import Links, campaign_addresses
from inexreport.rendering.file_names import LONGEST_NAME, file_names
from inexreport.report.campaign_view import view_campaign
from rendering.invented_campaign import invented_metrics, invented_outcome


def test_safe_ids_keep_their_spelling():
    assert file_names(["VSM_06", "CO.Thorough", "2009001"]) == {
        "VSM_06": "VSM_06",
        "CO.Thorough": "CO.Thorough",
        "2009001": "2009001",
    }


def test_an_address_does_not_depend_on_the_other_ids():
    assert file_names(["a/b"])["a/b"] == file_names(["a/b", "a-b", "zzz"])["a/b"]


def test_reserved_names_and_devices_are_not_given():
    names = file_names(["assets", "con", "NUL.x"], reserved=["assets"])
    assert names["assets"].startswith("assets-")
    assert names["con"].startswith("con-")
    assert names["NUL.x"].startswith("NUL-x-")


@given(st.sets(st.text(max_size=120), max_size=30))
def test_names_are_safe_and_unique_where_case_does_not_count(ids):
    names = file_names(ids)
    assert set(names) == ids
    assert len({name.casefold() for name in names.values()}) == len(ids)
    for name in names.values():
        assert 0 < len(name) <= LONGEST_NAME
        assert name.isascii()
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")
        assert not name.startswith((".", "-"))
        assert not name.endswith(".")


def test_tasks_and_runs_that_differ_in_case_have_pages_of_their_own():
    addresses = campaign_addresses(view_campaign(invented_outcome(), invented_metrics()))
    pages = list(addresses.pages.values())
    assert len({page.casefold() for page in pages}) == len(pages)
    assert not any(".." in page for page in pages)


def test_links_are_relative_to_the_page():
    addresses = campaign_addresses(view_campaign(invented_outcome(), invented_metrics()))
    links = Links(addresses, "runs/Focused/run_03a.html", {"site.css": "site-1.css"})
    assert links.page("task", "Focused") == "../../tasks/Focused.html"
    assert links.archive() == "../../../index.html"
    assert links.asset("site.css") == "../../../assets/site-1.css"
    assert Links(addresses, "index.html", {}).data_file("scores.csv") == "data/scores.csv"


def test_a_comparison_is_named_in_its_address():
    addresses = campaign_addresses(view_campaign(invented_outcome(), invented_metrics()))
    links = Links(addresses, "runs/Focused/run_03a.html", {})
    assert links.page("compare", "Focused") == "../../compare/Focused.html"
    link = links.compare("Focused", "run_03a", "../../etc/<b>&a= +")
    address, _, fragment = link.partition("#")
    assert address == "../../compare/Focused.html"
    assert parse_qsl(fragment) == [("a", "run_03a"), ("b", "../../etc/<b>&a= +")]
    assert links.script("scores", "Focused", "iP@0.01").startswith("../../compare/Focused/scores-iP-0-01-")
