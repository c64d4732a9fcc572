"""Runs made from the judgements themselves, whose order a metric ought to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.judging.element_tree import PathNames, ancestors, element_tree
from inexreport.judging.located_run import UNLOCATED_CHARACTERS, LocatedRun, TopicRanking
from inexreport.judging.recall_base import RecallBase, recall_base
from inexreport.model.assessment import ElementJudgements, TopicAssessment
from inexreport.model.run import ResultForm

Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]

SIMULATED_RUNS: Mapping[str, str] = {
    "irb": "the ideal recall base: the best elements, none of which overlaps another",
    "frb": "the full recall base: every element that gains anything",
    "ia": "the ideal elements and those of the full recall base above them",
    "id": "the ideal elements and those of the full recall base below them",
    "lo": "leaves only: elements of the full recall base that hold no other",
    "ao": "articles only",
}
"""What each simulated run returns, in the order of publication."""


def simulated_runs(
    assessments: Mapping[str, TopicAssessment], quantisation: str, ideal_tie: str = "higher"
) -> dict[str, LocatedRun]:
    """Make all simulated runs; a topic for which one would return nothing is not in it.

    Parameters
    ----------
    assessments : mapping of str to TopicAssessment
    quantisation : str
        Decides what is relevant, what ideal and what comes first.
    ideal_tie : {"higher", "deeper"}
        See `inexreport.judging.recall_base.recall_base`.

    Returns
    -------
    dict of str to LocatedRun
        By the names of `SIMULATED_RUNS`.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), section 3.2.
    """
    rankings: dict[str, list[TopicRanking]] = {name: [] for name in SIMULATED_RUNS}
    for topic, assessment in assessments.items():
        elements = assessment.elements
        if elements is None:
            continue
        base = recall_base(assessment, quantisation, ideal_tie)
        depth = _depths(elements.paths)[elements.path]
        articles, paths = pa.array(assessment.articles, pa.string()), PathNames(elements.paths)
        ordered = _in_order(base, elements, depth)
        for name, returns in _returned(base, elements, depth).items():
            rows = ordered[returns[ordered]]
            if len(rows):
                rankings[name].append(
                    _ranking(topic, articles, paths, elements.article[rows], elements.path[rows])
                )
    return {name: LocatedRun(tuple(of_run)) for name, of_run in rankings.items()}


def _returned(base: RecallBase, elements: ElementJudgements, depth: Integers) -> dict[str, Booleans]:
    """Which judged elements each run returns."""
    gains = base.gain[:-1] > 0
    ideal = np.zeros(len(elements), dtype=np.bool_)
    ideal[base.ideals] = True
    # An ideal element on the paths of another is the element itself, or lies above it, or below.
    meets = base.after_ideal > base.first_ideal
    depth_of_ideal = np.zeros(len(elements), dtype=np.int64)
    depth_of_ideal[meets] = depth[base.ideals[base.first_ideal[meets]]]
    tree = element_tree(elements)
    found_before = np.concatenate(([0], np.cumsum(gains[tree.row])))
    holds = np.zeros(len(elements), dtype=np.bool_)
    holds[tree.row] = found_before[tree.after] > found_before[1:]
    return {
        "irb": ideal,
        "frb": gains,
        "ia": gains & meets & (depth_of_ideal >= depth),
        "id": gains & meets & (depth_of_ideal <= depth),
        "lo": gains & ~holds,
        "ao": gains & (depth == 0),
    }


def _in_order(base: RecallBase, elements: ElementJudgements, depth: Integers) -> Integers:
    """Elements by gain; of equal ones the deeper first, then by article and path as text."""
    article, path = _places_as_text(base.articles), _places_as_text(elements.paths)
    return np.lexsort((path[elements.path], article[elements.article], -depth, -base.gain[:-1]))


def _depths(paths: Sequence[str]) -> Integers:
    return np.array([len(ancestors(path)) for path in paths], dtype=np.int64)


def _places_as_text(names: Sequence[str]) -> Integers:
    """The place of each name among all as text."""
    places = np.empty(len(names), dtype=np.int64)
    places[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return places


def _ranking(
    topic: str, articles: pa.StringArray, paths: PathNames, article: Integers, path: Integers
) -> TopicRanking:
    results = len(article)
    ranks = np.arange(1, results + 1)
    return TopicRanking(
        topic=topic,
        articles=articles,
        paths=paths,
        article=article.astype(np.int32),
        form=np.full(results, ResultForm.ELEMENT, dtype=np.int8),
        path=path.astype(np.int32),
        offset=np.zeros(results, dtype=np.int64),
        length=np.full(results, UNLOCATED_CHARACTERS, dtype=np.int64),
        located=np.zeros(results, dtype=np.bool_),
        rank=ranks.astype(np.float64),
        score=np.full(results, np.nan),
        line=ranks.astype(np.int64),
    )
