"""The pages of pools, made from the sample campaigns and from small ones made for the purpose."""

import dataclasses
from math import isnan, nan
from types import SimpleNamespace

import pytest
from lxml import html
from pooling_campaigns import SmallCampaign
from pooling_reference import PlainRun

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.campaign_view import view_campaign
from inexreport.report.metasearch import counted_depths
from inexreport.report.pooling import pooling_page, run_part, topic_pools
from inexreport.report.tables.pools import METASEARCH_DEPTHS, POOL_CONTRIBUTIONS, RARE_DOCUMENTS
from inexreport.statistics.pool_comparisons import CountedDepth
from inexreport.statistics.pool_quality import KINDS, PoolQuality


@pytest.fixture(scope="module")
def sample_2006(sample_campaign):
    outcome, prepared = evaluate_campaign(sample_campaign.parent / "sample-2006")
    return view_campaign(outcome, prepared.metrics)


def test_a_pool_given_in_a_file_has_its_own_row(sample_2006):
    page = pooling_page(sample_2006, "Thorough")
    assert (page["unit"], page["depth"], page["given_by"]) == ("elements", 100, "file")
    assert page["given"] == page["topics"]
    pools = sample_2006.outcome.campaign.pools
    shown = {
        row["topic"]: row["pools"][KINDS.index("system")].size
        for row in page["by_topic"]
        if row["depth"] == "given"
    }
    assert shown == {topic: len(pools[topic].elements) for topic in shown}
    assert [row["depth"] for row in page["means"]] == ["50", "100", "given"]
    assert {row["depth"] for row in page["by_topic"]} == {"50", "100", "given"}


def test_metasearch_pools_are_compared_by_counted_results(sample_2006):
    shown = pooling_page(sample_2006, "Thorough")["counted_depths"]
    assert [(row.pool.depth, row.counted) for row in shown["rows"]] == [
        (depth, counted) for depth in ("50", "100", "given") for counted in (250, 500, 1000, 1500)
    ]
    table = (
        METASEARCH_DEPTHS.build(sample_2006.outcome)
        .to_pandas()
        .query("task == 'Thorough' and counted == 500")
    )
    of_topics = table.query("depth == 'given' and topic != 'all'").dropna(subset="saved")
    saved, system = int(of_topics["saved"].sum()), int(of_topics["size"].sum())
    assert (of_topics["size"] == of_topics["same_relevant"] + of_topics["saved"]).all()
    spread, work = shown["sentences"]
    assert f"In {len(of_topics)} topics, the system pool has {system:,} elements." in work
    assert (
        f"takes {abs(saved):,} {'fewer' if saved > 0 else 'more'} ({100 * abs(saved) / system:.1f}%)." in work
    )
    assert spread.startswith("With 250 to 1,500 counted results of each run, the mean precision is ")


def test_the_runs_with_most_and_fewest_relevant_rare_articles_are_named(sample_2006):
    shown = pooling_page(sample_2006, "Thorough")["rare"]
    shares = [(row["percent"], row["name"].label) for row in shown["rows"] if row["rare"]]
    assert len({share for share, _ in shares}) > 1
    (most, best), (least, worst) = max(shares), min(shares, key=lambda one: one[0])
    equal = [sum(share == one for share, _ in shares) for one in (most, least)]
    best, worst = (name if n == 1 else f"{n} runs" for name, n in zip((best, worst), equal, strict=True))
    assert shown["figure"].summary == (
        f"Of the {len(shares)} runs with rare articles: highest {most:.2f}% ({best}), "
        f"lowest {least:.2f}% ({worst}); the highest-ranked of them has {shares[0][0]:.2f}%, "
        f"the lowest-ranked {shares[-1][0]:.2f}%."
    )


def test_growth_is_told_by_the_shares_at_its_depths(sample_2006):
    growth = pooling_page(sample_2006, "Thorough")["growth"]
    half = next(row for row in growth["rows"] if row["recall"] >= growth["rows"][-1]["recall"] / 2)
    assert f", {100 * half['recall']:.2f}% in the first {half['depth']}. Ranks " in growth["figure"].summary
    assert growth["figure"].basis.endswith(" with relevant elements")


def _counted_depth(saved, same=4.0, topic="1"):
    pool = PoolQuality("metasearch", "50", topic, 6.0, nan, nan, 0.0)
    return CountedDepth(500, pool, same, saved)


@pytest.mark.parametrize(
    ("topics", "ending"),
    [
        (
            [2.0],
            "a metasearch pool that counts 500 results of each run takes 2 fewer (33.3%).",
        ),
        (
            [-2.0, 0.0],
            "a metasearch pool that counts 500 results of each run takes 2 more (33.3%).",
        ),
        (
            [1.0, -1.0, nan],
            "a metasearch pool that counts 500 results of each run takes as many.",
        ),
    ],
)
def test_saved_judging_in_words(topics, ending):
    rows = [_counted_depth(saved, nan if isnan(saved) else 4.0) for saved in topics]
    findings = SimpleNamespace(
        counted_depths=[_counted_depth(0.0, topic="all"), *rows], own_depth="50", unit="element"
    )
    (sentence,) = counted_depths(findings)["sentences"]
    assert sentence.endswith(ending)


def test_nothing_is_said_without_topics():
    findings = SimpleNamespace(counted_depths=[], own_depth="50", unit="element")
    assert counted_depths(findings) == {"rows": [], "sentences": []}


def test_growth_ends_with_the_whole_pool(sample_2006):
    page = pooling_page(sample_2006, "Focused")
    assert page["growth"] is not None
    *_, last = page["growth"]["rows"]
    assert sum(row["new"] for row in page["growth"]["rows"]) == pytest.approx(last["size"])
    assert sum(row["new_relevant"] for row in page["growth"]["rows"]) == pytest.approx(last["relevant"])
    found = [line["recall"][-1] for line in page["growth"]["lines"]]
    assert found[0] == max(found)


def test_rows_follow_the_official_ranking(sample_2006):
    page = pooling_page(sample_2006, "Focused")
    standings = sample_2006.standings["Focused"]
    order = [run.submission.name for run in standings.runs]
    assert [row["name"].run for row in page["rare"]["rows"]] == order
    assert [row["name"].run for row in page["left_out"]] == order
    for row in page["left_out"]:
        assert row["difference"] == pytest.approx(row["score_without"] - row["score"])


def test_variants_are_shown_for_graded_official_metrics(sample_2006):
    graded = pooling_page(sample_2006, "Thorough")["variants"]
    assert graded is not None
    assert [row["coefficient"] for row in graded["rows"]] == ["spearman", "kendall"] * 2
    assert [figure["figure"].title for figure in graded["figures"]] == list(
        dict.fromkeys(r["title"] for r in graded["rows"])
    )
    assert pooling_page(sample_2006, "BestInContext")["variants"] is None


def test_pages_of_topics_and_runs_agree_with_the_tables(sample_2006):
    outcome = sample_2006.outcome
    contributions = POOL_CONTRIBUTIONS.build(outcome).to_pandas().set_index(["task", "run"])
    rare = RARE_DOCUMENTS.build(outcome).to_pandas().set_index(["task", "run"])
    part = run_part(sample_2006, "Focused", "north-sections")
    row = contributions.loc["Focused", "north-sections"]
    found = part["contribution"]
    assert (found.pooled, found.relevant, found.unique, found.unique_relevant) == tuple(
        row[["pooled", "relevant", "unique", "unique_relevant"]]
    )
    assert (part["rare"], part["rare_relevant"]) == tuple(
        rare.loc["Focused", "north-sections"][["rare", "rare_relevant"]]
    )
    topic = next(iter(outcome.campaign.assessments.topics))
    tasks = [one["task"] for one in topic_pools(sample_2006, topic)]
    assert tasks == [task.task.name for task in outcome.tasks]
    assert topic_pools(sample_2006, "999") == []


def test_a_run_that_was_not_evaluated_has_no_part_in_pools(sample_2006):
    assert run_part(sample_2006, "AllInContext", "south-unescaped") is None


@pytest.mark.parametrize("runs", [0, 1])
def test_pages_of_few_runs_are_complete(sample_2006, runs):
    outcome = sample_2006.outcome
    tasks = tuple(
        dataclasses.replace(task, runs=task.runs[:runs], variants=(), without_group=())
        for task in outcome.tasks
    )
    view = view_campaign(dataclasses.replace(outcome, tasks=tasks), sample_2006.metrics)
    page = pooling_page(view, "Thorough")
    assert (page["runs"], len(page["left_out"]), page["growth"] is None) == (runs, runs, runs == 0)


SECTION = "/article[1]/sec[1]"


@pytest.mark.parametrize("setting", ["unranked 0", "unranked share"])
def test_pages_of_pool_and_task_say_who_gets_the_remaining_points(tmp_path, setting):
    campaign = SmallCampaign(
        2004,
        {"1": {"A": {SECTION: (3, 3)}}},
        {"1": "CO"},
        {"CO": {"one": PlainRun("1", {"1": [("A", SECTION)]})}},
        settings=f'[tasks.CO.settings]\nborda = "{setting}"\n',
    )
    build(campaign.write(tmp_path / "small"), tmp_path / "site")
    pooling, task = (
        " ".join(html.parse(tmp_path / f"site/small/{page}/CO.html").getroot().text_content().split())
        for page in ("pooling", "tasks")
    )
    shared = "gives 501 − i points; what a run leaves of the 125,250 points of 500 results is shared by the"
    assert (shared in pooling) == (setting == "unranked share")
    assert ("what a run does not rank shares its remaining points" in task) == (setting == "unranked share")
    assert ("what a run does not rank gets no points" in task) == (setting == "unranked 0")
