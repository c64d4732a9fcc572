"""After a change of a document campaign, a build with a cache gives what a clean one gives."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache

from .test_every_field import content
from .test_incremental import everything

RUNS = ("north-bm25", "north-manual", "south-coordination", "sit-words")
"""Those of the sample campaign that these tests use; more would be treated as these are."""

METRICS = ["nDCG@10", "AP", "Judged@10"]
"""One that uses grades, one that uses the relevance level, and one of what is judged."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, sample_campaign: Path) -> Path:
    """A folder with a campaign, its site, and the cache of the build."""
    folder = tmp_path_factory.mktemp("documents")
    whole, campaign = sample_campaign.with_name("sample-2025"), folder / "sample-2025"
    shutil.copytree(whole, campaign, ignore=shutil.ignore_patterns("scores"))
    settings = campaign / "campaign.toml"
    text = settings.read_text("utf-8").partition("[imported.")[0]
    settings.write_text(re.sub(r"metrics = \[.*\]", f"metrics = {METRICS}", text), "utf-8")
    for run in (campaign / "runs" / "adhoc").glob("*/*"):
        if not run.name.startswith(RUNS):
            run.unlink()
    described = campaign / "runs.csv"
    head, *rows = described.read_text("utf-8").splitlines(keepends=True)
    described.write_text("".join((head, *(row for row in rows if row.startswith(RUNS)))), "utf-8")
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


CHANGES = {
    "another grade": replaced(QRELS, "51 0 le-10117 3", "51 0 le-10117 1"),
    "not relevant": replaced(QRELS, "51 0 le-10117 3", "51 0 le-10117 0"),
    "not judged": replaced(QRELS, "51 0 le-10117 3\n", ""),
    "another judge": replaced(OTHER, "51 0 le-10117 3", "51 0 le-10117 0"),
    "facts": replaced("runs.csv", "manual,,yes,sections", "automatic,baseline,yes,sections"),
    "topic": replaced("topics/topics.txt", "lighthouse lens", "lens of a lighthouse"),
    "depth": replaced("campaign.toml", "pool_depth = 6", "pool_depth = 3"),
    "level": replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\nrelevance_level = 2'),
    "order": replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\norder = "file"'),
    "a run": replaced("runs/adhoc/12/south-coordination.txt", "1 2.0000", "1 0.5000"),
}
ON_PAGES = ("not relevant", "facts")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_as_without_a_cache(built: Path, tmp_path: Path, name: str) -> None:
    campaign = shutil.copytree(built / "sample-2025", tmp_path / "sample-2025")
    CHANGES[name](campaign)
    resources = Resources(cache=Cache(shutil.copytree(built / "cache", tmp_path / "cache")))
    if name in ON_PAGES:
        shutil.copytree(built / "site", tmp_path / "site")
        build(campaign, tmp_path / "site", resources=resources)
        build(campaign, tmp_path / "clean")
        assert content(tmp_path / "site") == content(tmp_path / "clean")
    else:
        found, expected = (evaluate_campaign(campaign, resources=by)[0] for by in (resources, Resources()))
        assert everything(found) == everything(expected)
