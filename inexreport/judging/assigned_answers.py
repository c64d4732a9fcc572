"""The answers of a run with what a judge says of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inexreport.formats.shown_text import examples
from inexreport.judging.judged_ranking import UNJUDGED, JudgedRanking, judge
from inexreport.judging.located_run import LocatedRun
from inexreport.model.answer import JudgedAnswer
from inexreport.model.assessment import TopicAssessment
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog


@dataclass(frozen=True, eq=False)
class AssignedAnswer:
    """The answer of a run to a topic.

    Attributes
    ----------
    words : int
    cited : tuple of int
        Number of documents that each sentence cites; empty if the run does not answer the topic.
    judged : JudgedAnswer or None
        None where the judge says nothing of this answer.
    assessment : TopicAssessment
        With the answers of all runs.
    """

    words: int
    cited: tuple[int, ...]
    judged: JudgedAnswer | None
    assessment: TopicAssessment


def assigned_answer(judged: JudgedRanking) -> AssignedAnswer:
    """The answer that a ranking of sentences is, see `inexreport.model.run.Run`."""
    ranking, assessment = judged.ranking, judged.assessment
    known = len(ranking) and judged.article[0] != UNJUDGED
    answer = assessment.answers.get(ranking.article_name(0)) if known else None
    cited = tuple(ranking.score.astype(np.int64).tolist())
    return AssignedAnswer(int(ranking.length.sum()), cited, answer, assessment)


def report_unassigned(run: LocatedRun, assessments: Mapping[str, TopicAssessment], log: ProblemLog) -> None:
    """Report answers to judged topics without an assignment of nuggets, and cited sentences not judged."""
    topics: list[str] = []
    lines, sentences = [], 0
    for ranking in run:
        assessment = assessments.get(ranking.topic)
        if assessment is None or not assessment.answers:
            continue
        answer = assigned_answer(judge(ranking, assessment))
        if answer.judged is None or not answer.judged.nuggets:
            topics.append(ranking.topic)
            lines.append(int(ranking.line[0]))
        elif answer.judged.citations:
            judged = {one.sentence for one in answer.judged.citations}
            sentences += sum(place not in judged for place, cited in enumerate(answer.cited) if cited)
    if topics:
        log.add(
            "answer-unassigned",
            found=f"none in {len(topics):,} of {counted(len(run.rankings), 'topic')}: {examples(topics)}",
            expected="an assignment for each answer to a judged topic",
            lines=lines,
            count=len(topics),
        )
    if sentences:
        log.add(
            "answer-citations-unjudged",
            found=counted(sentences, "sentence") + " with citations, none of them judged",
            expected="a judged citation of each sentence that cites, if citations of the answer were judged",
            count=sentences,
        )
