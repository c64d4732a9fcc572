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
from inexreport.report.reusability import leave_out_answer, reusability_part
from inexreport.report.run import run_page
from inexreport.report.task import task_page
from inexreport.statistics.leave_out import LeaveOut, OwnFalls, OwnRanks
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


ITS_OWN = "2 ranks or more without the relevant documents that no other participant found"
FALL = "The largest fall is"
TAU = "Kendall’s tau with the official ranking is"


def group(name, tau, *ranks, run="x"):
    """A left-out group whose runs have these pairs of ranks, with its finds and without."""
    own = OwnFalls(tuple(OwnRanks(run, name, *pair) for pair in ranks))
    return LeftOutGroup(name, 1, tau, 0, "", own)


def verdict(view, *groups, ranked=40):
    findings = pool_findings(view.of("main"), view.outcome.campaign)
    own = OwnFalls(tuple(run for one in groups for run in one.own.runs))
    found = Reusability(groups, own, ranked)
    shown = type(
        "Findings",
        (),
        {"participants": findings.participants, "groups": findings.groups, "reusability": found},
    )
    return reusability_part(view, "main", shown)


@pytest.mark.parametrize(
    ("groups", "beginning", "ending"),
    [
        ((), "0 participants contributed to the pool, so it cannot", "did not."),
        ((group("north", 0.5),), "1 participant contributed to the pool, so it cannot", "did not."),
        (
            (group("north", np.nan, (1, 1)), group("south", np.nan, (1, 1))),
            "Fewer than two runs have different scores",
            "compared.",
        ),
        (
            (group("north", 0.5, (1, 2), (3, 2)), group("south", 1.0, (2, 2))),
            (
                f"Yes: none of the 3 runs falls {ITS_OWN}. {FALL} 1 rank (x, from 1 to 2), the mean "
                f"0.3; none of the 3 runs falls 5 ranks or more. {TAU} 0.5000 at worst (without north), "
            ),
            "The limit of 2 ranks is a twentieth of the 40 ranked runs, rounded up, and at least 2.",
        ),
        (
            (group("north", 1.0, (1, 1)), group("south", 1.0, (2, 2))),
            f"Yes: none of the 2 runs falls {ITS_OWN}. No run falls in rank. {TAU} 1.0000 at worst, 1.0000",
            "at least 2.",
        ),
        (
            (group("north", 0.99, (1, 8), run="y"), group("south", 1.0, *[(2, 2)] * 19)),
            (
                f"For most runs: 1 of 20 runs falls {ITS_OWN}. {FALL} 7 ranks (y, from 1 to 8), the "
                "mean 0.3; 1 of 20 runs falls 5 ranks or more."
            ),
            "at least 2.",
        ),
        (
            # However high tau is, the runs' own falls decide.
            (group("north", 0.99, (1, 8)), group("south", 1.0, (2, 2), (4, 11), (5, 5))),
            (
                f"No: 2 of 4 runs fall {ITS_OWN.replace('its', 'their')}. The largest fall is 7 ranks (for "
                "example x, from 1 to 8), the mean 3.5; 2 of 4 runs fall 5 ranks or more."
            ),
            "at least 2.",
        ),
        (
            (group("north", 0.9, (1, 3)), group("south", 1.0)),
            (
                f"No: the only run falls {ITS_OWN}. {FALL} 2 ranks (x, from 1 to 3), the mean 2.0; "
                "the only run does not fall 5 ranks or more."
            ),
            "at least 2.",
        ),
    ],
)
def test_the_verdict_is_judged_by_the_fall_of_a_participants_own_runs(view, groups, beginning, ending):
    sentences = verdict(view, *groups)["verdict"]
    assert sentences.startswith(beginning)
    assert sentences.endswith(ending)


@pytest.mark.parametrize(
    ("ranked", "fall", "answer"),
    [(2, 1, "Yes"), (2, 2, "No"), (143, 7, "Yes"), (143, 8, "No"), (200, 9, "Yes"), (200, 10, "No")],
)
def test_a_run_falls_far_by_a_twentieth_of_the_ranked_runs(view, ranked, fall, answer):
    groups = (group("north", 0.95, (1, 1 + fall)), group("south", 1.0))
    assert verdict(view, *groups, ranked=ranked)["verdict"].startswith(f"{answer}: ")


def test_the_participant_whose_runs_fall_most_comes_first(view):
    rows = verdict(
        view, group("a", 1.0), group("b", np.nan), group("c", 0.9, (1, 4)), group("d", 0.2, (1, 2))
    )["rows"]
    assert [row["found"].group for row in rows] == ["c", "d", "a", "b"]
    assert [row["name"] and row["name"].run for row in rows] == ["x", "x", None, None]


@pytest.mark.parametrize(
    ("rank", "without", "answer"),
    [
        ([], [], "No run has a rank, so none can rank lower."),
        ([0], [0], "No run has a rank, so none can rank lower."),
        ([1], [1], "No: the only run does not rank lower."),
        (
            [1, 2],
            [2, 1],
            (
                "Yes: 1 of 2 runs ranks lower. The largest fall is 1 rank (x, from 1 to 2), the mean 0.5; "
                "none of the 2 runs falls 5 ranks or more."
            ),
        ),
        ([1, 1], [1, 1], "No: none of the 2 runs ranks lower."),
        ([1, 2], [0, 2], "No: the only run does not rank lower. 1 run would have no score."),
    ],
)
def test_leaving_out_is_answered_with_a_number(view, rank, without, answer):
    names = ("x", "y")[: len(rank)]
    scores = np.zeros(len(rank))
    found = LeaveOut(names, names, names, scores, scores, np.array(rank), np.array(without))
    assert leave_out_answer(view, "main", found) == answer
