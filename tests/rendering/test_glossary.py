"""Terms that pages mark are in the glossary, and the glossary has no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import html

from inexreport.model.assessment import Judged
from inexreport.rendering.anchors import term_link
from inexreport.rendering.environment import template_folder
from inexreport.report.glossary import GLOSSARY, glossary_of

MARKED = re.compile(r'"([^"]+)"\|term\(')


def marked_terms() -> set[str]:
    return {
        term
        for template in template_folder().rglob("*.html")
        for term in MARKED.findall(template.read_text("utf-8"))
    }


def test_every_marked_term_is_in_the_glossary():
    assert marked_terms() - GLOSSARY.keys() == set()
    assert len(marked_terms()) > 20


def test_every_term_is_marked_on_a_page_or_used_in_the_guide(sample_sites: Path):
    guides = [sample_sites / f"sample-{year}" / "metrics.html" for year in (2004, 2006, 2009, 2025)]
    used = ""
    for guide in guides:
        page = html.fromstring(guide.read_text("utf-8"))
        page.get_element_by_id("glossary").drop_tree()
        used += page.text_content().lower()
    assert [term for term in GLOSSARY if term not in marked_terms() and term.lower() not in used] == []


def test_terms_are_sentences():
    for name, meaning in GLOSSARY.items():
        assert re.fullmatch(r"[A-Z][^.]*\.", meaning), name


def test_terms_of_other_campaigns_are_left_out():
    of_documents = [name for _, name, _ in glossary_of(Judged.DOCUMENTS, only_relevant=False)]
    of_text = [name for _, name, _ in glossary_of(Judged.PASSAGES, only_relevant=False)]
    assert {"residual", "condensed list"} <= set(of_documents) - set(of_text)
    assert {"best entry point", "quantisation"} <= set(of_text) - set(of_documents)
    of_answers = [name for _, name, _ in glossary_of(Judged.ANSWERS, only_relevant=False)]
    assert {*of_answers} - {*of_documents} == {"nugget"}
    assert {"pool", "unjudged", "cut-off"} <= {*of_documents} - {*of_answers}
    assert of_documents == sorted(of_documents, key=lambda one: one.lower().replace("τ", "tau"))


@pytest.mark.parametrize("year", ["2004", "2006", "2009", "2025", "2026"])
def test_marked_terms_lead_to_the_glossary_with_their_meaning(sample_sites: Path, year: str):
    site = sample_sites / f"sample-{year}"
    terms = html.fromstring((site / "metrics.html").read_text("utf-8")).get_element_by_id("glossary")
    meanings = {
        f"#{term.get('id')}": meaning.text_content()
        for term, meaning in zip(terms.iter("dt"), terms.iter("dd"), strict=True)
    }
    kinds = set()
    for file in site.rglob("*.html"):
        tips: dict[str, str] = {}  # the first of several links to a term has the tip
        for link in html.fromstring(file.read_text("utf-8")).xpath("//a[contains(@href, '#term-')]"):
            address, _, fragment = link.get("href").partition("#")
            assert (file.parent / address).resolve() == site / "metrics.html", file
            assert tips.setdefault(fragment, link.get("data-tip")) == meanings[f"#{fragment}"], file
            kinds.add(file.relative_to(site).parts[0])
    expected = {"tasks", "runs", "topics", "pooling", "correlations", "significance", "groups"}
    assert expected - kinds == ({"pooling"} if year == "2026" else set())


def test_an_unknown_term_is_an_error():
    class Links:
        def page(self, kind: str) -> str:
            return f"{kind}.html"

    with pytest.raises(KeyError):
        term_link("tau of nobody", Links())  # type: ignore[arg-type]
    assert term_link("pool", Links(), "<pools>").startswith(  # type: ignore[arg-type]
        '<a class="term" href="metrics_guide.html#term-pool" data-tip="The first results'
    )
    assert ">&lt;pools&gt;</a>" in term_link("pool", Links(), "<pools>")  # type: ignore[arg-type]
