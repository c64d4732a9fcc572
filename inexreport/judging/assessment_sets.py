"""Further sets of assessments: those of other judges, and sets made from them."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.judging.assessment_edits import without_element_names
from inexreport.model.assessment import Assessments
from inexreport.model.campaign import AssessmentSet, Campaign
from inexreport.model.task import Task
from inexreport.model.task_assessments import at_level


def scored_assessments(campaign: Campaign, task: Task | None = None) -> dict[str, Assessments]:
    """The assessments of each scored set by its name, in the order of campaign.toml.

    Parameters
    ----------
    campaign : Campaign
        With sets whose sources are known and lead back to a judge.
    task : Task, optional
        With its official assessments, and the judges' by its relevance level; else those of all tasks.
    """
    official, judges = campaign.assessments, campaign.judges
    if task is not None and campaign.task_assessments:
        official = campaign.of_task(task.name).assessments
        judges = tuple(at_level(one, task.relevance_level) for one in judges)
    known = {one.judge: one for one in (official, *judges, *campaign.dimensions)}
    sets = {one.name: one for one in campaign.assessment_sets}
    for name in sets:
        derived = []
        while name not in known:
            derived.append(sets[name])
            name = sets[name].source
        for one in reversed(derived):
            known[one.name] = _made_from(known[one.source], one)
    return {one.name: known[one.name] for one in sets.values() if one.scored}


def _made_from(source: Assessments, made: AssessmentSet) -> Assessments:
    removed = frozenset(made.without_elements)
    topics = {
        topic: without_element_names(assessment, removed)
        for topic, assessment in source.topics.items()
        if made.topics is None or topic in made.topics
    }
    return Assessments(made.name, topics)


def circular_sets(sets: Sequence[AssessmentSet]) -> tuple[str, ...]:
    """Names of the sets that are made from themselves, directly or through others.

    Examples
    --------
    >>> circular_sets([AssessmentSet(name="a", source="b"), AssessmentSet(name="b", source="a")])
    ('a', 'b')
    >>> circular_sets([AssessmentSet(name="a", source="b"), AssessmentSet(name="b", source="official")])
    ()
    """
    source = {one.name: one.source for one in sets}
    circular = []
    for name in source:
        seen, place = {name}, source[name]
        while place in source and place not in seen:
            seen.add(place)
            place = source[place]
        if place == name:
            circular.append(name)
    return tuple(circular)
