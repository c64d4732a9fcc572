"""Templates are compiled once for many builds, and never taken from anything but what they are made from."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import jinja2
import pytest

from inexreport.rendering import compiled_templates, template_folder
from inexreport.rendering.compiled_templates import CompiledTemplates
from inexreport.rendering.plain_output import PlainEnvironment


@pytest.fixture(autouse=True)
def writing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "templates"
    made.mkdir()
    (made / "page.html").write_text("Hello {{ name }}", "utf-8")
    return made


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the templates that have been compiled since."""
    names: list[str] = []
    compile_ = jinja2.Environment.compile

    def told(self: jinja2.Environment, source: str, name: str, *further: object, **named: object) -> object:
        names.append(name)
        return compile_(self, source, name, *further, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(jinja2.Environment, "compile", told)
    return names


def rendered(folder: Path) -> str:
    environment = PlainEnvironment(
        loader=jinja2.FileSystemLoader(folder), bytecode_cache=CompiledTemplates(), autoescape=True
    )
    return environment.get_template("page.html").render(name="<you>")


def test_a_template_is_compiled_once(folder: Path, compiled: list[str]) -> None:
    assert rendered(folder) == rendered(folder) == "Hello &lt;you&gt;"
    assert compiled == ["page.html"]
    assert [file.parent.name for file in folder.rglob("*.pyc")] == ["__pycache__"]


def test_a_changed_template_is_compiled_again(folder: Path, compiled: list[str]) -> None:
    rendered(folder)
    (folder / "page.html").write_text("Bye {{ name }}", "utf-8")
    assert rendered(folder) == "Bye &lt;you&gt;"
    assert compiled == ["page.html"] * 2


def test_another_version_of_the_program_compiles_again(
    folder: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered(folder)
    monkeypatch.setattr(compiled_templates, "code_version", lambda: "another")
    rendered(folder)
    assert compiled == ["page.html"] * 2


@pytest.mark.parametrize("length", [0, 1, 20, 100, -1])
def test_what_is_cut_off_is_compiled_again(folder: Path, compiled: list[str], length: int) -> None:
    rendered(folder)
    (kept,) = folder.rglob("*.pyc")
    kept.write_bytes(kept.read_bytes()[:length])
    assert rendered(folder) == "Hello &lt;you&gt;"
    assert compiled == ["page.html"] * 2
    rendered(folder)
    assert compiled == ["page.html"] * 2


def test_nothing_is_kept_where_nothing_can_be_written(folder: Path, compiled: list[str]) -> None:
    (folder / "__pycache__").write_text("A file where the folder would be.")
    assert rendered(folder) == rendered(folder) == "Hello &lt;you&gt;"
    assert compiled == ["page.html"] * 2


def test_nothing_is_kept_where_python_is_to_keep_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rendered(folder)
    assert [file.name for file in folder.iterdir()] == ["page.html"]


def test_what_is_compiled_does_not_count_as_a_template(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template_folder, "template_folder", lambda: folder)
    version = template_folder.templates_version.__wrapped__
    before = version()
    rendered(folder)
    assert any(folder.rglob("*.pyc"))
    assert version() == before
    shutil.copy(folder / "page.html", folder / "other.html")
    assert version() != before
