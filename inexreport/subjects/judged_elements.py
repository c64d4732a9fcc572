"""Which elements the official judge found relevant, and which are highlighted from end to end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from math import nan
from operator import attrgetter
from statistics import stdev

import numpy as np
import pandas as pd

from inexreport.formats.names import natural_order
from inexreport.judging.element_tree import ancestors, tag_names
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
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import mean, ratios
from inexreport.report.applicability import judges_text
from inexreport.report.figure import decimals
from inexreport.report.glossary import grade_sentences
from inexreport.report.tables.columns import TOPIC
from inexreport.report.tables.table import Shown, Table, integer, number, optional_integer, text
from inexreport.statistics.grades import NON_ZERO, masks, scale_of
from inexreport.statistics.summary import Floats
from inexreport.subjects.sections import Columns, Section, View

SUMMARIES: Mapping[str, Callable[[list[float]], float]] = {
    "mean": mean,
    "minimum": min,
    "maximum": max,
    "median": lambda values: float(np.median(values)),
    "standard_deviation": lambda values: stdev(values) if len(values) > 1 else float("nan"),
}
"""Rows over all topics, in the order of publication; the standard deviation is that of a sample (n − 1)."""

ALL, LINKS = "(all)", "(links)"
"""Elements of all names, and of those that end in `LINK`; no element can have these names."""

LINK = "link"
"""How the names of link elements end: collectionlink, outsidelink, weblink, wikipedialink and others."""

MOST_NAMES = 20
"""Names of elements in the table of fully highlighted elements."""

HIGHLIGHTED = (Scale.HIGHLIGHTED_GRADES, Scale.HIGHLIGHTED)


def relevant_elements(assessments: Assessments) -> pd.DataFrame:
    """Return relevant elements by topic and grade, then summaries over topics; empty without judged elements.

    Topics without elements of a grade count 0 in the summary of counts, and do not count in those of means.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 1.
    """
    topics = elements_of(one for _, one in sorted(assessments.topics.items()))
    by_grade = [
        (grade, {number: rows[number].dropna().tolist() for number in NUMBERS})
        for grade, rows in topics.groupby("grade", sort=False)
    ]
    summaries = [
        {"topic": name, "grade": grade}
        | {number: summary(known or [nan]) for number, known in numbers.items()}
        for name, summary in SUMMARIES.items()
        for grade, numbers in by_grade
    ]
    return pd.concat([topics, pd.DataFrame(summaries, columns=topics.columns)], ignore_index=True)


def elements_of(topics: Iterable[TopicAssessment]) -> pd.DataFrame:
    """Return the relevant elements of topics by grade; empty without judged elements."""
    rows = []
    for one in topics:
        if (elements := one.elements) is not None:
            percent = 100 * elements.specificity
            has_share = ~np.isnan(percent) & (elements.scale in HIGHLIGHTED)
            for grade, mask in masks(elements).items():
                size = mean(elements.size[mask & (elements.size != UNKNOWN)].tolist())
                share = mean(percent[mask & has_share].tolist())
                rows.append((one.topic, grade, int(np.count_nonzero(mask)), size, share))
    return pd.DataFrame(rows, columns=[*RELEVANT_ELEMENTS.columns])


def subset_elements(outcome: CampaignOutcome, topics: Collection[str]) -> pd.DataFrame:
    """Return the summaries of `relevant_elements` over some topics, in a column ``summary``.

    References
    ----------
    Pehcevski and Thom, HiXEval (2005), table 1, which has CO and VVCAS topics apart.
    """
    official = outcome.campaign.assessments
    judged = {topic: one for topic, one in official.topics.items() if topic in topics}
    rows = relevant_elements(replace(official, topics=judged)).rename(columns={"topic": "summary"})
    return rows[rows.summary.isin([*SUMMARIES])]


def highlighted_elements(assessments: Assessments) -> pd.DataFrame:
    """Return relevant and fully highlighted elements by name; empty without elements of highlighted text.

    `ALL` and `LINKS` come first, then the names with most fully highlighted elements.

    References
    ----------
    Lalmas and Tombros, INEX 2002-2006, section 3.1: 18% of the fully highlighted elements of 2006
    were links.
    """
    found = [
        (elements.paths[path], is_full)
        for one in assessments.topics.values()
        if (elements := one.elements) is not None and elements.scale in HIGHLIGHTED
        for chosen in [masks(elements)[NON_ZERO]]
        for path, is_full in zip(elements.path[chosen], elements.specificity[chosen] == 1, strict=True)
    ]
    by_path = pd.DataFrame(found, columns=["path", "is_full"]).groupby("path").is_full
    by_name = by_path.agg(relevant="size", fully_highlighted="sum").groupby(_name).sum()
    order = ["fully_highlighted", "relevant", "element"]
    names = by_name.rename_axis("element").reset_index().sort_values(order, ascending=[False, False, True])
    groups = {ALL: names, LINKS: names[names.element.str.endswith(LINK)]} if found else {}
    sums = [{"element": name, **rows[order[:2]].sum()} for name, rows in groups.items()]
    counts = pd.concat([pd.DataFrame(sums, columns=names.columns), names], ignore_index=True)
    return counts.assign(
        percent=100 * counts.fully_highlighted / counts.relevant,
        percent_of_all=100 * counts.fully_highlighted / names.fully_highlighted.sum(),
    )


def _name(path: str) -> str:
    return tag_names(path)[-1]


official_assessments = attrgetter("campaign.assessments")

RELEVANT_ELEMENTS = Table.of_campaign(
    "relevant_elements",
    "One row per topic and grade of relevant elements, then summaries over topics.",
    {
        "topic": text("Id of the topic, or `mean`, `minimum`, `maximum`, `median` or `standard_deviation`."),
        "grade": text("As in the table of agreement."),
        "count": number("Number of relevant elements of the grade."),
        "mean_size": number(
            "Mean text of the elements, in the campaign’s unit; empty where there are none or sizes "
            "are not known."
        ),
        "mean_highlighted": number(
            "Mean highlighted share of the elements in percent; empty where there are none."
        ),
    },
    relevant_elements,
    official_assessments,
    applies=judges_text,
    participants=Shown(),
)
NUMBERS = [*RELEVANT_ELEMENTS.columns][2:]

HIGHLIGHTED_ELEMENTS = Table.of_campaign(
    "highlighted_elements",
    "One row per name of relevant elements, first one for all and one for links; all topics together.",
    {
        "element": text("Name of the elements; `(all)`; or `(links)`, those whose name ends in `link`."),
        "relevant": integer("Elements with highlighted text that were judged relevant."),
        "fully_highlighted": integer("Number of these with all text highlighted."),
        "percent": number("Their share of the relevant ones in percent; empty without relevant ones."),
        "percent_of_all": number(
            "Their share of all fully highlighted elements in percent; empty where no element is."
        ),
    },
    highlighted_elements,
    official_assessments,
    applies=judges_text,
)


def element_caption(columns: Columns, unit: str) -> str:
    """Return what the `element_columns` after the number of elements are."""
    size = f", their mean size in {unit}" if "mean_size" in columns else ""
    return size + " and the mean share of them that is highlighted" * ("mean_highlighted" in columns)


def element_columns(rows: pd.DataFrame, count: str = "count") -> Columns:
    """Return how the numbers of relevant elements are shown that are known of any grade."""
    known = rows[NUMBERS].notna().any()
    heads = {"mean_size": ("Mean size", "count"), "mean_highlighted": ("Highlighted %", "percent")}
    return {"count": ("Elements", count), **{name: heads[name] for name in heads if known[name]}}


def element_sections(outcome: CampaignOutcome) -> Iterator[Section]:
    """Yield table 1 of Pehcevski and Thom (2005), and which elements are highlighted from end to end."""
    assessments, unit = outcome.campaign.assessments, outcome.campaign.collection.unit
    rows, heading = relevant_elements(assessments), ("relevant-elements", "Relevant elements")
    if not len(rows):
        yield Section(*heading, note="no_elements")
        return
    order = rows.grade.unique().tolist()
    rows = rows.sort_values("grade", key=lambda found: found.map(order.index), kind="stable")
    is_summary = rows.topic.isin([*SUMMARIES])
    summaries = rows[is_summary].assign(summary=lambda one: one.topic.str.replace("_", " ").str.capitalize())
    columns, topics = element_columns(rows), rows[~is_summary].topic.nunique()
    caption = element_caption(columns, unit)
    by, of = (", by grade", "elements of a grade") if len(order) > 1 else ("", "relevant elements")
    by_grade = View(
        f"Relevant elements{by}",
        summaries,
        {"grade": ("Grade", "name"), "summary": ("Over topics", "text"), **element_columns(rows, "tenths")},
        caption=f"Relevant elements per topic{caption}. {_extremes(rows[~is_summary])}",
        parted_by="grade",
    )
    by_topic = View(
        "Relevant elements by topic",
        rows[~is_summary],
        {"topic": ("Topic", "topic"), "grade": ("Grade", "text"), **columns},
        folded="Table: relevant elements, topic by topic",
        rows="rows",
        address="elements",
        data="relevant_elements",
    )
    answer = (
        f"What the official judge found relevant in {counted(topics, 'assessed topic')}{by}. A topic without "
        f"{of} counts as 0 in the mean numbers and is left out of the mean sizes."
    )
    if "mean_size" not in columns:
        answer += " The sizes of elements are unknown: neither the assessments nor the documents give them."
    meanings = grade_sentences(scale_of(assessments))
    yield Section(*heading, [answer, *meanings], [by_grade, by_topic])
    found = highlighted_elements(assessments)
    if len(found):
        yield _highlighted_section(found)


def _extremes(rows: pd.DataFrame) -> str:
    """The topics with most and with fewest relevant elements; empty if all have as many."""
    counts = rows[rows.grade == NON_ZERO].set_index("topic")["count"]
    if counts.nunique() < 2:
        return ""
    return " ".join(
        f"{word}: {'topic' if len(found) == 1 else 'topics'} {', '.join(found.index)} ({found.iloc[0]:,.0f})."
        for word, extreme in (("Most", counts.max()), ("Fewest", counts.min()))
        for found in [counts[counts == extreme]]
    )


def _highlighted_section(rows: pd.DataFrame) -> Section:
    """Fully highlighted elements: of all names, of links, and of the names that have most."""
    (_, whole), (_, links) = rows[:2].iterrows()
    named = rows[2:][rows[2:].fully_highlighted > 0]
    further = max(len(named) - MOST_NAMES, 0)
    of_links = (
        f"; {decimals(links.percent_of_all, '%')} of these are links" if whole.fully_highlighted else ""
    )
    summary = (
        f"{whole.fully_highlighted:,} of {counted(whole.relevant, 'relevant element')} "
        f"({decimals(whole.percent, '%')}) {'is' if whole.fully_highlighted == 1 else 'are'} fully "
        f"highlighted{of_links}."
    )
    most = f", the {MOST_NAMES} names with most fully highlighted ones" if further else ""
    table = View(
        "Fully highlighted elements by name",
        pd.concat([rows.iloc[:2], named[:MOST_NAMES]]),
        {
            "element": ("Element", "element"),
            "relevant": ("Relevant", "count"),
            "fully_highlighted": ("Fully highlighted", "count"),
            "percent": ("% of relevant", "percent"),
            "percent_of_all": ("% of all fully highlighted", "percent"),
        },
        caption=f"Relevant elements of all topics by name{most}.",
    )
    note = f"{counted(further, 'more name')} in the published table." if further else ""
    return Section(
        "highlighted-elements",
        "Fully highlighted elements",
        [summary],
        [table, note, "highlighted_elements"],
        level=3,
    )


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
