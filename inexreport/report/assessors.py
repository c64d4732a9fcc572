"""The page of assessors: how far judges agree, and what they found relevant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan

from inexreport.model.assessment import Assessments, Judged
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.derived import derived
from inexreport.model.task_assessments import official_of
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, PageData, decimals
from inexreport.report.judgements import grade_table
from inexreport.report.judges import judges_page
from inexreport.statistics.agreement import (
    ARTICLE,
    ELEMENT,
    MEAN,
    Agreement,
    agreement,
    judged_by_both,
    mutual_agreement,
    with_means,
)
from inexreport.statistics.agreement_beyond_chance import Coefficients, agreement_beyond_chance
from inexreport.statistics.grades import NON_ZERO
from inexreport.statistics.highlighted_agreement import HighlightedAgreement, highlighted_agreement
from inexreport.statistics.highlighted_elements import ALL, LINKS, highlighted_elements
from inexreport.statistics.relevant_elements import SUMMARIES, relevant_elements

CHARACTER = "character"
"""The level at which highlighted text is compared."""

TEXT = "highlighted text"
"""The grade at that level."""

MOST_NAMES = 20
"""Names of elements in the table of fully highlighted elements."""


@dataclass(frozen=True, eq=False)
class JudgeComparison:
    """The agreement of another judge with the official one.

    Attributes
    ----------
    judge : str
        Name of the folder.
    topics : tuple of str
        Topics that both have judged.
    agreement, mutual : tuple of Agreement
        See `inexreport.statistics.agreement`.
    coefficients : tuple of Coefficients
    highlighted : mapping of str to HighlightedAgreement
        By topic, where text is highlighted at a known place.
    unplaced_articles : int
        Articles of all topics that could not be compared in characters.
    """

    judge: str
    topics: tuple[str, ...]
    agreement: tuple[Agreement, ...]
    mutual: tuple[Agreement, ...]
    coefficients: tuple[Coefficients, ...]
    highlighted: Mapping[str, HighlightedAgreement]
    unplaced_articles: int

    def at_level(self, level: str) -> list[Agreement]:
        """The agreement on articles, elements or characters."""
        if level != CHARACTER:
            return [row for row in self.agreement if row.level == level]
        rows = [
            Agreement(self.judge, topic, CHARACTER, TEXT, text.union, text.shared, text.ratio)
            for topic, text in self.highlighted.items()
        ]
        return with_means(rows)


@derived
def judge_comparisons(campaign: Campaign) -> tuple[JudgeComparison, ...]:
    """Compare each of the campaign's other judges with the official one."""
    return tuple(_compare(official_of(campaign, judge), judge) for judge in campaign.judges)


def _compare(official: Assessments, judge: Assessments) -> JudgeComparison:
    highlighted = {
        topic: highlighted_agreement(first, second)
        for topic, first, second in judged_by_both(official, judge)
    }
    return JudgeComparison(
        judge=judge.judge,
        topics=tuple(highlighted),
        agreement=agreement(official, judge),
        mutual=mutual_agreement(official, judge),
        coefficients=agreement_beyond_chance(official, judge),
        highlighted={topic: text for topic, text in highlighted.items() if text.union},
        unplaced_articles=sum(text.unplaced_articles for text in highlighted.values()),
    )


def overlap_answer(comparison: JudgeComparison) -> tuple[float, str]:
    """Return the mean overlap of a judge and the official one on articles, and a sentence with it; or NaN."""
    articles = (row for row in comparison.at_level(ARTICLE) if (row.topic, row.grade) == (MEAN, NON_ZERO))
    overlap, judge = next((row.ratio for row in articles), nan), comparison.judge
    if isnan(overlap):
        return overlap, f"{judge} and the official judge have no relevant articles to compare."
    return overlap, (
        f"Of the articles that {judge} or the official judge found relevant, both did so for "
        f"{decimals(100 * overlap, '%')}, mean over {counted(len(comparison.topics), 'topic')}."
    )


def topic_agreement(campaign: Campaign, topic: str) -> list[Agreement]:
    """Return the agreement on all that is relevant to a topic, by judge and level.

    A document counts as text of length 1, so that articles would say the same again.
    """
    levels = (CHARACTER,) if campaign.judged is Judged.DOCUMENTS else (ARTICLE, ELEMENT, CHARACTER)
    return [
        row
        for comparison in judge_comparisons(campaign)
        for level in levels
        for row in comparison.at_level(level)
        if row.topic == topic and row.grade in (NON_ZERO, TEXT)
    ]


def assessors_page(view: CampaignView) -> PageData:
    """Return tables 1-3 of Pehcevski and Thom (2005) for the campaign.

    Each of ``judges`` has a `JudgeComparison`, a table and a figure per level, and the grades of mutually
    agreed elements; ``relevant`` is None where no elements are judged, ``highlighted`` without
    elements of highlighted text. Where documents were judged the page is that of `judges_page`.
    """
    campaign = view.outcome.campaign
    if campaign.judged is Judged.DOCUMENTS:
        return judges_page(view)
    return {
        "graded": False,
        "answers": [overlap_answer(one)[1] for one in judge_comparisons(campaign)],
        "judges": [_judge(campaign, comparison) for comparison in judge_comparisons(campaign)],
        "relevant": _relevant_elements(campaign.assessments),
        "highlighted": _highlighted_elements(campaign.assessments),
        "unit": campaign.collection.unit,
    }


def _judge(campaign: Campaign, comparison: JudgeComparison) -> PageData:
    by_level = [rows for level in (ARTICLE, ELEMENT, CHARACTER) if (rows := comparison.at_level(level))]
    return {
        "comparison": comparison,
        "tables": [_table(rows) for rows in by_level],
        "figures": [_figure(campaign, rows) for rows in by_level],
        "mutual": _table(comparison.mutual) if comparison.mutual else None,
    }


def _table(rows: Sequence[Agreement]) -> PageData:
    """The agreement at one level: for each topic, and for the mean, a cell per grade."""
    by_topic: dict[str, list[Agreement]] = {}
    for row in rows:
        by_topic.setdefault(row.topic, []).append(row)
    return {
        "level": rows[0].level,
        "grades": list(dict.fromkeys(row.grade for row in rows)),
        "rows": [{"topic": topic, "cells": cells} for topic, cells in by_topic.items()],
    }


def _figure(campaign: Campaign, rows: Sequence[Agreement]) -> PageData:
    """The defined agreements at one level: a dot per topic and a mean for each grade."""
    level = rows[0].level
    topics = {row.topic for row in rows if row.topic != MEAN}
    defined = [row for row in rows if not isnan(row.ratio)]
    dots = [
        {
            "grade": row.grade,
            "topic": row.topic,
            "title": campaign.topics.get(row.topic, Topic(row.topic)).title,
            "ratio": row.ratio,
        }
        for row in defined
        if row.topic != MEAN
    ]
    means = {row.grade: row.ratio for row in defined if row.topic == MEAN}
    return {
        "figure": Figure(
            title="Agreement in characters" if level == CHARACTER else f"Agreement at {level} level",
            basis=f"Intersection by union, {len(topics)} topics: a dot per topic, a tick at the mean",
            source="agreement_characters.csv" if level == CHARACTER else "agreement.csv",
            summary=_summary(means, dots),
        ),
        "grades": list(dict.fromkeys(row.grade for row in rows)),
        "lowest": 0,
        "axis": "Agreement (intersection by union)",
        "tick": "Mean of",
        "dots": dots,
        "means": means,
    }


def _summary(means: Mapping[str, float], dots: Sequence[PageData]) -> str:
    sentences = []
    for grade, mean in means.items():
        ratios = sorted((dot["ratio"], dot["topic"]) for dot in dots if dot["grade"] == grade)
        (lowest, lowest_topic), (highest, highest_topic) = ratios[0], ratios[-1]
        text = f"{grade[:1].upper()}{grade[1:]}: mean {decimals(mean)} over {counted(len(ratios), 'topic')}"
        if len(ratios) > 1:
            text += f", from {decimals(lowest)} (topic {lowest_topic})"
            text += f" to {decimals(highest)} (topic {highest_topic})"
        sentences.append(f"{text}.")
    return " ".join(sentences) or "Neither judge finds anything relevant."


def _relevant_elements(assessments: Assessments) -> PageData | None:
    rows = relevant_elements(assessments)
    if not rows:
        return None
    return grade_table(rows) | {
        "grades": list(dict.fromkeys(row.grade for row in rows)),
        "topics": len({row.topic for row in rows} - SUMMARIES.keys()),
        "summaries": list(SUMMARIES),
    }


def _highlighted_elements(assessments: Assessments) -> PageData | None:
    """Fully highlighted elements: of all names, of links, and of the names that have most."""
    rows = highlighted_elements(assessments)
    if not rows:
        return None
    groups = {row.element: row for row in rows if row.element in (ALL, LINKS)}
    names = [row for row in rows if row.element not in groups and row.fully_highlighted]
    whole, links = groups[ALL], groups[LINKS]
    verb = "is" if whole.fully_highlighted == 1 else "are"
    summary = (
        f"{whole.fully_highlighted:,} of {counted(whole.relevant, 'relevant element')}"
        f" ({decimals(whole.percent, '%')}) {verb} fully highlighted"
    )
    if whole.fully_highlighted:
        summary += f"; {decimals(links.percent_of_all, '%')} of these are links"
    return {
        "summary": f"{summary}.",
        "rows": [
            {"label": "All", "found": whole},
            {"label": "Links", "found": links},
            *({"label": "", "found": row} for row in names[:MOST_NAMES]),
        ],
        "further": len(names[MOST_NAMES:]),
    }
