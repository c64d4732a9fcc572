"""The same campaigns give the same bytes, wherever and whenever they are built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hostile.campaigns import write_campaign
from part_of_2006 import copy_part

from .test_every_field import content


def built(campaigns: list[Path], out: Path, cwd: Path, **environment: str) -> dict[str, bytes]:
    """All files of an archive that another process builds in other circumstances."""
    subprocess.run(
        [sys.executable, "-m", "inexreport", "build", *campaigns, "--out", out, "--cache", f"{out}-cache"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        check=True,
        capture_output=True,
    )
    return content(out)


def test_hash_seed_time_zone_locale_directory_and_what_stood_there_do_not_matter(sample_campaign, tmp_path):
    campaigns = [
        copy_part(sample_campaign, tmp_path / "c2006", ["Focused", "BestInContext"], runs=2, topics=2),
        write_campaign(tmp_path / "c2009", "2009"),
    ]
    first = built(
        campaigns, tmp_path / "first", tmp_path, PYTHONHASHSEED="1", TZ="Pacific/Auckland", LC_ALL="C"
    )
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    (tmp_path / "second" / "c2009" / "stale.html").write_text("old")
    second = built(campaigns, tmp_path / "second", Path("/"), PYTHONHASHSEED="2", TZ="UTC", LC_ALL="C.UTF-8")
    assert first == second
    assert {"c2006/data/scores.csv", "c2009/data/scores.csv"} <= first.keys()
