"""Everything that is known of the agreement of a campaign's judges, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from inexreport.model.assessment import Assessments
from inexreport.model.campaign import Campaign
from inexreport.report.figure import known
from inexreport.statistics.agreement import ARTICLE, Agreement, agreement, judged_by_both, mutual_agreement
from inexreport.statistics.agreement_beyond_chance import Coefficients, agreement_beyond_chance
from inexreport.statistics.grades import NON_ZERO
from inexreport.statistics.highlighted_agreement import HighlightedAgreement, highlighted_agreement


class JudgeComparison:
    """A further judge beside the official one, each part worked out when it is first asked for.

    Parameters
    ----------
    official, judge : Assessments

    Attributes
    ----------
    judge : str
        Name of the folder.
    topics : tuple of str
        Those that both have judged.
    """

    def __init__(self, official: Assessments, judge: Assessments) -> None:
        self._official, self._other = official, judge
        self._both = tuple(judged_by_both(official, judge))
        self.judge = judge.judge
        self.topics = tuple(topic for topic, _, _ in self._both)
        self._highlighted: dict[str, HighlightedAgreement] = {}

    @cached_property
    def agreement(self) -> tuple[Agreement, ...]:
        return agreement(self._official, self._other)

    @cached_property
    def mutual(self) -> tuple[Agreement, ...]:
        return mutual_agreement(self._official, self._other)

    @cached_property
    def coefficients(self) -> tuple[Coefficients, ...]:
        return agreement_beyond_chance(self._official, self._other)

    @property
    def characters(self) -> Mapping[str, HighlightedAgreement]:
        """By topic, where text is highlighted at a known place."""
        found = {topic: self.on_characters(topic) for topic in self.topics}
        return {topic: one for topic, one in found.items() if one.union}

    @property
    def unplaced_articles(self) -> int:
        """Articles that could not be compared in characters, all topics together."""
        return sum(self.on_characters(topic).unplaced_articles for topic in self.topics)

    def on_characters(self, topic: str) -> HighlightedAgreement:
        """On the highlighted text of one topic."""
        if topic not in self._highlighted:
            first, second = next((first, second) for one, first, second in self._both if one == topic)
            self._highlighted[topic] = highlighted_agreement(first, second)
        return self._highlighted[topic]

    def articles(self) -> Mapping[str, float | None]:
        """By topic, the agreement on what articles are relevant; None where neither finds any."""
        return {
            row.topic: known(row.ratio)
            for row in self.agreement
            if row.level == ARTICLE and row.grade == NON_ZERO
        }


@lru_cache(maxsize=4)
def judge_comparisons(campaign: Campaign) -> tuple[JudgeComparison, ...]:
    """Compare every further judge of the campaign with the official one."""
    return tuple(JudgeComparison(campaign.assessments, judge) for judge in campaign.judges)


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
        if topic not in compared.topics:
            continue
        found += [
            TopicAgreement(compared.judge, row.level, int(row.union), int(row.intersection), known(row.ratio))
            for row in compared.agreement
            if row.topic == topic and row.grade == NON_ZERO
        ]
        if (text := compared.on_characters(topic)).union:
            found.append(
                TopicAgreement(compared.judge, "character", text.union, text.shared, known(text.ratio))
            )
    return tuple(found)
