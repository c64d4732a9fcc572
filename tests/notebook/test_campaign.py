"""A campaign directory as an object: what it has, what is wrong with it, and its results."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from hostile.campaigns import write_campaign

import inexreport


def test_a_notebook_shows_what_the_campaign_has(sample_campaign: Path) -> None:
    campaign = inexreport.Campaign(sample_campaign)
    html = campaign._repr_html_()
    assert "Sample Campaign 2009" in html
    assert "<th>protocol</th><td>inex-2009</td>" in html
    assert "<th>errors</th><td>0</td>" in html
    assert repr(campaign) == f"Campaign({str(sample_campaign)!r})"


def test_problems_are_those_of_the_function(sample_campaign: Path) -> None:
    checked = inexreport.Campaign(sample_campaign).check()
    pd.testing.assert_frame_equal(checked, inexreport.check(sample_campaign))
    assert "overlap-not-allowed" in set(checked["code"])


def test_a_campaign_with_errors_can_be_shown_and_names_all_of_them_when_evaluated(tmp_path: Path) -> None:
    directory = write_campaign(tmp_path / "campaign", "2009")
    toml = directory / "campaign.toml"
    wrong = 'citation = 1\njudged = "x"\norder = "x"\nrelevance_level = 0\ndoi = "x"\nunknown = 1\n'
    toml.write_text(wrong + toml.read_text("utf-8").replace("year = 2009", 'year = "x"'), "utf-8")
    campaign = inexreport.Campaign(directory)
    with pytest.raises(inexreport.CampaignRefusedError) as refused:
        campaign.evaluate()
    summary, *lines = str(refused.value).splitlines()
    assert summary == "7 errors must be corrected first"
    assert {line.split(":")[1] for line in lines} == {*"123456", "8"}
    assert all(line.startswith("campaign.toml:") for line in lines)
    unknown = next(line for line in lines if "[campaign-key-unknown]" in line)
    assert all(part in unknown for part in ("campaign.toml:6: ", "unknown", "remove it"))
    assert "<td>7, see check()</td>" in campaign._repr_html_()


def test_a_folder_that_is_no_campaign_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(inexreport.UsageError, match=r"has no campaign\.toml"):
        inexreport.Campaign(tmp_path)
