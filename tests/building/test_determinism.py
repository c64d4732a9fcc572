"""The same campaigns give the same bytes, wherever and whenever they are built."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hostile.campaigns import write_campaign
from part_of_2006 import copy_part

from inexreport.building.build import build

from .test_every_field import content


def test_hash_seed_time_zone_locale_directory_and_what_stood_there_do_not_matter(sample_campaign, tmp_path):
    campaigns = [
        copy_part(sample_campaign, tmp_path / "c2006", ["Focused", "BestInContext"], runs=2, topics=2),
        write_campaign(tmp_path / "c2009", "2009"),
    ]
    first, second = tmp_path / "first", tmp_path / "second"
    for campaign in campaigns:
        build(campaign, first)
    shutil.copytree(first, second)
    (second / "c2009" / "stale.html").write_text("old")
    elsewhere = {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Auckland", "LC_ALL": "C"}
    assert os.environ.get("PYTHONHASHSEED") != elsewhere["PYTHONHASHSEED"]
    subprocess.run(
        [sys.executable, "-m", "inexreport", "build", *campaigns, "--out", second, "--workers", "1"],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), **elsewhere},
        check=True,
        capture_output=True,
    )
    assert content(first) == content(second)
    assert {"c2006/data/scores.csv", "c2009/data/scores.csv"} <= content(second).keys()
