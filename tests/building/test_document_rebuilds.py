"""After a change of a document campaign, a build with a cache gives what a clean one gives."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from pooling_campaigns import scores_alone

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache

from .document_campaigns import write_campaign
from .test_every_field import content
from .test_incremental import everything

SETTINGS = """\
title = "Invented retrieval"
year = 2021
protocol = "trec"
pool_depth = 3

[tasks.adhoc]
official = "nDCG@10"
metrics = ["nDCG@10", "AP", "Judged@10"]

[assessments.language-model]
model = "an invented language model"
"""
"""A metric that uses grades, one that uses the relevance level, and one of what is judged."""

DESCRIBED = """\
run,participant,type,status,units
best,east,automatic,,documents
second,east,manual,,sections
third,west,automatic,,documents
fourth,west,automatic,baseline,documents
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign, its site, and the cache of the build."""
    folder = tmp_path_factory.mktemp("documents")
    campaign = write_campaign(folder / "campaign", settings=SETTINGS)
    (campaign / "runs.csv").write_text(DESCRIBED)
    (campaign / OTHER).parent.mkdir()
    (campaign / OTHER).write_text((campaign / QRELS).read_text().replace("1 0 d1 2", "1 0 d1 1"))
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
    "another grade": replaced(QRELS, "1 0 d1 2", "1 0 d1 1"),
    "not relevant": replaced(QRELS, "1 0 d1 2", "1 0 d1 0"),
    "not judged": replaced(QRELS, "1 0 d1 2\n", ""),
    "another judge": replaced(OTHER, "2 0 d7 2", "2 0 d7 0"),
    "facts": replaced("runs.csv", "manual,,sections", "automatic,baseline,sections"),
    "topic": replaced("topics/topics.xml", "query 1", "another query"),
    "depth": replaced("campaign.toml", "pool_depth = 3", "pool_depth = 2"),
    "level": replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\nrelevance_level = 2'),
    "order": replaced("campaign.toml", 'protocol = "trec"', 'protocol = "trec"\norder = "file"'),
    "a run": replaced("runs/adhoc/west/third.txt", "1 99", "1 0.5"),
}
ON_PAGES = ("not relevant", "facts")


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_as_without_a_cache(built: Path, tmp_path: Path, name: str) -> None:
    campaign = shutil.copytree(built / "campaign", tmp_path / "campaign")
    CHANGES[name](campaign)
    resources = Resources(cache=Cache(shutil.copytree(built / "cache", tmp_path / "cache")))
    if name in ON_PAGES:
        shutil.copytree(built / "site", tmp_path / "site")
        build(campaign, tmp_path / "site", resources=resources)
        build(campaign, tmp_path / "clean")
        assert content(tmp_path / "site") == content(tmp_path / "clean")
    else:
        with scores_alone():  # statistics are not compared
            found, expected, before = (
                everything(evaluate_campaign(directory, resources=by)[0])
                for directory, by in (
                    (campaign, resources),
                    (campaign, Resources()),
                    (built / "campaign", resources),
                )
            )
        assert found == expected != before
