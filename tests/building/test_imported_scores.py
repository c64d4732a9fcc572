"""Imported scores join everything that computed ones join; a change of them scores no run again."""

from __future__ import annotations

import json
import pickle
from dataclasses import astuple
from itertools import product
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from drawn_pages import drawn_pages, pages_of
from part_of_2006 import copy_part
from pooling_campaigns import scores_alone
from rendering.withheld import breaches, withheld_from

from inexreport.building.campaign import examine_and_prepare
from inexreport.building.checking import check_campaign
from inexreport.building.evaluation import evaluate_campaign, score_campaign
from inexreport.building.resources import Resources
from inexreport.cache import Cache
from inexreport.metrics.imported import imported_metrics
from inexreport.rendering.charts.shapes import draw
from inexreport.rendering.name_list import NameList
from inexreport.rendering.site import public_site, write_site
from inexreport.report.audience import PUBLIC, Audience, Readers
from inexreport.report.campaign_view import view_campaign
from inexreport.report.tables.scores import SCORES
from inexreport.statistics.medians import task_medians
from inexreport.statistics.standings import task_standings
from inexreport.subjects.correlations import NAMES, matrix, metric_correlations
from inexreport.subjects.efficiency import cost_charts
from inexreport.subjects.topic_subsets import TOPIC_SUBSETS

AGAIN = '\n[imported.again]\ntitle = "The same again"\nbetter = "higher"\n'
COST = '\n[imported.cost]\ntitle = "Cost"\nunit = "EUR"\nbetter = "lower"\nsource = "<b>Bills</b>"\n'
RUNS = ("a", "b", "c")
QRELS = "1 0 d1 2\n1 0 d2 0\n1 0 d3 1\n2 0 d1 1\n2 0 d4 0\n3 0 d5 1\n"
RANKINGS = {"a": "d1 d3 d2", "b": "d2 d1 d5", "c": "d4 d2 d5"}


def put(directory: Path, place: str, content: str) -> None:
    path = directory / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def costs(**of_run: float) -> str:
    return "run,topic,score\n" + "".join(f"{run},all,{cost}\n" for run, cost in of_run.items())


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    """A campaign of three runs that rank documents."""
    directory = tmp_path / "documents"
    settings = 'title = "T"\nyear = 2020\nprotocol = "trec"\n[tasks.main]\nofficial = "AP"\n'
    put(directory, "campaign.toml", settings + 'metrics = ["AP", "P@5"]\n')
    put(directory, "assessments/official/qrels.txt", QRELS)
    for run, ranking in RANKINGS.items():
        lines = [
            f"{topic} Q0 {name} {rank} {10 - rank} {run}\n"
            for topic in (1, 2, 3)
            for rank, name in enumerate(ranking.split(), start=1)
        ]
        put(directory, f"runs/main/{run}.run", "".join(lines))
    return directory


@pytest.fixture
def inex(sample_campaign: Path, tmp_path: Path) -> Path:
    """A part of the Focused task of the sample of 2006."""
    return copy_part(sample_campaign, tmp_path / "c2006", ["Focused"], runs=9, topics=4)


def import_again(directory: Path, task: str, metric: str) -> None:
    """Publish scores by a computed metric, and import them under another name."""
    rows = SCORES.build(score_campaign(directory)).to_pandas()
    rows = rows[(rows.task == task) & (rows.metric == metric) & (rows.topic != "all")]
    lines = [
        f"{run},{topic},{score!r}\n"
        for run, topic, score in zip(rows.run, rows.topic, rows.score, strict=True)
    ]
    put(directory, f"scores/{task}/again.csv", "run,topic,score\n" + "".join(lines))
    with (directory / "campaign.toml").open("a") as settings:
        settings.write(AGAIN)


@pytest.mark.parametrize(
    ("fixture", "task", "metric"),
    [("documents", "main", "P@5"), ("inex", "Focused", "nxCG(quant=gen,overlap=on)@10")],
)
def test_a_metric_that_is_imported_again_is_the_same(request, fixture: str, task: str, metric: str) -> None:
    directory = request.getfixturevalue(fixture)
    with scores_alone():
        before, _ = evaluate_campaign(directory)
        import_again(directory, task, metric)
        outcome, prepared = evaluate_campaign(directory)
    assert outcome.problems == before.problems
    (found,) = outcome.tasks
    standings, earlier = task_standings(found), task_standings(before.tasks[0])
    *computed, again = standings.task.metrics
    place = computed.index(metric)
    assert (again, tuple(computed)) == ("again", earlier.task.metrics)
    np.testing.assert_array_equal(standings.means[:, :-1], earlier.means)
    np.testing.assert_array_equal(standings.means[:, -1], standings.means[:, place])
    np.testing.assert_array_equal(standings.ranks[:, -1], standings.ranks[:, place])
    np.testing.assert_array_equal(standings.percentiles[:, -1], standings.percentiles[:, place])
    np.testing.assert_array_equal(standings.topics_counted[:, -1], standings.topics_counted[:, place])
    np.testing.assert_array_equal(standings.topic_scores("again")[1], standings.topic_scores(metric)[1])
    medians = task_medians(standings)
    assert astuple(medians.means["again"]) == astuple(medians.means[metric])
    of_topics = [medians.by_topic[one] for one in ("again", metric)]
    one, other = ({topic: astuple(each) for topic, each in by.items()} for by in of_topics)
    assert one == other
    correlations = metric_correlations(found, prepared.campaign)
    for coefficient, column in product(NAMES, ("value", "p")):
        square = matrix(correlations, coefficient, column)
        square = square[: square.index.get_loc(metric)]
        np.testing.assert_array_equal(square[metric], square["again"])
    assert matrix(correlations, "kendall").loc[metric, "again"] == 1
    assert prepared.metrics["again"].metric.title == "The same again"


def test_less_is_better(documents: Path) -> None:
    put(documents, "scores/main/cost.csv", costs(a=3, b=0.5, c=3))
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST)
    outcome, prepared = evaluate_campaign(documents)
    standings = task_standings(outcome.tasks[0])
    names = [run.submission.name for run in standings.runs]
    assert dict(zip(names, standings.ranks[:, -1].tolist(), strict=True)) == {"a": 2, "b": 1, "c": 2}
    assert dict(zip(names, standings.percentiles[:, -1].tolist(), strict=True)) == {
        "a": 0.0,
        "b": 100.0,
        "c": 0.0,
    }
    summary = task_medians(standings).means["cost"]
    assert (summary.runs, summary.median, summary.best) == (3, 3.0, 0.5)
    (part,) = cost_charts(view_campaign(outcome, prepared.metrics), "main")
    costs_of = zip(part.frame.name, part.frame.cost, strict=True)
    assert {name.run: cost for name, cost in costs_of} == {"a": 3.0, "b": 0.5, "c": 3.0}
    # a scores best, b costs least; c is no better than a and no cheaper.
    assert "b" in part.figure.summary
    assert [name for name in RUNS if f"{name} (" in part.figure.summary] == ["a", "b"]
    chart = json.loads(draw(part, NameList()))
    scales = [layer["encoding"]["x"]["scale"] for layer in chart["layer"] if "encoding" in layer]
    assert {"domain": [0.0, 3.0], "nice": True} in scales
    assert [row["cost"] for row in chart["datasets"]["rows"]] == [3.0, 0.5, 3.0]


def test_less_is_better_on_subsets_of_the_topics_too(documents: Path) -> None:
    rows = ("a,1,3", "a,2,1", "a,3,1", "b,1,1", "b,2,2", "b,3,4", "c,1,3", "c,2,0", "c,3,2")
    put(documents, "scores/main/cost.csv", "\n".join(("run,topic,score", *rows, "")))
    tags = '[topic_tags]\nearly = ["1"]\nlate = ["2", "3"]\n'
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST + tags)
    with scores_alone():
        outcome, _ = evaluate_campaign(documents)
    found = {
        (row["subset"], row["run"]): (row["score"], row["rank"], row["score_on_others"])
        for row in TOPIC_SUBSETS.build(outcome).to_pylist()
        if row["metric"] == "cost"
    }
    assert found == {
        ("early", "a"): (3.0, 2, 1.0),
        ("early", "b"): (1.0, 1, 3.0),
        ("early", "c"): (3.0, 2, 1.0),
        ("late", "a"): (1.0, 1, 3.0),
        ("late", "b"): (3.0, 3, 1.0),
        ("late", "c"): (1.0, 1, 3.0),
    }


def test_a_measure_of_runs_alone_is_shown_and_marked(documents: Path) -> None:
    put(documents, "scores/main/cost.csv", costs(a=3, b=0.5))  # nothing about c
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST)
    outcome, prepared = evaluate_campaign(documents)
    rows = [row for row in SCORES.build(outcome).to_pylist() if row["metric"] == "cost"]
    assert [(row["run"], row["topic"], row["score"]) for row in rows if row["score"] is not None] == [
        ("a", "all", 3.0),
        ("b", "all", 0.5),
    ]
    pages = pages_of(public_site(outcome, prepared.metrics, PUBLIC), "tasks/main.html", "metrics.html")
    page, guide = pages["tasks/main.html"], pages["metrics.html"]
    assert 'id="cost"' in page
    assert '<span class="tag">imported</span>' in page
    assert "EUR; lower is better" in guide
    assert "&lt;b&gt;Bills&lt;/b&gt;" in guide
    assert "<b>Bills</b>" not in guide


def test_an_unknown_run_is_a_warning_with_its_line(documents: Path) -> None:
    put(documents, "scores/main/cost.csv", costs(a=3, nobody=1, b=2))
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST)
    for problems in (check_campaign(documents).problems, score_campaign(documents).problems):
        (problem,) = (one for one in problems if one.code == "imported-run-unknown")
        assert (problem.file, problem.lines, problem.is_error) == ("scores/main/cost.csv", (3,), False)
        assert "nobody" in problem.found


@pytest.mark.parametrize("name", ["AP", "MAiP", "num_ret"])
def test_a_computed_metric_keeps_its_name(documents: Path, name: str) -> None:
    put(documents, f"scores/main/{name}.csv", costs(a=3))
    (documents / "campaign.toml").write_text(
        (documents / "campaign.toml").read_text() + COST.replace("cost", name, 1)
    )
    found = [one for one in examine_and_prepare(documents).problems if one.is_error]
    assert [(one.code, one.file, one.line) for one in found] == [("campaign-value-wrong", "campaign.toml", 8)]


def test_a_changed_score_shows_and_no_run_is_evaluated_again(documents: Path, tmp_path: Path) -> None:
    put(documents, "scores/main/cost.csv", costs(a=3, b=0.5, c=1))
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST)
    resources, page = Resources(cache=Cache(tmp_path / "cache")), "tasks/main.html"
    (before,) = drawn_pages(documents, page, resources=resources)
    put(documents, "scores/main/cost.csv", costs(a=3, b=0.0625, c=1))
    refused = mock.Mock(side_effect=AssertionError("a run was scored again"))
    with mock.patch("inexreport.building.run_evaluation.evaluate_run", refused):
        (after,) = drawn_pages(documents, page, resources=resources)
        (row,) = (
            row
            for row in SCORES.build(evaluate_campaign(documents, resources=resources)[0]).to_pylist()
            if (row["run"], row["metric"], row["topic"]) == ("b", "cost", "all")
        )
    assert row["score"] == 0.0625
    assert ("0.0625" in before, "0.0625" in after) == (False, True)
    assert [after] == drawn_pages(documents, page)


def test_the_metric_can_be_sent_to_another_process(documents: Path) -> None:
    put(documents, "scores/main/cost.csv", costs(a=3))
    (documents / "campaign.toml").write_text((documents / "campaign.toml").read_text() + COST)
    campaign = examine_and_prepare(documents).campaign
    metric = imported_metrics(campaign.imported)["cost"]
    assert pickle.loads(pickle.dumps(metric)) == metric


def test_a_participant_sees_own_scores_median_and_best_only(inex: Path, tmp_path: Path) -> None:
    runs = ("north-sections", "prl-articles", "sit-beginnings", "south-parents", "specimen-overlap")
    runs = (*runs, "ue-structure")
    of_run = {run: 11.71 * place for place, run in enumerate(runs, start=1)}
    put(inex, "scores/Focused/cost.csv", costs(**of_run))
    (inex / "campaign.toml").write_text((inex / "campaign.toml").read_text() + COST)
    outcome, prepared = evaluate_campaign(inex)
    own = next(run.submission for run in outcome.tasks[0].runs if run.submission.name == "sit-beginnings")
    audience = Audience(Readers.PARTICIPANT, own.participant)
    site = write_site(outcome, prepared.metrics, tmp_path / "site", audience=audience)
    assert breaches(tmp_path / "site", withheld_from(own.participant, outcome, exact_only=True)) == []
    shown = [file for file in site.rglob("*") if file.suffix in (".html", ".json", ".csv")]
    text = "".join(file.read_text("utf-8") for file in shown)
    assert "35.13" in text  # own
    assert "11.71" in text  # best
    assert "23.42" not in text
    assert "70.26" not in text  # the end of the range of all scores
