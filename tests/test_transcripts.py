"""The commands on pages of the documentation print what the pages show, in an environment with the wheel.

The program is that of this process, or the installed one if INEXREPORT_TRANSCRIPTS is "installed", which
takes longer: `make pythons` follows the first page so.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from evaluated_samples import cached
from part_of_2006 import copy_part
from served_commands import with_served_commands
from transcripts import Command, File, differences, steps
from typer.testing import CliRunner

from inexreport.building.build import build
from inexreport.cli.program import app

ROOT = Path(__file__).parents[1]
DECLARED_PACKAGES = ROOT / "tests" / "declared_packages.py"
REAL_DATA = "organisers.md"
"""The page that needs the files of TREC-COVID, in its folder `downloads`."""

PAGES = {
    file.name: text
    for file in sorted((ROOT / "docs").glob("*.md"))
    if "\n```console\n" in (text := file.read_text("utf-8"))
}
INSTALL = "$ pip install --quiet inexreport-*.whl\n"

BUILT = ("run1", "BBGhelani1", "BBGhelani2", "BRPHJ_NLP2")
"""Runs of TREC-COVID of which the page for organisers is built: the best, and one with a warning."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the working tree."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (made,) = folder.iterdir()
    return made


def installing(python: Path, wheel: Path, folder: Path) -> dict[str, str]:
    """Variables of a shell in whose environment the wheel is installed as all pages say.

    It has the packages that the wheel declares, and those that they need, from another environment; without
    them it is empty, and pip may ask no index.
    """
    subprocess.run([python, "-m", "venv", "--without-pip", folder / "environment"], check=True)
    own = folder / "environment" / "bin" / "python"
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages, others = (
        Path(subprocess.check_output([one, "-c", place], text=True).strip()) for one in (own, python)
    )
    declared = subprocess.check_output([python, DECLARED_PACKAGES, wheel], text=True).splitlines()
    for entry in (*declared, *others.glob("pip*")):
        (packages / Path(entry).name).symlink_to(entry)
    pip = own.with_name("pip")
    pip.write_text(f'#!/bin/sh\nexec "{own}" -m pip "$@"\n')
    pip.chmod(0o755)
    variables = {
        "COLUMNS": "100",
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join((str(own.parent), os.defpath)),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INDEX": "1",
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
    }
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    printed = subprocess.run(["sh", "-c", INSTALL[2:]], cwd=wheel.parent, env=variables, check=True, **output)
    assert printed.stdout == b""
    return variables


@pytest.fixture(scope="module")
def shell(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The variables of `installing`, whose environment all pages share."""
    return installing(Path(sys.executable), wheel, tmp_path_factory.mktemp("python"))


def followed(page: str, folder: Path, shell: Mapping[str, str]) -> list[str]:
    """The differences of a page that is followed in a folder."""
    assert page.count(INSTALL) == 1
    page = page.replace(INSTALL, "$ true\n")
    if os.environ.get("INEXREPORT_TRANSCRIPTS") == "installed":
        return differences(page, folder, shell)
    return with_served_commands(lambda variables: differences(page, folder, variables), shell)


@pytest.mark.parametrize("name", sorted(PAGES.keys() - {REAL_DATA}))
def test_a_page_shows_what_its_commands_print(name: str, tmp_path: Path, shell: dict[str, str]) -> None:
    found = followed(PAGES[name], tmp_path, shell)
    assert not found, "\n".join(found)


TINY = {
    "campaign.toml": (
        'title = "Tiny"\nyear = 2025\nprotocol = "trec"\n[tasks.adhoc]\nofficial = "RR"\nmetrics = ["RR"]\n'
    ),
    "topics/topics.tsv": "1\tone\n",
    "assessments/official/all.qrels": "1 0 good 1\n1 0 bad 0\n",
    "runs/adhoc/11/first.run": "1 Q0 bad 1 2.0 first\n1 Q0 good 2 1.0 first\n",
}


def test_the_installed_wheel_builds_a_site_away_from_the_sources(
    tmp_path: Path, shell: dict[str, str]
) -> None:
    for name, text in TINY.items():
        (tmp_path / "tiny" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tiny" / name).write_text(text)
    environment = Path(shell["PATH"].partition(os.pathsep)[0]).parent
    command = [environment / "bin/inexreport", "build", "tiny", "--out", "site", "--workers", "1"]
    reported = subprocess.run(
        command, cwd=tmp_path, env=shell | {"PATH": ""}, capture_output=True, text=True, check=False
    )
    assert reported.returncode == 0, reported.stderr
    assert "adhoc: 1 run, 1 evaluated" in reported.stdout
    assert (tmp_path / "site/tiny/tasks/adhoc.html").is_file()
    (package,) = environment.rglob("site-packages/inexreport")
    assert not package.is_symlink()
    assert not [file for file in package.parent.glob("*.pth") if "inexreport" in file.name]


@pytest.mark.real_data
def test_the_page_for_organisers_shows_what_its_commands_print(
    real_data: Path, tmp_path: Path, shell: dict[str, str]
) -> None:
    source, downloads = real_data / "trec-covid-round1", tmp_path / "downloads"
    shutil.copytree(source / "runs/adhoc", downloads / "runs")
    for file in (source / "topics/topics-rnd1.xml", source / "assessments/official/qrels-rnd1.txt"):
        shutil.copy(file, downloads)
    shutil.copytree(ROOT / "campaigns/sample-2026", tmp_path / "campaigns/sample-2026")
    # All runs are checked and the best built, and one with a warning: test_real_documents.py scores all.
    all_of_them = len(list((downloads / "runs").iterdir()))
    page, built, kept = PAGES[REAL_DATA], len(BUILT), "|".join(BUILT)
    build = "$ inexreport build campaigns/trec"
    for shown, instead in {
        build: f"$ find campaigns -name '*.gz' | grep -Ev '/({kept}).gz' | xargs rm\n{build}",
        f"adhoc: {all_of_them} runs, {all_of_them} evaluated": f"adhoc: {built} runs, {built} evaluated",
        "12 warnings; see": "1 warning; see",
    }.items():
        assert page.count(shown) == 1
        page = page.replace(shown, instead)
    found = followed(page, tmp_path, shell)
    assert not found, "\n".join(found)


def test_the_readme_can_be_followed_after_the_demo(
    sample_campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a part of a sample in the place of the campaign that is verified."""
    readme = (ROOT / "README.md").read_text("utf-8")
    block = readme.partition("After `make demo`:\n\n```\n")[2].partition("```")[0]
    activate, *commands = block.splitlines()
    assert activate == "source .venv/bin/activate"
    shutil.copytree(ROOT / "campaigns/sample-2025", tmp_path / "campaigns/sample-2025")
    part = copy_part(
        sample_campaign, tmp_path / "campaigns/sample-2009", ("BestInContext",), runs=2, topics=1
    )
    build(part, tmp_path / "site", resources=cached())
    monkeypatch.chdir(tmp_path)
    printed = ""
    for command in commands:
        words = (
            sorted(map(str, Path().glob(word))) if "*" in word else [word] for word in shlex.split(command)
        )
        program, *arguments = (word for found in words for word in found)
        if program == "cd":
            monkeypatch.chdir(*arguments)
            continue
        assert program == "inexreport"
        done = CliRunner().invoke(app, arguments)
        assert done.exit_code == 0, done.output
        printed += done.stdout
    assert [name for name in ("nDCG@10\tall\t", "difference", "0 differences") if name not in printed] == []


PAGE = """\
# A page

`notes/a.txt`:

```text
one
two
```

```
$ not a command
```

```console
$ cat notes/a.txt
one
...
$ printf 'a\\tb\\n' &&
> false
a       c
$ echo $?
1
```
"""


def test_a_page_is_a_sequence_of_files_and_commands() -> None:
    assert list(steps(PAGE)) == [
        File("notes/a.txt", "one\ntwo\n"),
        Command("cat notes/a.txt", "one\n...\n", 15),
        Command("printf 'a\\tb\\n' &&\nfalse", "a       c\n", 18),
        Command("echo $?", "1\n", 21),
    ]


def test_what_a_command_prints_otherwise_is_a_difference(tmp_path: Path) -> None:
    (found,) = differences(PAGE, tmp_path, os.environ)
    assert found.startswith("line 18: $ printf")
    assert found.endswith("The page has:\na       c\n\nIt prints:\na       b\n")
