"""Which elements of a topic are relevant? Each with its grades, its size and its share of its parent."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from inexreport.formats.names import natural_order
from inexreport.judging.element_tree import ancestors
from inexreport.model.assessment import (
    TOO_SMALL,
    UNKNOWN,
    Assessments,
    Coverage,
    ElementJudgements,
    Scale,
    TopicAssessment,
)
from inexreport.model.counted import counted
from inexreport.model.score_numbers import ratios
from inexreport.report.applicability import judges_text
from inexreport.report.tables.columns import TOPIC
from inexreport.report.tables.table import Shown, Table, number, optional_integer, text
from inexreport.statistics.grades import NON_ZERO, masks
from inexreport.statistics.summary import Floats
from inexreport.subjects.judged_elements import HIGHLIGHTED, official_assessments
from inexreport.subjects.sections import Columns, View

LISTED = 50
"""Elements of a topic's page."""

INDENT = "\u00a0"
"""A space that HTML keeps, and at which no line breaks."""

COVERAGES = {Coverage.NONE: "N", Coverage.TOO_LARGE: "L", Coverage.TOO_SMALL: "S", Coverage.EXACT: "E"}


def listed_elements(assessment: TopicAssessment) -> pd.DataFrame:
    """Return the relevant elements of a topic, article by article, each before those that lie in it.

    Rows and columns of the published table.
    """
    elements = assessment.elements
    if elements is None:
        return NOTHING
    place = np.empty(len(elements.paths), dtype=np.int64)
    place[sorted(range(len(place)), key=lambda path: natural_order(elements.paths[path]))] = range(len(place))
    order = np.lexsort((place[elements.path], elements.article))
    rows = order[masks(elements)[NON_ZERO][order]]
    sizes, highlighted = (
        np.where(one == UNKNOWN, np.nan, one) for one in (elements.size, elements.highlighted)
    )
    exhaustivity = ["?" if one == TOO_SMALL else str(one) for one in elements.exhaustivity[rows].tolist()]
    return pd.DataFrame(
        {
            "topic": assessment.topic,
            "article": [assessment.articles[article] for article in elements.article[rows].tolist()],
            "path": [elements.paths[path] for path in elements.path[rows].tolist()],
            "exhaustivity": None if elements.scale is Scale.HIGHLIGHTED else exhaustivity,
            "specificity": elements.specificity[rows],
            "coverage": [COVERAGES.get(one) for one in elements.coverage[rows].tolist()],
            "size": sizes[rows],
            "highlighted": highlighted[rows],
            "share_of_parent": ratios(sizes, _parent_sizes(elements, sizes))[rows],
        }
    )


def _parent_sizes(elements: ElementJudgements, sizes: Floats) -> Floats:
    """The size of the parent of each judged element; NaN where it is not judged or its size is not known."""
    places = {path: place for place, path in enumerate(elements.paths)}
    parent = np.array([places.get(next(iter(ancestors(path)), ""), -1) for path in elements.paths], np.int64)
    judged, above = ([elements.article, path] for path in (elements.path, parent[elements.path]))
    return np.asarray(pd.Series(sizes, judged).reindex(pd.MultiIndex.from_arrays(above)), np.float64)


def _all_elements(assessments: Assessments) -> pd.DataFrame:
    topics = [one for _, one in sorted(assessments.topics.items()) if one.elements is not None]
    return pd.concat(list(map(listed_elements, topics)) or [NOTHING])


JUDGED_ELEMENTS = Table.of_campaign(
    "judged_elements",
    "One row per topic and element judged relevant, each before those that lie in it.",
    {
        **TOPIC,
        "article": text("Name of the article."),
        "path": text("Path of the element."),
        "exhaustivity": text("Its grade, `?` for too small; in 2002 that of relevance; empty from 2006."),
        "specificity": number("Its grade in 2003 and 2004; from 2005 the highlighted share of its text."),
        "coverage": text("In 2002: `N`, `L` (too large), `S` (too small) or `E` (exact); else empty."),
        "size": optional_integer("Its text, in the campaign’s unit; empty where it is not known."),
        "highlighted": optional_integer("Its highlighted text; empty where text was not highlighted."),
        "share_of_parent": number("Its size divided by its parent’s; empty where either is not known."),
    },
    _all_elements,
    official_assessments,
    applies=judges_text,
    participants=Shown(),
)
TABLES = (JUDGED_ELEMENTS,)
NOTHING = pd.DataFrame(columns=[*JUDGED_ELEMENTS.columns])


def elements_view(judged: TopicAssessment, unit: str) -> View | None:
    """Return the relevant elements of a topic as indented names; None without any.

    References
    ----------
    Kazai, Lalmas and de Vries (2004), figure 1; Pehcevski and Thom, HiXEval (2005), figure 1.
    """
    rows = listed_elements(judged)
    if rows.empty or judged.elements is None:
        return None
    counts = rows.groupby("article")["path"].transform("size")
    rows = rows.assign(most=-counts).sort_values(["most", "article"], kind="stable")
    shown = rows.head(LISTED).assign(percent=100 * rows.share_of_parent)
    scale = judged.elements.scale
    heads: Columns = {
        "name": ("Element", "element"),
        "exhaustivity": ("Relevance" if scale is Scale.RELEVANCE_COVERAGE else "E", "number"),
        "specificity": ("S", "score" if scale in HIGHLIGHTED else "grade"),
        "coverage": ("Coverage", "number"),
        "size": ("Size", "count"),
        "highlighted": ("Highlighted", "count"),
        "percent": ("% of parent", "percent"),
    }
    shown["name"] = _indented(zip(shown.article, shown.path, strict=True))
    first = f"; the first {LISTED} of {len(rows):,}" if len(rows) > LISTED else ""
    sizes = f"; sizes in {unit}" if shown["size"].notna().any() else ""
    return View(
        "Relevant elements",
        shown,
        {name: head for name, head in heads.items() if shown[name].notna().any()},
        caption="Relevant elements, each below the one that it lies in, the article with most first"
        f"{sizes}{first}.",
        folded=f"Table: {counted(len(rows), 'relevant element')} with grades",
        kind="scores",
        data="judged_elements",
    )


def _indented(elements: Iterable[tuple[str, str]]) -> list[str]:
    r"""Paths relative to the listed element above, indented by depth; the outermost with their article.

    Examples
    --------
    >>> _indented([("a", "/article[1]"), ("a", "/article[1]/bdy[1]/p[2]"), ("b", "/article[1]/p[1]")])
    ['a/article[1]', '\xa0bdy[1]/p[2]', 'b/article[1]/p[1]']
    """
    names: list[str] = []
    above: list[str] = []
    for article, path in elements:
        whole = f"{article}{path}"
        while above and not whole.startswith(f"{above[-1]}/"):
            above.pop()
        names.append(INDENT * len(above) + whole.removeprefix(f"{above[-1]}/" if above else ""))
        above.append(whole)
    return names
