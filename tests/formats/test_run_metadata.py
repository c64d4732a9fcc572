"""Metadata of runs: values become facets, and nothing in YAML is constructed or expanded."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from inexreport.formats.campaign_directory import read_campaign
from inexreport.formats.described_runs import describe_runs
from inexreport.formats.run_metadata import (
    LARGEST_METADATA,
    MOST_FACETS,
    MOST_LEVELS,
    read_metadata,
    split_metadata,
)
from inexreport.formats.runs import read_run
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.shown_text import UNSEEN

METADATA = """platform:
  hardware:
    cpu:
      model: Intel Xeon
      number of cores: 16
  software: {libraries: [pyserini, "torch: 2"]}
research goal:
  venue: {year: 2020-04-23, name: ~}
method:
  retrieval:
    - name: bm25
      k1: 0.90
    - name: rm3
  score_ties: reverse
"""
FACETS = {
    "ir_metadata.platform.hardware.cpu.model": "Intel Xeon",
    "ir_metadata.platform.hardware.cpu.number of cores": "16",
    "ir_metadata.platform.software.libraries": "pyserini, torch: 2",
    "ir_metadata.research goal.venue.year": "2020-04-23",
    "ir_metadata.method.retrieval.1.name": "bm25",
    "ir_metadata.method.retrieval.1.k1": "0.90",
    "ir_metadata.method.retrieval.2.name": "rm3",
    "ir_metadata.method.score_ties": "reverse",
}
HEADER = (
    "# ir_metadata.start\n" + "".join(f"# {line}\n" for line in METADATA.splitlines()) + "# ir_metadata.end\n"
)
GOOD = "2009001 Q0 851 1 2 S 0 5\n2009002 Q0 13 1 1 S 0 5\n"


def read(text: str | bytes, lines_before: int = 0) -> tuple[dict[str, str], list[Problem]]:
    log = ProblemLog("run.yml")
    return read_metadata(text if isinstance(text, bytes) else text.encode(), log, lines_before), list(log)


def split(text: str) -> tuple[bytes, dict[str, str], list[Problem]]:
    log = ProblemLog("run")
    return *split_metadata(text.encode(), log), list(log)


def test_values_become_facets_as_they_are_written() -> None:
    assert read(METADATA) == (FACETS, [])


def test_empty_metadata_state_nothing() -> None:
    for text in ("", "\n", "---\n", "{}", "a: null\nb: ''\nc: []\n"):
        assert read(text) == ({}, [])


@pytest.mark.parametrize(
    ("text", "found", "line"),
    [
        ("a: 1\nb: &x 2\n", "an anchor or alias", 2),
        ("a: &x [1]\nb: *x\n", "an anchor or alias", 1),
        ("a: !!python/object/apply:os.system [ls]\n", "a tag", 1),
        ("- a\n", "a list", 1),
        ("text\n", "“text”", 1),
        ("a: 1\n---\nb: 2\n", "a second document", 2),
        ("a: 1\nb: 2\na: 3\n", "the key “a” again", 3),
        ("a.b: 1\na: {b: 2}\n", "a second value of “a.b”", 2),
        ("? {a: b}\n: c\n", "a key that is no text", 1),
        ("? ''\n: c\n", "an empty key", 1),
        ("a: 1\nb: [\n", "“expected the node content", 3),
        ("a: 1\nb: \x07\n", "“unacceptable character", 1),
        ("a: " + "{a: " * MOST_LEVELS, f"more than {MOST_LEVELS} levels", 1),
        ("a: " + "[" * 30_000, f"more than {MOST_LEVELS} levels", 1),
        ("".join(f"k{n}: v\n" for n in range(2 * MOST_FACETS)), f"more than {MOST_FACETS} values", 201),
        ("a: " + LARGEST_METADATA * "x", "65,539 bytes", 1),
    ],
)
def test_all_else_is_left_out_with_a_warning(text: str, found: str, line: int) -> None:
    facets, (problem,) = read(text, lines_before=10)
    assert facets == {}
    assert (problem.code, problem.is_error) == ("run-metadata-unread", False)
    assert problem.found.startswith(found)
    assert problem.lines == (10 + line,)


def test_texts_are_made_fit_for_pages() -> None:
    facets, (problem,) = read('a: "b\\u202ec"\n')
    assert facets == {"ir_metadata.a": "b\N{REPLACEMENT CHARACTER}c"}
    assert problem.code == "text-not-as-written"


LETTERS = st.characters(codec="utf-8", categories=["L", "N"])
SIMPLE = st.text(LETTERS.filter(lambda letter: not UNSEEN.match(letter)), min_size=1, max_size=8)
NESTED = st.recursive(
    SIMPLE, lambda inner: st.dictionaries(SIMPLE, inner, min_size=1, max_size=3), max_leaves=12
)


@given(st.dictionaries(SIMPLE, NESTED, min_size=1, max_size=4))
def test_what_a_yaml_writer_writes_is_read(content: dict[str, object]) -> None:
    def flat(value: object, name: str) -> dict[str, str]:
        if isinstance(value, str):
            return {name: value}
        assert isinstance(value, dict)
        return {k: v for key, one in value.items() for k, v in flat(one, f"{name}.{key}").items()}

    facets, problems = read(yaml.safe_dump(content, allow_unicode=True))
    if not problems:  # of more than ten levels
        assert facets == flat(content, "ir_metadata")
    else:
        assert [one.code for one in problems] == ["run-metadata-unread"]


@given(st.binary(max_size=300))
def test_any_bytes_give_facets_or_one_warning(data: bytes) -> None:
    facets, problems = read(data)
    assert all(facets.values())
    assert {one.code for one in problems} <= {"run-metadata-unread", "text-not-as-written"}


def test_a_header_leaves_the_numbers_of_lines() -> None:
    text, facets, problems = split(HEADER + GOOD)
    assert (facets, problems) == (FACETS, [])
    assert text == b"\n" * HEADER.count("\n") + GOOD.encode()


def test_a_run_without_a_header_is_as_it_was() -> None:
    for text in (GOOD, "", "# comment\n" + GOOD, GOOD + HEADER):
        assert split(text) == (text.encode(), {}, [])


@pytest.mark.parametrize("rest", [GOOD, ""])
def test_a_header_without_an_end_is_reported_and_the_run_is_read(rest: str) -> None:
    text, facets, (problem,) = split("\n# ir_metadata.start\n# a: 1\n" + rest)
    assert (text, facets) == (b"\n\n\n" + rest.encode(), {})
    assert (problem.code, problem.lines) == ("run-metadata-unread", (2,))


def test_a_mistake_in_a_header_has_its_line_in_the_run() -> None:
    _, facets, (problem,) = split("# ir_metadata.start\n# a: 1\n# a: 2\n# ir_metadata.end\n" + GOOD)
    assert facets == {}
    assert problem.lines == (3,)


def described(directory: Path) -> dict[str, tuple[dict[str, str], list[str]]]:
    """Facets and codes of problems of each run, from its file and the one beside it."""
    campaign, _ = read_campaign(directory)
    found = {}
    for file in describe_runs(directory, campaign)[0]:
        run, problems = read_run(file, campaign)
        own = run.submission.facets if run else {}
        found[file.file] = ({**own, **file.facts.facets}, [problem.code for problem in problems])
    return found


def test_metadata_are_read_from_the_run_and_beside_it(directory: Path) -> None:
    folder = directory / "runs" / "Focused"
    (folder / "header.run").write_text(HEADER + GOOD)
    (folder / "beside.run").write_text(GOOD)
    (folder / "beside.yml").write_text("actor: {team: x}\ntype: y\n")
    (folder / "both.txt").write_text("# ir_metadata.start\n# a: 1\n# b: 1\n# ir_metadata.end\n" + GOOD)
    (folder / "both.yaml").write_text("a: 2\n")
    (folder / "wrong.run").write_text(GOOD)
    (folder / "wrong.yml").write_text("a: [\n")
    (folder / "alone.yml").write_text("a: 1\n")
    (directory / "runs.csv").write_text("run,ir_metadata.actor.team\nbeside,z\n")
    assert described(directory) == {
        "runs/Focused/alone.yml": ({}, ["run-format-unknown"]),
        "runs/Focused/beside.run": ({"ir_metadata.actor.team": "z", "ir_metadata.type": "y"}, []),
        "runs/Focused/both.txt": ({"ir_metadata.a": "2", "ir_metadata.b": "1"}, []),
        "runs/Focused/header.run": (FACETS, []),
        "runs/Focused/wrong.run": ({}, ["run-metadata-unread"]),
    }


def test_a_link_out_of_the_folder_is_not_followed(directory: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yml").write_text("password: x\n")
    (directory / "runs" / "Focused" / "a.run").write_text(GOOD)
    (directory / "runs" / "Focused" / "a.yml").symlink_to(tmp_path / "secret.yml")
    (file,) = describe_runs(directory, read_campaign(directory)[0])[0]
    assert (file.facts.facets, file.facts.metadata_file) == ({}, "")
    assert [one.code for one in file.problems] == ["link-outside-folder"]
