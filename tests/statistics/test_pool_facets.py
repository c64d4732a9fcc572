"""What kinds of runs add to the pools: manual and automatic runs, worked by hand."""

from __future__ import annotations

import pytest
from pooling_campaigns import SmallCampaign
from pooling_reference import PlainRun

from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.campaign_view import view_campaign
from inexreport.subjects.pool_facets import POOL_FACETS, facets_section
from inexreport.subjects.pooling import pooling_page

RELEVANT, OTHER = {0: (0, 9)}, {}
JUDGED = {"1": {"A": RELEVANT, "B": RELEVANT, "C": OTHER}, "2": {"B": RELEVANT}}
ARTICLES = {
    "by-hand": {"1": "AC"},
    "engine": {"1": "AD", "2": "B"},
    "other-engine": {"1": "AB"},
    "unknown": {"1": "CA"},
}
TYPES = {"by-hand": "manual", "engine": "automatic", "other-engine": "automatic"}


def view_of(root, types, **more):
    runs = {
        name: PlainRun("1", {topic: [(one, (0, 9)) for one in articles] for topic, articles in found.items()})
        for name, found in ARTICLES.items()
    }
    kinds = {"1": "CO", "2": "CO"}
    directory = SmallCampaign(2009, JUDGED, kinds, {"Thorough": runs}, pool_depth=2, **more).write(root / "c")
    rows = ["run,type", *(f"{run},{kind}" for run, kind in types.items())]
    (directory / "runs.csv").write_text("\n".join(rows) + "\n", "utf-8")
    outcome, prepared = evaluate_campaign(directory)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def view(tmp_path_factory):
    return view_of(tmp_path_factory.mktemp("facets"), TYPES)


def test_contributions_by_hand(view):
    table = POOL_FACETS.build(view.outcome).to_pandas()
    assert table.facet.tolist() == ["type", "type"]
    rows = table.set_index("group")[["runs", "pooled", "relevant", "unique", "unique_relevant"]]
    # D and B, of topic 2 too, are of automatic runs alone; C is also of the run that does not tell.
    assert rows.loc["automatic"].tolist() == [2, 4, 3, 3, 2]
    assert rows.loc["manual"].tolist() == [1, 2, 1, 0, 0]


def test_metasearch_pools_by_hand(view):
    table = POOL_FACETS.build(view.outcome).to_pandas().set_index("group")
    rows = table[["size", "precision", "recall", "unassessed"]]
    # Topic 1, two articles each: A has 1000 points, B and D have 499, B is first. Topic 2 has one group.
    assert rows.loc["automatic"].tolist() == [2, 1, 1, 0]
    assert rows.loc["manual"].tolist() == [2, 0.5, 0.5, 0]


def test_the_page_shows_every_facet(view):
    section = facets_section(view, "Thorough")
    alone, pools = section.answer
    assert alone == "Type: of the relevant articles, one group alone contributed 2 (automatic), 0 (manual)."
    assert pools == (
        "Metasearch pools of equal size, 2.0 articles on average, have a precision of 1.0000 (automatic), "
        "0.5000 (manual)."
    )
    assert list(section.parts[0].choices) == ["Type"]
    assert "kinds" in [one.id for one in pooling_page(view, "Thorough").sections]


def test_runs_of_one_kind_are_not_compared(tmp_path):
    alike = view_of(tmp_path, dict.fromkeys(ARTICLES, "manual"))
    assert POOL_FACETS.build(alike.outcome).num_rows == 0
    assert facets_section(alike, "Thorough") is None
