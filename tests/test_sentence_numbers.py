"""Numbers in sentences are those of the tables: of every sentence of every page."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from sentence_claims import CLAIMS
from sentence_numbers import PublishedSite

published = cache(PublishedSite)


@pytest.mark.parametrize("name", ["sample-2004", "sample-2006", "sample-2009", "sample-2025", "sample-2026"])
def test_numbers_in_sentences_of_the_samples_are_in_tables(sample_sites: Path, name: str) -> None:
    site = published(sample_sites / name)
    assert site.unexplained() == []
    assert [wanted for _, wanted, found in site.claims if found != wanted] == []


@pytest.mark.real_data
@pytest.mark.parametrize("name", ["inex-2009-adhoc", "trec-covid-round1"])
def test_numbers_in_sentences_about_official_data_are_in_tables(real_sites: Path, name: str) -> None:
    site = published(real_sites / name)
    assert site.unexplained() == []
    assert [wanted for _, wanted, found in site.claims if found != wanted] == []


def test_every_claim_is_made_by_a_sample(sample_sites: Path) -> None:
    made = {rule for site in sample_sites.glob("sample-*") for rule, *_ in published(site).claims}
    assert made == CLAIMS.keys()


def test_a_changed_score_is_noticed(sample_sites: Path) -> None:
    """Another score than that of a sentence is hardly ever a cell by chance."""
    site = published(sample_sites / "sample-2025")
    changed, noticed = 0, 0
    for page in site.pages:
        for number in (one for sentence in site.sentences(page) for one in site.numbers(sentence)):
            if page.keys and re.fullmatch(r"0\.\d{4}", number.text):
                for step in range(1, 11):
                    changed += 1
                    other = replace(number, text=f"{(float(number.text) + 0.0937 * step) % 1:.4f}")
                    noticed += not site.knows(other, page)
    assert noticed > 0.9 * changed > 500
