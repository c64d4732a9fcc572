"""What runs found, missed and lost compared with each other, in a task that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rendering.invented_campaign import invented_outcome

from inexreport.metrics.registry import bind
from inexreport.model.assessment import Judged
from inexreport.model.diagnosis import DEPTHS, GranularityMatch, RelevantArticles
from inexreport.model.outcome import TaskOutcome
from inexreport.report.words import WORDS
from inexreport.subjects.found_by_rank import medians_by_rank, shares_by_rank
from inexreport.subjects.likely_causes import Cause, topic_diagnoses, topics_by_run
from inexreport.subjects.missed_articles import missed_articles, missed_section

TOPICS = ("1", "2", "3")
ARTICLES = (("a", "b", "c"), (), ("d", "e"))
RANKS = {"one": [1, 0, 0, 9, 0], "two": [3, 2, 0, 0, 4], "three": [0, 5, 0, 0, 4]}
"""Rank of the first result from a, b, c, d and e."""


def integers(*values):
    return np.array(values, dtype=np.int64)


def outcome_of(ranks=RANKS, official="MAiP(overlap=allowed)", **changes):
    """A task of runs by name; `changes` are arrays by field, each of shape (runs, topics)."""
    template = invented_outcome(runs=3).tasks[0]
    runs = []
    for row, (name, of_run) in enumerate(ranks.items()):
        fields = {
            "results": integers(10, 10, 10),
            "relevant_results": integers(1, 0, 1),
            "first_relevant": integers(1, 0, 1),
            "relevant_first": integers(1, 0, 1),
            "unjudged_first": integers(0, 0, 0),
            "grades_first": integers(0, 0, 0),
            "overlapping": integers(0, 0, 0),
            "found": np.array([0.5, np.nan, 0.5]),
            "fits": np.zeros((3, len(GranularityMatch)), dtype=np.int64),
        } | {field: values[row] for field, values in changes.items()}
        diagnosis = replace(
            template.runs[0].diagnosis,
            reading=bind(official).reading,
            article_ranks=np.array(of_run, dtype=np.int32),
            **fields,
        )
        submission = replace(template.runs[0].submission, name=name)
        runs.append(replace(template.runs[0], submission=submission, diagnosis=diagnosis))
    return TaskOutcome(template.task, tuple(runs), RelevantArticles(TOPICS, ARTICLES))


def test_relevant_articles_are_counted_by_topic():
    own, _ = topic_diagnoses(outcome_of())
    assert own.relevant_articles.tolist() == [3, 0, 2] * 3
    assert own.articles_found.tolist() == [1, 0, 1, 2, 0, 1, 1, 0, 1]
    assert own.missed_by_all.tolist() == [1, 0, 0] * 3
    # b and e are missed by the first run and returned by both others; a by the third, d by two runs.
    assert own.missed_widely.tolist() == [1, 0, 1, 0, 0, 1, 1, 0, 1]


def missed_by_first_run(outcome):
    """What it missed that others returned."""
    found = missed_articles(outcome)
    return found[found.run == outcome.runs[0].submission.name].drop(columns=["place", "run"])


def test_what_others_found_is_named_with_their_best_rank():
    assert missed_by_first_run(outcome_of()).to_dict("records") == [
        {"topic": "1", "article": "b", "runs": 2, "best_rank": 2, "best_run": "two"},
        {"topic": "3", "article": "e", "runs": 2, "best_rank": 4, "best_run": "two"},
    ]


def test_the_most_widely_found_come_first():
    outcome = outcome_of({"x": [0, 0, 0, 0, 0], "y": [9, 1, 5, 1, 0], "z": [9, 0, 2, 2, 0]})
    missed = missed_by_first_run(outcome)
    assert missed[missed.topic == "1"].article.tolist() == ["c", "a", "b"]
    own, _ = topic_diagnoses(outcome)
    assert own.missed_widely.tolist()[:3] == [3, 0, 1]
    assert own.missed_by_all.tolist()[2] == 1


def test_the_only_run_of_a_task_misses_nothing_that_others_found():
    outcome = outcome_of({"x": [0, 1, 0, 1, 0]})
    own, _ = topic_diagnoses(outcome)
    assert missed_articles(outcome).empty
    assert not own.missed_widely.any()
    assert missed_section(outcome, "x", topics_by_run(outcome)["x"], WORDS[Judged.PASSAGES]) is None


def test_shares_of_articles_by_depth_are_means_over_topics_that_have_any():
    shares = shares_by_rank(outcome_of())
    by_depth = shares[shares.run == "two"].set_index("rank").articles_found
    assert by_depth[1] == 0
    assert by_depth[2] == pytest.approx((1 / 3 + 0) / 2)
    assert by_depth[3] == pytest.approx((2 / 3 + 0) / 2)
    assert by_depth[10] == pytest.approx((2 / 3 + 1 / 2) / 2)


def test_medians_know_runs_that_find_nothing_and_runs_without_a_share():
    fits = np.zeros((3, 3, len(GranularityMatch)), dtype=np.int64)
    fits[0, 0, [GranularityMatch.FITTING, GranularityMatch.TOO_LARGE]] = 3, 1
    fits[1, 0, GranularityMatch.ELSEWHERE] = 2
    outcome = outcome_of(first_relevant=integers([1, 0, 4], [0, 0, 8], [0, 0, 0]), fits=fits)
    _, medians = topic_diagnoses(outcome)
    assert medians.first_rank.tolist() == [np.inf, np.inf, 8]
    assert medians.first_relevant.isna().tolist() == [True, True, False]
    assert medians.fitting_percent[0] == pytest.approx((75 + 0) / 2)
    assert np.isnan(medians.fitting_percent[1])


def test_the_median_curve_leaves_out_what_is_undefined():
    shares = shares_by_rank(outcome_of(dict.fromkeys("abcd", RANKS["one"])))
    curves = np.tile([[0.1], [0.3], [0.9], [0.2]], len(DEPTHS))
    curves[:, 1], curves[2, 5] = (0.2, 0.8, 0.9, 0.4), np.nan
    found = medians_by_rank(shares.assign(found=curves.ravel(), overlapping=np.nan))
    assert found.found.tolist()[:2] == [0.2, 0.4]
    assert found["rank"].tolist() == [*DEPTHS]
    assert found.overlapping.isna().all()


def causes(official="MAiP", **changes):
    """The causes of the first run on its first topic; `changes` are values of the three runs."""
    arrays = {
        field: [integers(value, 0, 0) for value in values]
        for field, values in changes.items()
        if field not in ("ranks", "fits")
    }
    if "fits" in changes:
        arrays["fits"] = np.zeros((3, 3, len(GranularityMatch)), dtype=np.int64)
        for row, (fitting, elsewhere) in enumerate(changes["fits"]):
            arrays["fits"][row, 0, [GranularityMatch.FITTING, GranularityMatch.ELSEWHERE]] = (
                fitting,
                elsewhere,
            )
    ranks = changes.get("ranks") or [[1, 2, 0, 0, 0]] * 3
    outcome = outcome_of(dict(zip("xyz", ranks, strict=True)), official, **arrays)
    return tuple(Cause(cause) for cause in topic_diagnoses(outcome)[0].causes[0].split())


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ()),
        ({"results": [0, 10, 10]}, (Cause.NOT_ANSWERED,)),
        ({"first_relevant": [0, 1, 3]}, (Cause.NOTHING_RELEVANT,)),
        ({"first_relevant": [0, 0, 3]}, ()),  # nor does the median run find anything
        ({"ranks": [[1, 0, 0, 0, 0], [1, 2, 0, 0, 0], [1, 2, 0, 0, 0]]}, (Cause.ARTICLES_MISSED,)),
        (
            {
                "results": [4, 10, 10],
                "ranks": [[1, 0, 0, 0, 0], [1, 2, 0, 0, 0], [1, 2, 0, 0, 0]],
            },
            (Cause.FEW_RESULTS, Cause.ARTICLES_MISSED),
        ),
        ({"results": [4, 10, 10]}, ()),  # few, but enough
        ({"first_relevant": [3, 1, 1]}, (Cause.RANKED_LATE,)),
        ({"first_relevant": [2, 1, 1]}, ()),
        ({"first_relevant": [19, 10, 10]}, ()),
        ({"relevant_first": [4, 6, 6]}, (Cause.FEW_AT_TOP,)),
        ({"relevant_first": [5, 6, 6]}, ()),
        ({"fits": [(3, 7), (5, 5), (6, 4)]}, (Cause.MISFIT,)),
        ({"fits": [(4, 6), (5, 5), (6, 4)]}, ()),
        ({"fits": [(0, 0), (5, 5), (6, 4)]}, ()),
        ({"overlapping": [2, 0, 0]}, (Cause.OVERLAP,)),
        ({"overlapping": [1, 0, 0]}, ()),
        ({"unjudged_first": [3, 0, 0]}, (Cause.UNJUDGED,)),
        ({"unjudged_first": [2, 0, 0]}, ()),
    ],
)
def test_causes_are_differences_from_the_median(changes, expected):
    assert causes(**changes) == expected


FOUND = [[1, 0, 0, 0, 0], [1, 20, 0, 0, 0], [1, 20, 0, 0, 0]]
"""The first run misses an article that the others return at rank 20."""


@pytest.mark.parametrize(
    ("official", "changes", "expected"),
    [
        ("AP", {"ranks": FOUND, "results": [4, 90, 90]}, (Cause.FEW_RESULTS, Cause.ARTICLES_MISSED)),
        ("nDCG@10", {"ranks": FOUND, "results": [14, 90, 90]}, ()),  # beyond its depth
        ("R@20", {"ranks": FOUND, "results": [40, 90, 90]}, (Cause.ARTICLES_MISSED,)),
        ("RR", {"ranks": FOUND}, ()),  # the first relevant result decides
        ("iP@0.01", {"ranks": FOUND}, ()),  # which recall is reached
        ("gP(score=F,beta=0.25)@5", {"ranks": FOUND}, ()),
        (
            "nDCG@10",
            {"results": [4, 90, 90], "ranks": [[1, 0, 0, 0, 0], [1, 9, 0, 0, 0], [1, 9, 0, 0, 0]]},
            (Cause.FEW_RESULTS,),
        ),
        ("nDCG@10", {"first_relevant": [9, 2, 2]}, (Cause.RANKED_LATE,)),
        ("nDCG@10", {"first_relevant": [11, 2, 2]}, (Cause.NOTHING_RELEVANT,)),
        ("nDCG@10", {"first_relevant": [40, 11, 11]}, ()),
        ("P@10", {"first_relevant": [9, 2, 2]}, ()),  # in any order
        ("nDCG@10", {"grades_first": [8, 11, 11]}, (Cause.LOW_GRADES,)),
        ("nDCG@10", {"grades_first": [9, 11, 11]}, ()),
        ("ERR@20", {"grades_first": [0, 1, 1]}, ()),  # one grade says little
        ("P@10", {"grades_first": [0, 11, 11]}, ()),
        ("RBP(p=0.5,rel=1)", {"grades_first": [0, 11, 11]}, ()),
        ("P@5", {"relevant_first": [1, 4, 4]}, (Cause.FEW_AT_TOP,)),
        ("SetP", {"relevant_first": [1, 4, 4]}, ()),
        ("char_prec(limit=1000)", {"relevant_first": [1, 4, 4]}, (Cause.FEW_AT_TOP,)),
        ("Success@10", {"relevant_first": [1, 4, 4]}, ()),
        ("AP", {"unjudged_first": [9, 0, 0]}, (Cause.UNJUDGED,)),
        ("Bpref", {"unjudged_first": [9, 0, 0], "first_relevant": [9, 1, 1]}, ()),
        ("nDCG(judged_only=True)@10", {"unjudged_first": [9, 0, 0]}, ()),
        ("Judged@10", {"unjudged_first": [9, 0, 0], "first_relevant": [0, 1, 1]}, (Cause.UNJUDGED,)),
        ("MAep(quant=gen,overlap=off)", {"overlapping": [9, 0, 0]}, ()),
        ("MAep(quant=gen,overlap=on)", {"overlapping": [9, 0, 0]}, (Cause.OVERLAP,)),
        ("MAep(quant=gen,overlap=off)", {"fits": [(3, 7), (7, 3), (7, 3)]}, ()),
        ("MAiP", {"overlapping": [9, 0, 0]}, (Cause.OVERLAP,)),
        ("MAiP(overlap=allowed)", {"overlapping": [9, 0, 0]}, ()),  # only new text counts
        ("MAiP(overlap=allowed)", {"fits": [(3, 7), (7, 3), (7, 3)]}, (Cause.MISFIT,)),
        ("nxCG(quant=gen,overlap=on)@5", {"overlapping": [9, 0, 0]}, ()),  # at which ranks is not known
        ("article-MAP", {"fits": [(3, 7), (5, 5), (6, 4)]}, ()),
        ("article-MAP", {"results": [0, 10, 10]}, (Cause.NOT_ANSWERED,)),
    ],
)
def test_a_cause_is_named_only_where_the_official_metric_reads_it(official, changes, expected):
    assert causes(official, **changes) == expected
