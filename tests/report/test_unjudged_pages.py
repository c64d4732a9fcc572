"""Pages of campaigns of documents: what was judged, reusability, and what unjudged documents may hide."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from evaluated_samples import cached
from pooled_documents import DocumentCampaign

from inexreport.building.evaluation import evaluate_campaign
from inexreport.rendering.site import write_site
from inexreport.report.campaign_view import view_campaign
from inexreport.report.run import run_page
from inexreport.report.task import task_page
from inexreport.statistics.summary import known_ranks
from inexreport.subjects.health import Verdict, pools_reusable
from inexreport.subjects.leave_out import leave_out_answer, own_falls
from inexreport.subjects.reusability import most_falling_first, reusability_section, tau_fact, verdict
from inexreport.subjects.sections import Scatter, View
from inexreport.subjects.unjudged import unjudged_section

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
def site(view, tmp_path_factory):
    return write_site(view.outcome, view.metrics, tmp_path_factory.mktemp("site"), cache=cached().cache)


def test_the_pooling_page_has_both_rankings_and_what_was_judged(view):
    section = unjudged_section(view, "main")
    chart, table, _ = section.parts
    rows = table.frame.set_index("run")
    assert list(rows.index) == ["y", "w", "x"]
    assert [*rows[["rank", "rank_condensed", "rise"]].itertuples(name=None)] == [
        ("y", 1, 2, -1),
        ("w", 2, 1, 1),
        ("x", 3, 3, 0),
    ]
    assert rows.loc["w", [name for name in table.columns if name.startswith("first ")]].tolist() == [50.0] * 4
    (answer,) = section.answer
    assert answer == (
        "Without unjudged documents, 2 of 3 runs change rank (Kendall’s tau 0.33). "
        "The largest rise is 1 rank (w, from 2 to 1). The largest fall is 1 rank (y, from 1 to 2)."
    )
    assert isinstance(chart, Scatter)
    assert isinstance(table, View)
    assert chart.figure.source == "condensed.csv"
    assert chart.frame[chart.y[0]].tolist() == rows.score_condensed.tolist()


def test_no_change_is_said_so(view):
    outcome = view.outcome
    (task,) = outcome.tasks
    same = tuple(
        replace(run, unjudged=replace(run.unjudged, condensed=float(run.scores.mean[1]))) for run in task.runs
    )
    unchanged = replace(outcome, tasks=(replace(task, runs=same),))
    section = unjudged_section(view_campaign(unchanged, view.metrics), "main")
    assert section.answer == ["No run changes its rank without unjudged documents."]


def test_the_run_page_leads_with_what_was_judged(view):
    page = run_page(view, "main", view.run("main", "w"))
    shares = page["judged"].parts[0].frame.set_index("name").loc["This run"]
    assert shares["5"] == shares["10"] == 50.0
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


ITS_OWN = "2 ranks or more without the relevant documents that no other participant brought into the pool"
FALL = "The largest fall is"
TAU = "Kendall’s tau with the official ranking is"


def group(name, tau, *ranks, run="x"):
    """A left-out group whose runs have these pairs of ranks, with its finds and without."""
    return name, tau, [(run, *pair) for pair in ranks]


def verdict_on(view, *groups, ranked=40):
    found = pd.DataFrame([(name, tau) for name, tau, _ in groups], columns=["participant", "tau"])
    runs = [run for _, _, own in groups for run in own]
    return verdict(view, "main", found.astype({"tau": float}), ranks_of(runs), ranked)


def ranks_of(runs):
    """The falls of runs given as name, rank and rank without their group."""
    frame = pd.DataFrame(runs, columns=["run", "rank", "rank_without"])
    return own_falls(frame.assign(**{name: known_ranks(frame[name]) for name in ("rank", "rank_without")}))


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
                "0.3, counting 0 for 1 run that rises. "
                f"{TAU} 0.5000 at worst (without north), "
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
            (f"No: the only run falls {ITS_OWN}. {FALL} 2 ranks (x, from 1 to 3), the mean 2.0."),
            "at least 2.",
        ),
    ],
)
def test_the_verdict_is_judged_by_the_fall_of_a_participants_own_runs(view, groups, beginning, ending):
    sentences = verdict_on(view, *groups)
    assert sentences.startswith(beginning)
    assert sentences.endswith(ending)


@pytest.mark.parametrize(
    ("ranked", "fall", "answer"),
    [(2, 1, "Yes"), (2, 2, "No"), (143, 7, "Yes"), (143, 8, "No"), (200, 9, "Yes"), (200, 10, "No")],
)
def test_a_run_falls_far_by_a_twentieth_of_the_ranked_runs(view, ranked, fall, answer):
    groups = (group("north", 0.95, (1, 1 + fall)), group("south", 1.0))
    assert verdict_on(view, *groups, ranked=ranked).startswith(f"{answer}: ")


def test_nothing_is_known_of_a_pool_that_other_runs_filled(view, tmp_path):
    """Runs that are not here brought two of the three relevant documents into the pool."""
    small = replace(CAMPAIGN, grades={"1": {"a": 1, "r": 1, "s": 1}, "2": {"a": 1, "r": 1, "s": 1}})
    outcome, prepared = evaluate_campaign(small.write(tmp_path))
    few, known = view_campaign(outcome, prepared.metrics), view
    answers = [reusability_section(one, "main").answer[0] for one in (few, known)]
    assert [one.startswith("Not known: other runs than these brought most") for one in answers] == [
        True,
        False,
    ]
    assert [one.verdict for one in pools_reusable(few)] == [Verdict.UNKNOWN]


def test_groups_without_a_correlation_do_not_count(view):
    found = pd.DataFrame({"participant": ["a", "b", "c"], "tau": [1.0, np.nan, 0.5]})
    assert tau_fact(view, "main", found) == (
        f"{TAU} 0.5000 at worst (without c), 0.7500 on average over 3 participants."
    )
    assert tau_fact(view, "main", found[1:2]) == tau_fact(view, "main", found[:0]) == ""


def test_the_participant_whose_runs_fall_most_comes_first():
    rows = [("a", 1.0, 0), ("b", np.nan, 0), ("c", 0.9, 3), ("d", 0.2, 1)]
    found = pd.DataFrame(rows, columns=["participant", "tau", "own_largest_fall"])
    assert most_falling_first(found).participant.tolist() == ["c", "d", "a", "b"]


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
                "Yes: 1 of 2 runs ranks lower. The largest fall is 1 rank (x, from 1 to 2), the mean 0.5, "
                "counting 0 for 1 run that rises."
            ),
        ),
        ([1, 1], [1, 1], "No: none of the 2 runs ranks lower."),
        ([1, 2], [0, 2], "No: the only run does not rank lower. 1 run would have no score."),
    ],
)
def test_leaving_out_is_answered_with_a_number(view, rank, without, answer):
    names = ("x", "y")[: len(rank)]
    ranks = {"rank": known_ranks(np.array(rank, int)), "rank_without": known_ranks(np.array(without, int))}
    assert leave_out_answer(view, "main", pd.DataFrame({"run": names, **ranks})) == answer
