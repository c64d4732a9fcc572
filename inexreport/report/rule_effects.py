"""What the rules of its task made of a run, in words."""

from __future__ import annotations

from dataclasses import dataclass

from inexreport.model.diagnosis import Diagnosis, Matching, RuleEffects
from inexreport.model.outcome import RunOutcome
from inexreport.model.task import Task
from inexreport.report.figure import decimals, known

_REPEATED = {
    Matching.TEXT: "Results that repeat the text of an earlier one",
    Matching.ELEMENTS: "Results that repeat an earlier element",
    Matching.ENTRY_POINTS: "Further entry points of an article, of which the first counts",
}


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """One effect of the rules, and how large it is."""

    name: str
    size: str


def applied_rules(
    task: Task, run: RunOutcome, diagnosis: Diagnosis, score: float | None
) -> tuple[RuleEffect, ...]:
    """The effects that there are; `score` is the official one."""
    rules = diagnosis.rules
    unplaced = run.composition.unlocated if run.composition else 0
    counted = (
        ("Results for topics that the task does not ask", rules.not_asked),
        (f"Results beyond rank {task.cutoff:,}, at which a topic is cut", rules.beyond_cutoff),
        ("Results for topics that nobody assessed", rules.not_assessed),
        (_REPEATED[diagnosis.matching], rules.repeated),
        ("Results without a known place", unplaced),
    )
    return (
        *(RuleEffect(name, f"{count:,} of {run.results:,}") for name, count in counted if count),
        *(_limit(task, rules, score) if rules.characters_lost else ()),
    )


def _limit(task: Task, rules: RuleEffects, score: float | None) -> tuple[RuleEffect, ...]:
    limits = [
        f"{limit:,} characters of {what}"
        for limit, what in (
            (task.rules.characters_per_topic, "a topic"),
            (task.rules.characters_per_article, "an article"),
        )
        if limit is not None
    ]
    taken = RuleEffect(
        f"Taken away by the limit of {' and '.join(limits)}",
        f"{rules.characters_lost:,} characters, {rules.relevant_lost:,} of them highlighted; "
        f"{rules.left_out:,} results as a whole",
    )
    without = known(rules.score_unlimited)
    if without is None or score is None:
        return (taken,)
    return (
        taken,
        RuleEffect(f"{task.official} without the limit", f"{decimals(without)} instead of {decimals(score)}"),
    )
