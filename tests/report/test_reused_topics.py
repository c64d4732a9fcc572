"""Scores of two years on the topics that they share, against SciPy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from scipy.stats import ttest_rel

from inexreport.building.build import build
from inexreport.subjects.archive import archive_pages
from inexreport.subjects.reused_topics import REUSED_TOPICS
from tests.building.document_campaigns import write_campaign

TOPICS = {"1": "bread", "2": "light", "3": "paint", "4": "stone"}
SCORES = {
    ("old", "a"): [0.1, 0.2, 0.3, 0.9],
    ("old", "b"): [0.3, 0.2, 0.5, 0.9],
    ("old", "late"): [1.0, 1.0, 1.0, 1.0],
    ("new", "c"): [0.5, 0.6, 0.4, 0.1],
    ("new", "d"): [0.2, 0.8, 0.6, 0.1],
}


def record(year: int, ranked: list[str], titles: dict[str, str], official: str = "AP") -> dict[str, Any]:
    standings = [
        {"run": run, "participant": f"p-{run}", "rank": place, "score": 0.5, "title": run}
        for place, run in enumerate(ranked, 1)
    ]
    late = {"run": "late", "participant": "p-late", "rank": None, "score": 1.0, "title": "late"}
    task = {"name": "adhoc", "official": official, "runs": 2, "participants": 2, "best": None}
    return {
        "format_version": 1,
        "title": str(year),
        "year": year,
        "collection": {},
        "runs": 2,
        "participants": 2,
        "topics": 4,
        "assessed_topics": 4,
        "topic_titles": titles,
        "tasks": [task | {"standings": [*standings, late]}],
        "participant_names": {"p-a": "East", "p-b": "West", "p-c": "West", "p-d": "North"},
    }


def scores(folder: str, task: str, metric: str) -> pd.DataFrame:
    assert (task, metric) == ("adhoc", "AP")
    rows = [
        (run, topic, score)
        for (campaign, run), values in SCORES.items()
        if campaign == folder
        for topic, score in zip(TOPICS, values, strict=True)
    ]
    return pd.DataFrame(rows, columns=["run", "topic", "score"])


def reused(*records: tuple[str, dict[str, Any]]) -> list[list[Any]]:
    table = REUSED_TOPICS.build(archive_pages(list(records), scores).tables["reused_topics"])
    return table.to_pandas().to_numpy().tolist()


def test_the_median_and_the_best_run_of_a_participant_of_both_years() -> None:
    """Topic 4 has another title in the later year; runs without a rank do not count."""
    old, new = record(2020, ["b", "a"], TOPICS), record(2021, ["c", "d"], TOPICS | {"4": "wood"})
    median, west = reused(("old", old), ("new", new))
    assert median[:8] == ["adhoc", "AP", 2020, "old", 2021, "new", "", 3]
    assert median[8:10] == pytest.approx([(0.2 + 0.2 + 0.4) / 3, (0.35 + 0.7 + 0.5) / 3])
    assert median[10] == pytest.approx(ttest_rel([0.2, 0.2, 0.4], [0.35, 0.7, 0.5]).pvalue)
    assert west[6:8] == ["West", 3]
    assert west[8:10] == pytest.approx([1 / 3, 0.5])
    assert west[10] == pytest.approx(ttest_rel([0.3, 0.2, 0.5], [0.5, 0.6, 0.4]).pvalue)


def test_another_metric_another_title_or_the_same_year_compare_nothing() -> None:
    old, new = record(2020, ["b", "a"], TOPICS), record(2021, ["c", "d"], TOPICS)
    other = {topic: f"{title} otherwise" for topic, title in TOPICS.items()}
    assert reused(("old", old), ("new", new | {"year": 2020})) == []
    assert reused(("old", old), ("new", new | {"topic_titles": other})) == []
    assert reused(("old", old | {"participant": "p-a"}), ("new", new | {"participant": "p-a"})) == []
    assert reused(("old", old), ("new", record(2021, ["c"], TOPICS, official="nDCG@10"))) == []


def test_sites_of_two_years_are_compared(tmp_path: Path) -> None:
    for year in (2020, 2021):
        campaign = write_campaign(
            tmp_path / f"trial-{year}", settings=f'title = "T"\nyear = {year}\nprotocol = "trec"\n'
        )
        build(campaign, tmp_path / "site")
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "Systems on the same topics in two years" in page
    rows = pd.read_csv(tmp_path / "site" / "archive" / "reused_topics.csv")
    assert (rows.score == rows.later_score).all()
    assert rows.p.isna().all()
