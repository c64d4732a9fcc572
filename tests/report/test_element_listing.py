"""The relevant elements of a topic: the figures of the papers, on topic pages and as published."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import pytest
from element_judgements import covered, graded, highlighted
from metrics.test_figure_1 import FILE, GRADES, PATHS

from inexreport.subjects.judged_elements import (
    INDENT,
    JUDGED_ELEMENTS,
    LISTED,
    elements_view,
    listed_elements,
)

IEEE = "co/2000/r7108"
SAMPLE = highlighted(
    {
        (IEEE, "/article[1]"): (1, 13556, 5494),
        (IEEE, "/article[1]/bdy[1]"): (1, 9797, 4594),
        (IEEE, "/article[1]/bdy[1]/sec[2]"): (1, 2064, 2064),
        (IEEE, "/article[1]/bdy[1]/sec[2]/st[1]"): ("?", 30, 30),
    }
)


def test_the_sample_of_topic_203():
    """Figure 1 of Pehcevski and Thom (2005)."""
    rows = listed_elements(SAMPLE)
    assert [*rows.columns] == [*JUDGED_ELEMENTS.columns]
    assert rows.exhaustivity.tolist() == ["1", "1", "1", "?"]
    assert rows["size"].tolist() == [13556, 9797, 2064, 30]
    assert rows.highlighted.tolist() == [5494, 4594, 2064, 30]
    assert isnan(rows.share_of_parent[0])
    assert rows.share_of_parent[1:].tolist() == pytest.approx([9797 / 13556, 2064 / 9797, 30 / 2064])
    view = elements_view(SAMPLE, "characters")
    assert list(view.columns) == ["name", "exhaustivity", "specificity", "size", "highlighted", "percent"]
    assert view.frame.name.tolist() == [
        f"{IEEE}/article[1]",
        f"{INDENT}bdy[1]",
        f"{INDENT * 2}sec[2]",
        f"{INDENT * 3}st[1]",
    ]
    assert view.folded == "Table: 4 relevant elements with grades"


def test_the_tree_of_topic_163():
    """Figure 1 of Kazai, Lalmas and de Vries (2004), whose irrelevant elements are left out."""
    sizes = {PATHS["sec4"]: 1000, PATHS["sec4/p1"]: 250}
    judged = graded({(FILE, PATHS[name]): grade for name, grade in GRADES.items()}, sizes)
    rows = listed_elements(judged)
    names = {path: name for name, path in PATHS.items()}
    assert [names[path] for path in rows.path] == [
        *("article", "bdy", "sec4", "sec4/ip12", "sec4/p1", "sec4/p2"),
        *("sec6", "sec6/ip12", "sec6/p1", "sec6/p2"),
    ]
    grades = zip(rows.path, rows.exhaustivity, rows.specificity, strict=True)
    assert {names[path]: (int(e), s) for path, e, s in grades} == GRADES
    assert rows.share_of_parent.dropna().tolist() == [0.25]
    assert len(listed_elements(graded({(FILE, "/article[1]"): (0, 0)}))) == 0
    assert elements_view(graded({(FILE, "/article[1]"): (0, 0)}), "characters") is None


def test_other_years_have_other_grades():
    of_2002 = listed_elements(covered({("a", "/article[1]"): "3L", ("a", "/article[1]/p[1]"): "2E"}))
    assert of_2002[["exhaustivity", "coverage"]].to_numpy().tolist() == [["3", "L"], ["2", "E"]]
    assert of_2002.specificity.isna().all()
    of_2006 = highlighted({("a", "/article[1]"): (2, 20, 5)}, graded=False)
    assert listed_elements(of_2006).exhaustivity.tolist() == [None]
    assert [*elements_view(of_2006, "characters").columns] == ["name", "specificity", "size", "highlighted"]


def test_paragraphs_are_counted_in_order_and_the_largest_article_comes_first():
    paths = ["/article[1]", *(f"/article[1]/p[{number}]" for number in range(1, LISTED + 1))]
    judged = graded({("a", "/article[1]"): (1, 1), **{("b", path): (1, 1) for path in paths}})
    assert [*listed_elements(judged).path] == ["/article[1]", *paths]
    view = elements_view(replace(judged, topic="7"), "characters")
    assert view.frame.path.tolist() == paths[:LISTED]
    assert view.caption.endswith(f"the first {LISTED} of {LISTED + 2}.")
