"""The same campaign gives the same bytes, wherever and whenever it is built."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path


def built(campaign: Path, out: Path, cwd: Path, **environment: str) -> dict[str, str]:
    """Checksums of all files of a site that another process builds in other circumstances."""
    subprocess.run(
        [sys.executable, "-m", "inexreport", "build", str(campaign), "--out", str(out)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
        check=True,
        capture_output=True,
    )
    return {
        file.relative_to(out).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(out.rglob("*"))
        if file.is_file()
    }


def test_hash_seed_time_zone_locale_and_directory_do_not_matter(sample_campaign, tmp_path):
    first = built(
        sample_campaign, tmp_path / "first", tmp_path, PYTHONHASHSEED="1", TZ="Pacific/Auckland", LC_ALL="C"
    )
    second = built(
        sample_campaign, tmp_path / "second", Path("/"), PYTHONHASHSEED="2", TZ="UTC", LC_ALL="C.UTF-8"
    )
    assert first == second
    assert "sample-2009/data/scores.csv" in first


def test_building_over_an_old_site_leaves_nothing_of_it(sample_campaign, tmp_path):
    out = tmp_path / "site"
    first = built(sample_campaign, out, tmp_path)
    (out / "sample-2009" / "stale.html").write_text("old")
    assert built(sample_campaign, out, tmp_path) == first
