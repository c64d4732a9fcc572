from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inexreport.formats.documents import read_document
from inexreport.formats.element_table import read_element_table
from inexreport.model.element_table import ElementTable
from inexreport.model.problem import Problem, ProblemLog

DOCUMENT = """<?xml version="1.0"?><!DOCTYPE article SYSTEM "article.dtd">
<article>
<!-- no text --><t>Caf&eacute;&nbsp;A&amp;B</t>
<p>one<b>two</b> <![CDATA[&nbsp;]]></p><p/><p>&#233;</p>
</article>"""
# The text: "Café A&B\none" + "two" + " &nbsp;" + "é"


def read(text: str, unit: str = "characters") -> tuple[dict[str, tuple[int, int]], list[Problem]]:
    log = ProblemLog("documents/d.xml")
    elements = read_document(text.encode(), unit, log)
    return {path: (offset, length) for path, offset, length, _ in elements if "text()" not in path}, list(log)


def test_offsets_in_characters() -> None:
    elements, problems = read(DOCUMENT)
    assert problems == []
    assert elements == {
        "/article[1]": (0, 23),
        "/article[1]/t[1]": (0, 8),
        "/article[1]/p[1]": (9, 13),
        "/article[1]/p[1]/b[1]": (12, 3),
        "/article[1]/p[2]": (22, 0),
        "/article[1]/p[3]": (22, 1),
    }


def test_offsets_in_bytes() -> None:
    elements, _ = read(DOCUMENT, "bytes")
    assert elements["/article[1]"] == (0, 26)
    assert elements["/article[1]/t[1]"] == (0, 10)
    assert elements["/article[1]/p[3]"] == (24, 2)


def test_outer_white_space_does_not_count() -> None:
    elements, _ = read("<a>\n <b> </b><c> x </c> \n<d/> </a>")
    assert elements == {"/a[1]": (0, 1), "/a[1]/b[1]": (0, 0), "/a[1]/c[1]": (0, 1), "/a[1]/d[1]": (1, 0)}
    assert read("<a> <b/> </a>")[0] == {"/a[1]": (0, 0), "/a[1]/b[1]": (0, 0)}


def test_entities_of_the_document_and_of_nobody() -> None:
    elements, problems = read(
        '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY nbsp "xyz"><!ENTITY m "<b/>">]>\n<a>&nbsp;&m;\n&what;</a>'
    )
    assert elements == {"/a[1]": (0, 3)}
    assert [(problem.code, problem.lines) for problem in problems] == [("document-entity-unknown", (2, 3))]


def test_elements_with_prefix() -> None:
    assert list(read('<a xmlns:x="u" xmlns="v"><x:b/></a>')[0]) == ["/a[1]", "/a[1]/x:b[1]"]


def put(directory: Path, **documents: str) -> None:
    for name, text in documents.items():
        path = directory / "documents" / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(text.encode()) if name.endswith("_gz") else text.encode())


def located(table: ElementTable | None, document: str, path: str) -> tuple[int, int]:
    assert table is not None
    offset, length = table.locate([document], [path])
    return int(offset[0]), int(length[0])


def test_documents_in_folders(directory: Path) -> None:
    put(directory, an__1995__a1003_xml="<a>x<b>y</b></a>", n214__923_xml="<a>xyz</a>", d_xml_gz="<a>xy</a>")
    table, problems = read_element_table(directory, "characters")
    assert problems == ()
    assert located(table, "an/1995/a1003", "/a[1]/b[1]") == (1, 1)
    assert located(table, "923", "/a[1]") == (0, 3)
    assert located(table, "d", "/a[1]") == (0, 2)
    assert located(table, "d", "/b[1]") == (-1, -1)


def test_nothing_there(directory: Path) -> None:
    assert read_element_table(directory, "bytes") == (None, ())


def test_problems_of_documents(directory: Path, tmp_path: Path, only: Callable[..., Problem]) -> None:
    put(directory, a__1_xml="<a>", b__1_xml="<a>x</a>", picture_png="")
    (directory / "documents" / "out.xml").symlink_to(tmp_path)
    table, problems = read_element_table(directory, "bytes")
    assert table is None
    assert only(problems, "xml-not-well-formed").place == "documents/a/1.xml:1"
    assert only(problems, "document-name-twice").file == "documents/b/1.xml"
    assert only(problems, "file-unknown").file == "documents"
    assert only(problems, "link-outside-folder").file == "documents/out.xml"


def test_links_out_of_the_documents(directory: Path, only: Callable[..., Problem]) -> None:
    put(directory, a__1_xml="<a>x</a>")
    (directory / "other.xml").write_text("<a/>")
    (directory / "documents" / "other.xml").symlink_to("../other.xml")
    assert (
        only(read_element_table(directory, "bytes")[1], "link-outside-folder").file == "documents/other.xml"
    )
    (directory / "documents").rename(directory / "elsewhere")
    (directory / "documents").symlink_to("elsewhere")
    table, problems = read_element_table(directory, "bytes")
    assert table is None
    assert only(problems, "link-outside-folder").file == "documents"


ROWS: dict[str, list[Any]] = {
    "document": ["7", "9.xml"],
    "path": ["article", "/article[1]/p"],
    "offset": [0, 5],
    "length": [9, 2],
}


def test_table_made_before(directory: Path) -> None:
    put(directory, n7_xml="<article>x</article>")
    (directory / "documents" / "n7.xml").rename(directory / "documents" / "7.xml")
    for place in ("elements.parquet", "documents/elements.parquet"):
        pq.write_table(pa.table(ROWS), directory / place)
        table, problems = read_element_table(directory, "bytes")
        assert problems == ()
        assert located(table, "7", "/article[1]") == (0, 9)
        assert located(table, "9", "/article[1]/p[1]") == (5, 2)
        (directory / place).unlink()


@pytest.mark.parametrize(
    "rows",
    [
        {"document": ["7"]},
        ROWS | {"offset": ["a", "b"]},
        ROWS | {"offset": [0, None]},
        ROWS | {"length": [0, -1]},
        ROWS | {"length": [0.5, 1.0]},
        None,
    ],
)
def test_tables_that_cannot_be_used(
    rows: dict[str, list[Any]] | None, directory: Path, only: Callable[..., Problem]
) -> None:
    path = directory / "elements.parquet"
    if rows is None:
        path.write_bytes(b"PAR1 not")
    else:
        pq.write_table(pa.table(rows), path)
    table, problems = read_element_table(directory, "bytes")
    assert table is None
    assert only(problems, "element-table-unusable").file == "elements.parquet"


def test_text_nodes() -> None:
    text = """<!DOCTYPE a SYSTEM "a.dtd"><a>
 <!-- x -->one<b/>&eacute;two<![CDATA[3]]>&what;<c>in</c>
<c> <d/></c>
</a>"""
    places = read_document(text.encode(), "characters", ProblemLog("d.xml"))
    # The text: "one" + "étwo3" + "in" + " \n" + " "; the outer white space does not count.
    assert [place for place in places if "text()" in place.path] == [
        ("/a[1]/text()[1]", 0, 3, False),
        ("/a[1]/text()[2]", 3, 5, False),
        ("/a[1]/c[1]/text()[1]", 8, 2, False),
        ("/a[1]/text()[3]", 10, 0, True),
        ("/a[1]/c[2]/text()[1]", 10, 0, True),
        ("/a[1]/text()[4]", 10, 0, True),
    ]
    assert places[0] == ("/a[1]", 0, 10, False)


def test_points_in_text_nodes(directory: Path) -> None:
    put(directory, d_xml="<a><p>x</p>\n<p>one<b>two</b>\n<b/>three</p></a>")
    table, problems = read_element_table(directory, "characters")
    assert problems == ()
    for path, place in {
        "/a[1]/p[2]": (2, 12),
        "/a[1]/p[2]/text()[1]": (2, 3),
        "/a[1]/p[2]/text()[1].0": (2, 0),
        "/a[1]/p[2]/text()[1].3": (5, 0),
        "/a[1]/p[2]/text()[1].4": (-1, -1),
        "/a[1]/p[2]/text()[2].1": (9, 0),
        "/a[1]/p[2]/text()[3].2": (11, 0),
        "/a[1]/p[2]/text()[4].0": (-1, -1),
        "/a[1]/p[2]/text()[normalize-space()][1].1": (3, 0),
        "/a[1]/p[2]/text()[normalize-space()][2].2": (11, 0),
        "/a[1]/p[2]/text()[normalize-space()][2]": (9, 5),
        "/a[1]/p[2]/text()[normalize-space()][3].0": (-1, -1),
        "/a[1]/p[9]/text()[1].0": (-1, -1),
        "/a[1]/text()[x]": (-1, -1),
    }.items():
        assert located(table, "d", path) == place, path
    assert located(table, "e", "/a[1]/p[2]/text()[1].0") == (-1, -1)


def test_only_the_articles_that_are_needed(directory: Path, only: Callable[..., Problem]) -> None:
    put(directory, d_xml="<a>xy</a>", e_xml="<a>")
    pq.write_table(pa.table(ROWS), directory / "elements.parquet")
    table, problems = read_element_table(directory, "bytes", {"d", "9", "absent"})
    assert problems == ()
    assert table is not None
    assert set(table.articles) == {"d", "9"}
    assert set(table.paths) == {"/a[1]", "/a[1]/text()[1]", "/article[1]/p[1]"}
    assert located(table, "d", "/a[1]") == (0, 2)
    assert located(table, "9", "/article[1]/p[1]") == (5, 2)
    assert located(table, "7", "/article[1]") == (-1, -1)
    assert read_element_table(directory, "bytes", ()) == (None, ())
    only(read_element_table(directory, "bytes")[1], "xml-not-well-formed")


def test_a_table_in_another_unit(directory: Path, only: Callable[..., Problem]) -> None:
    rows = pa.table(ROWS).replace_schema_metadata({"unit": "characters"})
    pq.write_table(rows, directory / "elements.parquet")
    assert read_element_table(directory, "characters")[1] == ()
    table, problems = read_element_table(directory, "bytes")
    assert table is None
    assert "characters" in only(problems, "element-table-unusable").found


def test_a_table_whose_end_is_wrong_is_not_used(directory: Path, only: Callable[..., Problem]) -> None:
    count = 2**18 + 1
    rows = {"document": ["7"] * count, "path": ["/a[1]"] * count, "offset": [0] * count}
    pq.write_table(pa.table(rows | {"length": [0] * (count - 1) + [-1]}), directory / "elements.parquet")
    table, problems = read_element_table(directory, "bytes")
    assert table is None
    only(problems, "element-table-unusable")


@pytest.mark.real_data
def test_a_real_document_fits_its_qrels_line(real_data: Path) -> None:
    # 2010096 Q0 1164 924 74827 100 0:23 16617:901
    log = ProblemLog("documents/1164.xml")
    elements = read_document((real_data / "documents" / "1164.xml").read_bytes(), "bytes", log)
    places = {path: (offset, length) for path, offset, length, _ in elements}
    assert not len(log)
    assert places["/article[1]"] == (0, 74827)
    assert places["/article[1]/header[1]/title[1]"] == (0, 23)
    # The passage is the section on learning without the line breaks before its heading and at its end.
    start, length = places["/article[1]/bdy[1]/sec[2]/ss1[1]/ss2[4]"]
    assert start <= 16617
    assert 16617 + 901 <= start + length <= 16617 + 901 + 3
