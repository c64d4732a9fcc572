from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inexreport.rendering.addresses import Addresses, Links
from inexreport.rendering.anchors import document_link
from inexreport.rendering.table_views import view_rows
from inexreport.subjects.sections import View


def links(document_url: str) -> Links:
    pages = {("run", "T", "r"): "runs/T/r.html"}
    return Links(Addresses(pages, {}, {}, {}, {}, document_url), "topics/1.html", {})


def test_documents_are_linked_with_their_name_escaped() -> None:
    found = document_link('a b/<"c">&d', links("https://example.org/{docno}?x=1&y={2}"))
    assert found.startswith('<a href="https://example.org/a%20b%2F%3C%22c%22%3E%26d?x=1&amp;y={2}">')
    assert '<"c">' not in found


def test_all_signs_of_a_name_are_quoted() -> None:
    address = links("https://a.example/{docno}").document("a/b c?&#ü")
    assert address == "https://a.example/a%2Fb%20c%3F%26%23%C3%BC"


def test_documents_without_an_address_are_named_only() -> None:
    assert document_link("d1", links("")) == "d1"


def test_found_articles_are_linked() -> None:
    article = {"article": "d1", "runs": 2, "best_rank": 3, "best_run": "r", "task": "T"}
    rows = pd.DataFrame({"articles": [[article]]})
    text = view_rows(
        View("", rows, {"articles": ("", "found by others")}), links("https://example.org/{docno}")
    )
    linked = '<a href="https://example.org/d1">d1</a> (2, <a href="../runs/T/r.html">rank 3</a>)'
    assert text == f'<tbody>\n<tr><td class="told">{linked}</tr>\n</tbody>'


@given(st.text(min_size=1))
def test_no_name_leaves_its_place_in_the_address(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError:
        pytest.skip("names come from UTF-8 files")
    address = links("https://example.org/show?id={docno}&end").document(name)
    inside = address.removeprefix("https://example.org/show?id=").removesuffix("&end")
    assert not set(inside) & set("/?#&=<>\"' ")
