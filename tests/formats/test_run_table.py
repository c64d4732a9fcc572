"""runs.csv: what it says about which run, and what it may not say."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.run_table import read_run_table
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.run import RunFacts, RunStatement, Standing


def read(text: str | bytes) -> tuple[tuple[RunStatement, ...], list[Problem]]:
    log = ProblemLog("runs.csv")
    data = text if isinstance(text, bytes) else text.encode()
    return read_run_table(data, log), list(log)


def test_every_column_has_its_meaning_and_every_further_one_is_a_facet() -> None:
    rows, problems = read(
        "run, task ,participant,file,type,status,contributed,submitted,description,GPU\n"
        'bm25,adhoc,UA,runs/adhoc/bm25.gz,automatic,Baseline,Yes,4/23/2020,"Terms, ""weighted""\nby idf",2\n'
        "\n"
        "dense,,,,,,no,,, \n"
    )
    assert problems == []
    assert rows == (
        RunStatement(
            2,
            "bm25",
            "adhoc",
            "runs/adhoc/bm25.gz",
            RunFacts(
                "UA",
                Standing.BASELINE,
                True,
                {
                    "type": "automatic",
                    "contributed": "Yes",
                    "submitted": "4/23/2020",
                    "description": 'Terms, "weighted"\nby idf',
                    "GPU": "2",
                },
            ),
        ),
        RunStatement(5, "dense", "", "", RunFacts("", Standing.OFFICIAL, False, {"contributed": "no"})),
    )


def test_a_header_alone_describes_nothing() -> None:
    assert read("run,status\n") == ((), [])


def test_a_table_without_runs_is_refused_once() -> None:
    for text in ("", "name,status\na,late\n", "run,run\na,b\n", "run,\na,b\n", "run" + ",x" * 200):
        rows, (problem,) = read(text)
        assert rows == ()
        assert problem.code == "run-table-syntax"
        assert problem.lines == (1,)


def test_rows_with_mistakes_are_all_reported_and_the_others_read() -> None:
    rows, problems = read("run,status,contributed\na,late\nb,winner,maybe\n,late,\nc,LATE,1\n")
    assert [(row.run, row.facts.standing, row.facts.contributed) for row in rows] == [("c", "late", True)]
    assert [(one.code, one.lines) for one in problems] == [
        ("run-table-syntax", (2,)),
        ("run-table-value", (3,)),
        ("run-table-value", (3,)),
        ("run-table-value", (4,)),
    ]
    assert "official, reference, baseline, late, unofficial" in problems[1].expected


def test_an_open_quotation_mark_is_reported_where_its_row_begins() -> None:
    rows, (problem,) = read('run,description\na,one\nb,"open\nc,three\n')
    assert [row.run for row in rows] == ["a"]
    assert (problem.code, problem.lines) == ("run-table-syntax", (3,))


def test_texts_are_made_fit_for_pages() -> None:
    rows, (problem,) = read("run,\u202edescription\nbm25,a\u200bb\n")
    assert rows[0].facts.facets == {"\N{REPLACEMENT CHARACTER}description": "a\N{REPLACEMENT CHARACTER}b"}
    assert problem.code == "text-not-as-written"


def test_other_encodings_and_line_ends_are_read() -> None:
    rows, problems = read("run,description\r\na,Köln\r\n".encode("utf-16"))
    assert (rows[0].facts.facets, problems) == ({"description": "Köln"}, [])
    assert read(b"run\n\0\n")[1][0].code == "file-not-text"


CELLS = (
    st.text(st.characters(codec="ascii", min_codepoint=32, exclude_characters="\x7f"), min_size=1)
    .map(str.strip)
    .filter(bool)
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_what_a_csv_writer_writes_is_read(cells: list[tuple[str, str]]) -> None:
    written = io.StringIO()
    csv.writer(written).writerows([("run", "note"), *cells])
    rows, problems = read(written.getvalue())
    assert problems == []
    assert [(row.run, row.facts.facets["note"]) for row in rows] == cells


@given(st.binary(max_size=200))
def test_any_bytes_give_rows_or_problems(data: bytes) -> None:
    rows, problems = read(b"run,status\n" + data)
    assert all(row.run and row.line > 1 for row in rows)
    assert all(problem.message and problem.remedy for problem in problems)
