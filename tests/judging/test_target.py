"""Which elements the castitles of structured topics ask for."""

import by_hand
import pytest
from element_judgements import graded

from inexreport.judging.target import read_target, restrict

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
        ("", "/article[1]", False),
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


def test_a_topic_without_a_target_or_without_elements_keeps_its_assessment():
    judged = graded({("A", "/article[1]"): (1, 1)})
    assert restrict(judged, read_target("")) is judged
    passages = by_hand.assessment({"A": [(0, 5)]})
    assert restrict(passages, read_target(SECTIONS)) is passages
    assert len(restrict(graded({}), read_target(SECTIONS)).elements) == 0
