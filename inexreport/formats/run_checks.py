"""Checks of a run's statements against each other and against the campaign."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.names import natural_order
from inexreport.formats.run_content import RunContent, ascending, in_topic_order
from inexreport.formats.run_files import RunFile
from inexreport.formats.shown_text import examples, quoted
from inexreport.formats.topic_zeros import alike_without_zeros, report_zeros
from inexreport.model.assessment import Judged
from inexreport.model.campaign import Campaign
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog
from inexreport.model.run import Results

GENERAL_TASKS = ("adhoc", "efficiency")
"""Names of whole tracks: a submission that states one does not contradict the folder of any of its tasks."""


def topic_names(content: RunContent, campaign: Campaign, log: ProblemLog) -> dict[str, str]:
    """Return, for every topic that the file names, what the campaign calls it.

    Identifiers come first: the identifiers of some years are other topics' candidate numbers, so candidate
    numbers are looked at only where no name in the file is an identifier.
    """
    known = campaign.topic_names
    ids = set(known.values())
    # The identifier of a topic with another name is no name; no identifier begins with a slash.
    names = {name: known.get(name, f"/{name}" if name in ids else name) for name in content.topic_lines}
    if not known.keys().isdisjoint(names):
        return names
    numbered: dict[str, list[str]] = {}
    for topic in campaign.topics.values():
        numbered.setdefault(topic.candidate_number, []).append(topic.id)
    numbered.pop("", None)
    translated = {name: numbered[name][0] for name in names if len(numbered.get(name, ())) == 1}
    if translated:
        first = next(iter(translated))
        log.add(
            "run-topics-by-candidate-number",
            found=f"{quoted(first)} for topic {quoted(translated[first])}",
            expected="topic identifiers",
            lines=[content.topic_lines[first]],
            count=len(translated),
        )
    return names | translated


def check_topics(content: RunContent, names: dict[str, str], campaign: Campaign, log: ProblemLog) -> None:
    """Report topics that the campaign does not have, and topics that the run leaves without results.

    If all results are for unknown topics that is the one error; what they leave out is not looked at. Nor is
    it if topics of a run of documents are known but for leading zeros.

    A campaign of which no topic is known, as in a check of the format alone, has no unknown ones.
    """
    stated = campaign.topic_names
    known = set(stated.values())
    tasks = next((topic.tasks for topic in campaign.topics.values()), None)
    whose = f"the task {' or '.join(tasks)}" if tasks else "the campaign"
    unknown = [name for name in names if known and names[name] not in known]
    if campaign.judged is Judged.DOCUMENTS and (alike := alike_without_zeros(unknown, stated)):
        report_zeros(alike, content.topic_lines, log)
        return
    answered = {names[topic] for topic in content.results.topics if topic in names}
    if known and answered and known.isdisjoint(answered):
        log.add(
            "run-topics-unknown",
            found=f"results for topic {examples(unknown)}",
            expected=f"topics of {whose}, such as {quoted(min(stated, key=natural_order))}",
            lines=sorted(content.topic_lines[name] for name in unknown),
        )
        return
    if unknown and not campaign.slug and not campaign.topics:  # of qrels alone
        log.add(
            "run-topic-unjudged",
            found=f"{len(unknown):,} of {counted(len(names), 'topic')}: {examples(unknown)}",
            expected=f"{'the' if len(known) == 1 else 'some of the'} {counted(len(known), 'judged topic')}",
        )
    elif unknown:
        log.add(
            "run-topic-unknown",
            found=f"topic {examples(unknown)}",
            expected=f"a topic of {whose}",
            lines=sorted(content.topic_lines[name] for name in unknown),
        )
    empty = [name for name in names if names[name] not in answered]
    # A run for CO topics is not asked for CAS topics: only kinds of topic that it answers can be missed.
    kinds = {campaign.topics[topic].query_type for topic in answered if topic in campaign.topics}
    named = set(names.values())
    missing = [
        topic
        for topic in sorted(campaign.assessments.topics, key=natural_order)
        if topic not in named and (topic not in campaign.topics or campaign.topics[topic].query_type in kinds)
    ]
    if empty or missing:
        log.add(
            "run-topic-without-results",
            found=f"nothing for topic {examples([*empty, *missing])}",
            expected="results for every topic that the file names and every assessed one",
            lines=sorted(content.topic_lines[name] for name in empty),
            count=len(empty) + len(missing),
        )


def check_ranks(results: Results, log: ProblemLog) -> None:
    """Report ranks that are missing or leave out numbers; `results` are in file order."""
    missing = results.line[np.isnan(results.rank)]
    if len(missing):
        log.add(
            "run-ranks-missing",
            found=f"{len(missing):,} of {len(results):,} results without a rank",
            expected="a rank for each result",
            lines=missing.tolist(),
        )
    # Equal ranks may be followed by the number of their place (1, 1, 3) or by the next number (1, 1, 2).
    ranked = np.flatnonzero(~np.isnan(results.rank))
    topic, rank, line = results.topic[ranked], results.rank[ranked], results.line[ranked]
    order = ascending(topic, rank)
    if order is not None:
        topic, rank, line = topic[order], rank[order], line[order]
    starts = np.flatnonzero(np.concatenate([[True], topic[1:] != topic[:-1]])) if len(topic) else ranked
    place = np.arange(len(topic)) - np.repeat(starts, np.diff([*starts, len(topic)]))
    first = np.repeat(rank[starts], np.diff([*starts, len(topic)]))
    with np.errstate(over="ignore"):  # an infinite step is a gap like any other
        step = np.diff(rank, prepend=rank[:1])
        gap = (place > 0) & (step > 1) & (rank - first > place)
    gap[starts] = (rank[starts] != 0) & (rank[starts] != 1)
    if gap.any():
        at = int(np.flatnonzero(gap)[0])
        log.add(
            "run-ranks-with-gaps",
            found=f"rank {rank[at]:g} as number {place[at] + 1} of its topic",
            expected="ranks that count up from 1 (or 0)",
            lines=np.sort(line[gap]).tolist(),
        )


def check_rank_order(content: RunContent, log: ProblemLog) -> None:
    """Report ranks that go down, or that results with different scores share.

    Equal ranks of results with equal or missing scores are a tie, not a contradiction.
    """
    results = in_topic_order(content.results, by_rank=False)
    _report_order(content, results, "rank", results.rank[1:] < results.rank[:-1], log)
    ordered = in_topic_order(results, by_rank=content.by_rank)
    rank, score = ordered.rank, ordered.score
    differ = (score[1:] < score[:-1]) | (score[1:] > score[:-1])  # not so where one is missing
    _report_order(content, ordered, "rank", (rank[1:] == rank[:-1]) & differ, log)


def check_score_order(content: RunContent, log: ProblemLog) -> None:
    """Report scores that go up in the order of results that counts; parameters as in `check_rank_order`."""
    ordered = in_topic_order(content.results, by_rank=content.by_rank)
    _report_order(content, ordered, "score", ordered.score[1:] > ordered.score[:-1], log)


def _report_order(
    content: RunContent, results: Results, name: str, wrong: NDArray[np.bool_], log: ProblemLog
) -> None:
    """Report where a result contradicts the one before it in its topic; `wrong` is one shorter than these."""
    later = 1 + np.flatnonzero(wrong & (results.topic[1:] == results.topic[:-1]))
    if not len(later):
        return
    column, first = getattr(results, name), later[0]
    counts = "lines"
    if content.by_rank:
        counts = "ranks, or that of the file where the topic has results without one"
    log.add(
        "run-order-contradicted",
        found=f"{name} {column[first]:.10g} after {name} {column[first - 1]:.10g}",
        expected=f"ranks and scores that follow the order that counts: the order of {counts}",
        lines=np.sort(results.line[later]).tolist(),
    )


def check_statements(
    content: RunContent, run_file: RunFile, campaign_aliases: dict[str, str], log: ProblemLog
) -> None:
    """Report a task or participant in the file that differs from those of its folder."""
    names = {
        _plain(run_file.task),
        *(_plain(alias) for alias, task in campaign_aliases.items() if task == run_file.task),
    }
    stated = _plain(content.submission.stated_task)
    if stated and stated not in names and stated not in GENERAL_TASKS:
        log.add(
            "run-task-differs",
            found=f"task {quoted(content.submission.stated_task)}",
            expected=f"{quoted(run_file.task)} as the folder says",
        )
    participant = content.submission.participant
    if participant and run_file.participant and participant != run_file.participant:
        log.add(
            "run-participant-differs",
            found=f"participant {quoted(participant)}",
            expected=f"{quoted(run_file.participant)} as the folder says",
        )


def _plain(task: str) -> str:
    """Return a task's name without what submissions spell differently."""
    letters = "".join(letter for letter in task.lower() if letter.isalnum())
    return letters.replace("focussed", "focused")
