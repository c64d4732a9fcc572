"""What run pages tell their participants, of the sample campaigns and of cases made for the purpose."""

import dataclasses
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from building.document_campaigns import write_campaign
from evaluated_samples import evaluated_sample
from small_tasks import without_results

from inexreport.building.evaluation import evaluate_campaign
from inexreport.model.diagnosis import Matching, RelevantArticles, RuleEffects
from inexreport.rendering.addresses import campaign_addresses
from inexreport.rendering.assets import asset_names
from inexreport.rendering.pages import page_data, pages_of, render_page
from inexreport.report.campaign_record import campaign_record
from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page
from inexreport.subjects.found_by_rank import FOUND_BY_RANK
from inexreport.subjects.likely_causes import CAUSE_NAMES, TOPIC_DIAGNOSIS, TOPIC_MEDIANS, Cause
from inexreport.subjects.missed_articles import FITS, MISSED_ARTICLES, NEAR_MISSES, fit_section
from inexreport.subjects.returned_results import RESULTS_BY_RANK
from inexreport.subjects.run_diagnosis import RUN_DIAGNOSIS, applied_rules
from inexreport.subjects.sections import Bands, Bars, Lines, View

RELEVANCE_COLUMNS = ["relevant", "beside", "not_relevant", "unjudged"]


@pytest.fixture(scope="module", params=["sample-2006", "sample-2009"])
def sample(request, sample_campaign):
    outcome, prepared = evaluated_sample(sample_campaign.parent / request.param)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def pages(sample):
    """Task name and page of every evaluated run."""
    return [
        (task.task.name, run_page(sample, task.task.name, run))
        for task in sample.outcome.tasks
        for run in task.runs
        if run.evaluated
    ]


@pytest.fixture(scope="module")
def tables(sample):
    """The published tables of diagnoses, by name."""
    declared = (RUN_DIAGNOSIS, TOPIC_DIAGNOSIS, TOPIC_MEDIANS, FOUND_BY_RANK, RESULTS_BY_RANK)
    return {
        one.name: one.build(sample.outcome).to_pandas() for one in (*declared, MISSED_ARTICLES, NEAR_MISSES)
    }


def of_run(table, task, page):
    return table[(table["task"] == task) & (table["run"] == page["name"].run)]


def table_of(page, section):
    """The rows of the first table of a section; none of a section that does not apply."""
    parts = page["diagnosis"][section].parts if section in page["diagnosis"] else ()
    return next((part.frame for part in parts if isinstance(part, View)), pd.DataFrame())


def charts_of(page, section, kind):
    return [part for part in page["diagnosis"][section].parts if isinstance(part, kind)]


def test_every_evaluated_run_has_a_diagnosis_and_no_other(sample, pages):
    assert all(page["diagnosis"] for _, page in pages)
    for task in sample.outcome.tasks:
        for run in task.runs:
            if not run.evaluated:
                assert not run_page(sample, task.task.name, run)["diagnosis"]


def test_lost_topics_are_those_below_the_median_the_worst_first(pages):
    for _, page in pages:
        below = sorted(row["difference"] for row in page["topics"] if row["difference"] < 0)
        assert ("lost" in page["diagnosis"]) == bool(below)
        if below:
            claim = f"The run is below the median on {len(below)} of {len(page['topics'])} topics"
            assert page["diagnosis"]["lost"].answer[0].startswith(claim)
            assert table_of(page, "lost").difference.tolist() == below[:20]
            assert table_of(page, "lost").told.all()


def test_causes_on_the_page_are_those_of_the_table(tables, pages):
    for task, page in pages:
        causes = of_run(tables["topic_diagnosis"], task, page).set_index("topic").causes.str.split()
        counted = Counter()
        for one in table_of(page, "lost").itertuples():
            told = len(re.findall(r"[.%)](?= [A-Z]|$)", one.told))
            assert told == len(causes[one.topic]) or one.told.startswith("No likely cause found.")
            counted.update(
                CAUSE_NAMES[Cause(cause)].format(items="articles", among="returned")
                for cause in causes[one.topic]
            )
        note = page["diagnosis"]["lost"].parts[1] if counted else ""
        note = re.sub(r"among the first \d+", "returned", note)
        listed = re.findall(r"(?:: |, )(.+?) on (\d+)", note)
        assert {name: int(count) for name, count in listed} == counted


def test_causes_give_the_numbers_that_they_rest_on(tables, pages):
    number, seen = r"([\d.]*\d)", 0
    medians = tables["topic_medians"].set_index(["task", "topic"])
    missed = f"Relevant articles missed: {number} of {number} found.*?, median {number}"
    late = f"Ranked late: first relevant result at rank {number}, median {number}"
    for task, page in pages:
        own = of_run(tables["topic_diagnosis"], task, page).set_index("topic")
        for one in table_of(page, "lost").itertuples():
            row, median = own.loc[one.topic], medians.loc[task, one.topic]
            for found, relevant, usual in re.findall(missed, one.told):
                assert (int(found), int(relevant)) == (row["articles_found"], row["relevant_articles"])
                assert float(usual) == median["articles_found"]
                seen += 1
            for rank, usual in re.findall(late, one.told):
                assert (int(rank), float(usual)) == (row["first_relevant"], median["first_relevant"])
                seen += 1
    assert seen


def test_missed_articles_are_those_of_the_tables(tables, pages):
    for task, page in pages:
        (row,) = of_run(tables["run_diagnosis"], task, page).to_dict("records")
        topics = of_run(tables["topic_diagnosis"], task, page)
        assert row["missed"] == (topics["relevant_articles"] - topics["articles_found"]).sum()
        assert row["missed_widely"] == topics["missed_widely"].sum()
        assert ("missed" in page["diagnosis"]) == (row["missed"] > 0)
        if row["missed"]:
            (answer,) = page["diagnosis"]["missed"].answer
            relevant = topics["relevant_articles"].sum()
            assert answer.startswith(f"The run misses {row['missed']} of {relevant} relevant articles. ")
            assert f" {row['missed_widely'] or 'none'} of the missed ones" in answer
            assert (f"no run returns {row['missed_by_all']} of them" in answer) == (row["missed_by_all"] > 0)
        cells = table_of(page, "missed").get("articles", [])
        named = {(one["topic"], one["article"], one["runs"]) for cell in cells for one in cell}
        published = of_run(tables["missed_articles"], task, page).groupby("topic").head(3)
        assert named == set(zip(published["topic"], published["article"], published["runs"], strict=True))


def test_hits_and_near_misses_add_up_as_published(tables, pages):
    columns = ["fitting", "too_large", "too_small", "elsewhere", "before", "after", "unplaced"]
    for task, page in pages:
        fit, kinds = page["diagnosis"]["fit"], table_of(page, "fit")
        inside = of_run(tables["run_diagnosis"], task, page)[columns].sum().sum()
        assert fit.answer[0].startswith(f"Results in relevant articles: {inside:,}.")
        assert kinds.results.sum() == inside
        assert kinds.percent.sum() == pytest.approx(100)
        shown = fit.parts[1].frame["rank"].tolist() if len(fit.parts) > 1 else []
        assert shown == of_run(tables["near_misses"], task, page)["rank"].tolist()


def test_bars_by_rank_are_whole(tables, pages):
    for task, page in pages:
        rows = of_run(tables["results_by_rank"], task, page)
        every = rows[rows["element_type"] == "(all)"].set_index("ranks")
        worth, *types = charts_of(page, "by-rank", Bands)
        assert worth.frame.band.unique().tolist() == list(every.index)
        for chart in (worth, *types):
            assert chart.frame.groupby("band").percent.sum().tolist() == pytest.approx([100] * len(every))
        for band, parts in worth.frame.groupby("band"):
            assert parts.results.tolist() == every.loc[band, RELEVANCE_COLUMNS].tolist()
        if not types:
            (type_of_all,) = set(rows["element_type"]) - {"(all)"}
            of_one_type = f"All results for assessed topics are of one type: {type_of_all}."
            assert of_one_type in page["returned"].parts
            continue
        (table,) = (
            one for one in page["returned"].parts if getattr(one, "label", "") == types[0].figure.title
        )
        assert table.frame.total.sum() == worth.frame.results.sum()
        assert types[0].frame.part.nunique() - bool(types[0].grey) <= 5


def test_curves_by_rank_are_the_published_ones(tables, pages):
    table = tables["found_by_rank"].set_index(["task", "run", "rank"])
    for task, page in pages:
        curves = [(charts_of(page, "found", Lines)[0], ("found", "articles_found"))]
        curves += [(one, ("overlapping",)) for one in charts_of(page, "by-rank", Lines)]
        for curve, columns in curves:
            for place, (_, line) in enumerate(curve.frame.groupby("label", sort=False)):
                for point in line.to_dict("records"):
                    run = page["name"].run if point["name"] else ""
                    published = float(table.loc[task, run, point["rank"]][columns[place // 2]])
                    assert point["share"] == round(published, 4)


def test_topics_are_counted_by_the_rank_of_their_first_relevant_result(tables, pages):
    for task, page in pages:
        first = of_run(tables["topic_diagnosis"], task, page).dropna(subset="found").first_relevant.fillna(0)
        (chart,) = charts_of(page, "found", Bars)
        bars = chart.frame.set_index("name").topics
        assert bars["1"] == (first == 1).sum()
        assert bars["2–5"] == first.between(2, 5).sum()
        assert bars["none"] == (first == 0).sum()
        assert bars.sum() == len(first)


@pytest.fixture(scope="module")
def record(sample):
    return campaign_record(sample.outcome, sample.metrics)


def rendered(view, record, known=()):
    """The pages of all runs; of some, the page data are known."""
    addresses = campaign_addresses(view)
    data = {(task, page["name"].run): page for task, page in known}
    return [
        render_page(page, data.get(page.key) or page_data(page, view), addresses, asset_names(), record)
        for page in pages_of(addresses)
        if page.kind == "run"
    ]


def test_no_page_has_an_empty_table_or_a_leading_sentence_without_its_part(sample, pages, record):
    for html in rendered(sample, record, pages):
        assert not re.search(r"<tbody>\s*</tbody>", html)
        for anchor in re.findall(r'<li><a href="#([a-z-]+)">', html):
            assert f'id="{anchor}"' in html


@pytest.mark.parametrize("count", [1, 2])
def test_pages_of_few_runs(sample, record, count):
    tasks = tuple(
        dataclasses.replace(
            task, runs=tuple(without_results(run) for run in task.runs[:count]), variants=(), without_group=()
        )
        for task in sample.outcome.tasks
    )
    view = view_campaign(dataclasses.replace(sample.outcome, tasks=tasks), sample.metrics)
    for html in rendered(view, record):
        assert not re.search(r"<tbody>\s*</tbody>", html)
        assert ("Missed relevant articles" in html) <= (count > 1)


def test_a_task_in_which_nothing_was_assessed_has_no_diagnosis(view):
    (task, *_) = view.outcome.tasks
    run = task.runs[0]
    nothing = dataclasses.replace(run.diagnosis, article_ranks=np.zeros(0))
    changed = dataclasses.replace(
        task, runs=(dataclasses.replace(run, diagnosis=nothing),), relevant_articles=RelevantArticles()
    )
    few = view_campaign(dataclasses.replace(view.outcome, tasks=(changed,)), view.metrics)
    assert run_page(few, task.task.name, changed.runs[0])["diagnosis"] == {}


@pytest.fixture
def told(tmp_path):
    """The sentences on the first topic below the median of the first of three runs."""

    def causes(rankings):
        qrels = {"1": {"d0": 2, "d1": 1, "n": 0}}
        runs = {f"east/{name}": {"1": documents} for name, documents in zip("abc", rankings, strict=True)}
        directory = write_campaign(tmp_path / "invented", runs, qrels)
        outcome, prepared = evaluate_campaign(directory)
        view = view_campaign(outcome, prepared.metrics)
        page = run_page(view, "adhoc", outcome.tasks[0].runs[0])
        return table_of(page, "lost").told.iloc[0]

    return causes


UNJUDGED = " ".join(f"x{place}" for place in range(10))


@pytest.mark.parametrize(
    ("rankings", "expected"),
    [
        (
            ("n d0 d1", "d0 d1", "d0 d1"),
            (
                "No likely cause found. Rank of the first relevant result: 2, median 1. Relevant among the "
                "first 10: 2, median 2. Sum of their grades: 3, median 3."
            ),
        ),
        (
            (f"{UNJUDGED} d0", "d0 d1", "d0 d1"),
            (
                "No relevant result among the first 10; the first one is at rank 11. "
                "Unjudged: 10 of the first 10, median 0."
            ),
        ),
        (
            (f"n {UNJUDGED}", "d0 n", "n d1 d0"),
            "No relevant result among the first 10. Unjudged: 9 of the first 10, median 0.",
        ),
        (("n x0", "n d0", "d0"), "No relevant result (of 2)."),
    ],
)
def test_sentences_on_causes_give_what_is_known(told, rankings, expected):
    assert told(rankings) == expected


def effects(task, run, **changes):
    nothing = RuleEffects(0, 0, 0, 0, 0, 0, 0, float("nan"))
    rules = dataclasses.replace(nothing, **changes)
    composition = dataclasses.replace(run.composition, unlocated=0)
    run = dataclasses.replace(run, composition=composition)
    diagnosis = dataclasses.replace(run.diagnosis, rules=rules, matching=Matching.TEXT)
    return applied_rules(task, run, diagnosis, 0.25)


def test_what_rules_took_is_said_where_they_took_anything(outcome):
    task, run = outcome.tasks[0].task, outcome.tasks[0].runs[0]
    assert effects(task, run) == []
    assert effects(task, run, beyond_cutoff=40, repeated=2) == [
        ("Results beyond the cut-off at rank 1,500", "40 of 1,200"),
        ("Results that repeat the text of an earlier one", "2 of 1,200"),
    ]
    limited = effects(task, run, left_out=7, characters_lost=12_000, relevant_lost=300, score_unlimited=0.125)
    assert limited == [
        (
            "Removed by the limit of 1,000 characters of a topic",
            "12,000 characters, 300 of them highlighted; 7 results as a whole",
        ),
        ("iP@0.01 without the limit", "0.1250 instead of 0.2500"),
    ]


def test_poor_fit_is_the_share_of_all_results_that_do_not_fit(sample):
    """Results whose place is not known do not count as poor fit, but among all."""
    task = sample.outcome.tasks[0]
    run = next(run for run in task.runs if run.diagnosis)
    counts = {"fitting": 20, "too_large": 25, "too_small": 15, "elsewhere": 30, "unplaced": 10}
    fits = np.array([[counts.get(name, 0) for name in FITS.values()]])
    changed = dataclasses.replace(run.diagnosis, matching=Matching.TEXT, fits=fits, near_misses=())
    unseen, section = (fit_section(changed, matters=matters) for matters in (False, True))
    assert unseen.facts["finding"] is None
    assert section.facts["finding"] == (
        "Poor fit: 70% of its 100 results in relevant articles",
        "Most of all (30%) right article, wrong place: it meets no highlighted text of its article.",
    )


def test_a_run_that_was_scored_otherwise_than_its_file_is_says_so_first(sample, pages):
    """Before it says what the results are like."""
    for task, page in pages:
        if found := page["diagnosis"].get("findings"):
            first = found.facts["findings"][0][0] == "scored-otherwise"
            problems = sample.run(task, page["name"].run).problems
            assert first == any(problem.changes_scored for problem in problems)
