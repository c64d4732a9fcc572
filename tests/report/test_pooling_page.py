"""The pages of pools, made from the sample campaigns and from small ones made for the purpose."""

import dataclasses
from dataclasses import replace
from math import isnan, nan

import numpy as np
import pandas as pd
import pytest
from drawn_pages import drawn_pages
from evaluated_samples import evaluated_sample
from lxml import html
from pooling_campaigns import SmallCampaign
from pooling_reference import PlainRun
from small_tasks import without_results

from inexreport.report.campaign_view import view_campaign
from inexreport.subjects import pooling
from inexreport.subjects.assessment_sets import VARIANT_TITLES, variants_section
from inexreport.subjects.leave_out import leave_out_section
from inexreport.subjects.pool_contributions import POOL_CONTRIBUTIONS, pool_contributions
from inexreport.subjects.pool_growth import growth_section
from inexreport.subjects.pool_quality import (
    METASEARCH_DEPTHS,
    metasearch_answer,
    quality_sections,
    topic_pools,
)
from inexreport.subjects.pooling import TARGETS, pooling_page
from inexreport.subjects.pools import pools_of_task
from inexreport.subjects.rare_documents import RARE_DOCUMENTS, pool_parts, rare_section


@pytest.fixture(scope="module")
def sample_2006(sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign.parent / "sample-2006")
    return view_campaign(outcome, prepared.metrics)


def test_a_pool_given_in_a_file_has_its_own_row(sample_2006):
    page = pooling_page(sample_2006, "Thorough")
    found = page.facts["pools"]
    assert (found.items, found.depth, page.facts["given_by"]) == ("elements", 100, "file")
    assert found.given == found.topics
    means, by_topic = (part.frame for part in next(quality_sections(sample_2006, "Thorough")).parts)
    pools = sample_2006.outcome.campaign.pools
    shown = (
        by_topic[(by_topic.depth == "given") & (by_topic["set"] == "official")]
        .set_index("topic")["system size"]
        .to_dict()
    )
    assert shown == {topic: len(pools[topic].elements) for topic in shown}
    assert len(shown) == found.given
    assert means[means["set"] == "official"].depth.tolist() == ["50", "100", "given"]
    assert set(by_topic.depth) == {"50", "100", "given"}


def test_metasearch_pools_are_compared_by_counted_results(sample_2006):
    _, section = quality_sections(sample_2006, "Thorough")
    (shown,) = section.parts
    of_pools = shown.frame[shown.frame.depth == "given"].set_index("counted")
    assert [*zip(shown.frame.depth, shown.frame.counted, strict=True)] == [
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
    spread, work, missed, unjudged = section.answer
    assert missed.startswith(f"On {8 - len(of_topics)} other topic, no metasearch pool ")
    share = of_pools.unassessed[500] / of_pools["size"][500]
    assert unjudged.startswith(f"But {100 * share:.0f}% of the metasearch pools of the system pools’ size")
    assert f"In {len(of_topics)} topics, the system pool has {system:,} elements." in work
    assert (
        f"takes {abs(saved):,} {'fewer' if saved > 0 else 'more'} ({100 * abs(saved) / system:.1f}%)." in work
    )
    assert spread.startswith("With 250 to 1,500 counted results of each run, the mean precision is ")


def test_the_runs_with_most_and_fewest_relevant_rare_articles_are_named(sample_2006):
    chart, table = rare_section(sample_2006, "Thorough").parts[0].choices["official"]
    rows = table.frame[table.frame.rare > 0]
    shares = [(share, name.label) for share, name in zip(rows.percent, rows["name"], strict=True)]
    assert len({share for share, _ in shares}) > 1
    (most, best), (least, worst) = max(shares), min(shares, key=lambda one: one[0])
    equal = [sum(share == one for share, _ in shares) for one in (most, least)]
    best, worst = (name if n == 1 else f"{n} runs" for name, n in zip((best, worst), equal, strict=True))
    assert chart.figure.summary == (
        f"Of the {len(shares)} runs with rare articles: highest {most:.2f}% ({best}), "
        f"lowest {least:.2f}% ({worst}); the highest-ranked of them has {shares[0][0]:.2f}%, "
        f"the lowest-ranked {shares[-1][0]:.2f}%. {rows.rare_judged.sum()} of {rows.rare.sum()} rare "
        "articles, summed over runs, are judged; the others count as not relevant."
    )


def test_growth_is_told_by_the_shares_at_its_depths(sample_2006):
    chart, table = growth_section(sample_2006, "Thorough").parts
    rows = table.frame
    half = rows[rows.recall >= rows.recall.iloc[-1] / 2].iloc[0]
    assert f", {100 * half.recall:.2f}% in the first {half.depth}. Ranks " in chart.figure.summary
    assert chart.figure.basis.endswith(" with relevant elements")


def _counted_depth(saved, same=4.0, topic="1"):
    return {
        "topic": topic,
        "depth": "50",
        "counted": 500,
        "same_relevant": same,
        "saved": saved,
        "size": 6.0,
        "unassessed": 0.2,
    } | dict.fromkeys(("precision", "recall"), nan)


def _system_pool(precision, topic="1"):
    return {"set": "official", "pool": "system", "depth": "50", "topic": topic, "precision": precision}


def sentences(view, *rows, pools=None, only_relevant=False):
    if pools is None:
        pools = [_system_pool(0.5) for row in rows if row["topic"] != "all" and not isnan(row["saved"])]
    found = replace(pools_of_task(view.of("Thorough"), view.outcome.campaign), given=0, depth=50)
    depths = pd.DataFrame(rows, columns=list(_counted_depth(0.0)))
    pooling = pd.DataFrame(pools, columns=list(_system_pool(0.0)))
    return [*metasearch_answer(found, pooling, depths, only_relevant=only_relevant)]


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
def test_saved_judging_in_words(sample_2006, topics, ending):
    rows = [_counted_depth(saved, nan if isnan(saved) else 4.0) for saved in topics]
    (sentence,) = sentences(sample_2006, _counted_depth(0.0, topic="all"), *rows)
    assert sentence.endswith(ending)


def test_what_is_unjudged_in_metasearch_pools_is_said_where_it_is_known(sample_2006):
    row = _counted_depth(2.0) | {"unassessed": 3.0}
    (_, unjudged) = sentences(sample_2006, row)
    assert unjudged.startswith("But 50% of the metasearch pools")
    assert len(sentences(sample_2006, row, only_relevant=True)) == 1


def test_topics_on_which_no_metasearch_pool_finds_as_many_are_counted(sample_2006):
    rows = _counted_depth(2.0), _counted_depth(nan, nan, "2"), _counted_depth(nan, nan, "3")
    pools = _system_pool(0.4, "all"), _system_pool(0.5), _system_pool(0.3, "2"), _system_pool(0.0, "3")
    (saved, missed) = sentences(sample_2006, *rows, pools=pools)
    assert saved.startswith("In 1 topic, ")
    assert missed.startswith("On 1 other topic, no metasearch pool that counts 500 results of each run has ")
    (missed,) = sentences(sample_2006, *rows[1:], pools=pools[2:])
    assert missed.startswith("On 1 topic, no metasearch pool ")


def test_nothing_is_said_without_topics(sample_2006):
    assert sentences(sample_2006) == []


def test_growth_ends_with_the_whole_pool(sample_2006):
    chart, table = growth_section(sample_2006, "Focused").parts
    rows = table.frame
    assert rows.new.sum() == pytest.approx(rows["size"].iloc[-1])
    assert rows.new_relevant.sum() == pytest.approx(rows.relevant.iloc[-1])
    found = chart.frame.drop_duplicates("label", keep="last").recall
    assert found.iloc[0] == found.max()
    assert len(found) > 1


def test_rows_follow_the_official_ranking(sample_2006):
    standings = sample_2006.standings["Focused"]
    order = [run.submission.name for run in standings.runs]
    _, rare = rare_section(sample_2006, "Focused").parts[0].choices["official"]
    assert [name.run for name in rare.frame["name"]] == order
    (table,) = leave_out_section(sample_2006, "Focused").parts
    assert [name.run for name in table.frame["name"]] == order
    assert (table.frame.difference == table.frame.score_without - table.frame.score).all()


def test_variants_are_shown_for_graded_official_metrics(sample_2006):
    section = variants_section(sample_2006, "Thorough")
    assert section.answer[1].startswith("All judged articles are in the pool, at least in part")
    table, note, charts, scores, _ = section.parts
    assert table.frame.coefficient.tolist() == ["Spearman’s rho", "Kendall’s tau"] * 2
    assert [chart.figure.title for chart in charts] == list(dict.fromkeys(table.frame.title))
    assert set(table.frame.title) == set(VARIANT_TITLES.values())
    assert (scores, note[:1].isupper()) == ("variant_scores", bool(note))
    assert variants_section(sample_2006, "BestInContext").parts == ()


def test_pages_of_topics_and_runs_agree_with_the_tables(sample_2006):
    outcome = sample_2006.outcome
    contributions = POOL_CONTRIBUTIONS.build(outcome).to_pandas().set_index(["task", "run"])
    rare = RARE_DOCUMENTS.build(outcome).to_pandas().query("set == 'official'").set_index(["task", "run"])
    part = pool_parts(sample_2006.of("Focused"), outcome.campaign)["north-sections"]
    row = contributions.loc["Focused", "north-sections"]
    counts = ["pooled", "relevant", "unique", "unique_relevant"]
    assert [part[name] for name in counts] == row[counts].tolist()
    assert (part["rare"], part["rare_relevant"]) == tuple(
        rare.loc["Focused", "north-sections"][["rare", "rare_relevant"]]
    )
    topic = next(iter(outcome.campaign.assessments.topics))
    (pools,) = topic_pools(sample_2006, topic, only_relevant=False).parts
    assert pools.frame.task.tolist() == [task.task.name for task in outcome.tasks]
    assert topic_pools(sample_2006, "999", only_relevant=False) is None


def test_a_run_that_was_not_evaluated_has_no_part_in_pools(sample_2006):
    parts = pool_parts(sample_2006.of("AllInContext"), sample_2006.outcome.campaign)
    assert "south-unescaped" not in parts


@pytest.mark.parametrize(
    ("contributed", "note"),
    [
        (
            None,
            ["has the highest possible score on every topic. This run is likely made from the assessments"],
        ),
        (False, []),
    ],
)
def test_runs_that_fill_the_pools_from_the_assessments_are_named(sample_2006, contributed, note):
    task = sample_2006.of("Thorough")
    first, *others = map(without_results, task.runs)
    scores = replace(first.scores, by_topic=np.where(np.isnan(first.scores.by_topic), np.nan, 1.0))
    stated = replace(first.submission, contributed=contributed)
    changed = replace(task, runs=(replace(first, scores=scores, submission=stated), *others))
    view = view_campaign(replace(sample_2006.outcome, tasks=(changed,)), sample_2006.metrics)
    notes = pooling_page(view, "Thorough").facts["notes"]
    title = view.names["Thorough", stated.name].title
    assert [one.partition(": with it")[0] for one in notes] == [f"{title} {one}" for one in note]


def test_runs_that_contribute_relevant_items_only_are_named(sample_2006, monkeypatch):
    task = sample_2006.of("Thorough")
    changed = replace(task, runs=tuple(map(without_results, task.runs)))
    view = view_campaign(replace(sample_2006.outcome, tasks=(changed,)), sample_2006.metrics)
    counts = pool_contributions(task, sample_2006.outcome.campaign)
    run = counts[counts.run != ""].iloc[0]
    whole = counts.assign(relevant=counts.relevant.mask(counts.run == run.run, run.pooled))
    monkeypatch.setattr(pooling, "pool_contributions", lambda *_: whole)
    (note,) = pooling_page(view, "Thorough").facts["notes"]
    title = view.names["Thorough", run.run].title
    said = (
        f"All {run.pooled} elements that {title} contributed to the pools are relevant. This run is likely "
    )
    assert note.startswith(said)
    few = whole.assign(pooled=whole.pooled.clip(upper=79), relevant=whole.relevant.clip(upper=79))
    monkeypatch.setattr(pooling, "pool_contributions", lambda *_: few)
    assert pooling_page(view, "Thorough").facts["notes"] == []


@pytest.mark.parametrize("strict", [True, False])
def test_pools_of_strict_tasks_count_what_is_no_target(sample_2006, strict):
    task = sample_2006.of("Thorough")
    rules = task.task.rules.model_copy(update={"strict_target": strict})
    runs = tuple(map(without_results, task.runs))
    changed = replace(task, runs=runs, task=task.task.model_copy(update={"rules": rules}))
    view = view_campaign(replace(sample_2006.outcome, tasks=(changed,)), sample_2006.metrics)
    assert (TARGETS in pooling_page(view, "Thorough").facts["notes"]) is strict


def test_what_is_left_out_has_a_name_where_no_participant_is_known(sample_2006):
    task = sample_2006.of("Thorough")
    runs = [
        replace(without_results(run), submission=replace(run.submission, participant="")) for run in task.runs
    ]
    unknown = replace(task, runs=tuple(runs), without_group=())
    view = view_campaign(replace(sample_2006.outcome, tasks=(unknown,)), sample_2006.metrics)
    headings = [leave_out_section(one, "Thorough").question for one in (sample_2006, view)]
    assert headings == [
        "Would a run rank lower if its participant had not taken part?",
        "Would a run rank lower without its own finds?",
    ]


@pytest.mark.parametrize("runs", [0, 1])
def test_pages_of_few_runs_are_complete(sample_2006, runs):
    outcome = sample_2006.outcome
    tasks = tuple(
        dataclasses.replace(
            task, runs=tuple(without_results(run) for run in task.runs[:runs]), variants=(), without_group=()
        )
        for task in outcome.tasks
    )
    view = view_campaign(dataclasses.replace(outcome, tasks=tasks), sample_2006.metrics)
    page = pooling_page(view, "Thorough")
    assert (page.facts["runs"], bool(page.missing), bool(page.sections)) == (runs, not runs, bool(runs))
    if runs:
        (table,) = leave_out_section(view, "Thorough").parts
        assert len(table.frame) == 1
        assert len(growth_section(view, "Thorough").parts) == 2


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
    pooling, task = (
        " ".join(html.fromstring(page).text_content().split())
        for page in drawn_pages(campaign.write(tmp_path / "small"), "pooling/CO.html", "tasks/CO.html")
    )
    shared = "gives 501 − i points; what a run leaves of the 125,250 points of 500 results is shared by the"
    assert (shared in pooling) == (setting == "unranked share")
    assert ("what a run does not rank shares its remaining points" in task) == (setting == "unranked share")
    assert ("what a run does not rank gets no points" in task) == (setting == "unranked 0")
