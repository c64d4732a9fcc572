"""Which elements the castitles of structured topics ask for."""

import by_hand
import pytest
from element_judgements import graded

from inexreport.judging.target import read_target, restrict, topic_target
from inexreport.model.topic import Topic

SECTIONS = "//article[about(., a)]//(sec|ss1)[about(., b)]"


@pytest.mark.parametrize(
    ("castitle", "path", "expected"),
    [
        (SECTIONS, "/article[1]/bdy[1]/sec[2]", True),
        (SECTIONS, "/article[1]/bdy[1]/sec[1]/ss1[1]", True),
        (SECTIONS, "/article[1]/bdy[1]/sec[1]/p[1]", False),
        (SECTIONS, "/books[1]/sec[1]", False),
        (SECTIONS, "/sec[1]/article[1]", False),
        ("//article//sec//p", "/article[1]/sec[1]/p[3]", True),
        ("//article//sec//p", "/article[1]/bdy[1]/sec[1]/ss1[1]/p[3]", True),
        ("//article//sec//p", "/article[1]/p[3]", False),
        ("//sec//article//p", "/article[1]/sec[1]/p[3]", False),
        ("//article//sec//p", "/sec[1]/article[1]/p[1]", False),
        ("//sec//sec", "/article[1]/sec[1]", False),
        ("//sec//sec", "/article[1]/sec[1]/sec[2]", True),
        ("//article//*", "/article[1]/fm[1]", True),
        ("//article//*", "/article[1]", False),
        ("//*[about(., x)]", "/article[1]", True),
        ("//article//( sec | * )", "/article[1]/fm[1]", True),
        ("/article/sec", "/article[1]/sec[1]", True),
        ('//article[about(., "a ] //b")]', "/article[1]", True),
        ('//article[about(., "a ] //b")]', "/article[1]/b[1]", False),
        ("//article[.//sec[about(., x)]]//p", "/article[1]/p[1]", True),
        ("//article[about(., '\"a [b\" +c')]//sec", "/article[1]/sec[1]", True),
        ("//article[about(., x [y)]//sec[about(., 'p ] [//q')]", "/article[1]/sec[1]", True),
        ("//article[about(., x [y)]//sec[about(., 'p ] [//q')]", "/article[1]/q[1]", False),
        ("//(X|Y)//X", "/Y[1]/X[1]", True),
        ("//(X|Y)//X", "/X[1]/Y[1]", False),
        ("//(X|Y)//Y", "/X[2]/Y[3]", True),
    ],
)
def test_matching(castitle, path, expected):
    assert read_target(castitle).matches(path) is expected


def test_only_elements_of_the_target_are_judged():
    judged = graded(
        {
            ("A", "/article[1]"): (1, 1),
            ("A", "/article[1]/sec[1]"): (3, 2),
            ("A", "/article[1]/sec[1]/p[1]"): (2, 2),
            ("B", "/article[1]/sec[1]"): (0, 0),
        }
    )
    left = restrict(judged, read_target(SECTIONS))
    assert left.articles == judged.articles
    assert left.elements.article.tolist() == [0, 1]
    assert [left.elements.paths[path] for path in left.elements.path.tolist()] == ["/article[1]/sec[1]"] * 2
    assert left.elements.exhaustivity.tolist() == [3, 0]


def test_a_text_that_is_no_query_has_no_target_and_passages_are_not_restricted():
    assert [read_target(text) for text in ("", "index of x", "sec//p", "//", "//a[b", "a //b")] == [None] * 6
    passages = by_hand.assessment({"A": [(0, 5)]})
    assert restrict(passages, read_target(SECTIONS)) is passages
    assert len(restrict(graded({}), read_target(SECTIONS)).elements) == 0


@pytest.mark.parametrize(
    ("topic", "asked_for", "not_asked_for"),
    [
        # Figure 1 of Piwowarski, Trotman and Lalmas (the query is the title), and the same as a castitle.
        (
            Topic(
                "76",
                title="//article[(./fm//yr = '2000' OR ./fm//yr = '1999') AND about(., "
                "'\"intelligent transportation system\"')]//sec[about(., 'automation +vehicle')]",
            ),
            "/article[1]/bdy[1]/sec[1]",
            "/article[1]",
        ),
        (
            Topic("76", castitle="//article//sec", title="//article//p"),
            "/article[1]/sec[1]",
            "/article[1]/p[1]",
        ),
        (
            Topic("1", title="au fm/ti cryptography", target_elements="au, fm/ti"),
            "/a[1]/fm[1]/ti[1]",
            "/a[1]/ti[1]",
        ),
        (Topic("1", title="x", target_elements="au,fm/ti"), "/article[1]/bdy[1]/au[1]", "/article[1]/fm[1]"),
        (Topic("1", title="x", target_elements="//article//(sec|p)"), "/article[1]/p[1]", "/sec[1]"),
        (Topic("1", title="x", target_elements="article/*"), "/article[1]/fm[1]", "/article[1]"),
    ],
)
def test_the_query_stands_in_the_castitle_the_title_or_the_target_elements(topic, asked_for, not_asked_for):
    target = topic_target(topic)
    assert target.matches(asked_for)
    assert not target.matches(not_asked_for)


@pytest.mark.parametrize("topic", [Topic("1", title="index of x"), Topic("1", target_elements="a b, c")])
def test_a_topic_may_have_no_target(topic):
    assert topic_target(topic) is None
