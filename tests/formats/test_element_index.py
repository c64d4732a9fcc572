from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from inexreport.errors import UsageError
from inexreport.formats import element_index, element_parquet
from inexreport.formats.documents import read_document
from inexreport.formats.element_index import index_documents
from inexreport.formats.element_table import read_element_table
from inexreport.model.problem import Problem, ProblemLog

HEAD = '<!DOCTYPE a SYSTEM "a.dtd">'
DOCUMENTS = {
    "an/1995/a1003.xml": HEAD + "<a>\n<p>Caf&eacute; <b>x</b> y</p>\n</a>",
    "214/923.xml": "<a><p/>one<p>two</p></a>",
    "7.xml": "<a/>",
}


@pytest.fixture
def documents(directory: Path) -> Path:
    """The documents of the campaign directory."""
    folder = directory / "documents"
    for name, text in DOCUMENTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "8.xml.gz").write_bytes(gzip.compress(b"<a>eight</a>"))
    (folder / "README").write_text("Documents.")
    return folder


@pytest.mark.parametrize("unit", ["characters", "bytes"])
def test_table_equals_documents(documents: Path, unit: str) -> None:
    directory = documents.parent
    summary = index_documents(documents, directory / "elements.parquet", unit)
    assert (summary.documents, summary.problems) == (4, ())
    stored = pq.read_table(directory / "elements.parquet")
    assert len(stored) == summary.rows
    # The order of the paths: 214/923.xml, 7.xml, 8.xml.gz, an/1995/a1003.xml.
    assert list(dict.fromkeys(stored["document"].to_pylist())) == ["923", "7", "8", "an/1995/a1003"]
    table, problems = read_element_table(directory, unit)
    assert table is not None
    assert [problem.code for problem in problems] == ["file-unknown"]
    for name, document in {"an/1995/a1003": "an/1995/a1003.xml", "923": "214/923.xml", "7": "7.xml"}.items():
        places = read_document((documents / document).read_bytes(), unit, ProblemLog(document))
        offset, length = table.locate([name] * len(places), [place.path for place in places])
        assert list(zip(offset, length, strict=True)) == [(place.offset, place.length) for place in places]
        blank = [(place.path, place.blank) for place in places]
        rows = [table.articles[name] * len(table.paths) + table.paths[path] for path, _ in blank]
        assert [bool(table.blank[table.key.searchsorted(row)]) for row in rows] == [b for _, b in blank]


def test_the_same_bytes_however_often_and_by_however_many(
    documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(element_index, "DOCUMENTS_AT_ONCE", 1)
    monkeypatch.setattr(element_parquet, "ROWS_OF_A_GROUP", 4)
    (documents / "9.xml").write_text("<a>")
    made = []
    for number, workers in enumerate((1, 1, 2)):
        out = tmp_path / f"{number}.parquet"
        reported: list[tuple[int, int]] = []
        summary = index_documents(
            documents,
            out,
            "bytes",
            workers,
            lambda _, done, total, reported=reported: reported.append((done, total)),
        )
        assert reported == [(done, 5) for done in (0, 1, 2, 3, 4, 5, 5)]
        made.append((out.read_bytes(), summary))
    assert made[0] == made[1] == made[2]
    assert pq.ParquetFile(tmp_path / "0.parquet").num_row_groups > 1


def test_problems_of_documents(documents: Path, tmp_path: Path, only: Callable[..., Problem]) -> None:
    (documents / "broken.xml").write_text("<a>\n<b></a>")
    (documents / "x").mkdir()
    (documents / "x" / "923.xml").write_text("<a/>")
    (documents / "link.xml").symlink_to(tmp_path)
    summary = index_documents(documents, documents.parent / "elements.parquet", "bytes")
    assert only(summary.problems, "xml-not-well-formed").place == "broken.xml:2"
    assert only(summary.problems, "document-name-twice").file == "x/923.xml"
    assert only(summary.problems, "link-outside-folder").file == "link.xml"
    assert summary.documents == 5


def test_problems_beyond_the_limit_are_counted(
    documents: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(element_index, "DETAILED_PROBLEMS_PER_KIND_AND_FILE", 2)
    for number in range(5):
        (documents / f"b{number}.xml").write_text("<a>")
    summary = index_documents(documents, tmp_path / "out.parquet", "bytes")
    assert [(problem.file, problem.count) for problem in summary.problems] == [
        ("b0.xml", 1),
        ("b1.xml", 1),
        (str(documents), 3),
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_index_leaves_what_was_there(documents: Path, tmp_path: Path, workers: int) -> None:
    out = tmp_path / "out" / "elements.parquet"
    out.parent.mkdir()
    out.write_bytes(b"the old one")

    def interrupt(stage: str, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index_documents(documents, out, "bytes", workers, interrupt)
    assert [path.name for path in out.parent.iterdir()] == ["elements.parquet"]
    assert out.read_bytes() == b"the old one"


def test_wrong_use(documents: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match="no folder"):
        index_documents(tmp_path / "absent", tmp_path / "out", "bytes")
    with pytest.raises(UsageError, match="no document"):
        index_documents(tmp_path / "empty", tmp_path / "out", "bytes")
    with pytest.raises(UsageError, match="Make it first"):
        index_documents(documents, tmp_path / "absent" / "out", "bytes")
