"""Pools for assessors: made of the runs as a user's campaign has them, written, and read again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pooling_reference as reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pooling_campaigns import TASKS, SmallCampaign, campaigns, folder, varied_campaign
from pooling_reference import PlainRun

from inexreport.building.pool_files import make_pools, write_pools
from inexreport.errors import CampaignRefusedError, UsageError
from inexreport.formats.campaign_directory import read_campaign
from inexreport.statistics.pool_kinds import COMBINED, KINDS, METASEARCH, SYSTEM

SECTION, OTHER = "/article[1]/sec[1]", "/article[1]/sec[2]"
RUNS = {
    "one": PlainRun("1", {"1": [("A", SECTION), ("A", OTHER), ("B", SECTION)], "2": [("C", OTHER)]}),
    "two": PlainRun("2", {"1": [("A", SECTION), ("C", None), ("B", OTHER)]}),
}
JUDGED = {"1": {"A": {SECTION: (3, 3), OTHER: (0, 0)}, "B": {OTHER: None}}}


@pytest.fixture
def campaign(tmp_path) -> Path:
    return SmallCampaign(2004, JUDGED, {"1": "CO", "2": "CO"}, {"CO": RUNS}).write(tmp_path / "campaign")


def made(campaign: Path, kind: str, depth: int, **more) -> dict[str, frozenset[tuple[str, str]]]:
    found = make_pools(campaign, kind, depth, **more)
    assert found.problems == ()
    return {topic: pool.elements for topic, pool in found.pools["CO"].items()}


def test_topics_without_assessments_have_pools_too(campaign):
    expected = {"1": {("A", SECTION), ("A", OTHER)}, "2": {("C", OTHER)}}
    assert made(campaign, SYSTEM, 2) == expected
    shutil.rmtree(campaign / "assessments")
    assert made(campaign, SYSTEM, 2) == expected


def test_what_is_judged_is_left_out_if_asked(campaign):
    unjudged = made(campaign, SYSTEM, 3, unjudged=True)
    assert unjudged == {"1": {("B", SECTION), ("B", OTHER)}, "2": {("C", OTHER)}}
    shutil.rmtree(campaign / "assessments")
    assert made(campaign, SYSTEM, 3, unjudged=True) == made(campaign, SYSTEM, 3)


def test_metasearch_takes_the_most_points_of_both_runs(campaign):
    # Depth 1: one item; A's section has 500 + 500 points.
    assert made(campaign, METASEARCH, 1)["1"] == {("A", SECTION)}
    # Depth 2: two items; A's other section has 499 points, the second results of B 498 each.
    assert made(campaign, METASEARCH, 2)["1"] == {("A", SECTION), ("A", OTHER)}


def test_metasearch_follows_the_setting_of_the_task(campaign):
    with (campaign / "campaign.toml").open("a", encoding="utf-8") as file:
        file.write('[tasks.CO.settings]\nborda = "unranked share"\n')
    # Run one leaves 125,250 less 500 + 499 + 498 points to the only item that it does not rank.
    assert made(campaign, METASEARCH, 1)["1"] == {("B", OTHER)}


@pytest.mark.parametrize("year", [2004, 2006, 2009])
def test_pools_are_those_of_the_reference_at_every_depth(year):
    @settings(max_examples=settings.default.max_examples // 5)
    @given(campaigns(year), st.integers(1, 4))
    def compare(campaign: SmallCampaign, depth: int) -> None:
        task, plain = TASKS[year], campaign.plain(TASKS[year])
        with folder() as root:
            if not plain.runs:
                with pytest.raises(UsageError, match="no valid run"):
                    make_pools(campaign.write(root), SYSTEM, depth, [task])
                return
            campaign.write(root)
            pools = {kind: make_pools(root, kind, depth, [task])[0][task] for kind in KINDS}
        for topic in plain.topics:
            expected, deeper = (reference.pools(plain, topic, one) for one in (depth, depth + 1))
            for kind in KINDS:
                assert pools[kind][topic].elements == expected[kind]
                assert expected[kind] <= deeper[kind]
            system, metasearch = (pools[kind][topic].elements for kind in (SYSTEM, METASEARCH))
            assert pools[COMBINED][topic].elements == system | metasearch

    compare()


@pytest.mark.parametrize(("judgements", "first", "second"), [(1, 1, 1), (2, 2, 1), (3, 2, 1), (4, 3, 1)])
def test_the_depth_fits_the_judgements(campaign, judgements, first, second):
    """Of topic 1 the pools of depths 1, 2 and 3 have 1, 2 and 4 elements; of topic 2 the runs have one."""
    found = make_pools(campaign, SYSTEM, None, judgements=judgements)
    assert found.depths == {"CO": {"1": first, "2": second}}
    assert found.pools["CO"] == make_pools(campaign, SYSTEM, first).pools["CO"]


@pytest.mark.parametrize("year", [2004, 2009])
@pytest.mark.parametrize("kind", KINDS)
def test_no_deeper_pool_fits_the_judgements(year, kind, tmp_path):
    task = TASKS[year]
    directory = varied_campaign(year, task, 3).write(tmp_path / "c")
    found = make_pools(directory, kind, None, [task], judgements=9)
    for topic, depth in found.depths[task].items():
        assert len(found.pools[task][topic].elements) <= 9
        deeper = make_pools(directory, kind, depth + 1, [task]).pools[task][topic]
        assert len(deeper.elements) > 9 or deeper == found.pools[task][topic]


def test_judged_results_are_no_work(campaign):
    found = make_pools(campaign, SYSTEM, None, judgements=1, unjudged=True)
    assert found.depths["CO"] == {"1": 2, "2": 1}


def test_written_depths_are_no_pool(campaign):
    found = make_pools(campaign, SYSTEM, None, judgements=3)
    write_pools(campaign, found.pools, campaign / "pools", depths=found.depths)
    assert (campaign / "pools/CO/depths.tsv").read_text() == "topic\tdepth\tjudgements\n1\t2\t2\n2\t1\t1\n"
    read, problems = read_campaign(campaign)
    assert (problems, set(read.pools)) == ((), {"1", "2"})


@pytest.mark.parametrize("kind", KINDS)
def test_written_pools_are_read_by_the_campaign(campaign, kind):
    pools, *_ = make_pools(campaign, kind, 3)
    assert write_pools(campaign, pools, campaign / "pools") == 2
    read, problems = read_campaign(campaign)
    assert problems == ()
    assert read.pools is not None
    assert {topic: pool.elements for topic, pool in read.pools.items()} == {
        topic: pool.elements for topic, pool in pools["CO"].items()
    }


class TestFilesInTheWay:
    def test_the_same_pools_are_written_again(self, campaign, tmp_path):
        pools, *_ = make_pools(campaign, SYSTEM, 2)
        write_pools(campaign, pools, tmp_path / "pools")
        before = {path: path.read_bytes() for path in (tmp_path / "pools").rglob("*.xml")}
        assert sorted(path.relative_to(tmp_path).as_posix() for path in before) == [
            "pools/CO/1.xml",
            "pools/CO/2.xml",
        ]
        write_pools(campaign, make_pools(campaign, SYSTEM, 2)[0], tmp_path / "pools")
        assert {path: path.read_bytes() for path in (tmp_path / "pools").rglob("*.xml")} == before

    @pytest.mark.parametrize("name", ["1.xml", "3.xml", "notes.txt"])
    def test_nothing_is_overwritten(self, campaign, tmp_path, name):
        other = tmp_path / "pools" / "CO" / name
        other.parent.mkdir(parents=True)
        other.write_text("mine")
        with pytest.raises(UsageError, match="exists already"):
            write_pools(campaign, make_pools(campaign, SYSTEM, 2)[0], tmp_path / "pools")
        assert [path.name for path in other.parent.iterdir()] == [name]
        assert other.read_text() == "mine"

    def test_a_link_is_not_followed(self, campaign, tmp_path):
        pools, *_ = make_pools(campaign, SYSTEM, 2)
        write_pools(campaign, pools, tmp_path / "pools")
        file = tmp_path / "pools" / "CO" / "1.xml"
        file.rename(tmp_path / "elsewhere.xml")
        file.symlink_to(tmp_path / "elsewhere.xml")
        with pytest.raises(UsageError, match="exists already"):
            write_pools(campaign, pools, tmp_path / "pools")

    @pytest.mark.parametrize("place", ["", "topics", "runs/CO"])
    def test_pools_are_not_put_among_other_inputs(self, campaign, place):
        with pytest.raises(UsageError, match="campaign"):
            write_pools(campaign, make_pools(campaign, SYSTEM, 2)[0], campaign / place)


class TestMistakes:
    def test_a_task_that_there_is_not(self, campaign):
        with pytest.raises(UsageError, match=r"no task XO\. Its tasks are CO, VCAS"):
            make_pools(campaign, SYSTEM, 2, ["XO"])

    def test_a_task_without_runs(self, campaign):
        with pytest.raises(UsageError, match="no valid run of VCAS"):
            make_pools(campaign, SYSTEM, 2, ["VCAS"])

    def test_rejected_runs_are_reported_and_not_pooled(self, campaign):
        (campaign / "runs" / "CO" / "broken.xml").write_text("<inex-submission>")
        pools, problems, *_ = make_pools(campaign, SYSTEM, 2)
        assert {problem.file for problem in problems} == {"runs/CO/broken.xml"}
        assert pools["CO"]["1"].elements == {("A", SECTION), ("A", OTHER)}

    def test_a_campaign_with_errors(self, campaign):
        (campaign / "topics" / "broken.xml").write_text("<inex_topic>")
        with pytest.raises(CampaignRefusedError):
            make_pools(campaign, SYSTEM, 2)
