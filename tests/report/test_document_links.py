from types import SimpleNamespace

import pytest

from inexreport.model.campaign import Collection
from inexreport.report.document_links import document_address


@pytest.mark.parametrize(
    ("document", "address"),
    [("FT911-3", "https://a.example/FT911-3"), ("a/b c?&#ü", "https://a.example/a%2Fb%20c%3F%26%23%C3%BC")],
)
def test_names_are_quoted_in_addresses(document, address):
    assert document_address(SimpleNamespace(document_url="https://a.example/{docno}"), document) == address


def test_without_an_address_there_is_no_link():
    assert document_address(Collection(), "FT911-3") == ""
