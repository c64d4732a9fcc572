"""Modules that lie in a campaign, from whose folder a build is started, are never run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from parallel.local_cluster import LocalCluster

from inexreport.cache import Cache
from inexreport.errors import UsageError
from inexreport.parallel import open_workers
from inexreport.rendering.assets import asset_contents

from .campaigns import write_campaign

TRAPS = (
    *("socket", "selectors", "json", "typing", "multiprocessing", "concurrent", "tempfile", "pickle"),
    *("numpy", "pandas", "lxml", "numexpr", "distributed"),
)
"""Imported by Python when it starts a process, by the program, or by a package where it is installed."""

SCRIPT = """
import sys
here = sys.path.pop(0)  # Python looks there for what a script imports, workers do not
import inexreport.building.evaluation, inexreport.parallel.processes
sys.path.insert(0, here)
print(inexreport.scores(".", workers=2))
"""


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A campaign with trap modules at its top and among its runs."""
    campaign = write_campaign(tmp_path / "campaign", "2009")
    for folder in (campaign, campaign / "runs"):
        for name in TRAPS:
            trap = f"open({str(tmp_path / 'sprung')!r}, 'a').write('{folder.name}/{name} ')\n"
            (folder / f"{name}.py").write_text(trap)
    return campaign


def sprung(campaign: Path, *command: str) -> str:
    """Build from within the campaign; return the traps that were run."""
    folder = campaign.parent
    built = subprocess.run(command, cwd=campaign, capture_output=True, text=True, timeout=300, check=False)
    assert (folder / "site" / "campaign" / "index.html").exists(), built.stderr
    report = folder / "sprung"
    return report.read_text() if report.exists() else ""


def options(campaign: Path, *by: str) -> Sequence[str]:
    folder = campaign.parent
    asset_contents(Cache(folder / "cache"))  # the chart library, which takes each build a second otherwise
    return ("build", ".", "--out", str(folder / "site"), "--cache", str(folder / "cache"), *by)


def console_script() -> str:
    return str(Path(sys.executable).with_name("inexreport"))


def test_by_the_command(trapped: Path) -> None:
    command = (console_script(), "check", ".")  # its workers are those of `python -m`
    done = subprocess.run(command, cwd=trapped, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert not (trapped.parent / "sprung").exists()


def test_by_python_m(trapped: Path) -> None:
    command = (sys.executable, "-m", "inexreport", *options(trapped, "--workers", "2"))
    assert sprung(trapped, *command) == ""


def test_by_a_script_that_lies_there(trapped: Path) -> None:
    (trapped / "script.py").write_text(SCRIPT)
    command = (sys.executable, "script.py")
    done = subprocess.run(command, cwd=trapped, capture_output=True, text=True, timeout=300, check=False)
    assert "honest" in done.stdout, done.stderr
    assert not (trapped.parent / "sprung").exists()


def test_by_a_cluster(trapped: Path, cluster: LocalCluster) -> None:
    command = (sys.executable, "-m", "inexreport", *options(trapped, "--cluster", cluster.address))
    assert sprung(trapped, *command) == ""


def test_without_the_environment_there_is_one_process() -> None:
    """`python -E` ignores the variable that keeps workers from the working directory."""
    program = (
        "from inexreport.parallel import *\nwith open_workers(2) as opened: print(type(opened).__name__)"
    )
    command = (sys.executable, "-E", "-c", program)
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "Serial\n"


def test_a_cluster_that_searches_its_working_directory_is_refused() -> None:
    pytest.importorskip("distributed")
    local = LocalCluster(safe=False, workers=1)
    try:
        with pytest.raises(UsageError, match="PYTHONSAFEPATH=1"), open_workers(cluster=local.address):
            pass
    finally:
        local.close()
