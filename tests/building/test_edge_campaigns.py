"""Campaigns at the edge of what can be scored: nothing undefined is published, and equal runs are equal."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from built_archives import build_archive
from evaluated_samples import cached
from lxml import html
from sentences import faults_of_pages
from site_links import broken_links

from building.document_campaigns import QRELS, RUNS, write_campaign

RESULTS = "1 Q0 a 100 1000 10 10:100\n1 Q0 b 0 500\n2 Q0 c 50 400 0 0:50\n"
NOTHING_RELEVANT = "1 Q0 a 0 1000\n1 Q0 b 0 500\n2 Q0 c 0 400\n"
NO_VALUE = re.compile("[+-]?(nan|inf|infinity|none|null|<na>)", re.IGNORECASE)
NO_NUMBER = re.compile(r"(?<![\w-])(?:nan|[-−]?inf(?:inity)?)(?![\w-])", re.IGNORECASE)

Passage = tuple[str, str, int, int]


def run(*passages: Passage) -> str:
    """Topic, article, offset and length of each result."""
    lines = (
        f"{topic} Q0 {article} {rank} {-rank} run {offset} {length}"
        for rank, (topic, article, offset, length) in enumerate(passages, start=1)
    )
    return "\n".join(lines) + "\n"


FOUND = run(("1", "a", 10, 100), ("1", "b", 0, 50), ("2", "c", 0, 50))
MISSED = run(("1", "b", 0, 10), ("2", "x", 0, 10))
# Retrieved characters, and so precision, differ; three runs share the tenth place, one is below them.
RANKED = {f"Focused/{i:02}/run.{i:02}.run": run(("1", "a", 10, 100 + 10 * i)) for i in range(9)}
RANKED |= {f"Focused/{i:02}/run.{i:02}.run": run(("1", "a", 10, 300)) for i in (9, 10, 11)}
RANKED |= {"Focused/12/run.12.run": run(("1", "a", 10, 400))}
TASKS = ("Focused", "BestInContext")

NONE = {f"{task}/{i}/none{i}.run": MISSED for task in TASKS for i in range(2)}

CAMPAIGNS: dict[str, tuple[str, Sequence[str], Mapping[str, str]]] = {
    "a-single-run": (RESULTS, "12", {"Focused/1/one.run": FOUND}),
    "a-single-topic": ("1 Q0 a 100 1000 10 10:100\n", "1", RANKED),
    "equal-runs": (RESULTS, "12", {f"{task}/{i}/equal{i}.run": FOUND for task in TASKS for i in range(3)}),
    "nothing-relevant": (NOTHING_RELEVANT, "12", {f"Focused/{i}/run{i}.run": FOUND for i in range(2)}),
    "nothing-found": (RESULTS, "12", NONE),
    "without-results": (RESULTS, "12", {"Focused/1/empty.run": "", "Thorough/1/empty.run": ""}),
    "without-runs": (RESULTS, "12", {}),
}
OF_ALL_METRICS = ("nothing-relevant", "nothing-found", "without-results", "without-runs")
"""Campaigns in which metrics differ in what they make of nothing; the others have the following alone."""
FEW_METRICS = """
[tasks.Focused]
metrics = ["MAiP", "iP@0.01", "art_prec", "char_prec", "overlap(kind=set)"]
[tasks.BestInContext]
metrics = ["MAgP(score=BEP,n=500)", "gR@1", "overlap(kind=set)"]
"""
BEST, SECOND = "east/best", "east/second"
DOCUMENTS: dict[str, tuple[Mapping[str, Mapping[str, int]], Mapping[str, Mapping[str, str]]]] = {
    "one-ranking": ({"1": QRELS["1"]}, {BEST: RUNS[BEST]}),
    "two-rankings": ({topic: QRELS[topic] for topic in "12"}, {name: RUNS[name] for name in (BEST, SECOND)}),
    "equal-rankings": (QRELS, {f"p{i}/run{i}": RUNS[BEST] for i in range(3)}),
    "no-relevant-document": ({"1": {"d1": 0, "d2": 0}, "2": {"d6": 0}}, RUNS),
    "no-ranking": (QRELS, {}),
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edges")
    for name, (qrels, topics, runs) in CAMPAIGNS.items():
        written = {
            "campaign.toml": f'title = "{name}"\nyear = 2009\nprotocol = "inex-2009"\n'
            + ("" if name in OF_ALL_METRICS else FEW_METRICS),
            "assessments/official/all.qrels": qrels,
            "topics/topics.xml": "<inex-topic-file>"
            + "".join(f'<topic id="{topic}"><title>Topic {topic}</title></topic>' for topic in topics)
            + "</inex-topic-file>",
            **{f"runs/{place}": text for place, text in runs.items()},
        }
        for place, text in written.items():
            file = folder / name / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    for name, (grades, documents) in DOCUMENTS.items():
        settings = f'title = "{name}"\nyear = 2021\nprotocol = "trec"\n'
        write_campaign(folder / name, documents, grades, settings)
    build_archive([folder / name for name in (*CAMPAIGNS, *DOCUMENTS)], folder / "site", cached())
    return folder / "site"


def test_sentences_hold_for_none_one_two_and_equal_ones(archive: Path) -> None:
    assert faults_of_pages(archive) == []


def test_links_lead_somewhere_with_none_one_two_and_equal_ones(archive: Path) -> None:
    assert broken_links(archive) == []


def no_numbers_in(file: Path) -> list[str]:
    text = file.read_text("utf-8")
    if file.suffix == ".json":
        json.loads(text, parse_constant=lambda name: pytest.fail(f"{file} holds {name}"))
    if file.suffix == ".html":
        root = html.document_fromstring(text)
        for script in root.xpath("//script[not(@src)]"):
            json.loads(script.text, parse_constant=lambda name: pytest.fail(f"{file} holds {name}"))
    return NO_NUMBER.findall(text)


@pytest.mark.parametrize("name", [*CAMPAIGNS, *DOCUMENTS])
def test_no_file_holds_what_is_no_number(archive: Path, name: str) -> None:
    files = [file for file in (archive / name).rglob("*") if file.is_file()]
    assert len(files) > 50
    for file in files:
        if file.suffix not in (".parquet", ".png"):
            assert no_numbers_in(file) == [], file


def assert_sound(table: Path) -> None:
    """In all three formats a value is a number or is not there."""
    columns = pq.read_table(table)
    for name in columns.column_names:
        if pa.types.is_floating(columns[name].type):
            values = columns[name].drop_null().to_numpy()
            assert np.isfinite(values).all(), (table, name)
    with table.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        _, *cells = csv.reader(file)
    values = {cell for row in cells for cell in row}
    assert [one for one in values if NO_VALUE.fullmatch(one)] == [], table
    rows = json.loads(table.with_suffix(".json").read_text("utf-8"), parse_constant=pytest.fail)["rows"]
    assert len(rows) == len(cells) == len(columns)


def test_tables_hold_finite_numbers_or_nothing(archive: Path, sample_sites: Path) -> None:
    tables = [*archive.glob("*/data/*.parquet"), *sample_sites.glob("*/data/*.parquet")]
    assert len(tables) > 100
    for table in tables:
        assert_sound(table)


def words(page: Path) -> str:
    return " ".join(html.document_fromstring(page.read_text("utf-8")).find("body").text_content().split())


def test_equal_runs_are_shown_as_equal_wherever_one_would_be_named_the_best(archive: Path) -> None:
    assert words(archive / "equal-runs/index.html").count("and 2 others with the same score") == len(TASKS)
    assert words(archive / "index.html").count("and 2 others with the same score") == len(TASKS) + 1
    task = words(archive / "equal-runs/tasks/Focused.html")
    assert "Equal scores share a rank; tied runs are listed by name." in task
    assert "All 3 evaluated runs have the same score, 1.0000." in task
    run_page = words(archive / "equal-runs/runs/Focused/equal2.html")
    assert "rank 1 of 3, shared with 2 others, 95% of ranks 1 (iP@0.01 = 1.0000 over " in run_page
    runs = pd.read_csv(archive / "equal-runs/data/runs.csv")
    assert set(runs["official_rank"]) == {1}
    assert runs.groupby("task")["run"].apply(list).tolist() == [["equal0", "equal1", "equal2"]] * len(TASKS)


def test_the_page_of_pools_says_how_few_runs_have_what_is_rare(archive: Path) -> None:
    for name, runs in (("a-single-run", "1"), ("a-single-topic", "13")):
        page = words(archive / name / "pooling/Focused.html")
        assert f"An article counts as rare if at most 1 run of {runs} has it: a tenth of" in page
        assert (
            "of the articles that only one run has among its first 100 results; runs by official rank" in page
        )
    page = words(archive / "a-single-run/runs/Focused/one.html")
    assert "Rare: articles that only one run has among its first 100 results" in page


def test_sentences_hold_where_nothing_is_recorded_and_few_runs_are_ranked(archive: Path) -> None:
    assert "Ranking by iP@0.01, mean over" in words(archive / "a-single-run/tasks/Focused.html")
    assert "Top ten" not in words(archive / "a-single-run/tasks/Focused.html")
    run = words(archive / "nothing-found/runs/Focused/none0.html")
    assert "the first relevant result: none on 2 topics." in run
    about = words(archive / "archive/about.html")
    for missing in ("charts", "heat maps", "comparisons", "sorting", "filters", "search"):
        assert missing in about.partition("Without JavaScript")[2].partition(";")[0]


def test_a_chart_that_is_not_drawn_is_not_described(archive: Path) -> None:
    page = html.document_fromstring((archive / "a-single-topic/correlations/Focused.html").read_text("utf-8"))
    (basis,) = page.xpath("//*[@id='scatter-chart-title']/following-sibling::p")
    (drawing,) = basis.find_class("drawing")
    assert "A point is a run" in drawing.text_content()
    (printed,) = (archive / "a-single-topic/print").glob("*ocused*")
    assert "A point is a run" not in words(printed)
    assert "Two metrics side by side" in words(printed)


def test_all_runs_of_the_tenth_place_are_among_the_top_ten(archive: Path) -> None:
    page = html.document_fromstring((archive / "a-single-topic/tasks/Focused.html").read_text("utf-8"))
    table = page.xpath("//table[caption[contains(., 'Top ten by iP@0.01')]]")[0]
    ranks = [cell.text_content().split()[0] for cell in table.xpath(".//td[@class='rank']")]
    assert ranks == [*map(str, range(1, 10)), "10", "10", "10"]
    caption = " ".join(table.find("caption").text_content().split())
    assert caption.endswith(
        ". Equal scores share a rank, so there are more than 10 runs; tied runs are listed by name."
    )
    names = [
        link.get("href").rpartition("/")[2] for link in table.xpath(".//td/a[contains(@href, '/runs/')]")
    ]
    assert names[9:] == ["run.09.html", "run.10.html", "run.11.html"]
    runs = pd.read_csv(archive / "a-single-topic/data/runs.csv").set_index("run")["official_rank"]
    assert runs["run.12"] == 13
