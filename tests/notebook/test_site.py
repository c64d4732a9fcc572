"""The tables of a published site are read without the campaign."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import inexreport


def test_every_published_table_is_found(sample_sites: Path) -> None:
    site = inexreport.open_site(sample_sites / "sample-2009")
    data = site.folder / "data"
    assert set(site.tables) == {file.stem for file in data.glob("*.csv")}
    assert site.title == "Sample Campaign 2009"
    assert site.record["format_version"] == 1
    runs = pd.read_csv(data / "runs.csv", keep_default_na=False)
    assert site.table("runs")["run"].tolist() == runs["run"].tolist()
    assert "south-nested" in site.table("problems")["run"].tolist()
    with pytest.raises(inexreport.UsageError, match="'scoers'; is 'scores' meant"):
        site.table("scoers")


def test_a_site_is_shown_like_the_results(sample_sites: Path, results: inexreport.Results) -> None:
    site = inexreport.open_site(sample_sites / "sample-2009")
    assert site._repr_html_() == results._repr_html_()


def test_what_is_no_site_is_refused(sample_sites: Path, tmp_path: Path) -> None:
    with pytest.raises(inexreport.UsageError, match=r"data/campaign\.json is missing"):
        inexreport.open_site(sample_sites)
    (tmp_path / "data").mkdir()
    for content in ("{", "[]"):
        (tmp_path / "data/campaign.json").write_text(content)
        with pytest.raises(inexreport.UsageError, match="Build the site again"):
            inexreport.open_site(tmp_path)
