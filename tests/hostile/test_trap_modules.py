"""Modules that lie in a campaign, from whose folder a build is started, are never run.

test_hostile_site.py has them in a campaign that `python -m inexreport` builds.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from evaluated_samples import begin_cache
from parallel.local_cluster import LocalCluster

from inexreport.errors import UsageError
from inexreport.parallel import open_workers

from .campaigns import set_traps, write_campaign

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
    set_traps(campaign, tmp_path / "sprung")
    return campaign


def test_by_the_command(trapped: Path) -> None:
    command = (
        str(Path(sys.executable).with_name("inexreport")),
        "check",
        ".",
    )  # its workers are those of `python -m`
    done = subprocess.run(command, cwd=trapped, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert not (trapped.parent / "sprung").exists()


def test_by_a_script_that_lies_there(trapped: Path) -> None:
    (trapped / "script.py").write_text(SCRIPT)
    command = (sys.executable, "script.py")
    done = subprocess.run(command, cwd=trapped, capture_output=True, text=True, timeout=300, check=False)
    assert "honest" in done.stdout, done.stderr
    assert not (trapped.parent / "sprung").exists()


def test_by_a_cluster(trapped: Path, cluster: LocalCluster) -> None:
    folder = trapped.parent
    with (trapped / "campaign.toml").open("a") as settings:
        settings.write('[tasks.Focused]\nofficial = "MAiP"\nmetrics = ["MAiP"]\n')
    command = (sys.executable, "-m", "inexreport", "build", ".", "--out", str(folder / "site"))
    command += ("--cache", str(begin_cache(folder / "cache")), "--cluster", cluster.address)
    built = subprocess.run(command, cwd=trapped, capture_output=True, text=True, timeout=300, check=False)
    assert (folder / "site" / "campaign" / "index.html").exists(), built.stderr
    assert not (folder / "sprung").exists()


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
