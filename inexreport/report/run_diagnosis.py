"""The diagnosis of a run: where it lost, what it missed, how its results fit, and what the rules took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from inexreport.model.counted import counted
from inexreport.model.diagnosis import Diagnosis, Matching
from inexreport.model.outcome import RunOutcome
from inexreport.model.task import Task
from inexreport.report.campaign_view import CampaignView
from inexreport.report.figure import PageData, decimals, known
from inexreport.report.lost_topics import lost_topics
from inexreport.report.near_misses import near_misses
from inexreport.report.relevance_by_rank import overlap_by_rank, relevance_by_rank
from inexreport.report.returned_results import relevance_by_band, types_by_band
from inexreport.report.words import Words, words_of
from inexreport.statistics.run_diagnoses import TaskDiagnoses, task_diagnoses

MANY = 20.0
"""Lowest percentage that is reported among the findings."""

CAUSES_NAMED = 3

MISSED_TOPICS_SHOWN = 20
"""The topics with the most widely found articles; missed_articles.csv has all."""

_REPEATED = {
    Matching.TEXT: "Results that repeat the text of an earlier one",
    Matching.ELEMENTS: "Results that repeat an earlier element",
    Matching.ENTRY_POINTS: "Further entry points of an article, of which the first counts",
    Matching.DOCUMENTS: "Results that repeat an earlier one",
}


def run_diagnosis(
    view: CampaignView, task: str, run: RunOutcome, topics: Sequence[PageData]
) -> PageData | None:
    """The diagnosis of a run; None where it was not evaluated or nothing was assessed.

    A part that does not apply is None. ``type`` is the type of all results if there is only one, ``rules`` is
    empty if every result counts as submitted.

    Parameters
    ----------
    view : CampaignView
    task : str
    run : RunOutcome
    topics : sequence of dict
        The `topic_rows` of the run.
    """
    diagnosis = run.diagnosis
    outcome = view.of(task)
    if diagnosis is None or run.scores is None or not outcome.relevant_articles.topics:
        return None
    diagnoses, only_relevant = task_diagnoses(outcome), outcome.relevant_articles.only_relevant
    words, whole = words_of(view.outcome.campaign), diagnosis.matching is Matching.DOCUMENTS
    row, name = diagnoses.row(run), view.names[task, run.submission.name]
    official = known(run.scores.mean[run.scores.metrics.index(outcome.task.official)])
    parts: PageData = {
        "lost": lost_topics(outcome, run, topics, words),
        "found": relevance_by_rank(diagnoses, row, diagnosis, name),
        "missed": _missed_articles(diagnoses, row),
        "fit": near_misses(diagnosis),
        "worth": relevance_by_band(diagnosis, only_relevant),
        "types": None if whole else types_by_band(diagnosis),
        "type": diagnosis.result_types[0] if len(diagnosis.result_types) == 1 and not whole else "",
        "overlap": overlap_by_rank(diagnoses, row, diagnosis, name),
        "rules": applied_rules(outcome.task, run, diagnosis, official),
    }
    return parts | {"findings": list(_findings(diagnosis, parts, only_relevant, words))}


def _findings(diagnosis: Diagnosis, parts: PageData, only_relevant: bool, words: Words) -> Iterator[PageData]:
    """The most important facts: a claim, the anchor of the part that shows it, and a detail."""
    lost, missed, fit = parts["lost"], parts["missed"], parts["fit"]
    if lost["lost"]:
        causes = ", ".join(f"{name} ({topics})" for name, topics in lost["causes"][:CAUSES_NAMED])
        yield {
            "claim": f"It is below the median on {lost['lost']} of {counted(lost['compared'], 'topic')}",
            "anchor": "lost",
            "detail": f"Most frequent likely causes: {causes}." if causes else "",
        }
    if missed and missed["widely"]:
        claim = f"It misses {counted(missed['widely'], f'relevant {words.item}')} that {missed['by']}"
        yield {"claim": claim, "anchor": "missed", "detail": ""}
    if fit and fit["misfits"] and fit["misfits"][0]["percent"] >= MANY:
        worst = fit["misfits"][0]
        yield {
            "claim": (
                f"Poor fit: {worst['percent']:.0f}% of its {counted(fit['inside'], 'result')} in relevant "
                "articles"
            ),
            "anchor": "fit",
            "detail": f"{worst['name']}: {worst['meaning']}.",
        }
    depth = diagnosis.reading.first
    first = int(np.minimum(diagnosis.results, depth).sum())
    unjudged = int(diagnosis.unjudged_first.sum())
    if not only_relevant and first and 100 * unjudged / first >= MANY:
        claim = f"{100 * unjudged / first:.0f}% of the top {depth} results have no judgement"
        yield {"claim": claim, "anchor": "worth-title", "detail": ""}


def _missed_articles(diagnoses: TaskDiagnoses, row: int) -> PageData | None:
    """The relevant articles that a run missed; None if it missed nothing or there is no other run.

    Counts are sums over topics, see `TaskDiagnoses.missed`; ``topics`` is the number of topics with an
    article that the run missed and another one returned, ``shown`` has the first of these.
    """
    others = len(diagnoses.runs) - 1
    missed = diagnoses.relevant - diagnoses.articles_found[row]
    if not others or not missed.any():
        return None
    widely = diagnoses.widely_missed[row].tolist()
    elsewhere = (missed - diagnoses.missed_by_all).tolist()
    topics = [column for column, articles in enumerate(elsewhere) if articles]
    topics.sort(key=lambda column: (-widely[column], -elsewhere[column], diagnoses.topics[column]))
    return {
        "by": _at_least_half(others),
        "relevant": int(diagnoses.relevant.sum()),
        "missed": int(missed.sum()),
        "widely": sum(widely),
        "nowhere": int(diagnoses.missed_by_all.sum()),
        "topics": len(topics),
        "shown": diagnoses.missed(row, topics[:MISSED_TOPICS_SHOWN]),
    }


def _at_least_half(others: int) -> str:
    """The runs that returned a widely found article, with their verb.

    Examples
    --------
    >>> [_at_least_half(others) for others in (1, 2)]
    ['the other run returns', 'one or both of the other runs return']
    >>> _at_least_half(22)
    'at least half of the other 22 runs return'
    """
    if others == 1:
        return "the other run returns"
    return (
        "one or both of the other runs return"
        if others == 2
        else f"at least half of the other {others:,} runs return"
    )


def applied_rules(
    task: Task, run: RunOutcome, diagnosis: Diagnosis, score: float | None
) -> list[tuple[str, str]]:
    """The effects of the task's rules on a run with an official score, each with its size in words."""
    rules = diagnosis.rules
    counts = (
        ("Results for topics outside the task", rules.not_asked),
        (f"Results beyond the cut-off at rank {task.cutoff:,}", rules.beyond_cutoff),
        ("Results for unassessed topics", rules.not_assessed),
        (_REPEATED[diagnosis.matching], rules.repeated),
        ("Results with unknown location", run.composition.unlocated if run.composition else 0),
    )
    effects = [(name, f"{count:,} of {run.results:,}") for name, count in counts if count]
    if rules.characters_lost:
        limits = (
            (task.rules.characters_per_topic, "a topic"),
            (task.rules.characters_per_article, "an article"),
        )
        limit = " and ".join(f"{size:,} characters of {what}" for size, what in limits if size is not None)
        size = (
            f"{rules.characters_lost:,} characters, {rules.relevant_lost:,} of them highlighted; "
            f"{rules.left_out:,} results as a whole"
        )
        effects.append((f"Removed by the limit of {limit}", size))
        without = known(rules.score_unlimited)
        if without is not None and score is not None:
            change = f"{decimals(without)} instead of {decimals(score)}"
            effects.append((f"{task.official} without the limit", change))
    return effects
