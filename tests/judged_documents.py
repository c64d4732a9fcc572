"""Small campaigns of documents judged by grade, by one or several judges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

Grades = Mapping[str, Mapping[str, int]]
"""Of the documents of each topic."""

OFFICIAL: Grades = {
    "1": {"a": 2, "b": 0, "c": 1, "d": 0, "e": 1},
    "2": {"a": 0, "b": 1, "c": 0, "f": 2, "g": 0},
    "3": {"h": 1, "i": 0, "j": 0, "k": 2},
    "4": {"l": 1, "m": 0},
}
LENIENT: Grades = {
    "1": {"a": 3, "b": 1, "c": 4, "d": 0, "x": 2},
    "2": {"a": 1, "b": 4, "c": 0, "f": 3, "g": 2},
    "3": {"h": 0, "i": 4, "j": 1, "k": 1},
}
"""A judge who has not judged topic 4 nor document e, but x, with grades up to 4."""

RUNS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "first": {"1": "acebd", "2": "fbagc", "3": "khij", "4": "lm"},
    "second": {"1": "cabxd", "2": "bfgac", "3": "hkij", "4": "ml"},
    "third": {"1": "bdace", "2": "agfcb", "3": "ijkh", "4": "lm"},
    "fourth": {"1": "xdbea", "2": "cga", "3": "ji"},
}


def qrels(grades: Grades) -> str:
    return "".join(
        f"{topic} 0 {document} {grade}\n"
        for topic, documents in grades.items()
        for document, grade in documents.items()
    )


def write_documents_campaign(
    directory: Path, judges: Mapping[str, Grades] | None = None, toml: str = "", official: Grades = OFFICIAL
) -> Path:
    """A campaign with one task, ``main``; further judges are given by their names."""
    directory.mkdir()
    (directory / "campaign.toml").write_text(
        'title = "Documents"\nyear = 2026\nprotocol = "trec"\n' + toml, "utf-8"
    )
    for name, grades in {"official": official, **(judges or {})}.items():
        folder = directory / "assessments" / name
        folder.mkdir(parents=True)
        (folder / "qrels.txt").write_text(qrels(grades), "utf-8")
    (directory / "runs" / "main").mkdir(parents=True)
    for name, topics in RUNS.items():
        lines = [
            f"{topic} Q0 {document} {rank} {100 - rank} {name}\n"
            for topic, ranking in topics.items()
            for rank, document in enumerate(ranking, start=1)
        ]
        (directory / "runs" / "main" / f"{name}.run").write_text("".join(lines), "utf-8")
    return directory
