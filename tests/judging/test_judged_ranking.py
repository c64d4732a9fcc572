from __future__ import annotations

from dataclasses import replace

import numpy as np
from by_hand import assessment, ranking
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.article_names import ArticleNames
from inexreport.judging.judged_ranking import judge, judge_all
from inexreport.judging.located_run import TopicRanking

NAMES = ["7", "12", "123456789", "Köln", "a", "b", "c"]
SHORT = [name for name in NAMES if len(name) < 4]
TOPICS = st.integers(1, 4).flatmap(
    lambda count: st.tuples(
        *(
            st.lists(
                st.lists(st.sampled_from(names), max_size=6, unique=unique), min_size=count, max_size=count
            )
            for names, unique in ((NAMES, False), (NAMES, True))
        )
    )
)


def of_one_run(rankings: list[TopicRanking], names: list[str]) -> list[TopicRanking]:
    """The same rankings by the numbers of all articles of a run."""
    articles = ArticleNames.of(names)
    return [
        replace(
            one,
            articles=articles,
            article=np.array([names.index(one.articles[i]) for i in one.article], dtype=np.int32),
        )
        for one in rankings
    ]


@given(TOPICS, st.booleans())
def test_rankings_of_a_run_are_judged_as_each_by_itself(
    topics: tuple[list[list[str]], list[list[str]]], all_short: bool
) -> None:
    returned, judged = (
        [[one for one in names if not all_short or one in SHORT] for names in part] for part in topics
    )
    assessments = [assessment({name: [] for name in names}) for names in judged]
    rankings = [ranking([(name, 0, 1) for name in names]) for names in returned]
    expected = [judge(*both).judged.tolist() for both in zip(rankings, assessments, strict=True)]
    assert expected == [
        [of_topic.index(name) if name in of_topic else -1 for name in names]
        for names, of_topic in zip(returned, judged, strict=True)
    ]
    shared = of_one_run(rankings, SHORT if all_short else NAMES)
    for together in (rankings, shared):
        found = judge_all(together, assessments)
        assert [one.judged.tolist() for one in found] == expected
        assert all(one.judged.dtype == np.int64 for one in found)
        assert [one.ranking for one in found] == together
        assert [one.assessment for one in found] == assessments
