"""Faults of sentences that are made from numbers and names, where one of the cases was forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import html

BLOCKS = ("p", "caption", "li", "dd", "dt", "td", "th", "summary", "figcaption", "h1", "h2", "h3", "title")

_NOUN = (
    "(?:article|campaign|character|document|difference|element|error|file|finding|grade|group|judge|metric|pair"
    "|participant|passage|pool|problem|result|row|run|set|system|task|test|topic|warning)"
)
_ADJECTIVE = (
    "(?:(?:assessed|best|common|contributing|evaluated|highlighted|input|judged|more|official|other|random"
    "|ranked|rare|relevant|tested|unique|unjudged|unranked) )?"
)
_ONE = r"(?<![\w.,@=/–-])(?<!rank )(?<!opic )(?<!grade )1"
_SEVERAL = r"(?<![\w.,@=/–-])(?<!rank )(?<!opic )(?<!grade )(?:0|[2-9]|\d[\d,]*\d)"
_SMALL_WORD = "(?:and|by|or|than|the)"

FAULTS = {
    "words run together": r"[^\s.]*[a-z0-9)\]%’”@][.;!?][A-Z][a-z]+\s",
    "one of several": rf"{_ONE} {_ADJECTIVE}(?:{_NOUN}|other)s\b",
    "several in the singular": rf"{_SEVERAL} {_ADJECTIVE}{_NOUN}\b(?! {_NOUN}s\b)",
    "verb in the plural": rf"{_ONE} {_ADJECTIVE}(?:{_NOUN}|other) (?:are|were|have|do|differ)\b",
    "the one": r"\b(?:[Aa]ll|[Tt]he|[Bb]oth) 1\b(?!,)",  # a measure is called "all"
    "share of nothing": r"(?<![\w.,/])0(?: of |/)0\b",
    "no number": r"(?<![\w-])(?:nan|NaN|None|[-−+]?inf|(?<!is )(?<!where )undefined|null)(?! of\b)(?![\w-])",
    "negative zero": r"(?<!\w)[-−]0(?:\.0+)?(?!\.?\d)",
    "hyphen for minus": r"(?<![\w.\]–)-])-\d",
    "space before punctuation": r"\w [,.;!?](?=\s|$)",
    "doubled punctuation": r"[,;:][.,;:]|(?<!\.)\.\.(?!\.)|\.;|\(\s*[),;]",
    "nothing after a word": rf"\b{_SMALL_WORD} ?[.;)](?=\s|$)|\b(?:by|than|the),",
    "nothing between two words": r"\bbetween +(?:and\b|,)|\bfrom +to\b",
    "doubled word": r"\b(and|by|from|is|of|or|than|the|to|with) \1\b",
    "nothing of nothing": r"\b0, 0 of\b|(?:^|[;:.] |\band )0 (?:is|are) \w+",
    "open range": r"\bat \d+–(?!\d)",
    "half of two": r"\b[Hh]alf of the (?:other )?[12]\b",
    "no thousands separator": r"\b(?:and|of) \d{5,} (?:more|results|documents)\b|\band \d{4} more\b",
    "space before percent": r"\d[ \u00a0\u202f]%(?!\w)",
    "any what": r"\bwith(?:out)? any(?=[.;,)])",
    "two models": r"\b(\w+)-model is a \1 model\b",
    "no participants": r"\b0 participants\b",
    "placeholder": r"\{[{%\w]|[}%]\}|%s\b|%\(\w+\)s",
}
"""The name of a fault, and a regular expression that finds it in the text of a block."""


def faults(text: str) -> list[tuple[str, str]]:
    """Names and words of the faults in the text of a block."""
    # A word behind the last one, so that a sentence at the end is as any other.
    return [(name, hit[0].strip()) for name, rule in FAULTS.items() for hit in re.finditer(rule, f"{text} ")]


def blocks(page: bytes) -> Iterator[str]:
    """Texts of a page: its blocks, text alternatives and description; what scripts fill in is left out."""
    tree = html.fromstring(page)
    yield from tree.xpath("//meta[@name='description']/@content | //@aria-label | //@alt")
    for part in tree.xpath("//*[@hidden][.//*[@data-metric]]"):
        part.drop_tree()
    for part in tree.xpath("//pre | //code | //math"):
        for child in list(part):
            part.remove(child)
        part.text = "code"
    for block in tree.iter(*BLOCKS, "details"):  # they begin on a line of their own
        block.text = f"\n{block.text or ''}"
    for part in tree.iter(*BLOCKS):
        yield " ".join(part.text_content().split(" "))


def faults_of_pages(site: Path) -> list[str]:
    """Faults of all pages of a site: each once, with the first page and text that has it."""
    found: dict[tuple[str, str], str] = {}
    read: set[str] = set()
    for page in sorted(site.rglob("*.html")):
        new = [text for text in blocks(page.read_bytes()) if text not in read]
        read.update(new)
        for text in dict.fromkeys(new):
            for name, words in faults(text):
                shown = " ".join(text.split())[:300]
                found.setdefault((name, words), f"{page.relative_to(site)}: {name}: “{words}” in: {shown}")
    return list(found.values())
