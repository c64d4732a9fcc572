"""Phrases that a reader stumbles over do not come back in templates, messages and documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ODDITIES = {
    r"[Mm]eans? (go|goes) over": "means are “over” topics: “Averaged over all assessed topics”",
    r"\btold apart\b": "say what was tested: “not significantly below the best”",
    r"\b[Ii]s it clear\?": "a question users ask: “Are the differences significant?”",
    r"[Ff]or print \(SVG\)": "say what the link does: “Download as SVG”",
    r"leads to the search": "say what to do: “Press / to search”",
    r"\b[Ee]very two metrics\b": "“each pair of”",
    r"\bon a page of their own\b": "say what the reader can do: “compare any two runs”",
    r"\b(name|file|folder|identifier) of (its|their) own\b": "“a unique name”, “a separate file”",
    r"\bnobody (judged|assessed|claims|else)\b": "“unjudged”, “no other participant”",
    r"\bcounts? nowhere\b": "“is ignored”",
    r"\brank(s|ed)? (the )?(runs )?alike\b": "“agree on the ranking”",
    r"\bin (each other|one another)'s place\b": "“swapped”",
    r"\bturn \w+ \w+ round\b": "“reverse two runs”",
    r"\btells? of (all|one)\b": "“covers all runs”",
    r"\bhad rather\b": "“prefer”",
    r"\bto the last byte\b": "“identical”",
    r"\bLibraries of others\b": "“Third-party software”",
    r"\bas the lines stand\b": "“in the order of the file’s lines”",
    r"\bby a press on\b": "“A click on … sorts”",
    r"\bmiss in the same way\b": "say how: “Poor fit: 35% … Too large: …”",
    r"\bAs at TREC\b": "say what was done",
    r"\bpaired t tests?\b|\bt test (of|that|is)\b|, corrected p of t test": "“t-test”",
    r"\b[Rr]andomization test": "British spelling: “randomisation test”",
    r"[Nn]othing stands out": "give the numbers",
    r"\bagrees least\b|\bleast like the\b": "others may tie: “is at least”",
    r"\b[Tt]he first in rank\b": "it may have another rank: “the highest-ranked of them”",
    r"\bthe widest for\b": "“the thick line”",
    r"[Tt]hose of (them|these) (that|which|with|to|of)\b": "“Number of these that …”",
}
"""A regular expression, and what to write instead."""


def oddities(text: str) -> list[tuple[int, str, str]]:
    """Line, phrase and better form of each oddity; phrases may run over the end of a line."""
    return [
        (text.count("\n", 0, hit.start()) + 1, hit[0], better)
        for pattern, better in ODDITIES.items()
        for hit in re.finditer(pattern.replace(" ", r"\s+"), text)
    ]


def messages(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each string of a module that is not a docstring; parts of an f-string joined."""
    tree = ast.parse(source)
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            values = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield node.lineno, "".join(map(str, values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes | parts:
            yield node.lineno, node.value


def found_in(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        hits = [(line + more - 1, *hit) for line, text in messages(source) for more, *hit in oddities(text)]
    else:
        hits = oddities(source)
    name = path.relative_to(ROOT)
    return [f"{name}:{line}: “{phrase}”; better: {better}" for line, phrase, better in sorted(hits)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Runs.\nMeans go over all topics.", 2),
        ("Runs that cannot be told\napart.", 1),
        ("The mean goes\nover topics.", 1),
    ],
)
def test_an_oddity_is_found_with_its_line(text: str, line: int):
    assert [found[0] for found in oddities(text)] == [line]


def test_plain_sentences_pass():
    assert oddities("Averaged over all assessed topics; unanswered topics score 0.") == []


def test_strings_of_modules_are_messages_but_docstrings_are_not():
    source = '"""Runs told apart."""\nx = f"Runs {n} cannot be told " "apart."\ny = "b"'
    assert list(messages(source)) == [(2, "Runs … cannot be told apart."), (3, "b")]


def test_templates_messages_and_documentation_have_no_known_oddities():
    paths = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "inexreport").rglob("*.py"),
        *(ROOT / "docs").glob("*.md"),
        ROOT / "README.md",
    ]
    assert len(paths) > 200
    found = [line for path in sorted(paths) for line in found_in(path)]
    assert found == [], "\n" + "\n".join(found)
