"""Each returned article is a ranking of its own: as if neither run nor judgements had another."""

import numpy as np
import pytest
from by_hand import element_ranking
from element_judgements import graded, highlighted
from hypothesis import given
from hypothesis import strategies as st
from metrics.scenarios import ARTICLES, PATHS, graded_judgements, highlighted_judgements

from inexreport.judging.article_clusters import gain_clusters, highlighted_clusters
from inexreport.judging.assessment_edits import select_elements, without_articles
from inexreport.judging.element_gains import element_gains
from inexreport.judging.highlighted_gains import highlighted_by_article, highlighted_gains
from inexreport.judging.judged_ranking import judge

UNJUDGED = "/article[1]/sec[1]/p[3]"
runs = st.lists(
    st.tuples(st.sampled_from((*ARTICLES, "Z")), st.sampled_from((*PATHS, UNJUDGED))), max_size=20
)
overlaps = pytest.mark.parametrize("overlap", ["on", "off"])


def each_alone(run, truth):
    """Every returned article that was judged, in the order of its first result, as if alone."""
    for name in dict.fromkeys(article for article, _ in run if article in truth.articles):
        own = [(article, path) for article, path in run if article == name]
        yield judge(element_ranking(own), without_articles(truth, set(truth.articles) - {name}))


def distinct(run):
    return len({article for article, _ in run})


def listed(gains):
    return [tuple(np.asarray(part).tolist() for part in vars(one).values()) for one in gains]


@overlaps
@given(run=runs, truth=graded_judgements())
def test_gains(overlap, run, truth):
    found = gain_clusters(judge(element_ranking(run), truth), "element", "sog", overlap)
    alone = [element_gains(one, "sog", overlap) for one in each_alone(run, truth)]
    expected = [gains for gains in alone if len(gains.ideal)]
    assert listed(found.lists) == listed(expected)
    assert found.others == distinct(run) - len(expected)
    assert found.defined == bool(len(element_gains(judge(element_ranking([]), truth), "sog", "off").ideal))


@pytest.mark.parametrize(
    ("overlap", "alpha"), [("off", 1.0), ("on", 1.0), ("on", 0.75), ("on", 0.5), ("on", 0.0)]
)
@given(run=runs, truth=highlighted_judgements())
def test_highlighted_text(overlap, alpha, run, truth):
    found = highlighted_clusters(judge(element_ranking(run), truth), "element", overlap, alpha)
    alone = [highlighted_gains(one, overlap, alpha) for one in each_alone(run, truth)]
    expected = [gains for gains in alone if gains.total]
    assert listed(found.lists) == listed(expected)
    assert found.others == distinct(run) - len(expected)
    assert found.defined == bool(truth.relevant_characters.sum())


ROOT, SECTION, TITLE = "/article[1]", "/article[1]/sec[1]", "/article[1]/st[1]"
RUN = [("b", TITLE), ("z", ROOT), ("a", SECTION), ("c", ROOT), ("a", SECTION), ("a", TITLE), ("a", UNJUDGED)]


def test_by_hand():
    truth = graded({("a", ROOT): (3, 1), ("a", SECTION): (2, 3), ("b", ROOT): (0, 0), ("c", ROOT): (1, 1)})
    one = judge(element_ranking(RUN), truth)
    elements = gain_clusters(one, "element", "sog", "off")
    assert listed(elements.lists) == [([0.9, 0, 0], [0.9, 0.25]), ([0.1], [0.1])]
    assert (elements.others, elements.defined) == (2, True)
    articles = gain_clusters(one, "article", "sog", "off")
    assert listed(articles.lists) == [([0, 0, 0.9, 0.1], [0.9, 0.1])]
    assert (articles.others, articles.defined) == (0, True)


def test_what_was_seen_in_parts_is_worth_the_rest():
    """By equations 4 to 6: of the root's children, 0.9 and 0.75, the second is new, and half of the text."""
    judged = graded({("a", ROOT): (3, 3), ("a", SECTION): (2, 3), ("a", "/article[1]/sec[2]"): (1, 3)})
    for run, gains in (([SECTION, ROOT], [0.9, 0.1]), ([ROOT, SECTION], [1, 0])):
        one = judge(element_ranking([("a", path) for path in run]), judged)
        (found,) = gain_clusters(one, "element", "sog", "on").lists
        assert found.gain == pytest.approx(gains)
        assert found.ideal.tolist() == [1]


@pytest.mark.parametrize(
    ("tie", "ideal"), [({}, [1]), ({"ideal_tie": "higher"}, [1]), ({"ideal_tie": "deeper"}, [1, 1])]
)
def test_of_equal_elements_of_a_path_the_year_says_which_is_ideal(tie, ideal):
    judged = graded({("a", ROOT): (3, 3), ("a", SECTION): (3, 3), ("a", "/article[1]/sec[2]"): (3, 3)})
    found = gain_clusters(judge(element_ranking([("a", ROOT)]), judged), "element", "sog", "on", **tie)
    assert [one.ideal.tolist() for one in found.lists] == [ideal]


@overlaps
def test_by_hand_of_highlighted_text(overlap):
    truth = highlighted(
        {
            ("a", ROOT): (1, 100, 41),
            ("a", SECTION): (1, 80, 40),
            ("b", ROOT): (1, 9, 0),
            ("c", ROOT): (1, 4, 1),
        }
    )
    one = judge(element_ranking(RUN), truth)
    elements = highlighted_clusters(one, "element", overlap)
    on = [([40, 0, 0, 0], [0.5, 0, 0, 0], 41), ([1], [0.25], 1)]
    off = [([40, 0, 0], [0.5, 0, 0], 81), ([1], [0.25], 1)]
    # An article without highlighted text is judged to have one character where the year gives no sizes.
    assert truth.relevant_characters.tolist() == [41, 1, 1]
    if overlap == "on":
        on.insert(0, ([0], [0], 1))
    assert listed(elements.lists) == (on if overlap == "on" else off)
    assert elements.others == (1 if overlap == "on" else 2)
    articles = highlighted_clusters(one, "article", overlap)
    # The whole text of each article, whatever was returned of it.
    assert listed(articles.lists) == [([0, 0, 41, 1], [0, 0, 0.41, 0.25], 43)]
    assert (articles.others, articles.defined) == (0, True)


def test_articles_without_judged_elements_have_nothing_to_be_found():
    judged = highlighted({("a", ROOT): (1, 100, 41), ("c", ROOT): (1, 4, 1)})
    truth = select_elements(judged, {("c", ROOT)}, keep=False)
    assert truth.articles == ("a", "c")
    assert highlighted_by_article(truth, "off").tolist() == [41, 0]
    found = highlighted_clusters(judge(element_ranking([("c", ROOT), ("a", ROOT)]), truth), "element", "off")
    assert listed(found.lists) == [([41], [0.41], 41)]
    assert found.others == 1
