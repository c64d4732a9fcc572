"""After a change of a document campaign, a build with a cache writes what a clean one writes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.building.build import build
from inexreport.building.resources import Resources
from inexreport.cache import Cache


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """A folder with a campaign, its site, and the cache of the build."""
    folder = tmp_path_factory.mktemp("documents")
    campaign = shutil.copytree(sample_campaign.with_name("sample-2025"), folder / "sample-2025")
    build(campaign, folder / "site", resources=Resources(cache=Cache(folder / "cache")))
    return folder


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    """A change of a text in a file of a campaign."""

    def change(campaign: Path) -> None:
        path = campaign / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


QRELS, OTHER = "assessments/official/qrels.txt", "assessments/language-model/qrels.txt"


@pytest.mark.parametrize(
    "change",
    [
        replaced(QRELS, "51 0 le-10117 3", "51 0 le-10117 1"),
        replaced(QRELS, "51 0 le-10117 3", "51 0 le-10117 0"),
        replaced(QRELS, "51 0 le-10117 3\n", ""),
        replaced(OTHER, "51 0 le-10117 3", "51 0 le-10117 0"),
        replaced("runs.csv", "manual,,yes,sections", "automatic,baseline,yes,sections"),
        replaced("topics/topics.txt", "lighthouse lens", "lens of a lighthouse"),
        replaced("campaign.toml", "pool_depth = 6", "pool_depth = 3"),
        replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\nrelevance_level = 2'),
        replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\norder = "file"'),
        replaced("runs/adhoc/12/south-coordination.txt", "1 2.0000", "1 0.5000"),
    ],
)
def test_a_change_shows_as_in_a_clean_build(
    built: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    campaign = shutil.copytree(built / "sample-2025", tmp_path / "sample-2025")
    change(campaign)
    shutil.copytree(built / "site", tmp_path / "site")
    shutil.copytree(built / "cache", tmp_path / "cache")
    build(campaign, tmp_path / "site", resources=Resources(cache=Cache(tmp_path / "cache")))
    build(campaign, tmp_path / "clean")
    found, expected = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "site", tmp_path / "clean")
    )
    assert found.keys() == expected.keys()
    assert [str(name) for name in found if found[name] != expected[name]] == []
