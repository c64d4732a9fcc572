"""Rankings and judgements that Hypothesis makes for any metric: of passages, of elements."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from by_hand import assessment, element_ranking, ranking
from element_judgements import covered, graded, highlighted
from hypothesis import strategies as st

from inexreport.judging.judged_ranking import JudgedRanking, judge
from inexreport.metrics.metric import BoundMetric
from inexreport.metrics.registry import METRICS as ALL_METRICS
from inexreport.metrics.registry import bind
from inexreport.model.assessment import TopicAssessment

METRICS = tuple(one for one in ALL_METRICS if not one.needs_answers)
"""Those of rankings."""
ARTICLES = ("A", "B", "C", "D", "E")
LEAVES = {
    "/article[1]/sec[1]/p[1]": 100,
    "/article[1]/sec[1]/p[2]": 200,
    "/article[1]/sec[2]/p[1]": 300,
    "/article[1]/sec[2]/p[2]": 400,
}
"""Sizes of the leaves of every article's tree."""
PATHS = ("/article[1]", "/article[1]/sec[1]", "/article[1]/sec[2]", *LEAVES)
GRADES = [(0, 0), *((e, s) for e in (1, 2, 3) for s in (1, 2, 3))]
SAMPLE_VALUES = {
    "beta": (0.25,),
    "n": (500,),
    "irrelevant": (300,),
    "limit": (500,),
    "A": (0.1,),
    "alpha": (0.5,),
    "base": (10,),
    "min_denominator": (1000,),
    "quant": ("sog", "genLifted", "gen2002"),
}
"""What is tried for parameters that may be any number, or that have many values."""
SETTINGS = {
    "mean_document_length": 1000.0,
    "collection_elements": 10_000.0,
    "largest_grade": 3.0,
}


def sample_identifiers(metric):
    """Identifiers of a metric with choices of its parameters and some cut-offs."""
    choices = [{}]
    defaults = {one.name: one.default for one in metric.parameters if one.default is not None}
    for parameter in metric.parameters:
        sample = SAMPLE_VALUES.get(parameter.name, parameter.values)
        values = [value for value in sample if not parameter.values or value in parameter.values]
        if parameter.default is None:
            choices = [{**chosen, parameter.name: value} for chosen in choices for value in values]
        else:
            choices += [
                {**chosen, parameter.name: value}
                for chosen in choices
                for value in values
                if value != parameter.default
                and parameter.only_with.items() <= {**defaults, **chosen}.items()
            ]
    cutoffs = [""] if metric.cutoff is None else ["@0.00", "@0.10"] if metric.cutoff.recall else ["@1", "@10"]
    for chosen in choices:
        for cutoff in cutoffs:
            given = ",".join(f"{name}={value}" for name, value in chosen.items())
            yield f"{metric.name}({given}){cutoff}"


IDENTIFIERS = [identifier for metric in METRICS for identifier in sample_identifiers(metric)]


@cache
def bound_sample(identifier: str) -> BoundMetric:
    return bind(identifier, SETTINGS)


@dataclass
class Scenario:
    """Results as (article, offset, length) or (article, path), and the truth about them."""

    results: list[tuple]
    truth: TopicAssessment
    of_elements: bool

    def judged(self) -> JudgedRanking:
        made = element_ranking(self.results) if self.of_elements else ranking(self.results)
        return judge(made, self.truth)

    def without_results(self) -> Scenario:
        return replace(self, results=[])

    def down_to(self, rank: int) -> Scenario:
        return replace(self, results=self.results[:rank])

    def with_irrelevant_result(self) -> Scenario:
        another = ("Z", "/article[1]") if self.of_elements else ("Z", 0, 100)
        return replace(self, results=[*self.results, another])

    def renamed(self) -> Scenario:
        names = {name: f"renamed {i}" for i, name in enumerate(reversed(ARTICLES))}
        articles = tuple(names[name] for name in self.truth.articles)
        results = [(names[article], *place) for article, *place in self.results]
        return replace(self, results=results, truth=replace(self.truth, articles=articles))


# Made once, as Hypothesis examines each new strategy.
CUTS = st.sets(st.integers(0, 1000), max_size=6)
ORDERED_ARTICLES = st.permutations(ARTICLES)
ENTRY_POINTS = st.integers(0, 900)
HIGHLIGHTED = {leaf: st.integers(0, size) for leaf, size in LEAVES.items()}
EXHAUSTIVITY = st.sampled_from(["?", 1, 2])
GRADE = st.sampled_from(GRADES)
COVERAGE = st.sampled_from(["3E", "2E", "3L", "1E", "2L", "2S", "1S", "1L", "0N"])
ELEMENT = st.tuples(st.sampled_from(ARTICLES), st.sampled_from(PATHS))
JUDGED = st.sets(ELEMENT, max_size=15)
RETURNED = st.lists(ELEMENT, max_size=12)


@st.composite
def passages(draw):
    """Disjoint highlighted passages, ascending."""
    cuts = sorted(draw(CUTS))
    return [(a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]


@st.composite
def passage_judgements(draw, article_passages=None):
    found = article_passages if article_passages is not None else passages()
    articles = {name: draw(found) for name in ARTICLES if draw(st.booleans())}
    entry_points = {name: draw(ENTRY_POINTS) for name, inside in articles.items() if inside}
    return assessment(articles, entry_points=entry_points)


@st.composite
def valid_results(draw):
    """Results that every task accepts: contiguous articles, no shared text."""
    results = []
    for article in draw(ORDERED_ARTICLES):
        cuts = sorted(draw(CUTS))
        spans = [(article, a, b - a) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
        results += draw(st.permutations(spans))
    return results


@st.composite
def highlighted_judgements(draw):
    """Highlighted text of leaves, summed up the tree; judged elements are those with any."""
    elements = {}
    for article in ARTICLES:
        if not draw(st.booleans()):
            continue
        leaves = {leaf: draw(found) for leaf, found in HIGHLIGHTED.items()}
        for path in PATHS:
            inside = [leaf for leaf in LEAVES if leaf == path or leaf.startswith(f"{path}/")]
            found = sum(leaves[leaf] for leaf in inside)
            if found:
                size = sum(LEAVES[leaf] for leaf in inside)
                elements[article, path] = (draw(EXHAUSTIVITY), size, found)
    return highlighted(elements)


@st.composite
def graded_judgements(draw):
    judged = draw(JUDGED)
    sizes = {path: sum(LEAVES[leaf] for leaf in LEAVES if leaf.startswith(path)) for path in PATHS}
    return graded({element: draw(GRADE) for element in sorted(judged)}, sizes)


@st.composite
def covered_judgements(draw):
    judged = draw(JUDGED)
    return covered({element: draw(COVERAGE) for element in sorted(judged)})


@st.composite
def passage_scenarios(draw):
    return Scenario(draw(valid_results()), draw(passage_judgements()), of_elements=False)


@st.composite
def document_scenarios(draw):
    """Distinct documents, some of them judged by grade."""
    found = draw(st.lists(st.sampled_from(ARTICLES), unique=True))
    grades = draw(st.dictionaries(st.sampled_from(ARTICLES), st.integers(-1, 3)))
    articles = tuple(sorted(grades))
    truth = assessment({name: [(0, 1000)] if grades[name] > 0 else [] for name in articles})
    truth = replace(truth, grades=np.array([grades[name] for name in truth.articles], dtype=np.int64))
    return Scenario([(name, 0, 1000) for name in found], truth, of_elements=False)


def element_scenarios(judgements):
    return st.builds(Scenario, RETURNED, judgements, st.just(True))


SCENARIOS = {
    "passages": passage_scenarios(),
    "graded documents": document_scenarios(),
    "graded elements": element_scenarios(graded_judgements()),
    "covered elements": element_scenarios(covered_judgements()),
    "highlighted elements": element_scenarios(highlighted_judgements()),
}


def kind_of_scenario(identifier: str) -> str:
    """What kind of scenario a metric can be tried on."""
    if bound_sample(identifier).metric.needs_grades:
        return "graded documents"
    if not bound_sample(identifier).metric.needs_elements:
        return "passages"
    if "quant=sog" in identifier or "aggregate" in identifier:
        return "graded elements"
    return "covered elements" if "quant=gen2002" in identifier else "highlighted elements"


def same(one: float, other: float) -> bool:
    return bool(np.isclose(one, other, rtol=0, atol=1e-12, equal_nan=True))
