"""Runs made from the assessments, whose order is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from inexreport.judging.element_tree import PathNames, ancestors, element_tree
from inexreport.judging.located_run import COLUMNS, UNLOCATED_CHARACTERS, LocatedRun, TopicRanking
from inexreport.judging.recall_base import RecallBase, recall_base
from inexreport.model.assessment import ElementJudgements, TopicAssessment
from inexreport.model.run import ResultForm
from inexreport.statistics.repeatable_draws import RepeatableDraws
from inexreport.statistics.summary import Integers

SIMULATED_RUNS: Mapping[str, str] = {
    "irb": "the ideal recall base: the best elements, none of which overlaps another",
    "frb": "the full recall base: every element that gains anything",
    "ia": "the ideal elements and those of the full recall base above them",
    "id": "the ideal elements and those of the full recall base below them",
    "lo": "leaves only: elements of the full recall base that hold no other",
    "ao": "articles only",
}
"""Contents of each simulated run, in the order of publication."""


def simulated_runs(
    assessments: Mapping[str, TopicAssessment],
    quantisation: str,
    ideal_tie: str = "higher",
    tie_order: RepeatableDraws | None = None,
) -> dict[str, LocatedRun]:
    """All simulated runs, without topics for which they return nothing.

    The quantisation determines relevant and ideal elements and their order; ideal elements of equal gain are
    chosen by `ideal_tie`, see `recall_base`. Equal gains are ordered at random by `tie_order`; without it, by
    depth, the deepest first, then by article and path. Scores are gains.

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
        depth = np.array([len(ancestors(path)) for path in elements.paths], dtype=np.int64)[elements.path]
        gain = base.gain[:-1]
        if tie_order is None:
            ordered = _in_order(base, elements, depth)
        else:
            (shuffled,) = tie_order.orders(1, len(gain))
            ordered = shuffled[np.argsort(-gain[shuffled], kind="stable")]
        columns: dict[str, Any] = {name: np.zeros(len(gain), dtype) for name, dtype in COLUMNS.items()} | {
            "article": elements.article[ordered].astype(np.int32),
            "form": np.full(len(gain), ResultForm.ELEMENT, dtype=np.int8),
            "path": elements.path[ordered].astype(np.int32),
            "length": np.full(len(gain), UNLOCATED_CHARACTERS, dtype=np.int64),
            "score": gain[ordered],
        }
        articles, paths = pa.array(assessment.articles, pa.string()), PathNames(elements.paths)
        every = TopicRanking(topic, articles, paths, **columns)
        for name, returns in _returned(base, elements, depth).items():
            found = every.select(returns[ordered])
            if len(found):
                ranks = np.arange(1, len(found) + 1)
                rankings[name].append(replace(found, rank=ranks.astype(np.float64), line=ranks))
    return {name: LocatedRun(tuple(of_run)) for name, of_run in rankings.items()}


def _returned(base: RecallBase, elements: ElementJudgements, depth: Integers) -> dict[str, NDArray[np.bool_]]:
    """Whether each run returns each judged element."""
    gains = base.gain[:-1] > 0
    ideal = np.zeros(len(elements), dtype=np.bool_)
    ideal[base.ideals] = True
    # An ideal element on the path of another element is the element itself, or above or below it.
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
    """Elements by gain; equal ones by depth, the deepest first, then by article and path as text."""
    names = (np.array(one, dtype=object) for one in (base.articles, elements.paths))
    article, path = (np.unique(one, return_inverse=True)[1] for one in names)
    return np.lexsort((path[elements.path], article[elements.article], -depth, -base.gain[:-1]))
