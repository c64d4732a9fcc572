"""What is shipped: the bill of materials fits the lock, the wheel is whole and the same from anywhere."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
import yaml

from inexreport.report.about import LIBRARIES
from inexreport.version import __version__

ROOT = Path(__file__).parents[1]
SBOM = ROOT / "requirements/sbom.cdx.json"


def without_stated_licences(bill: dict) -> dict:
    """Those of Python's packages are what the packages say that are installed where the bill is made."""
    for one in bill["components"]:
        if one["purl"].startswith("pkg:pypi/"):
            one.pop("licenses", None)
    return bill


def test_the_bill_of_materials_fits_the_lock_and_its_own_format() -> None:
    pytest.importorskip("cyclonedx")
    maker = runpy.run_path(str(ROOT / "requirements/make_sbom.py"))
    bill = maker["written"](maker["bill_of_materials"](maker["LOCK"].read_text("utf-8")))  # it validates
    reported = without_stated_licences(json.loads(SBOM.read_text("utf-8")))
    assert reported == without_stated_licences(json.loads(bill)), "run `make sbom`"
    names = {one["name"] for one in reported["components"]}
    assert {"numpy", "jinja2", "markupsafe", *(one.name for one in LIBRARIES)} <= names
    assert not {"pytest", "hatchling", "ruff", "distributed"} & names


def test_the_program_is_cited_as_its_package_is_described() -> None:
    # What the schema of the Citation File Format 1.2.0 requires, and its types.
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert cited["type"] == "software"
    assert all(isinstance(cited[name], str) and cited[name] for name in ("message", "title", "abstract"))
    assert cited["authors"] == [{"name": "The inexreport authors"}]  # an entity; people have given-names
    assert cited["version"] == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert cited["license"] == project["license"] == "MIT"
    assert cited["authors"] == project["authors"]
    assert all(isinstance(word, str) for word in cited["keywords"])


def test_the_licence_is_mit_in_its_usual_words() -> None:
    notice, _, text = (ROOT / "LICENSE").read_text("utf-8").partition("authors\n\n")
    assert notice == "MIT License\n\nCopyright (c) The inexreport "
    usual = (ROOT / "templates/licences/MIT.txt").read_text("utf-8")
    assert text.split() == usual[usual.index("Permission is") :].split()


def built(kind: str, source: Path, out: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A wheel of the working tree, and one of the source distribution that was made of it."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("built")
    archive = built("sdist", ROOT, folder / "sdist")
    (folder / "unpacked").mkdir()
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder / "unpacked"], check=True)
    (source,) = (folder / "unpacked").iterdir()
    return built("wheel", ROOT, folder / "direct"), built("wheel", source, folder / "from-sdist")


def test_a_wheel_has_the_same_bytes_from_the_tree_and_from_the_source_distribution(
    wheels: tuple[Path, Path],
) -> None:
    direct, from_sdist = wheels
    assert direct.name == from_sdist.name == f"inexreport-{__version__}-py3-none-any.whl"
    assert direct.read_bytes() == from_sdist.read_bytes()


def test_a_wheel_holds_all_that_a_site_is_made_of_and_nothing_else(wheels: tuple[Path, Path]) -> None:
    names = set(zipfile.ZipFile(wheels[0]).namelist())
    for source, place in (("inexreport", "inexreport"), ("templates", "inexreport/templates")):
        files = [file for file in (ROOT / source).rglob("*") if file.is_file()]
        wanted = {f"{place}/{file.relative_to(ROOT / source).as_posix()}" for file in files}
        assert {name for name in wanted if "__pycache__" not in name} <= names
    pages = {f"inexreport/docs/{file.name}" for file in (ROOT / "docs").glob("*.md")}
    assert {name for name in names if name.startswith("inexreport/docs/")} == pages
    about = f"inexreport-{__version__}.dist-info"
    assert {f"{about}/sboms/{SBOM.name}", f"{about}/licenses/LICENSE"} <= names
    described = Parser().parsestr(zipfile.ZipFile(wheels[0]).read(f"{about}/METADATA").decode())
    assert described["License-Expression"] == "MIT"
    assert described["Author"] == "The inexreport authors"
    assert {name.partition("/")[0] for name in names} == {"inexreport", about}
    assert not [name for name in names if name.endswith((".pyc", ".stamp"))]
