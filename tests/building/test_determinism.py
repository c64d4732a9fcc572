"""The same campaign gives the same bytes, wherever and whenever it is built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from part_of_2006 import copy_part

from inexreport.building.build import build
from inexreport.cache import Cache
from inexreport.rendering.assets import asset_contents

from .test_every_field import content


def test_hash_seed_time_zone_locale_directory_and_what_stood_there_do_not_matter(sample_campaign, tmp_path):
    campaign = copy_part(sample_campaign, tmp_path / "c2006", ["Focused", "BestInContext"], runs=2, topics=2)
    first, second, cache = tmp_path / "first", tmp_path / "second", tmp_path / "cache"
    build(campaign, first)
    shutil.copytree(first, second)
    (second / "c2006" / "stale.html").write_text("old")
    asset_contents(Cache(cache))  # the chart library, which takes each build a second otherwise
    elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "C"}
    assert os.environ.get("PYTHONHASHSEED") != elsewhere["PYTHONHASHSEED"]
    options = ["--out", second, "--workers", "1", "--cache", cache]
    subprocess.run(
        [sys.executable, "-m", "inexreport", "build", campaign, *options],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **elsewhere},
        check=True,
        capture_output=True,
    )
    assert content(first) == content(second)
    assert "c2006/data/scores.csv" in content(second)
