"""Further sets of assessments: those of other judges, and sets made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inexreport.judging.assessment_edits import without_articles, without_element_names
from inexreport.model.assessment import Assessments, TopicAssessment
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
            seen = known[one.without_judged_by].topics if one.without_judged_by else {}
            known[one.name] = _made_from(known[one.source], one, seen)
    return {one.name: known[one.name] for one in sets.values() if one.scored}


def _made_from(source: Assessments, made: AssessmentSet, seen: Mapping[str, TopicAssessment]) -> Assessments:
    removed = frozenset(made.without_elements)
    topics = {
        topic: without_element_names(assessment, removed)
        for topic, assessment in source.topics.items()
        if made.topics is None or topic in made.topics
    }
    taken_out = {
        topic: source.taken_out.get(topic, frozenset()).union(seen[topic].articles if topic in seen else ())
        for topic in topics
        if topic in seen or topic in source.taken_out
    }
    topics |= {topic: without_articles(topics[topic], articles) for topic, articles in taken_out.items()}
    return Assessments(made.name, topics, taken_out)


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
