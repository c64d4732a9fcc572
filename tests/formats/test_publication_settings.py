"""Authors, DOI and address of documents in campaign.toml."""

from __future__ import annotations

import pytest

from inexreport.formats.campaign_file import read_campaign_file
from inexreport.model.campaign import Author, check_digit
from inexreport.model.problem import ProblemLog

START = 'title = "A"\nyear = 2020\nprotocol = "trec"\n'


def read(text: str) -> tuple[dict[str, object] | None, ProblemLog]:
    log = ProblemLog("campaign.toml")
    return read_campaign_file((START + text).encode(), log), log


def test_authors_are_read_in_their_order() -> None:
    settings, log = read(
        'doi = "https://doi.org/10.5281/zenodo.1234567"\n'
        '[[authors]]\nname = "Josiah Carberry"\norcid = "https://orcid.org/0000-0002-1825-0097"\n'
        'affiliation = "Brown University"\n[[authors]]\nname = "Nobody"\n'
    )
    assert not len(log)
    assert settings is not None
    assert settings["authors"] == (
        Author(name="Josiah Carberry", orcid="0000-0002-1825-0097", affiliation="Brown University"),
        Author(name="Nobody"),
    )
    assert settings["doi"] == "10.5281/zenodo.1234567"


def test_without_them_there_are_none() -> None:
    settings, _ = read("")
    assert settings is not None
    assert (settings["authors"], settings["doi"]) == ((), "")
    assert settings["collection"].document_url == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('doi = "zenodo.1"', 4),
        ('doi = "10.1/a b"', 4),
        ('[[authors]]\nname = ""', 5),
        ('[[authors]]\norcid = "0000-0002-1825-0097"', 4),
        ('[[authors]]\nname = "A"\norcid = "0000-0002-1825-0098"', 6),
        ('[[authors]]\nname = "A"\nemail = "a@b"', 6),
        ('[collection]\ndocument_url = "javascript:alert({docno})"', 5),
        ('[collection]\ndocument_url = "https://example.org/document"', 5),
        ('[collection]\ndocument_url = "https://{docno}.example.org/"', 5),
        ('[collection]\ndocument_url = "https://example.org/{docno}/{docno}"', 5),
        ('[collection]\ndocument_url = "https://example.org/\\"{docno}"', 5),
        ('[collection]\ndocument_url = "//example.org/{docno}"', 5),
    ],
)
def test_other_values_are_refused_with_their_line(text: str, line: int) -> None:
    settings, log = read(text)
    assert settings is None
    assert [problem.lines for problem in log] == [(line,)]


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/{docno}",
        "http://localhost:8080/show?id={docno}&full=1",
        "https://a.b/c/{docno}.html#top",
    ],
)
def test_addresses_on_the_web_are_taken(address: str) -> None:
    settings, log = read(f'[collection]\ndocument_url = "{address}"\n')
    assert not len(log)
    assert settings is not None
    assert settings["collection"].document_url == address


def test_check_digits_of_published_identifiers() -> None:
    for orcid in ("0000-0002-1825-0097", "0000-0001-5109-3700", "0000-0002-1694-233X"):
        assert check_digit(orcid[:-1]) == orcid[-1]
