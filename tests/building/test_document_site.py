"""The site of a campaign of documents: its words, its pages and tables, and what it says of documents."""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from drawn_pages import drawn_pages, pages_of
from evaluated_samples import cached
from lxml.html import document_fromstring
from site_links import broken_links

from building.document_campaigns import SETTINGS, write_campaign
from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.name_list import NameList
from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_view import view_campaign
from inexreport.report.figure import Figure
from inexreport.report.naming import RunName
from inexreport.report.run import topic_rows
from inexreport.subjects.sections import Bars, Lines
from inexreport.subjects.topic import topic_page

WORDS = re.compile(r"\b(articles?|elements?|characters?|passages?|highlight\w*|INEX)\b", re.IGNORECASE)
"""What only campaigns of XML retrieval have."""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    build(write_campaign(folder / "campaigns" / "invented"), folder / "site", resources=cached())
    return folder / "site"


@pytest.fixture(scope="module")
def campaign(site) -> Path:
    return site / "invented"


def said(page: str) -> Iterator[str]:
    """The texts of a page: what it shows, labels and tooltips, and the texts of charts; no code."""
    yield from map(html.unescape, re.findall(r'(?:aria-label|data-tip|title|content)="([^"]*)"', page))
    for content in re.findall(
        r'<script type="application/(?:ld\+)?json"[^>]*>(.*?)</script>', page, re.DOTALL
    ):
        yield from texts_of(json.loads(content))
    shown = re.sub(r"<(script|style|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    yield from html.unescape(re.sub(r"<[^>]+>", "\n", shown)).split("\n")


def texts_of(content: object) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        for value in content.values():
            yield from texts_of(value)
    elif isinstance(content, list):
        for value in content:
            yield from texts_of(value)


def test_texts_of_pages_are_found():
    page = '<p title="a">b <code>c</code></p><script type="application/json">{"d": ["e"]}</script>'
    assert {one.strip() for one in said(page)} - {""} == {"a", "b", "e"}


def test_no_page_speaks_of_articles_elements_or_passages(site):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    found = [
        (page.relative_to(site).as_posix(), text)
        for page in pages
        for text in said(page.read_text())
        if WORDS.search(text)
    ]
    assert found == []


def test_every_link_leads_somewhere(site):
    assert broken_links(site) == []


def test_pages_that_do_not_apply_are_not_built(campaign):
    built = {one.relative_to(campaign).as_posix() for one in campaign.rglob("*.html")}
    assert not built & {"reliability.html", "systems.html", "topic-subsets.html", "assessors.html"}
    assert {"tasks/adhoc.html", "groups/adhoc.html", "topics/1.html"} <= built


def test_tables_that_do_not_apply_are_not_published(campaign):
    published = {one.stem for one in (campaign / "data").glob("*.parquet")}
    absent = {
        *("element_types", "near_misses", "relevant_elements", "highlighted_elements", "reliability"),
        *("task_pairs", "topic_subsets", "agreement", "agreement_characters", "assessment_variants"),
        *("collection", "efficiency", "topic_types"),
    }
    assert not published & absent
    assert {"scores", "runs", "topics", "assessments", "judged", "judged_documents"} <= published


def rows(campaign: Path, table: str) -> list[dict[str, str]]:
    with (campaign / "data" / f"{table}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_curves_are_published_and_drawn(campaign):
    scores = {
        (one["run"], one["metric"]): one["score"] for one in rows(campaign, "scores") if one["topic"] == "all"
    }
    curves = rows(campaign, "curves")
    assert {one["metric"] for one in curves} == {"nDCG", "IPrec"}
    at_ten = {one["run"]: one["y"] for one in curves if (one["metric"], one["x"]) == ("nDCG", "10.0")}
    assert at_ten == {run: score for (run, metric), score in scores.items() if metric == "nDCG@10"}
    recall = [float(one["x"]) for one in curves if (one["metric"], one["run"]) == ("IPrec", curves[0]["run"])]
    assert recall == [point / 10 for point in range(11)]
    for page in ("tasks/adhoc.html", f"runs/adhoc/{curves[0]['run']}.html", "compare/adhoc.html"):
        text = (campaign / page).read_text()
        # That of the official metric comes first.
        assert 0 < text.index('data-name="nDCG"') < text.index('data-name="IPrec"'), page


def test_tables_have_the_columns_of_documents(campaign):
    assert list(rows(campaign, "assessments")[0]) == ["topic", "document", "grade", "assessments"]
    topics = rows(campaign, "topics")
    assert not {"castitle", "passages", "relevant_characters"} & topics[0].keys()
    assert [(one["judged_documents"], one["relevant_documents"]) for one in topics] == [
        ("5", "2"),
        ("4", "2"),
        ("2", "1"),
    ]
    assert "documents_found" in rows(campaign, "topic_diagnosis")[0]
    assert "document" in rows(campaign, "missed_documents")[0]
    headers = [file.read_text().partition("\n")[0] for file in (campaign / "data").glob("*.csv")]
    assert not [header for header in headers if "article" in header]
    assert {one["grade"] for one in rows(campaign, "assessments") if one["document"] == "d5"} == {"-1"}


def test_judged_documents_by_hand(campaign):
    """Ranks are places in the rankings of tests/building/document_campaigns.py."""
    found = {
        (one["topic"], one["document"]): (
            *(int(one[name]) for name in ("grade", "found_10", "found_100", "found")),
            one["best_rank"],
            one["best_run"],
        )
        for one in rows(campaign, "judged_documents")
    }
    assert found["1", "d1"] == (2, 2, 2, 2, "1", "best")
    assert found["1", "d2"] == (1, 3, 3, 3, "1", "second")
    assert found["1", "d5"] == (-1, 1, 1, 1, "2", "fourth")
    # Third at rank 2, no other.
    assert found["2", "d1"] == (0, 1, 1, 1, "2", "third")
    assert len(found) == 11


def test_a_diagnosis_counts_relevant_documents(campaign):
    diagnoses = {one["run"]: one for one in rows(campaign, "run_diagnosis")}
    assert (diagnoses["best"]["results"], diagnoses["best"]["relevant_results"]) == ("9", "5")
    assert (diagnoses["fourth"]["relevant_results"], diagnoses["fourth"]["missed"]) == ("0", "5")
    assert "fitting" not in diagnoses["best"]


def table_of(page: str, label: str) -> list[list[str]]:
    """The cells of the rows in the body of a table."""
    body = re.search(rf'aria-label="{label}".*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert body is not None, label
    return [
        [html.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in re.split(r"<t[hd]\b[^>]*>", row)[1:]]
        for row in body[1].split("<tr>")[1:]
    ]


def test_the_topic_page_lists_judged_documents_by_grade(campaign):
    page = (campaign / "topics" / "1.html").read_text()
    assert "5 documents judged, 2 relevant: 1 of grade 2, 1 of grade 1, 2 of grade 0, 1 of grade −1." in page
    assert table_of(page, "Relevant documents") == [
        ["d1", "2", "2", "2", "2", "1", "best"],
        ["d2", "1", "3", "3", "3", "1", "second"],
    ]
    assert [row[0] for row in table_of(page, "Documents judged not relevant")] == ["d3", "d4", "d5"]


def test_every_section_has_content(campaign):
    for file in campaign.rglob("*.html"):
        for heading in document_fromstring(file.read_text("utf-8")).iter("h2"):
            following = heading.getnext()
            assert following is not None, (file, heading.text)
            assert following.tag != "h2", (file, heading.text)


@pytest.mark.parametrize(("percent", "end"), [(0.0, 5), (5.0, 5), (5.1, 10), (62.5, 100)])
def test_the_axis_of_rare_documents_fits_the_bars(percent, end):
    rows = pd.DataFrame({"name": [RunName("t", "r", "", "", "r")], "percent": percent, "rare": 8})
    bars = Bars("rare", Figure("", "", "", ""), rows, ("percent", "Relevant, percent"), {"rare": "Rare"})
    chart = json.loads(draw(bars, NameList()))
    assert chart["encoding"]["x"]["scale"]["domain"] == [0, end]


def test_participants_of_one_name_have_lines_of_their_own():
    rows = pd.DataFrame({"participant": ["1", "1", "2", "2"], "label": "Same", "depth": [1, 2] * 2})
    rows["recall"] = [0.1, 0.2, 0.3, 0.4]
    chart = Lines("growth", Figure("", "", "", ""), rows, ("depth", ""), ("recall", ""), "participant", 2)
    drawn = json.loads(draw(chart, NameList()))
    assert [line["y"] for line in drawn["datasets"]["rows"]] == [[0.1, 0.2], [0.3, 0.4]]
    assert drawn["usermeta"]["grids"] == [[1, 2]]


def test_topics_of_a_run_are_in_the_order_of_their_numbers(tmp_path):
    qrels = {"2": {"d1": 1}, "10": {"d1": 1}, "1": {"d1": 1}}
    runs = {"east/run": dict.fromkeys(qrels, "d1")}
    outcome, prepared = evaluate_campaign(write_campaign(tmp_path / "numbers", runs, qrels))
    view = view_campaign(outcome, prepared.metrics)
    assert [row["topic"] for row in topic_rows(view, "adhoc", 0)] == ["1", "2", "10"]


@pytest.mark.parametrize(
    ("rankings", "said"),
    [
        (["d1"], "adhoc: best 1.0000 by east (r0), median 1.0000 of 1 run."),
        (["d1", "x d1"], "adhoc: best 1.0000 by east (r0), median 0.8155 of 2 runs."),  # 1 / log2(3) = 0.6309
        (["d1", "d1"], "adhoc: best 1.0000 by east (r0) and 1 other, median 1.0000 of 2 runs."),
        (["x", "x", "x"], "adhoc: best 0.0000 by east (r0) and 2 others, median 0.0000 of 3 runs."),
    ],
)
def test_the_topic_page_says_how_many_runs_share_the_best_score(tmp_path, rankings, said):
    runs = {f"east/r{place}": {"1": ranking} for place, ranking in enumerate(rankings)}
    outcome, prepared = evaluate_campaign(write_campaign(tmp_path / "shared", runs, {"1": {"d1": 1}}))
    view = view_campaign(outcome, prepared.metrics)
    assert topic_page(view, outcome.campaign.topics["1"])["strip"].figure.summary == said


def test_the_topic_page_shows_the_two_best_runs_side_by_side(campaign):
    page = (campaign / "topics" / "1.html").read_text()
    assert table_of(page, "First results of two runs of adhoc") == [
        ["1", "d1", "2", "2", "d2", "1", "2"],
        ["2", "d2", "1", "1", "d1", "2", "1"],
        ["3", "d3", "0", "–", "x1", "–", "4"],
        ["4", "x1", "–", "3", "–", "–", "–"],
    ]
    rows = {
        one["label"]: one["row"]
        for one in json.loads(re.search(r'data-rankings="rankings-1">(.*?)</script>', page)[1])["runs"]
    }
    assert '<script src="../compare/adhoc/results-1.js" defer>' in page
    script = (campaign / "compare" / "adhoc" / "results-1.js").read_text()
    name, _, content = script.removeprefix("(window.compared ??= {})[").partition("] = ")
    assert name == '"results adhoc 1"'
    data = json.loads(content.removesuffix(";\n"))
    third = [data["results"][place] for place in data["first"][rows["west (third)"]]]
    assert third == [["x1", "", None], ["d3", "", "0"], ["d2", "", "1"]]


def test_runs_without_a_rank_can_be_compared_too(tmp_path):
    directory = write_campaign(tmp_path / "campaigns" / "invented")
    (directory / "runs.csv").write_text("run,status\nbest,reference\n")
    page, comparison = drawn_pages(directory, "topics/1.html", "compare/adhoc.html")
    data = json.loads(re.search(r'data-rankings="rankings-1">(.*?)</script>', page)[1])
    assert [one["label"] for one in data["runs"]][-1] == "east (best)"
    assert [one["row"] for one in data["runs"]] == [0, 1, 2, 3]
    compared = json.loads(re.search(r'id="comparison">(.*?)</script>', comparison)[1])
    assert compared["runs"][3]["run"] == "best"
    assert [one["results"] for one in compared["topics"]] == [
        f"adhoc/results-{topic}.js" for topic in (1, 2, 3)
    ]


def test_a_topic_that_a_run_does_not_answer_is_not_compared(campaign):
    page = (campaign / "topics" / "3.html").read_text()
    data = json.loads(re.search(r'data-rankings="rankings-1">(.*?)</script>', page)[1])
    assert len(data["runs"]) == 3


def test_the_run_page_says_what_was_judged_below_the_scores(campaign):
    """Judged are 2 of 3, 2 of 3 and 1 of 2 results."""
    page = (campaign / "runs" / "adhoc" / "second.html").read_text()
    shares = table_of(page, "Judged share of the first results")
    assert shares[0] == ["This run", *["61.11"] * 4]
    grades = table_of(page, "Grades of the first results")
    assert [[cell for cell in row if cell] for row in grades] == [
        ["1", "query 1", "1", "2", "–"],
        ["2", "query 2", "1", "–", "2"],
        ["3", "query 3", "–", "1"],
    ]
    assert page.index(">Scores</h2>") < page.index('id="judged"')


def test_columns_are_named_by_identifiers_as_written(campaign):
    page = re.sub(r"<wbr>", "", (campaign / "tasks" / "adhoc.html").read_text())
    assert "nDCG@10" in page
    assert not re.search(r"@\d+@", page)


def test_the_judged_share_stands_beside_official_scores(campaign):
    """Of the best run all of 4, 3 and 2 results but one are judged."""
    page = (campaign / "tasks" / "adhoc.html").read_text()
    share = f"{(3 / 4 + 1 + 1) / 3:.4f}"
    assert table_of(page, "Ranking by nDCG@10")[0][-1] == share
    front = " ".join(re.sub(r"<[^>]*>", "", (campaign / "index.html").read_text()).split())
    assert f"Judged share of its first documents: Judged@10 = {share}." in front
    assert "Judged@10" in (campaign / "reports" / "adhoc" / "all-runs.md").read_text()


def test_a_task_without_a_cut_off_does_not_speak_of_one(campaign):
    assert "1,000,000" not in (campaign / "tasks" / "adhoc.html").read_text()


def test_the_guide_explains_measures_with_their_provider(campaign):
    page = (campaign / "metrics.html").read_text()
    assert re.search(r"ir_measures [\d.]+, provider pytrec_eval \(pytrec-eval-terrier [\d.]+\)", page)
    assert page.count("<section class=") == 10  # nDCG AP Rprec Bpref P RR R RBP Judged Success
    assert page.count("<math") == 10
    assert "nDCG@10, nDCG, nDCG@20" in re.sub(r"<wbr>", "", page)


def test_subsets_of_topics_have_a_page_with_the_words_of_documents(tmp_path):
    settings = f"{SETTINGS}[topic_tags]\nearly = ['1']\nlate = ['2', '3']\n"
    outcome, prepared = evaluate_campaign(write_campaign(tmp_path / "invented", settings=settings))
    site = public_site(outcome, prepared.metrics, PUBLIC)
    (page,) = pages_of(site, "topic-subsets.html").values()
    assert [row[:5] for row in table_of(page, "Subsets of the topics")] == [
        ["early", "tag", "1", "1", "2.0"],
        ["late", "tag", "2", "2", "1.5"],
    ]
    assert not [text for text in said(page) if WORDS.search(text)]
    (table,) = (one.build(outcome) for one in site.tables if one.name == "topic_subset_relevance")
    assert len(table) == 2
    assert {*table.column_names}.isdisjoint({"passages", "relevant_characters"})


def test_a_participants_site_shows_no_other_run(tmp_path):
    folder = write_campaign(tmp_path / "campaigns" / "invented")
    build(folder, tmp_path / "site", audience=Audience(Readers.PARTICIPANT, "west"), resources=cached())
    site = tmp_path / "site"
    pages = {one.relative_to(site): one.read_text() for one in site.rglob("*.html")}
    assert not [name for name, page in pages.items() if re.search(r"\b(best|second)\.html", page)]
    assert not list(site.rglob("judged_documents.*"))
    topic = next(page for name, page in pages.items() if name.match("topics/1.html"))
    assert table_of(topic, "Relevant documents") == [["d1", "2"], ["d2", "1"]]
    assert "rankings-1" not in topic
    guide = next(page for name, page in pages.items() if name.match("metrics.html"))
    assert "is your best run of" in guide
    run = next(page for name, page in pages.items() if name.match("runs/adhoc/third.html"))
    assert "Median of all runs" not in run
    assert table_of(run, "Judged share of the first results")[0][1:] == ["88.89"] * 4
    assert table_of(run, "Grades of the first results")[0][2:5] == ["–", "0", "1"]
    assert not [(name, text) for name, page in pages.items() for text in said(page) if WORDS.search(text)]
