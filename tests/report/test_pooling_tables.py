"""The published tables about pools, row by row against an independent computation on whole campaigns."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pandas as pd
import pytest
from hypothesis import given, settings
from pooling_campaigns import (
    ARTICLES,
    KINDS,
    TASKS,
    UNJUDGED,
    SmallCampaign,
    campaigns,
    scored,
    scores_alone,
    scores_of,
    varied_campaign,
)
from pooling_reference import (
    PlainCampaign,
    PlainRun,
    competition_ranks,
    contribution_rows,
    growth_row,
    metasearch_rows,
    pooling_rows,
    rare_row,
    tau_b,
)

from inexreport.building.evaluation import evaluate_campaign
from inexreport.subjects.assessment_sets import ASSESSMENT_VARIANTS, VARIANT_SCORES
from inexreport.subjects.pool_contributions import POOL_CONTRIBUTIONS
from inexreport.subjects.pool_growth import POOL_GROWTH
from inexreport.subjects.pool_quality import METASEARCH_DEPTHS, POOLING
from inexreport.subjects.rare_documents import RARE_DOCUMENTS

SLOW = settings(max_examples=settings.default.max_examples // 6)


def rows_of(table: pd.DataFrame, task: str, *keys: str) -> dict[tuple, list]:
    """The rows of a task by what names them; every name occurs once."""
    rows = table[table["task"] == task].drop(columns="task").set_index(list(keys))
    assert rows.index.is_unique
    return {name: row.tolist() for name, row in zip(rows.index, rows.to_numpy(dtype=object), strict=True)}


def approximately(rows: dict) -> dict:
    return {name: pytest.approx(list(row), abs=1e-12, nan_ok=True) for name, row in rows.items()}


def official(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the official assessments."""
    return table[table["set"] == "official"].drop(columns="set")


def assert_pooling_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    table = rows_of(official(POOLING.build(outcome).to_pandas()), task, "pool", "depth", "topic")
    assert table == approximately(pooling_rows(plain))


def assert_metasearch_depths_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    table = rows_of(METASEARCH_DEPTHS.build(outcome).to_pandas(), task, "topic", "depth", "counted")
    assert table == approximately(metasearch_rows(plain))
    pooling = rows_of(official(POOLING.build(outcome).to_pandas()), task, "pool", "depth", "topic")
    for (topic, depth, counted), row in table.items():
        if counted == 500:
            assert row[:4] == pytest.approx(pooling["metasearch", depth, topic][:4], nan_ok=True)


def assert_growth_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    table = rows_of(POOL_GROWTH.build(outcome).to_pandas(), task, "participant", "depth")
    groups = {"", *plain.groups.values()} if plain.topics and plain.runs else set()
    assert {group for group, _ in table} == groups
    if groups:
        assert {1, plain.pool_depth} <= {depth for _, depth in table}
    expected = {(group, depth): growth_row(plain, group or None, depth) for group, depth in table}
    assert table == approximately(expected)


def assert_contributions_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    table = rows_of(POOL_CONTRIBUTIONS.build(outcome).to_pandas(), task, "participant", "run")
    assert table == {name: list(row) for name, row in contribution_rows(plain).items()}


def assert_rare_documents_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    table = official(RARE_DOCUMENTS.build(outcome).to_pandas())
    rows = rows_of(table, task, "run")
    ranks = competition_ranks(scores_of(outcome, task))
    for run in plain.runs:
        rank, rare, relevant, percent, percent_of_all, judged = rows.pop(run)
        assert (None if pd.isna(rank) else rank) == ranks[run]
        assert (rare, relevant) == rare_row(plain, run)[:2]
        assert percent == pytest.approx(100 * relevant / rare) if rare else pd.isna(percent)
        of_all, judged_by_definition = rare_row(plain, run)[2:]
        assert judged == judged_by_definition
        assert percent_of_all == pytest.approx(100 * relevant / of_all) if of_all else pd.isna(percent_of_all)
    assert rows == {}
    listed = table.loc[table["task"] == task, "rank_official"].fillna(len(plain.runs) + 1)
    assert listed.is_monotonic_increasing


def assert_tables_as_defined(outcome, task: str, plain: PlainCampaign) -> None:
    assert_pooling_as_defined(outcome, task, plain)
    assert_metasearch_depths_as_defined(outcome, task, plain)
    assert_growth_as_defined(outcome, task, plain)
    assert_contributions_as_defined(outcome, task, plain)
    assert_rare_documents_as_defined(outcome, task, plain)


@pytest.mark.parametrize("year", [2004, 2006, 2009])
def test_tables_are_as_defined(year):
    @SLOW
    @given(campaigns(year))
    def compare(campaign: SmallCampaign) -> None:
        assert_tables_as_defined(scored(campaign), TASKS[year], campaign.plain(TASKS[year]))

    compare()


@pytest.mark.parametrize("year", [2004, 2009])
def test_items_that_a_run_leaves_out_may_share_its_points(year):
    settings = f'[tasks."{TASKS[year]}".settings]\nborda = "unranked share"\n'
    campaign = long_campaign(year, seed=year)
    shared = replace(campaign, settings=settings)
    outcome = scored(shared)
    assert_pooling_as_defined(outcome, TASKS[year], shared.plain(TASKS[year]))
    assert_metasearch_depths_as_defined(outcome, TASKS[year], shared.plain(TASKS[year]))
    assert pooling_rows(shared.plain(TASKS[year])) != pooling_rows(campaign.plain(TASKS[year]))


def long_campaign(year: int, seed: int, most: int = 620) -> SmallCampaign:
    """Eight runs of at most so many results of 40 articles, many of them repeated, and of others."""
    draw = random.Random(seed)
    articles = [f"a{number}" for number in range(40)]
    paths = [f"/article[1]/sec[{number}]" for number in range(1, 13)]
    judgements, runs = {}, {}
    for topic in ("1", "2", "3"):
        judgements[topic] = {
            article: {path: draw.choice([(0, 0), (1, 2), (3, 3)]) for path in draw.sample(paths, 5)}
            if year == 2004
            else {0: (0, 100)}
            if draw.random() < 0.4
            else {}
            for article in draw.sample(articles, 15)
        }
    for number in range(8):
        of_run = [*draw.sample(articles, 25), *(f"own{number}-{i}" for i in range(4)), *ARTICLES, UNJUDGED]
        places = paths if year == 2004 else [(10 * i, 10) for i in range(30)]
        runs[f"run{number}"] = PlainRun(
            draw.choice(["", "1", "2", "3"]),
            {
                topic: [(draw.choice(of_run), draw.choice(places)) for _ in range(draw.randint(80, most))]
                for topic in draw.sample(sorted(KINDS), 3)
            },
        )
    pools = {"1": {(draw.choice(articles), draw.choice(paths)) for _ in range(300)}} if year == 2004 else {}
    return SmallCampaign(year, judgements, KINDS, {TASKS[year]: runs}, pools=pools, pool_depth=100)


@pytest.mark.parametrize("year", [2004, 2009])
def test_long_rankings_are_read_only_to_the_pool_depths(year):
    campaign = long_campaign(year, seed=year)
    assert_tables_as_defined(scored(campaign), TASKS[year], campaign.plain(TASKS[year]))


def test_metasearch_pools_count_up_to_1500_results():
    campaign = long_campaign(2004, seed=4, most=1500)
    outcome = scored(campaign)
    assert_metasearch_depths_as_defined(outcome, "CO", campaign.plain("CO"))
    table = METASEARCH_DEPTHS.build(outcome).to_pandas()
    of_topic = table[(table["topic"] == "1") & (table["depth"] == "100")]
    assert of_topic["counted"].tolist() == [250, 500, 1000, 1500]
    assert len(set(of_topic["same_relevant"])) > 1


def test_results_after_the_cut_off_and_rejected_runs_have_no_influence(tmp_path):
    campaign = long_campaign(2009, seed=1)
    whole = campaign.plain("Thorough")
    cut = {
        name: PlainRun(run.participant, {topic: results[:30] for topic, results in run.results.items()})
        for name, run in whole.runs.items()
    }
    campaign.write(tmp_path)
    (tmp_path / "campaign.toml").write_text(
        (tmp_path / "campaign.toml").read_text().replace("pool_depth", "cutoff = 30\npool_depth")
    )
    rejected = "".join(
        f"1 Q0 a{number} 1 1 run 0 {length}\n" for number, length in enumerate([10] * 30 + [-1])
    )
    (tmp_path / "runs" / "Thorough" / "rejected.txt").write_text(rejected)
    with scores_alone():
        outcome, _ = evaluate_campaign(tmp_path)
    assert not outcome.tasks[0].runs[0].evaluated
    plain = PlainCampaign(whole.topics, cut, of_articles=True, highlighted=True)
    assert_tables_as_defined(outcome, "Thorough", plain)


def test_variants_are_compared_by_their_published_scores():
    outcome = scored(varied_campaign(2004, "CO", 5))
    comparisons = ASSESSMENT_VARIANTS.build(outcome).to_pandas()
    assert len(comparisons) == 2 * 8
    scores = VARIANT_SCORES.build(outcome).to_pandas()
    for row in comparisons.itertuples():
        metric = f"inex_eval(quant={row.quant})"
        of_metric = scores[(scores["variant"] == row.variant) & (scores["metric"] == metric)]
        assert row.runs == len(of_metric) == 5
        ranks = of_metric[["score", "score_variant"]].rank()
        assert row.spearman == pytest.approx(ranks["score"].corr(ranks["score_variant"]))
        assert row.kendall == pytest.approx(tau_b(of_metric["score"], of_metric["score_variant"]))
        orders = list(permutations(of_metric["score_variant"]))
        as_far = [abs(tau_b(of_metric["score"], order)) >= abs(row.kendall) - 1e-9 for order in orders]
        assert row.kendall_p == pytest.approx(sum(as_far) / len(orders))
        assert 0 < row.spearman_p <= 1
