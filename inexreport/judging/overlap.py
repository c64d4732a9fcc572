"""Which results of a ranking overlap one another, by their text or by their paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.intervals import overlaps_another, overlaps_earlier
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import Element


def overlapping_results(judged: JudgedRanking, kind: str, overlap_of: str = "text") -> NDArray[np.bool_]:
    """Whether each result overlaps another one of its article.

    Parameters
    ----------
    judged : JudgedRanking
    kind : {"set", "rank"}
        Whether any other result counts, or only those at earlier ranks.
    overlap_of : {"text", "paths"}
        text: results overlap if they share text (from 2007 on). paths: if they are the same element, or one
        is an ancestor of the other.

    Returns
    -------
    bool array, shape (results,)
    """
    ranking = judged.ranking
    if overlap_of == "paths":
        find_elements = elements_overlapping_another if kind == "set" else elements_overlapping_earlier
        return find_elements(ranking.elements)
    find = overlaps_another if kind == "set" else overlaps_earlier
    return find(ranking.article, ranking.offset, ranking.end, ranking.located)


def elements_overlapping_earlier(
    elements: Sequence[Element | None], *, kept_only: bool = False
) -> NDArray[np.bool_]:
    """Whether each element equals, contains or lies in an earlier one; or in one that does not so itself.

    Examples
    --------
    >>> elements_overlapping_earlier([("a", "/x[1]/y[1]"), ("a", "/x[1]"), ("a", "/x[1]/y[2]"), None])
    array([False,  True,  True, False])
    """
    overlapping = np.zeros(len(elements), dtype=np.bool_)
    returned: set[Element] = set()
    above: set[Element] = set()
    for row, element in enumerate(elements):
        if element is not None:
            outer = [(element[0], path) for path in ancestors(element[1])]
            overlapping[row] = (
                element in returned or element in above or any(one in returned for one in outer)
            )
            if not (kept_only and overlapping[row]):
                returned.add(element)
                above.update(outer)
    return overlapping


def elements_overlapping_another(elements: Sequence[Element | None]) -> NDArray[np.bool_]:
    """Whether each element equals, contains or lies in any other one.

    Examples
    --------
    >>> elements_overlapping_another([("a", "/x[1]/y[1]"), ("a", "/x[1]"), ("b", "/x[1]"), None])
    array([ True,  True, False, False])
    """
    number = Counter(element for element in elements if element is not None)
    above = {(article, path) for article, inner in number for path in ancestors(inner)}
    return np.array(
        [
            element is not None
            and (
                number[element] > 1
                or element in above
                or any((element[0], path) in number for path in ancestors(element[1]))
            )
            for element in elements
        ],
        dtype=np.bool_,
    )
