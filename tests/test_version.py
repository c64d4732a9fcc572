"""The code version, which cache keys and clusters depend on: it follows from the code alone."""

from __future__ import annotations

import compileall
import json
import platform
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from inexreport import version


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package whose version is computed."""
    copy = tmp_path / "inexreport"
    shutil.copytree(Path(version.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(version, "__file__", str(copy / "version.py"))
    return copy


def computed() -> str:
    return version.code_version.__wrapped__()


def test_what_python_compiles_changes_nothing(package: Path) -> None:
    before = computed()
    compileall.compile_dir(package, quiet=1)
    assert list(package.rglob("__pycache__/*.pyc"))
    assert computed() == before


def change_a_module(package: Path) -> None:
    with (package / "model" / "run.py").open("a") as file:
        file.write("# changed\n")


def move_a_module(package: Path) -> None:
    (package / "model" / "run.py").rename(package / "formats" / "run.py")


def rename_a_folder(package: Path) -> None:
    (package / "model").rename(package / "models")


def change_a_protocol(package: Path) -> None:
    protocol = next(package.rglob("*.toml"))
    protocol.write_text(f"{protocol.read_text('utf-8')}# changed\n", "utf-8")


@pytest.mark.parametrize("change", [change_a_module, move_a_module, rename_a_folder, change_a_protocol])
def test_every_change_of_the_code_changes_it(package: Path, change: Callable[[Path], None]) -> None:
    before = computed()
    change(package)
    assert computed() != before


def test_the_catalogue_of_problems_is_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = computed()
    monkeypatch.setattr(version, "CATALOGUE", tmp_path / "messages.md")
    (tmp_path / "messages.md").write_text("# Messages\n", "utf-8")
    assert computed() != before


def test_every_dependency_is_part_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declared = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split("[<>=!~ ]", one)[0] for one in declared["dependencies"]]
    monkeypatch.setattr(version, "__file__", str(tmp_path / "version.py"))  # a package without modules
    versions = dict.fromkeys(names, "1")
    monkeypatch.setattr(version, "version", versions.__getitem__)
    before = computed()
    for name in names:
        versions[name] = "2"
        assert computed() != before
        versions[name] = "1"
    assert computed() == before


def test_a_record_names_the_libraries_that_digits_depend_on(sample_sites: Path) -> None:
    record = json.loads((sample_sites / "sample-2009" / "data" / "campaign.json").read_text("utf-8"))
    assert record["libraries"]["numpy"] == np.__version__
    assert record["libraries"]["python"] == platform.python_version()
    assert {"scipy", "pyarrow", "pandas"} < record["libraries"].keys()
