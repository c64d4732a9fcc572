"""The official settings of a task as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from inexreport.model.task import Task, TopicSelection, Treatment


def scoring_sentences(task: Task, without_target: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the official settings of a task as sentences.

    Parameters
    ----------
    task : Task
    without_target : sequence of str
        Topics whose target is not known, see `topics_without_target`.
    """
    rules = task.rules
    sentences = [f"The first {task.cutoff:,} results of each topic count."]
    if task.topics is TopicSelection.ASSESSED:
        sentences.append("Means go over all assessed topics; a topic that a run does not answer counts 0.")
    else:
        sentences.append("Means go over the assessed topics that a run answers.")
    for treatment, what in (
        (rules.overlap, "results that share text"),
        (rules.scattered_articles, "results of one article interrupted by another’s"),
        (rules.several_entry_points, "more than one entry point in an article"),
    ):
        if treatment is Treatment.ERROR:
            sentences.append(f"A run with {what} is not evaluated.")
        elif treatment is Treatment.WARNING:
            sentences.append(f"A run with {what} is evaluated with a warning.")
    if rules.characters_per_topic is not None:
        sentences.append(f"Results are cut after {rules.characters_per_topic:,} characters of a topic.")
    if rules.characters_per_article is not None:
        sentences.append(f"Results are cut after {rules.characters_per_article:,} characters of an article.")
    if rules.strict_target:
        sentences.append(
            "Only target elements of a topic’s query are relevant; conditions on other elements (support "
            "elements) are not applied."
        )
        if without_target:
            topics = f"topic{'s' if len(without_target) > 1 else ''} {', '.join(without_target)}"
            sentences.append(f"The target of {topics} is unknown: there all judged elements count.")
    if task.query_types:
        sentences.append(f"Topics of the types {', '.join(task.query_types)} belong to the task.")
    sentences += [_convention(name, value) for name, value in task.settings.items()]
    return tuple(sentence for sentence in sentences if sentence)


_CONVENTIONS = {
    ("overlap_of", "paths"): "Results overlap if they are the same element or one contains the other.",
    ("ideal_tie", "higher"): "Of equally good elements of a path, the one nearer to the root is ideal.",
    ("ideal_tie", "deeper"): "Of equally good elements of a path, the deeper one is ideal.",
    ("short_ranking", "zero"): "Ranks beyond the end of a ranking count 0.",
    ("short_ranking", "last value"): "Beyond the end of a ranking its last generalised precision stays.",
    ("judged_units", "elements"): "Highlighted text is counted as judged for elements.",
    # A matter of what `evaluate` prints, not of scores.
    ("relevant_totals", "all assessed topics"): "",
}
"""What the settings of the built-in protocols mean."""


def _convention(name: str, value: str) -> str:
    if name == "collection_elements":
        return f"What is not retrieved of the collection's {int(value):,} elements is a last level."
    return _CONVENTIONS.get((name, value), f"{name.replace('_', ' ').capitalize()}: {value}.")
