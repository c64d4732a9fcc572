"""Sentences of pages, which templates put together, are separated by spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from building.document_campaigns import RUNS, write_campaign
from lxml import html

from inexreport.building.build import build

PROSE = ("p", "caption", "li", "dd", "td", "th", "summary", "figcaption")

JOINED = re.compile(r"[^\s.]*[a-z0-9)\]%’”@][.;!?][A-Z][a-z]+\s")
"""A word, the end of a sentence, and the first word of the next one without a space."""


def joined(text: str) -> list[str]:
    return [found[0].strip() for found in JOINED.finditer(f"{text} ")]


def joined_on_pages(site: Path) -> list[tuple[str, str]]:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    return [
        (page.relative_to(site).as_posix(), found)
        for page in pages
        for text in prose(page.read_bytes())
        for found in joined(text)
    ]


def prose(page: bytes) -> Iterator[str]:
    tree = html.fromstring(page)
    for block in tree.iter(*PROSE, "details"):  # they begin on a line of their own
        block.text = f"\n{block.text or ''}"
    for part in tree.iter(*PROSE):
        yield part.text_content()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("by P@5.Equal scores share a rank.", ["P@5.Equal"]),
        ("by P@5. Equal scores share a rank.", []),
        ("(3 runs).Runs of one rank", ["runs).Runs"]),
        ("inex.xml and iP@0.01, see CO.Thorough", []),
    ],
)
def test_joined_sentences_are_found(text: str, found: list[str]):
    assert joined(text) == found


def test_sentences_of_a_campaign_of_documents_with_equal_runs(tmp_path: Path):
    runs = RUNS | {"west/equal": RUNS["east/best"]}
    build(write_campaign(tmp_path / "campaigns" / "invented", runs), tmp_path / "site")
    task = html.parse(tmp_path / "site" / "invented" / "tasks" / "adhoc.html").getroot()
    captions = [" ".join(one.text_content().split()) for one in task.iter("caption")]
    assert any("by AP. Equal scores share a rank" in caption for caption in captions), captions
    assert joined_on_pages(tmp_path / "site") == []


def test_sentences_of_the_samples(sample_sites: Path):
    assert joined_on_pages(sample_sites) == []
