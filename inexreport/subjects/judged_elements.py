"""Which elements the official judge found relevant, and which are highlighted from end to end."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from statistics import stdev

import numpy as np
import pandas as pd

from inexreport.judging.element_tree import tag_names
from inexreport.model.assessment import UNKNOWN, Assessments, Scale, TopicAssessment
from inexreport.model.counted import counted
from inexreport.model.outcome import CampaignOutcome
from inexreport.model.score_numbers import mean
from inexreport.report.applicability import judges_text
from inexreport.report.figure import decimals
from inexreport.report.glossary import grade_sentences
from inexreport.report.tables.table import Shown, Table, integer, number, text
from inexreport.statistics.grades import NON_ZERO, masks, scale_of
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
    by_grade = topics.groupby("grade", sort=False)[NUMBERS]
    summaries = [by_grade.agg(_summary, name).reset_index().assign(topic=name) for name in SUMMARIES]
    return pd.concat([topics, *summaries], ignore_index=True)


def _summary(values: pd.Series[float], name: str) -> float:
    defined = values.dropna().tolist()
    return SUMMARIES[name](defined) if defined else float("nan")


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
    by_grade = View(
        "Relevant elements by grade",
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
        f"What the official judge found relevant in {counted(topics, 'assessed topic')}, by grade. A topic "
        "without elements of a grade counts as 0 in the mean numbers and is left out of the mean sizes."
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
