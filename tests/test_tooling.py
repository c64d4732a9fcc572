"""The project's own checks find what they are there for."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCK = """\
numpy==2.1.0 \\
    --hash=sha256:00
    # via
    #   inexreport (pyproject.toml)
    #   pandas
tzdata==2026.1 \\
    --hash=sha256:00
    # via pandas
"""


@pytest.fixture(scope="module")
def mismatches() -> Callable[[str, list[str]], Iterable[str]]:
    return runpy.run_path(str(ROOT / "requirements" / "check_locks.py"))["mismatches"]


def test_a_lock_that_pins_what_is_asked_for_passes(mismatches: Callable) -> None:
    assert list(mismatches(LOCK, ["NumPy>=2"])) == []


@pytest.mark.parametrize(
    ("lock", "requirements", "expected"),
    [
        (LOCK, ["numpy>=2", "scipy>=1.14"], "pyproject.toml asks for scipy>=1.14, the lock has nothing"),
        (LOCK, ["numpy>=2.2"], "pyproject.toml asks for numpy>=2.2, the lock has 2.1.0"),
        (LOCK, [], "numpy==2.1.0 is locked, pyproject.toml no longer asks for it"),
        (
            f"--index-url https://packages.example\n{LOCK}",
            ["numpy"],
            "it names where packages come from; that is the installing machine's own matter",
        ),
    ],
)
def test_a_lock_that_does_not_fit_is_found(
    mismatches: Callable, lock: str, requirements: list[str], expected: str
) -> None:
    assert list(mismatches(lock, requirements)) == [expected]


def _check_paths_in(directory: Path, text: str) -> subprocess.CompletedProcess[str]:
    (directory / ".ci").mkdir()
    check = shutil.copy(ROOT / ".ci" / "check-machine-paths", directory / ".ci")
    (directory / "notes.md").write_text(text, encoding="utf-8")
    subprocess.run(["git", "init", "--quiet", directory], check=True)
    subprocess.run(["git", "-C", directory, "add", "."], check=True)
    return subprocess.run([check], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("top", ["home", "root", "Users"])
def test_a_folder_of_somebodys_machine_is_found(tmp_path: Path, top: str) -> None:
    result = _check_paths_in(tmp_path, f"See /{top}/me/notes.\n")
    assert result.returncode == 1
    assert "notes.md:1:" in result.stdout


def test_element_paths_and_addresses_are_no_folders_of_a_machine(tmp_path: Path) -> None:
    result = _check_paths_in(
        tmp_path, "//home[about(., x)] https://example.org/home/page ../data/a /usr/bin/x\n"
    )
    assert result.returncode == 0, result.stdout


def test_nothing_else_lies_at_the_top() -> None:
    """A program that was called wrongly may have written a folder there."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listed.splitlines()} == {
        *(".ci", ".gitignore", "benchmarks", "campaigns", "docs", "inexreport", "requirements", "site"),
        *("templates", "tests", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile"),
        *("README.md", "pyproject.toml"),
    }


def test_every_target_of_the_makefile_is_explained() -> None:
    reported = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {"demo", "test", "check", "lock"} <= {line.split()[0] for line in reported.splitlines()}


def test_every_kind_of_page_is_in_the_documentation() -> None:
    pictures = runpy.run_path(str(ROOT / "docs" / "make_pictures.py"))
    kinds = pictures["KINDS"] | pictures["OWN_KINDS"] | pictures["ORGANISERS_KINDS"]
    pages = ROOT / "templates" / "pages"
    templates = [template.relative_to(pages).with_suffix("") for template in pages.rglob("*.html")]
    assert {"-".join(template.parts) for template in templates} <= kinds.keys()
    shown = (ROOT / "docs" / "pages.md").read_text("utf-8")
    for kind in kinds:
        for view in ("light", "dark", "phone", "print"):
            picture = f"images/pages/{kind}-{view}.jpg"
            assert picture in shown
            assert (ROOT / "docs" / picture).is_file()


def test_no_pattern_repeats_a_group_without_backtracking() -> None:
    """Such a repetition may end within the group before Python 3.11.5: (?:ab?c)++ matches all of "abca"."""
    repeated = re.compile(r"\)(?:[*+?]|\{[0-9]+,?[0-9]*\})\+[^+\s]")
    assert repeated.search("b'((?:%b)++)'")
    modules = [*(ROOT / "inexreport").rglob("*.py"), *(ROOT / "campaigns").rglob("*.py")]
    assert [module for module in modules if repeated.search(module.read_text("utf-8"))] == []
