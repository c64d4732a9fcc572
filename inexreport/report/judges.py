"""Everything that is known of the agreement of a campaign's judges, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from inexreport.model.campaign import Campaign
from inexreport.report.figure import known
from inexreport.statistics.agreement import Agreement, agreement, judged_by_both, mutual_agreement
from inexreport.statistics.agreement_beyond_chance import Coefficients, agreement_beyond_chance
from inexreport.statistics.grades import NON_ZERO
from inexreport.statistics.highlighted_agreement import HighlightedAgreement, highlighted_agreement


@dataclass(frozen=True, eq=False)
class JudgeComparison:
    """A further judge beside the official one.

    Attributes
    ----------
    judge : str
        Name of the folder.
    topics : tuple of str
        Those that both have judged.
    agreement, mutual : tuple of Agreement
    characters : mapping of str to HighlightedAgreement
        By topic, where text is highlighted at a known place.
    coefficients : tuple of Coefficients
    unplaced_articles : int
        Articles that could not be compared in characters, all topics together.
    """

    judge: str
    topics: tuple[str, ...]
    agreement: tuple[Agreement, ...]
    mutual: tuple[Agreement, ...]
    characters: Mapping[str, HighlightedAgreement]
    coefficients: tuple[Coefficients, ...]
    unplaced_articles: int


@lru_cache(maxsize=4)
def judge_comparisons(campaign: Campaign) -> tuple[JudgeComparison, ...]:
    """Compare every further judge of the campaign with the official one."""
    comparisons = []
    for judge in campaign.judges:
        both = tuple(judged_by_both(campaign.assessments, judge))
        characters = {topic: highlighted_agreement(first, second) for topic, first, second in both}
        comparisons.append(
            JudgeComparison(
                judge=judge.judge,
                topics=tuple(topic for topic, _, _ in both),
                agreement=agreement(campaign.assessments, judge),
                mutual=mutual_agreement(campaign.assessments, judge),
                characters={topic: found for topic, found in characters.items() if found.union},
                coefficients=agreement_beyond_chance(campaign.assessments, judge),
                unplaced_articles=sum(found.unplaced_articles for found in characters.values()),
            )
        )
    return tuple(comparisons)


@dataclass(frozen=True, slots=True)
class TopicAgreement:
    """Agreement of a judge with the official one on a topic, of all that is relevant at one level.

    Attributes
    ----------
    judge : str
    level : str
        ``"article"``, ``"element"`` or ``"character"``.
    union, intersection : int
    ratio : float or None
        None where neither finds anything relevant.
    """

    judge: str
    level: str
    union: int
    intersection: int
    ratio: float | None


def topic_agreements(campaign: Campaign, topic: str) -> tuple[TopicAgreement, ...]:
    """What every further judge who has judged a topic agrees on, level by level."""
    found = []
    for compared in judge_comparisons(campaign):
        found += [
            TopicAgreement(compared.judge, row.level, int(row.union), int(row.intersection), known(row.ratio))
            for row in compared.agreement
            if row.topic == topic and row.grade == NON_ZERO
        ]
        if text := compared.characters.get(topic):
            found.append(
                TopicAgreement(compared.judge, "character", text.union, text.shared, known(text.ratio))
            )
    return tuple(found)
