"""Recall bases, and what their elements are worth in a ranking, against the definitions read word by word."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import full_recall_base, ideal_recall_base
from hypothesis import given
from hypothesis import strategies as st
from metrics.scenarios import (
    ARTICLES,
    LEAVES,
    PATHS,
    covered_judgements,
    graded_judgements,
    highlighted_judgements,
)

from inexreport.judging.element_gains import element_gains, normalised_gains
from inexreport.judging.element_tree import ancestors
from inexreport.judging.highlighted_gains import element_text, highlighted_gains
from inexreport.judging.judged_ranking import judge
from inexreport.judging.quantisation import is_relevant, quantise
from inexreport.judging.recall_base import ArticleBase, recall_base

YEARS = [
    ("sog", graded_judgements()),
    ("e3s321", graded_judgements()),
    ("genLifted", highlighted_judgements()),
    ("strict5", highlighted_judgements()),
    ("gen2002", covered_judgements()),
]
UNJUDGED_PATHS = ("/article[1]/sec[1]/p[3]", "/article[1]/sec[2]/p[1]/b[1]")
results = st.lists(
    st.tuples(st.sampled_from((*ARTICLES, "Z")), st.sampled_from((*PATHS, *UNJUDGED_PATHS))), max_size=25
)


def judged_names(assessment):
    elements = assessment.elements
    return [
        (assessment.articles[article], elements.paths[path])
        for article, path in zip(elements.article.tolist(), elements.path.tolist(), strict=True)
    ]


def inside(one, other):
    """Whether one element is or lies in the other."""
    return one[0] == other[0] and (one[1] == other[1] or other[1] in ancestors(one[1]))


def ideal_by_definition(relevant, gain, tie):
    """The best element of every path from a root to a relevant element that holds no other."""
    best = set()
    for leaf in relevant:
        if any(inside(other, leaf) and other != leaf for other in relevant):
            continue
        path = sorted((one for one in gain if inside(leaf, one)), key=lambda one: len(one[1]))
        highest = max((gain[one] for one in path), default=0)
        if found := [one for one in path if gain[one] == highest]:
            best.add(found[0 if tie == "higher" else -1])
    return {one for one in best if not any(inside(one, other) and one != other for other in best)}


@pytest.mark.parametrize("tie", ["higher", "deeper"])
@pytest.mark.parametrize(("quant", "judgements"), YEARS)
@given(data=st.data())
def test_full_and_ideal_recall_base(quant, judgements, tie, data):
    assessment = data.draw(judgements)
    names = judged_names(assessment)
    worth = dict(zip(names, quantise(assessment.elements, quant).tolist(), strict=True))
    gain = {one: value for one, value in worth.items() if value > 0}
    relevant = [one for one, yes in zip(names, is_relevant(assessment.elements), strict=True) if yes]
    base = recall_base(assessment, quant, tie)
    ideal = ideal_by_definition(relevant, gain, tie)
    assert full_recall_base(base) == gain
    assert ideal_recall_base(base) == ideal == {names[row] for row in base.ideals.tolist()}
    assert base.full_gains.tolist() == sorted(gain.values(), reverse=True)
    assert base.ideal_gains.tolist() == sorted((gain[one] for one in ideal), reverse=True)
    assert base.total_gain == pytest.approx(sum(gain.values()))
    for number, article in enumerate(assessment.articles):
        own = base.of_article(number)
        assert dict(own.gain) == {path: value for (name, path), value in gain.items() if name == article}
        assert {above: set(below) for above, below in own.children.items()} == {
            above: {path for path in own.gain if ancestors(path)[:1] == (above,)}
            for above in {ancestors(path)[0] for path in own.gain if ancestors(path)}
        }
        assert own.full_gains.tolist() == sorted(own.gain.values(), reverse=True)
        assert own.ideal_gains.tolist() == sorted((own.gain[path] for path in own.ideal), reverse=True)
        assert {(article, path) for path in own.ideal} == {one for one in ideal if one[0] == article}
    for row, name in enumerate(names):
        own = base.of_article(assessment.articles.index(name[0]))
        meeting = {one for one in ideal if inside(one, name) or inside(name, one)}
        rows = base.ideals[base.first_ideal[row] : base.after_ideal[row]]
        assert base.ideal_gain[row] == pytest.approx(sum(gain[one] for one in meeting))
        assert {names[one] for one in rows.tolist()} == meeting
        assert {(name[0], path) for path in own.ideals_of(name[1])} == meeting


@pytest.mark.parametrize(("quant", "judgements"), YEARS)
@given(made=results, alpha=st.sampled_from([1.0, 0.5]), data=st.data())
def test_gains_of_a_ranking_are_those_of_its_articles_read_one_by_one(quant, judgements, made, alpha, data):
    judged = judge(element_ranking(made), data.draw(judgements))
    base = recall_base(judged.assessment, quant)
    gains, ideal = full_recall_base(base), ideal_recall_base(base)
    expected = np.zeros(len(made))
    for article in ARTICLES:
        rows = [row for row, (name, _) in enumerate(made) if name == article]
        own = ArticleBase(
            gain={path: gain for (name, path), gain in gains.items() if name == article},
            size={path: sum(LEAVES[leaf] for leaf in LEAVES if leaf.startswith(path)) for path in PATHS},
            ideal=tuple(sorted(path for name, path in ideal if name == article)),
        )
        if quant != "gen2002":
            expected[rows] = normalised_gains([made[row][1] for row in rows], own, alpha)
        elif article in judged.assessment.articles:
            unsized = base.of_article(judged.assessment.articles.index(article))
            expected[rows] = normalised_gains([made[row][1] for row in rows], unsized, alpha)
    found = element_gains(judged, quant, "on", alpha=alpha)
    assert found.gain.tolist() == expected.tolist()
    assert found.ideal.tolist() == sorted((gains[one] for one in ideal), reverse=True)


@given(made=results, assessment=highlighted_judgements())
def test_highlighted_text_counts_leaf_by_leaf(made, assessment):
    """Every element's highlighted text is that of its leaves, so what is new is that of the new leaves."""
    highlighted = dict(zip(judged_names(assessment), assessment.elements.highlighted.tolist(), strict=True))
    gains = highlighted_gains(judge(element_ranking(made), assessment), "on")
    seen = set()
    for row, one in enumerate(made):
        leaves = (
            {(one[0], leaf) for leaf in LEAVES if inside((one[0], leaf), one)} if one[1] in PATHS else set()
        )
        assert gains.value[row] == sum(highlighted.get(leaf, 0) for leaf in leaves - seen)
        seen |= leaves


@given(made=results, assessment=highlighted_judgements())
def test_nested_elements_return_their_text_in_the_outermost(made, assessment):
    judged = judge(element_ranking(made), assessment)
    sizes = dict(
        zip(
            judged_names(assessment),
            zip(assessment.elements.size.tolist(), assessment.elements.highlighted.tolist(), strict=True),
            strict=True,
        )
    )
    known = {one for one in made if one in sizes}
    retrieved, found = element_text(judged)
    for row, one in enumerate(made):
        if one not in sizes:
            assert (retrieved[row], found[row]) == (judged.ranking.length[row], 0)
        elif one in made[:row] or any(inside(one, other) and one != other for other in known):
            assert (retrieved[row], found[row]) == (0, 0)
        else:
            assert (retrieved[row], found[row]) == sizes[one]
