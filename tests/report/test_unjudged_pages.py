"""Pages of campaigns of documents: what was judged, reusability, and what unjudged documents may hide."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from pooled_documents import DocumentCampaign

from inexreport.building.build import build
from inexreport.building.evaluation import evaluate_campaign
from inexreport.report.campaign_view import view_campaign
from inexreport.report.pooling import pooling_page
from inexreport.report.reusability import reusability_part
from inexreport.report.run import run_page
from inexreport.report.task import task_page
from inexreport.statistics.pool_findings import pool_findings
from inexreport.statistics.reusability import LeftOutGroup, Reusability

CAMPAIGN = DocumentCampaign(
    grades={"1": {"a": 2, "b": 0, "c": 1, "e": 1}, "2": {"a": 1, "d": -1, "f": 1}},
    runs={
        ("north", "x"): {"1": ["b", "d", "a"], "2": ["d", "y", "a"]},
        ("south", "y"): {"1": ["c", "a"], "2": ["f"]},
        ("south", "w"): {"1": ["q1", "q2", "a"], "2": ["q3", "a", "f"]},
    },
    settings="pool_depth = 2\n",
    metrics=("AP", "nDCG@10", "Judged@10", "RBP(p=0.5)"),
)


@pytest.fixture(scope="module")
def view(tmp_path_factory):
    outcome, prepared = evaluate_campaign(CAMPAIGN.write(tmp_path_factory.mktemp("campaigns") / "small"))
    return view_campaign(outcome, prepared.metrics)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaigns")
    build(CAMPAIGN.write(folder / "small"), folder / "site")
    return folder / "site" / "small"


def test_the_pooling_page_has_both_rankings_and_what_was_judged(view):
    part = pooling_page(view, "main")["unjudged"]
    rows = {row["name"].run: row for row in part["rows"]}
    assert list(rows) == ["y", "w", "x"]
    assert {run: (row["rank"], row["rank_condensed"], row["rise"]) for run, row in rows.items()} == {
        "y": (1, 2, -1),
        "w": (2, 1, 1),
        "x": (3, 3, 0),
    }
    assert rows["w"]["shares"] == pytest.approx([50.0] * 4)
    assert part["summary"].startswith(
        "Without unjudged documents, 2 of 3 runs change rank (Kendall’s tau 0.33)."
    )
    assert part["summary"].endswith(
        "The largest rise is that of w, from 2 to 1. The largest fall is that of y, from 1 to 2."
    )
    assert part["figure"].source == "condensed.csv"
    assert [point["changed"] for point in part["points"]] == [row["condensed"] for row in part["rows"]]


def test_no_change_is_said_so(view):
    outcome = view.outcome
    (task,) = outcome.tasks
    same = tuple(
        replace(run, unjudged=replace(run.unjudged, condensed=float(run.scores.mean[1]))) for run in task.runs
    )
    unchanged = replace(outcome, tasks=(replace(task, runs=same),))
    part = pooling_page(view_campaign(unchanged, view.metrics), "main")["unjudged"]
    assert part["summary"] == "No run changes its rank without unjudged documents."


def test_the_run_page_leads_with_what_was_judged(view):
    page = run_page(view, "main", view.run("main", "w"))
    shares = {row["depth"]: row["own"] for row in page["judged"]["shares"]}
    assert shares[5] == shares[10] == 50.0
    residuals = {row["metric"].identifier: row["residual"] for row in page["metrics"]}
    assert residuals.pop("RBP(p=0.5)") == pytest.approx((3 / 4 + 1 / 8 + 1 / 2 + 1 / 8) / 2)
    assert set(residuals.values()) == {None}


def test_the_share_of_judged_documents_stands_beside_the_official_score(view, site):
    page = task_page(view, view.of("main"))
    assert page["judged"] == "Judged@10"
    assert [column.identifier for column in page["columns"]] == ["nDCG@10", "AP", "RBP(p=0.5)"]
    assert page["further_metrics"] == 0
    assert {row["name"].run: row["judged"] for row in page["rows"]} == {
        "y": 1.0,
        "w": 0.5,
        "x": pytest.approx((2 / 3 + 2 / 3) / 2),
    }
    html = (site / "tasks" / "main.html").read_text().replace("<wbr>", "")
    table = html[html.index("<table", html.index('id="all-runs"')) :].partition("</table>")[0]
    head, *rows = [row.replace("</th>", "<th") for row in re.split(r"<tr[^>]*>", table)[1:]]
    places = [head.index(f">{name}<") for name in ("nDCG@10", "Judged@10", "AP", "RBP(p=0.5)")]
    assert places == sorted(places)
    assert {row.count("<td") for row in rows} == {rows[0].count("<td")}


def test_pages_of_the_site(site):
    pools = (site / "pooling" / "main.html").read_text()
    assert "Is the collection reusable?" in pools
    assert "data/reusability.csv" in pools
    assert "data/condensed.csv" in pools
    run = (site / "runs" / "main" / "w.html").read_text()
    assert "How many results are judged?" in run
    assert "0.1562 + 0.7500" in run
    assert "data/residuals.csv" in run
    assert {"reusability.csv", "condensed.csv", "residuals.csv"} <= {
        path.name for path in (site / "data").iterdir()
    }


def test_inex_campaigns_have_none_of_it(sample_sites):
    site = sample_sites / "sample-2009"
    pages = [
        page.read_text()
        for folder in ("pooling", "runs", "tasks")
        for page in (site / folder).rglob("*.html")
    ]
    assert pages
    assert not [page for page in pages if "reusable" in page or "Judged@" in page or "residual" in page]
    assert not {"reusability.csv", "condensed.csv", "residuals.csv"} & {
        path.name for path in (site / "data").iterdir()
    }


def group(name, tau, fall=0, run=""):
    return LeftOutGroup(name, 1, tau, fall, run)


def verdict(view, *groups):
    findings = pool_findings(view.of("main"), view.outcome.campaign)
    shown = type("Findings", (), {"participants": findings.participants, "reusability": Reusability(groups)})
    return reusability_part(view, "main", shown)


@pytest.mark.parametrize(
    ("groups", "beginning", "ending"),
    [
        ((), "0 participants contributed to the pool, so it cannot", "did not."),
        ((group("north", 0.5),), "1 participant contributed to the pool, so it cannot", "did not."),
        (
            (group("north", np.nan), group("south", np.nan)),
            "Fewer than two runs have different scores",
            "compared.",
        ),
        (
            (group("north", 0.9), group("south", 1.0)),
            "Yes: the ranking stands without any one participant. When ",
            "(Voorhees 2001). No run falls in rank.",
        ),
        (
            (group("north", 0.85, 1, "x"), group("south", 1.0)),
            "Mostly: the ranking stands without most participants, but not without north. ",
            "The largest fall of a run is 1 rank: x, without north.",
        ),
        (
            (group("north", 0.5, 1, "x"), group("south", 0.9, 2, "y")),
            "Not without care: ",
            "The largest fall of a run is 2 ranks: y, without south.",
        ),
    ],
)
def test_the_verdict_in_words(view, groups, beginning, ending):
    sentences = verdict(view, *groups)["verdict"]
    assert sentences.startswith(beginning)
    assert sentences.endswith(ending)


def test_the_verdict_names_the_worst_and_the_mean(view):
    assert (
        "Kendall’s tau with the official ranking by nDCG@10 is 0.9000 at worst (without north) "
        "and 0.9500 on average over 2 participants. Rankings with a tau of 0.9 or more are taken as "
        "equivalent; below 0.8 they differ noticeably (Voorhees 2001)."
    ) in verdict(view, group("north", 0.9), group("south", 1.0))["verdict"]


def test_the_lowest_tau_comes_first(view):
    rows = verdict(view, group("a", 1.0), group("b", np.nan), group("c", 0.2))["rows"]
    assert [row["found"].group for row in rows] == ["c", "a", "b"]
