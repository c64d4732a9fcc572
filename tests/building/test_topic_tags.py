"""A change of the tags in campaign.toml shows in the next build, and scores stay."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from described_campaign import write_described
from drawn_pages import drawn_pages

from inexreport.building.resources import Resources
from inexreport.cache import Cache

TAGS = '[topic_tags]\nold = ["1", "2", "3"]\nnew = ["4", "5", "6", "7", "8"]\n'
PAGES = ("topic-subsets.html", "scores/adhoc.html")


def test_changed_tags_show_and_no_run_is_evaluated_again(tmp_path: Path) -> None:
    campaign = write_described(tmp_path / "documents")
    resources, settings = Resources(cache=Cache(tmp_path / "cache")), campaign / "campaign.toml"
    settings.write_text(settings.read_text("utf-8") + TAGS, "utf-8")
    before = drawn_pages(campaign, *PAGES, resources=resources)
    settings.write_text(settings.read_text("utf-8").replace('["1", ', "["), "utf-8")
    refused = mock.Mock(side_effect=AssertionError("a run was evaluated again"))
    with mock.patch("inexreport.building.evaluation.evaluate_file", refused):
        after = drawn_pages(campaign, *PAGES, resources=resources)
    assert after[0].partition("<footer")[0] != before[0].partition("<footer")[0]
    assert after == drawn_pages(campaign, *PAGES)
