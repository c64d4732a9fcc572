"""Distances from best entry points, and how many of these there are."""

from dataclasses import replace

import numpy as np
from by_hand import NOWHERE, assessment, ranking

from inexreport.judging.article_gains import entry_point_ranking
from inexreport.judging.judged_ranking import judge

TRUTH = assessment(
    {"A": [(0, 5)], "B": [(0, 5)], "C": [(0, 5)], "D": []}, entry_points={"A": 100, "B": 40, "D": 7}
)
RUN = [("B", 50, 0), ("A", 70, 0), ("B", 40, 0), ("C", 0, 0), ("D", 7, 0), ("E", 0, 0)]


def test_distance_of_the_first_result_of_each_relevant_article():
    found = entry_point_ranking(judge(ranking(RUN), TRUTH))
    assert found.distance.tolist() == [10, 30, np.inf, np.inf, np.inf, np.inf]
    assert found.total == 3
    nowhere = entry_point_ranking(judge(ranking([("A", NOWHERE), ("A", 100, 0)]), TRUTH))
    assert nowhere.distance.tolist() == [np.inf, np.inf]


def test_an_entry_point_that_the_documents_do_not_place_can_be_found_all_the_same():
    pointed = replace(TRUTH, entry_point_path=("/article[1]", "/article[1]/sec[1]", "/article[1]/sec[9]", ""))
    assert entry_point_ranking(judge(ranking(RUN), pointed)).total == 3
    assert (
        entry_point_ranking(judge(ranking([]), replace(pointed, entry_point_path=("", "", "", "x")))).total
        == 1
    )
