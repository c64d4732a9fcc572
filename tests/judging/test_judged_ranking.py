"""Results meet the assessments of their own topic by the names of articles, and elements by paths too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa
from by_hand import assessment, element_ranking, ranking
from element_judgements import graded
from hypothesis import given
from hypothesis import strategies as st

from inexreport.judging.judged_ranking import UNJUDGED, judge

NAMES = ["7", "12", "123456789", "Köln", "a", "b", "co/2000/r7108"]
PATHS = [f"/article[1]/p[{number}]" for number in range(1, 5)]
ELEMENTS = st.tuples(st.sampled_from(NAMES), st.sampled_from(PATHS))


@given(st.lists(st.sampled_from(NAMES)), st.lists(st.sampled_from(NAMES), unique=True))
def test_articles_are_found_by_name(returned: list[str], judged: list[str]) -> None:
    expected = [judged.index(name) if name in judged else UNJUDGED for name in returned]
    truth, by_itself = assessment({name: [] for name in judged}), ranking([(name, 0, 1) for name in returned])
    # The same ranking with the numbers of all articles of a run.
    numbers = np.array([NAMES.index(name) for name in returned], dtype=np.int32)
    of_a_run = replace(by_itself, articles=pa.array(NAMES), article=numbers)
    for one in (by_itself, of_a_run):
        found = judge(one, truth)
        assert (found.article.tolist(), found.article.dtype) == (expected, np.int64)
        assert (found.ranking, found.assessment) == (one, truth)


@given(
    st.lists(st.sampled_from(NAMES)),
    st.lists(st.sampled_from(NAMES), unique=True),
    st.lists(st.sampled_from(NAMES), unique=True),
)
def test_another_assessment_is_joined_by_name_too(
    returned: list[str], first: list[str], other: list[str]
) -> None:
    truth = assessment({name: [] for name in first})
    found = judge(ranking([(name, 0, 1) for name in returned]), truth)
    fewer = [name for name in other if name in first]
    for judged in (other, fewer, first[1:], list(reversed(first))):
        again = found.under(changed := assessment({name: [] for name in judged}))
        expected = [judged.index(name) if name in judged else UNJUDGED for name in returned]
        assert (again.article.tolist(), again.article.dtype) == (expected, np.int64)
        assert (again.ranking, again.assessment) == (found.ranking, changed)


@given(st.lists(ELEMENTS), st.sets(ELEMENTS))
def test_elements_are_found_by_article_and_path(
    returned: list[tuple[str, str]], judged: set[tuple[str, str]]
) -> None:
    truth = graded(dict.fromkeys(sorted(judged), (1, 1)))
    rows = zip(truth.elements.article.tolist(), truth.elements.path.tolist(), strict=True)
    names = [(truth.articles[article], truth.elements.paths[path]) for article, path in rows]
    found = judge(element_ranking(returned), truth).element
    assert found.tolist() == [names.index(one) if one in judged else UNJUDGED for one in returned]
    assert found.dtype == np.int64
