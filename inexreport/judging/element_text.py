"""Text of returned elements as the judgements, or else the documents, count it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.judging.element_paths import ancestors
from inexreport.judging.highlighted_gains import judged_sizes
from inexreport.judging.judged_ranking import JudgedRanking
from inexreport.judging.located_run import Element


def element_text(judged: JudgedRanking) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Retrieved and highlighted characters of each result; nested ones count in the outermost only.

    The judgements give both for elements that they list; the length of any other element is that which the
    documents tell. One that neither knows counts by the rule for unknown places and overlaps nothing.

    Returns
    -------
    retrieved, highlighted : int64 array, shape (results,)
    """
    elements = judged.ranking.elements
    sizes = judged_sizes(judged.assessment)
    retrieved = judged.ranking.length.copy()
    highlighted = np.zeros(len(elements), dtype=np.int64)
    known = [
        element if element in sizes or located else None
        for element, located in zip(elements, judged.ranking.located.tolist(), strict=True)
    ]
    returned = {element for element in known if element is not None}
    counted: set[Element] = set()
    for row, element in enumerate(known):
        if element is None:
            continue
        inner = any((element[0], above) in returned for above in ancestors(element[1]))
        if inner or element in counted:
            retrieved[row] = 0
        elif element in sizes:
            retrieved[row], highlighted[row] = sizes[element]
        counted.add(element)
    return retrieved, highlighted
