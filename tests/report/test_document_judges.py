"""Judges of documents: the published tables and the page of assessors."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from chart_schema import check_schema
from evaluated_samples import evaluated_sample
from judged_documents import LENIENT, OFFICIAL, write_documents_campaign

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.rendering.site import write_site
from inexreport.report.audience import Audience, Readers
from inexreport.report.campaign_view import CampaignView, view_campaign
from inexreport.statistics.rank_correlation import kendall, spearman, tau_ap
from inexreport.subjects.agreement import topic_section
from inexreport.subjects.assessors import assessors_page
from inexreport.subjects.judges import GRADE_AGREEMENT, GRADE_CONFUSION, JUDGE_RANKINGS, MEASURES
from inexreport.subjects.sections import Section, View

TOML = '[assessments.lenient]\nmodel = "Some <b>model</b>"\n[assessments.unscored]\nscored = false\n'
JUDGES = {"copy": OFFICIAL, "lenient": LENIENT, "stranger": {"1": {"z": 1}}, "unscored": LENIENT}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory) -> Path:
    return write_documents_campaign(tmp_path_factory.mktemp("judges") / "several-judges", JUDGES, TOML)


@pytest.fixture(scope="module")
def view(campaign: Path) -> CampaignView:
    outcome, prepared = evaluate_campaign(campaign)
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def few(tmp_path_factory) -> CampaignView:
    """A judge who agrees with the official one, but has one document of topic 4 only."""
    judges = {"few": {**OFFICIAL, "4": {"l": 1}}}
    outcome, prepared = evaluate_campaign(
        write_documents_campaign(tmp_path_factory.mktemp("few") / "c", judges)
    )
    return view_campaign(outcome, prepared.metrics)


def section(view: CampaignView, question: str) -> Section:
    (found,) = (one for one in assessors_page(view).sections if one.question == question)
    return found


def views(found: Section) -> list[View]:
    return [part for part in found.parts if isinstance(part, View)]


def rows(table: pd.DataFrame, **where: str) -> pd.DataFrame:
    for column, value in where.items():
        table = table[table[column] == value]
    return table


class TestTables:
    def test_confusion_of_each_judge(self, view):
        table = GRADE_CONFUSION.build(view.outcome).to_pandas()
        assert list(table.columns) == ["judge", "grade_official", "grade_judge", "count"]
        found = rows(table, judge="lenient").set_index(["grade_official", "grade_judge"])["count"]
        assert len(found) == 25
        assert found.sum() == 13
        # Topic 1: a 2 3, b 0 1, c 1 4, d 0 0. Topic 2: a 0 1, b 1 4, c 0 0, f 2 3, g 0 2. Topic 3: h 1 0, ...
        assert found[found > 0].to_dict() == {
            (0, 0): 2, (0, 1): 3, (0, 2): 1, (0, 4): 1, (1, 0): 1, (1, 4): 2, (2, 1): 1, (2, 3): 2,
        }  # fmt: skip
        copied = rows(table, judge="copy")
        assert (copied["count"] > 0).tolist() == (copied["grade_official"] == copied["grade_judge"]).tolist()
        assert rows(table, judge="stranger").empty

    def test_agreement_of_each_judge(self, view):
        table = GRADE_AGREEMENT.build(view.outcome).to_pandas()
        assert list(table.columns) == ["judge", "topic", "measure", "pairs", "value"]
        found = rows(table, judge="lenient")
        assert list(dict.fromkeys(found["topic"])) == ["all", "1", "2", "3"]
        assert found["measure"].tolist() == [*MEASURES] * 4
        assert found.set_index("topic")["pairs"].drop_duplicates().to_dict() == {"all": 13, "1": 4, "2": 5}
        values = rows(found, topic="all").set_index("measure")["value"]
        # Relevant to both 5, to neither 2; of 13 the official judge finds 6 relevant, the other 10.
        assert values["agreement"] == pytest.approx(7 / 13)
        chance = (6 * 10 + 7 * 3) / 13**2
        assert values["kappa"] == pytest.approx((7 / 13 - chance) / (1 - chance))
        assert (rows(table, judge="copy", topic="all")["value"] == 1).all()
        assert rows(table, judge="unscored")["value"].equals(
            rows(table, judge="lenient")["value"].set_axis(rows(table, judge="unscored").index)
        )

    def test_rankings_under_each_scored_judge(self, view):
        table = JUDGE_RANKINGS.build(view.outcome).to_pandas()
        assert list(table.columns) == ["judge", "task", "metric", "tau", "tau_ap", "spearman", "runs"]
        assert set(table["judge"]) == {"copy", "lenient", "stranger"}
        (sets,) = (task.sets for task in view.outcome.tasks)
        lenient = next(one for one in sets if one.change == "lenient")
        standings = view.standings["main"]
        for row in rows(table, judge="lenient").itertuples():
            column = standings.task.metrics.index(row.metric)
            one = standings.means[:, column]
            other = lenient.of_runs([run.submission.name for run in standings.runs])[:, column]
            expected = [kendall(one, other), tau_ap(one, other), spearman(one, other)]
            assert [row.tau, row.tau_ap, row.spearman] == pytest.approx(expected, nan_ok=True)
            assert row.runs == 4
        copied = rows(table, judge="copy", metric="nDCG@10").iloc[0]
        assert (copied["tau"], copied["tau_ap"], copied["spearman"]) == (1, 1, 1)

    def test_a_topic_has_the_agreement_of_its_documents_once(self, view):
        shown = topic_section(view, "1").parts[0].frame
        assert [*zip(shown.judge, shown.union, shown.intersection, strict=True)] == [
            ("copy", 3, 3),
            ("lenient", 5, 2),
            ("stranger", 4, 0),
            ("unscored", 5, 2),
        ]


class TestPage:
    def test_every_judge_is_there(self, view):
        page = assessors_page(view)
        judges = {one.question: one for one in page.sections if one.question.startswith("Agreement")}
        names = ["copy", "lenient", "stranger", "unscored"]
        assert [*judges] == [f"Agreement with {name}" for name in names]
        texts = [" ".join(one.answer) for one in judges.values()]
        assert ["by Some <b>model</b>." in text for text in texts] == [False, True, False, False]
        assert ["no grades to compare" in text for text in texts] == [False, False, True, False]
        boards = [one.question for one in page.sections if one.level == 3]
        assert boards == [f"main: the runs under {name}" for name in names[:-1]]

    def test_the_confusion_says_who_is_more_lenient(self, view):
        found = section(view, "Agreement with lenient")
        table = views(found)[1].frame
        assert table.official.tolist() == ["0", "1", "2", "3", "4", "All"]
        assert table["All"].tolist() == [7, 3, 3, 0, 0, 13]
        assert table[[*"01234"]].iloc[-1].tolist() == [3, 4, 1, 2, 3]
        assert found.parts[0][0].figure.summary == (
            "2 of 13 documents (15.38%) have the same grade by both. lenient graded 9 higher and 2 lower "
            "than the official judge."
        )

    def test_the_figure_by_topic_has_every_defined_value(self, view):
        found = section(view, "Agreement with lenient")
        measures, _, by_topic = views(found)
        chart = found.parts[0][1]
        values = by_topic.frame[[*MEASURES]].melt().value.dropna().tolist()
        assert sorted(chart.frame.value) == sorted(values)
        lowest = min(0, *values)
        assert lowest - 0.1 < chart.domain[0] <= lowest
        assert list(chart.means.values()) == measures.frame.value.tolist()
        assert f"Agreement: {7 / 13:.4f}, from " in chart.figure.summary

    def test_the_figure_by_topic_counts_the_topics_that_define_each_measure(self, few):
        found = section(few, "Agreement with few")
        assert views(found)[2].frame[[*MEASURES]].count().tolist() == [4, 3, 3, 3, 3]
        assert found.parts[0][1].figure.basis.startswith("Each measure on 3 to 4 topics: ")

    def test_the_figure_by_topic_says_how_many_topics_share_an_end(self, view, few):
        ((_, chart), *_) = section(view, "Agreement with lenient").parts
        assert "Kappa: 0.1136, from −0.5000 (topic 3) to 0.5000 (topic 1)." in chart.figure.summary
        ((_, chart), *_) = section(few, "Agreement with few").parts
        assert "Kappa: 1.0000, 1.0000 (topic 1 and 2 others)." in chart.figure.summary

    def test_the_runs_that_move_most_come_first(self, view):
        board = section(view, "main: the runs under lenient")
        assert "over 3 topics judged by lenient and over 4 topics judged officially" in board.answer[0]
        assert [one.identifier for one in board.facts["scaled"]] == ["RBP(p=0.8)"]
        movers = views(board)[1].frame
        changes = (movers.after - movers.before).abs().tolist()
        assert changes == sorted(changes, reverse=True)
        assert min(changes) > 0
        assert "No run changes its rank by nDCG@10." in section(view, "main: the runs under copy").parts

    def test_a_campaign_judged_once_says_so(self, tmp_path):
        outcome, prepared = evaluate_campaign(write_documents_campaign(tmp_path / "c"))
        page = assessors_page(view_campaign(outcome, prepared.metrics))
        assert [one.note for one in page.sections] == ["judged_once"]
        for table in (GRADE_AGREEMENT, GRADE_CONFUSION, JUDGE_RANKINGS):
            assert table.build(outcome).num_rows == 0


@pytest.fixture(scope="module")
def site(view: CampaignView, tmp_path_factory) -> Path:
    return write_site(view.outcome, view.metrics, tmp_path_factory.mktemp("site"))


def text_of(page: Path) -> str:
    html = page.read_text("utf-8")
    main = html[html.index("<main") : html.index("</main>")]
    return " ".join(re.sub(r"<script.*?</script>|<[^>]+>", " ", main, flags=re.DOTALL).split())


class TestSite:
    def test_the_page_has_words_for_documents_only(self, site):
        text = text_of(site / "assessors.html")
        assert "13 documents of 3 topics have a grade by both lenient and the official judge" in text
        assert "Means are over 3 topics judged by lenient and over 4 topics judged officially" in text
        assert "over 1 topic judged by stranger" in text
        assert "Both average over the same 4 topics." in text
        assert "No document has a grade by both stranger and the official judge" in text
        assert "Runs are not scored under the grades of unscored" in text
        assert "No run changes its rank by nDCG@10" in text
        assert re.search(r"\b(elements?|articles?|characters?|highlighted|passages?)\b", text) is None

    def test_the_name_of_a_model_is_text(self, site):
        html = (site / "assessors.html").read_text("utf-8").replace("<wbr>", "")
        assert "Some &lt;b&gt;model&lt;/b&gt;" in html
        assert "<b>model" not in html

    def test_every_chart_keeps_to_the_schema(self, site):
        html = (site / "assessors.html").read_text("utf-8")
        charts = re.findall(r'data-chart="([^"]*)"([^>]*)>(.*?)</script>', html, re.DOTALL)
        kinds = [name.rstrip("0123456789-") for name, _, _ in charts]
        per_judge = ["confusion", "by-topic", "ranking-chart"]
        assert kinds == [*per_judge, *per_judge, "ranking-chart", "confusion", "by-topic"]
        contents = {name: json.loads(chart) for name, _, chart in charts}
        for name, like, _ in charts:
            shared = contents[like.split('"')[1]] if like else {}
            check_schema(shared | contents[name])
        confusion = json.loads(charts[3][2])
        assert confusion["datasets"]["rows"][0] == {"official": "0", "total": 7, "count": [2, 3, 1, 0, 1]}
        assert '"Grade by lenient"' in charts[3][2]

    def test_the_page_of_pools_counts_documents(self, site):
        text = text_of(site / "pooling" / "main.html")
        text = text[text.index("Would other assessments change") :]
        assert "Set Made from Topics Relevant documents" in text
        assert "copy the judge’s own assessments 4 8 " in text
        assert re.search(r"lenient the assessments by Some [^0-9]* 3 11 ", text)

    def test_the_footer_names_the_runs(self, site):
        assert "(no runs)" not in (site / "assessors.html").read_text("utf-8")

    def test_tables_are_published(self, site):
        for name, first in (
            ("grade_agreement", ["copy", "all", "agreement", "16", "1.0"]),
            ("grade_confusion", ["copy", "0", "0", "8"]),
            ("judge_rankings", ["copy", "main", "nDCG@10", "1.0", "1.0", "1.0", "4"]),
        ):
            with (site / "data" / f"{name}.csv").open(encoding="utf-8") as file:
                assert list(csv.reader(file))[1] == first
        published = {one.stem for one in (site / "data").glob("*.csv")}
        assert "agreement" in published
        assert published.isdisjoint({"agreement_mutual", "agreement_characters", "agreement_coefficients"})

    def test_a_participant_does_not_see_it(self, campaign, tmp_path):
        directory = tmp_path / campaign.name
        for file in [one for one in campaign.rglob("*") if one.is_file()]:
            place = file.relative_to(campaign)
            if place.parts[0] == "runs":
                place = Path("runs/main", f"g{1 + (file.stem == 'first')}", file.name)
            (directory / place).parent.mkdir(parents=True, exist_ok=True)
            (directory / place).write_bytes(file.read_bytes())
        build(directory, tmp_path / "out", audience=Audience(Readers.PARTICIPANT, "g2"))
        (own,) = (
            one for one in (tmp_path / "out").iterdir() if (one / "data").is_dir() and one.name != "data"
        )
        assert not list(own.rglob("assessors.html"))
        assert not [one for one in (own / "data").iterdir() if re.match("grade_|judge_", one.name)]
        pages = [page.read_text("utf-8") for page in own.rglob("*.html")]
        assert pages
        assert not any("lenient" in page for page in pages)


def test_other_campaigns_have_no_tables_of_grades(sample_campaign, tmp_path):
    """Nor rows, should a program build the tables."""
    outcome, prepared = evaluated_sample(sample_campaign)
    for table in (GRADE_AGREEMENT, GRADE_CONFUSION):
        assert table.build(outcome).num_rows == 0
    page = assessors_page(view_campaign(outcome, prepared.metrics))
    assert {one.data for found in page.sections for one in views(found)} >= {"agreement"}
