from __future__ import annotations

import re
from dataclasses import replace

import hypothesis.strategies as st
from hypothesis import given
from rendering.invented_campaign import MARKUP, invented_metrics

from inexreport.model.campaign import Author
from inexreport.report.campaign_view import view_campaign
from inexreport.report.citation import campaign_citation, latex
from inexreport.report.dataset import dataset_description
from inexreport.report.research_object import research_object

DIGEST = "0123456789abcdef" * 4

COMMANDS = {
    "textbackslash": "\\",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
}


def read_bibtex(entry: str) -> tuple[str, str, dict[str, str]]:
    """Kind, key and fields, by BibTeX's rule: every brace counts, escaped or not."""
    head = re.match(r"@(\w+)\{([^\s,{}%#~=\"\\']+),", entry)
    at, fields = head.end(), {}
    while found := re.compile(r"\s*(\w+)\s*=\s*\{").match(entry, at):
        depth, start = 1, found.end()
        at = start
        while depth:
            depth += {"{": 1, "}": -1}.get(entry[at], 0)
            at += 1
        assert found[1] not in fields
        fields[found[1]] = entry[start : at - 1]
        at += entry[at] == ","
    assert entry[at:] == "\n}\n"
    return head[1], head[2], fields


def read_latex(text: str) -> str:
    """What LaTeX prints; fails where a character means something to it."""
    pieces = re.findall(r"\{\\(\w+)\}|\\([%&_#$])|([^\\{}%&_#$~^])", text)
    assert sum(len(a and a + "{\\}") + len(b and b + "\\") + len(c) for a, b, c in pieces) == len(text)
    return "".join(COMMANDS[command] if command else escaped or plain for command, escaped, plain in pieces)


def on_one_line(text: str) -> str:
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text).split())


def test_a_citation_has_the_organisers_words_and_what_the_results_were_made_from(outcome):
    campaign = replace(
        outcome.campaign, title="École 2042", citation="Somebody: Results.\n2042.", licence="CC0"
    )
    citation = campaign_citation(campaign, DIGEST)
    assert citation["text"] == "Somebody: Results. 2042."
    assert DIGEST in citation["origin"]
    assert citation["version"].endswith("+0123456789ab")
    kind, key, fields = read_bibtex(citation["bibtex"])
    assert (kind, key) == ("misc", "invented-2042")
    assert fields["title"] == "{École 2042}"  # styles change the case of what is not in braces
    assert (fields["year"], fields["note"], fields["copyright"]) == ("2042", citation["text"], "CC0")
    assert DIGEST in fields["howpublished"]


def test_a_campaign_without_citation_and_licence_is_cited_by_its_title(outcome):
    campaign = replace(outcome.campaign, title="Plain", citation=" ", licence="")
    citation = campaign_citation(campaign, DIGEST)
    assert citation["text"] == "Plain (2042)."
    fields = read_bibtex(citation["bibtex"])[2]
    assert set(fields) == {"author", "title", "year", "version", "howpublished"}
    assert fields["author"] == "{Plain}"  # in braces, no part of it is a person's name


def test_the_address_of_the_campaign_is_cited_if_it_leads_somewhere(outcome):
    def cited(url: str) -> str | None:
        entry = campaign_citation(replace(outcome.campaign, url=url), DIGEST)["bibtex"]
        return read_bibtex(entry)[2].get("url")

    assert cited(" https://a.example/x_1?y=2&z#~n ") == "https://a.example/x_1?y=2&z#~n"
    assert [cited(other) for other in ("", "see below", "https://a.example/}{")] == [None] * 3


def test_hostile_text_stays_in_its_field(outcome):
    hostile = f"}},\n  author = {{Nobody}} }} % \\}} \\{{ {MARKUP} @misc{{x, \\input{{y}} 100%"
    campaign = replace(outcome.campaign, title=hostile, citation=hostile, licence=hostile, slug="a},b= ö%")
    _, key, fields = read_bibtex(campaign_citation(campaign, DIGEST)["bibtex"])
    assert key == "a-b"
    for field in ("note", "copyright"):
        assert read_latex(fields[field]) == on_one_line(hostile)
    for field in ("author", "title"):
        assert read_latex(fields[field][1:-1]) == on_one_line(hostile)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_from_latex(text):
    assert read_latex(latex(text)) == on_one_line(text)


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), st.text(alphabet='{}\\%&_#",=@ \n'))
def test_every_entry_can_be_read(outcome, slug, title):
    campaign = replace(outcome.campaign, slug=slug, title=title, citation=title, licence=title)
    _, _, fields = read_bibtex(campaign_citation(campaign, DIGEST)["bibtex"])
    assert read_latex(fields["title"][1:-1]) == on_one_line(title)


AUTHORS = (
    Author(name="Josiah Carberry", orcid="0000-0002-1825-0097", affiliation="Brown University"),
    Author(name="Smith and Sons", orcid="", affiliation="Brown University"),
    Author(name="Ö. {Last}"),
)


def test_authors_and_doi_are_cited(outcome):
    campaign = replace(
        outcome.campaign, title="Plain", citation="", authors=AUTHORS, doi="10.5281/zenodo.1_2"
    )
    citation = campaign_citation(campaign, DIGEST)
    assert citation["text"] == (
        "Josiah Carberry, Smith and Sons and Ö. {Last}: Plain (2042). https://doi.org/10.5281/zenodo.1_2"
    )
    fields = read_bibtex(citation["bibtex"])[2]
    assert fields["doi"] == r"10.5281/zenodo.1\_2"
    # BibTeX separates authors at " and " outside of braces.
    assert fields["author"] == (
        r"Josiah Carberry and {Smith and Sons} and Ö. {\textbraceleft}Last{\textbraceright}"
    )


def test_one_author_is_named_alone(outcome):
    campaign = replace(outcome.campaign, title="Plain", citation="", authors=AUTHORS[:1])
    assert campaign_citation(campaign, DIGEST)["text"] == "Josiah Carberry: Plain (2042)."


def test_the_organisers_words_come_before_authors(outcome):
    campaign = replace(outcome.campaign, citation="As we wish.", authors=AUTHORS)
    assert campaign_citation(campaign, DIGEST)["text"] == "As we wish."


def test_authors_are_persons_of_the_metadata(outcome):
    view = view_campaign(
        replace(outcome, campaign=replace(outcome.campaign, authors=AUTHORS, doi="10.1234/x")),
        invented_metrics(),
    )
    described = dataset_description(view, [])
    assert described["creator"][0] == {
        "@type": "Person",
        "name": "Josiah Carberry",
        "@id": "https://orcid.org/0000-0002-1825-0097",
        "affiliation": {"@type": "Organization", "name": "Brown University"},
    }
    assert described["creator"][2] == {"@type": "Person", "name": "Ö. {Last}"}
    entities = {one["@id"]: one for one in research_object(view, [], [])["@graph"]}
    root = entities["./"]
    assert root["identifier"] == described["identifier"] == "https://doi.org/10.1234/x"
    people = [entities[one["@id"]] for one in root["author"]]
    assert [one["name"] for one in people] == [author.name for author in AUTHORS]
    assert people[0]["@id"] == "https://orcid.org/0000-0002-1825-0097"
    assert people[0]["affiliation"] == people[1]["affiliation"] == {"@id": "#organisation-1"}
    assert entities["#organisation-1"]["name"] == "Brown University"
    assert "affiliation" not in people[2]


def test_metadata_without_authors_name_none(outcome):
    view = view_campaign(outcome, invented_metrics())
    assert not {"creator", "identifier"} & dataset_description(view, []).keys()
    graph = research_object(view, [], [])["@graph"]
    assert not {"author", "identifier"} & next(one for one in graph if one["@id"] == "./").keys()
    assert not any(one["@type"] in ("Person", "Organization") for one in graph)
