from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from pooling_campaigns import TASKS, SmallCampaign, campaigns, scored
from pooling_reference import PlainRun

from inexreport.subjects.leave_out import leave_out

SECTION = "/article[1]/sec[1]"


def left_out(judged, runs):
    outcome = scored(SmallCampaign(2004, {"1": judged}, {"1": "CO"}, {"CO": runs}, pool_depth=1))
    found = leave_out(outcome.tasks[0])
    rows = found[["rank", "rank_without"]].fillna(0).itertuples(index=False, name=None)
    return found, dict(zip(found.run, rows, strict=True))


def test_a_run_is_ranked_by_what_is_judged_without_its_own_group():
    judged = {article: {SECTION: (3, 3)} for article in "ABC"}
    runs = {
        "alone": PlainRun("1", {"1": [("A", SECTION), ("B", SECTION), ("D", SECTION)]}),
        "with": PlainRun("2", {"1": [("B", SECTION), ("C", SECTION), ("A", SECTION)]}),
        "another": PlainRun("3", {"1": [("B", SECTION), ("D", SECTION), ("A", SECTION)]}),
    }
    found, ranks = left_out(judged, runs)
    # Without participant 1 nobody would have judged A: its run keeps one relevant result of two.
    assert found.run.tolist() == ["with", "alone", "another"]
    assert found.participant.tolist() == ["2", "1", "3"]
    assert found.score[0] > found.score[1] > found.score[2]
    assert ranks["with"] == (1, 1)
    assert ranks["another"] == (3, 3)
    assert ranks["alone"] == (2, 3)
    assert found.score_without[1] < found.score[1]
    assert found.score_without[[0, 2]].tolist() == found.score[[0, 2]].tolist()


def test_a_group_that_found_all_that_is_relevant_has_no_score_without_itself():
    runs = {
        "finder": PlainRun("", {"1": [("A", SECTION)]}),
        "other": PlainRun("", {"1": [("B", SECTION)]}),
    }
    found, ranks = left_out({"A": {SECTION: (3, 3)}, "B": {SECTION: (0, 0)}}, runs)
    assert ranks == {"finder": (1, 0), "other": (2, 2)}
    assert np.isnan(found.score_without[0])
    assert found.participant.tolist() == ["", ""]


@settings(max_examples=12)
@given(campaigns(2004, max_runs=3))
def test_leaving_out_who_found_nothing_alone_changes_nothing(campaign):
    task = TASKS[2004]
    twins = {name: replace(run, participant=name) for name, run in campaign.runs[task].items()}
    twins |= {f"{name} again": replace(run, participant=f"{name} again") for name, run in twins.items()}
    found = leave_out(scored(replace(campaign, runs={task: twins})).tasks[0])
    assert np.array_equal(found.score, found.score_without, equal_nan=True)
    assert found["rank"].equals(found["rank_without"])
