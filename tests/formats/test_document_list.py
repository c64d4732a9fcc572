"""Runs are compared with the list of the collection's documents, where a campaign has one."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

from inexreport.building.checking import check_campaign
from inexreport.cache import digest
from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.document_list import read_document_list
from inexreport.model.problem import Problem, ProblemLog

Only = Callable[..., Problem]

RUN = "1 Q0 a 1 0.9 me\n1 Q0 x 2 0.8 me\n2 Q0 b 1 0.9 me\n2 Q0 x 2 0.8 me\n2 Q0 y 3 0.7 me\n"


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    files = {
        "campaign.toml": 'title = "Documents"\nyear = 2020\nprotocol = "trec"\n',
        "assessments/official/qrels": "1 0 a 1\n2 0 b 1\n",
        "runs/mine.txt": RUN,
    }
    for place, text in files.items():
        path = tmp_path / "docs" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "docs"


def test_without_a_list_nothing_is_said(documents: Path) -> None:
    assert check_campaign(documents).problems == ()


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("text", ["a\nb\nc\n", "c\r\n\r\nb\r\na"])
def test_documents_outside_are_one_warning(documents: Path, only: Only, packed: bool, text: str) -> None:
    data = text.encode()
    place = documents / ("documents.txt.gz" if packed else "documents.txt")
    place.write_bytes(gzip.compress(data) if packed else data)
    problems = check_campaign(documents).problems
    assert [problem.code for problem in problems] == ["run-documents-unknown"]
    problem = only(problems, "run-documents-unknown")
    assert (problem.file, problem.lines, problem.count, problem.is_error) == (
        "runs/mine.txt",
        (2, 4, 5),
        3,
        False,
    )
    assert problem.found == "document “x”, “y” in 3 of 5 results"
    assert place.name in [one.file for one in read_campaign(documents)[0].inputs]
    place.write_bytes(b"a\nb\nx\ny\n")
    assert check_campaign(documents).problems == ()


@pytest.mark.parametrize(("text", "lines"), [("a\nb c\nd\te\n", (2, 3)), ("", ()), ("\n\n", ())])
def test_lines_that_are_no_identifier(text: str, lines: tuple[int, ...]) -> None:
    log = ProblemLog("documents.txt")
    assert read_document_list(text.encode(), log) is None
    (problem,) = log
    assert (problem.code, problem.lines) == ("document-list-line", lines)


def test_scores_in_the_cache_depend_on_the_list() -> None:
    lists = [["a", "b"], ["ab", ""], ["a"], [], ["a", "c"]]
    keys = {digest(pa.array(names, pa.string())) for names in lists}
    assert len(keys) == len(lists)
    assert digest(pa.array(["z", "a", "b"]).slice(1)) == digest(pa.array(["a", "b"]))
