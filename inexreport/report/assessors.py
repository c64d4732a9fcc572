"""The page of assessors: how far judges agree, and what they found relevant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inexreport.model.score_numbers import mean
from inexreport.model.topic import Topic
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import Figure, decimals, known
from inexreport.report.judges import JudgeComparison, judge_comparisons
from inexreport.report.relevant import RelevantTable, relevant_table
from inexreport.statistics.agreement import ARTICLE, ELEMENT, MEAN, Agreement, mean_of_defined
from inexreport.statistics.agreement_beyond_chance import Coefficients
from inexreport.statistics.grades import NON_ZERO

TEXT = "highlighted text"
"""What stands for the grade where characters are compared."""


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """A topic, or the mean over topics; `ratios` by grade, None where there is no union."""

    topic: str
    union: float
    intersection: float
    ratios: tuple[float | None, ...]

    @property
    def is_mean(self) -> bool:
        return self.topic == MEAN


@dataclass(frozen=True, slots=True)
class AgreementTable:
    """Agreement at one level: articles, elements or characters."""

    level: str
    grades: tuple[str, ...]
    rows: tuple[AgreementRow, ...]


@dataclass(frozen=True, slots=True)
class MutualCell:
    """Elements that the official judge gave a grade, and the share that the other judge confirms."""

    given: float
    confirmed: float | None


@dataclass(frozen=True, slots=True)
class MutualRow:
    """A topic, or the mean over topics, with its mutually agreed elements."""

    topic: str
    agreed: float
    cells: tuple[MutualCell, ...]

    @property
    def is_mean(self) -> bool:
        return self.topic == MEAN


@dataclass(frozen=True, slots=True)
class MutualTable:
    """Grades of the elements that both judges find relevant."""

    grades: tuple[str, ...]
    rows: tuple[MutualRow, ...]


@dataclass(frozen=True, slots=True)
class CoefficientRow:
    """Agreement beyond chance in one subject; a coefficient is None where it is undefined."""

    subject: str
    topic: str
    items: float
    observed: float | None
    kappa: float | None
    alpha: float | None

    @property
    def is_mean(self) -> bool:
        return self.topic == MEAN


@dataclass(frozen=True, slots=True)
class AgreementDot:
    """The agreement on one topic."""

    topic: str
    title: str
    grade: str
    ratio: float


@dataclass(frozen=True, slots=True)
class AgreementFigure:
    """A row of dots per grade, with their means."""

    figure: Figure
    grades: tuple[str, ...]
    dots: tuple[AgreementDot, ...]
    means: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class JudgeSection:
    """A further judge beside the official one."""

    judge: str
    topics: int
    tables: tuple[AgreementTable, ...]
    figures: tuple[AgreementFigure, ...]
    mutual: MutualTable | None
    coefficients: tuple[CoefficientRow, ...]
    unplaced_articles: int

    @property
    def means(self) -> tuple[CoefficientRow, ...]:
        return tuple(row for row in self.coefficients if row.is_mean)


@dataclass(frozen=True, slots=True)
class AssessorsPage:
    """What the page of assessors shows; `relevant` is None where no elements are judged."""

    judges: tuple[JudgeSection, ...]
    relevant: RelevantTable | None
    unit: str


def assessors_page(view: CampaignView) -> AssessorsPage:
    """Gather tables 1-3 of Pehcevski and Thom (2005) for the campaign."""
    campaign = view.outcome.campaign
    return AssessorsPage(
        judges=tuple(_section(view, one) for one in judge_comparisons(campaign)),
        relevant=relevant_table(campaign.assessments),
        unit=campaign.collection.unit,
    )


def _section(view: CampaignView, compared: JudgeComparison) -> JudgeSection:
    tables = [
        table for level in (ARTICLE, ELEMENT) if (table := _agreement_table(compared.agreement, level)).rows
    ]
    if compared.characters:
        tables.append(_character_table(compared))
    return JudgeSection(
        judge=compared.judge,
        topics=len(compared.topics),
        tables=tuple(tables),
        figures=tuple(_figure(view, table) for table in tables),
        mutual=_mutual_table(compared.mutual) if compared.mutual else None,
        coefficients=tuple(_coefficients(row) for row in compared.coefficients),
        unplaced_articles=compared.unplaced_articles,
    )


def _agreement_table(rows: Sequence[Agreement], level: str) -> AgreementTable:
    of_level = [row for row in rows if row.level == level]
    grades = tuple(dict.fromkeys(row.grade for row in of_level))
    by_key = {(row.topic, row.grade): row for row in of_level}
    return AgreementTable(
        level,
        grades,
        tuple(
            AgreementRow(
                topic=topic,
                union=by_key[topic, NON_ZERO].union,
                intersection=by_key[topic, NON_ZERO].intersection,
                ratios=tuple(known(by_key[topic, grade].ratio) for grade in grades),
            )
            for topic in dict.fromkeys(row.topic for row in of_level)
        ),
    )


def _character_table(compared: JudgeComparison) -> AgreementTable:
    found = compared.characters
    of_all = AgreementRow(
        MEAN,
        mean(one.union for one in found.values()),
        mean(one.shared for one in found.values()),
        (known(mean_of_defined(one.ratio for one in found.values())),),
    )
    rows = [AgreementRow(topic, one.union, one.shared, (known(one.ratio),)) for topic, one in found.items()]
    return AgreementTable("character", (TEXT,), (*rows, of_all))


def _mutual_table(rows: Sequence[Agreement]) -> MutualTable:
    grades = tuple(grade for grade in dict.fromkeys(row.grade for row in rows) if grade != NON_ZERO)
    by_key = {(row.topic, row.grade): row for row in rows}
    return MutualTable(
        grades,
        tuple(
            MutualRow(
                topic,
                by_key[topic, NON_ZERO].union,
                tuple(
                    MutualCell(by_key[topic, grade].union, known(by_key[topic, grade].ratio))
                    for grade in grades
                ),
            )
            for topic in dict.fromkeys(row.topic for row in rows)
        ),
    )


def _coefficients(row: Coefficients) -> CoefficientRow:
    return CoefficientRow(
        row.subject, row.topic, row.items, known(row.observed), known(row.kappa), known(row.alpha)
    )


def _figure(view: CampaignView, table: AgreementTable) -> AgreementFigure:
    topics = view.outcome.campaign.topics
    dots = tuple(
        AgreementDot(row.topic, topics.get(row.topic, Topic(row.topic)).title, grade, ratio)
        for row in table.rows
        for grade, ratio in zip(table.grades, row.ratios, strict=True)
        if ratio is not None and not row.is_mean
    )
    means = tuple(
        (grade, ratio)
        for row in table.rows
        for grade, ratio in zip(table.grades, row.ratios, strict=True)
        if ratio is not None and row.is_mean
    )
    characters = table.grades == (TEXT,)
    return AgreementFigure(
        figure=Figure(
            title="Agreement in characters" if characters else f"Agreement at {table.level} level",
            basis=f"Intersection by union, {len(table.rows) - 1} topics: a dot per topic, a tick at the mean",
            source="agreement_characters.csv" if characters else "agreement.csv",
            summary=_said(means, dots),
        ),
        grades=table.grades,
        dots=dots,
        means=means,
    )


def _said(means: Sequence[tuple[str, float]], dots: Sequence[AgreementDot]) -> str:
    sentences = []
    for grade, mean_ratio in means:
        of_grade = sorted((dot for dot in dots if dot.grade == grade), key=lambda dot: (dot.ratio, dot.topic))
        lowest, highest = of_grade[0], of_grade[-1]
        sentences.append(
            f"{grade[:1].upper()}{grade[1:]}: mean {decimals(mean_ratio)} of {len(of_grade)} topics, from"
            f" {decimals(lowest.ratio)} (topic {lowest.topic}) to {decimals(highest.ratio)}"
            f" (topic {highest.topic})."
        )
    return " ".join(sentences) or "There is nothing that either judge finds relevant."
