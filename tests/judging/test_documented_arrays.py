"""Arrays have the types and lengths that docstrings give them, with and without results."""

import inspect
import re

import numpy as np
import pytest
from by_hand import assessment, element_ranking, judged
from element_judgements import covered, graded, highlighted

from inexreport.judging.article_clusters import gain_clusters, highlighted_clusters
from inexreport.judging.article_gains import (
    article_relevance,
    article_text,
    entry_point_distances,
    entry_point_ranking,
    text_read,
)
from inexreport.judging.assessment_edits import binary, select_elements, without_articles
from inexreport.judging.element_gains import element_gains, level_gains
from inexreport.judging.element_tree import element_tree
from inexreport.judging.highlighted_gains import highlighted_gains, judged_text
from inexreport.judging.judged_ranking import judge
from inexreport.judging.located_run import empty_ranking
from inexreport.judging.passage_gains import passage_gains
from inexreport.judging.recall_base import recall_base

TYPED = re.compile(
    r"^(?P<names>\w+(?:, \w+)*) : (?P<type>\w+) array, shape \((?P<symbol>[\w ]+?)(?: \+ (?P<more>\d))?,\)$",
    re.MULTILINE,
)
"""E.g. ``first, after : int64 array, shape (elements,)``."""
TYPES = {"float64": np.float64, "int64": np.int64, "int32": np.int32, "int8": np.int8, "bool": np.bool_}

A, B, C = ("a", "/article[1]"), ("a", "/article[1]/sec[1]"), ("b", "/article[1]")
OF_2005 = highlighted({A: (2, 100, 60), B: (1, 40, 40), C: ("?", 50, 0)})
OF_2004 = graded({A: (3, 1), B: (2, 3), C: (0, 0)}, {A[1]: 100})
OF_2002 = covered({A: "3L", B: "1E", C: "0N"})
PASSAGES = {"a": [(0, 10), (20, 10)], "b": []}


def of_elements(run, truth, quant):
    one = judge(element_ranking(run), truth)
    yield one.ranking
    yield one
    yield recall_base(truth, quant)
    yield element_tree(truth.elements)
    yield one.ranking.path_overlaps
    for overlap in ("on", "off"):
        yield element_gains(one, quant, overlap)
        yield from gain_clusters(one, "article", quant, overlap).lists
        yield from gain_clusters(one, "element", quant, overlap).lists
    yield level_gains(one, quant)
    for changed in (binary(truth), select_elements(truth, {A}, keep=False), without_articles(truth, {"a"})):
        yield changed
        yield changed.elements


def of_highlighted_elements(run):
    one = judge(element_ranking(run), OF_2005)
    yield judged_text(OF_2005)
    for overlap in ("on", "off"):
        yield highlighted_gains(one, overlap)
        for level in ("article", "element"):
            yield from highlighted_clusters(one, level, overlap).lists
    yield article_text(one, judged_units="elements")


def of_passages(results):
    one = judged(results, PASSAGES, entry_points={"a": 5})
    yield one
    yield one.ranking.text_overlaps
    for overlap in ("forbidden", "allowed"):
        yield passage_gains(one, overlap)
    yield passage_gains(one, limit=10)
    yield passage_gains(one, results="entry points")
    yield article_relevance(one)
    yield article_text(one)
    yield article_text(one, limit=5)
    yield text_read(one, 10)
    yield entry_point_distances(one)
    yield entry_point_ranking(one)
    yield without_articles(one.assessment, {"b"})


RUN = [A, ("z", "/article[1]"), B, C, B, ("a", "/article[1]/sec[9]")]


def without_judged_elements():
    yield empty_ranking("1")
    yield recall_base(assessment({"a": []}), "sog")


@pytest.mark.parametrize("run", [RUN, []], ids=["results", "no results"])
@pytest.mark.parametrize(
    ("truth", "quant"),
    [(OF_2005, "genLifted"), (OF_2005, "strict5"), (OF_2004, "sog"), (OF_2002, "gen2002")],
    ids=["2005", "strict", "2004", "2002"],
)
def test_of_elements(run, truth, quant):
    check(of_elements(run, truth, quant))


@pytest.mark.parametrize("run", [RUN, []], ids=["results", "no results"])
def test_of_highlighted_elements(run):
    check(of_highlighted_elements(run))


@pytest.mark.parametrize("results", [[("a", 0, 10), ("b", 0, 9), ("z", 0, 9), ("a", 5, 10)], []])
def test_of_passages(results):
    check(of_passages(results))


def test_without_judged_elements():
    check(without_judged_elements())


def check(objects):
    """Compare every attribute that is documented as an array; one symbol stands for one length."""
    for made in objects:
        lengths: dict[str, int] = {}
        docstrings = [inspect.cleandoc(owner.__doc__ or "") for owner in type(made).__mro__]
        documented = [found for docstring in docstrings for found in TYPED.finditer(docstring)]
        assert documented
        for found in documented:
            for name in found["names"].split(", "):
                array, reported = getattr(made, name), f"{type(made).__name__}.{name}"
                assert found["type"] == "integer" or array.dtype == TYPES[found["type"]], reported
                assert array.ndim == 1, reported
                length = len(array) - int(found["more"] or 0)
                assert lengths.setdefault(found["symbol"], length) == length, reported
