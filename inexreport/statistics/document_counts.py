"""What the documents of a collection contain, counted in their element table."""

from __future__ import annotations

import numpy as np

from inexreport.model.campaign import DocumentCounts
from inexreport.model.element_table import ROWS_AT_ONCE, TEXT_STEP, ElementTable


def count_documents(elements: ElementTable, *, only_judged: bool) -> DocumentCounts | None:
    """Count the documents, elements and text nodes of an element table; None without a whole document.

    Parameters
    ----------
    elements : ElementTable
        A document is counted, with its text, by the row of its own element.
    only_judged : bool
        Whether the table was limited to documents with assessments.

    Examples
    --------
    An article with two paragraphs, whose depths are 1, 2 and 2:

    >>> article = {("1", "/a[1]"): (0, 9), ("1", "/a[1]/p[1]"): (0, 5), ("1", "/a[1]/p[2]"): (5, 4)}
    >>> counts = count_documents(ElementTable.of(article), only_judged=False)
    >>> counts.documents, counts.elements, counts.names, counts.depths, counts.text
    (1, 3, 2, 5, 9)
    """
    paths = list(elements.paths)
    depth = np.array([0 if TEXT_STEP in path else path.count("/") for path in paths], dtype=np.int64)
    rows = np.zeros(len(paths), dtype=np.int64)
    text = 0
    for begin in range(0, len(elements.key), ROWS_AT_ONCE):
        block = slice(begin, begin + ROWS_AT_ONCE)
        path = elements.key[block] % len(paths)
        rows += np.bincount(path, minlength=len(paths))
        text += int(elements.length[block][depth[path] == 1].sum())
    documents = int(rows[depth == 1].sum())
    if not documents:
        return None
    used = np.flatnonzero((depth > 0) & (rows > 0)).tolist()
    return DocumentCounts(
        documents=documents,
        elements=int(rows[depth > 0].sum()),
        text_nodes=int(rows[depth == 0].sum()),
        names=len({paths[place].rpartition("/")[2].partition("[")[0] for place in used}),
        depths=int(rows @ depth),
        text=text,
        only_judged=only_judged,
    )
