"""A change of the tags in campaign.toml shows in the next build, and scores stay."""

from __future__ import annotations

from part_of_2006 import copy_part

from inexreport.building import evaluation
from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache

from .test_every_field import content


def test_changed_tags_show_and_no_run_is_evaluated_again(sample_campaign, tmp_path, monkeypatch) -> None:
    campaign = copy_part(sample_campaign, tmp_path / "c2006", ["Focused"], runs=3, topics=4)
    resources = Resources(cache=Cache(tmp_path / "cache"))
    build(campaign, tmp_path / "site", resources=resources)
    before = content(tmp_path / "site")
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text("utf-8").replace('re-used = ["301", ', "re-used = ["), "utf-8")

    def fail(*_: object) -> None:
        raise AssertionError("a run was evaluated again")

    with monkeypatch.context() as patch:
        patch.setattr(evaluation, "evaluate_file", fail)
        build(campaign, tmp_path / "site", resources=resources)
    after = content(tmp_path / "site")
    assert after["c2006/data/scores.csv"] == before["c2006/data/scores.csv"]
    assert after["c2006/data/topic_subsets.csv"] != before["c2006/data/topic_subsets.csv"]
    assert after["c2006/topic-subsets.html"] != before["c2006/topic-subsets.html"]
    build(campaign, tmp_path / "clean")
    assert after == content(tmp_path / "clean")
