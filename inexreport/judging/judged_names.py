"""Whether a run names documents as the assessments do, and by what the names differ if not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from inexreport.formats.shown_text import examples, quoted
from inexreport.judging.judged_ranking import UNJUDGED, judged_articles
from inexreport.judging.located_run import LocatedRun, TopicRanking
from inexreport.model.arrow_arrays import integer_array
from inexreport.model.assessment import TopicAssessment
from inexreport.model.counted import counted
from inexreport.model.problem import ProblemLog

TOPICS_OF_HARDLY_ANY = 20
"""Hardly any result is judged if at most one of so many topics has a judged one."""

TOPICS_OF_A_CAUSE = 5
"""Names differ by a form if names of that form are alike in at least one of so many topics."""

_EXTENSION = re.compile(r"\.[A-Za-z]\w{0,9}$")

Names = Mapping[str, Sequence[str]]
"""Documents by topic."""


def report_unjudged(run: LocatedRun, assessments: Mapping[str, TopicAssessment], log: ProblemLog) -> None:
    """Report that hardly any result is in a judged document, with the likely cause.

    Topics without results or judgements are not looked at.
    """
    rankings = [
        one for one in run if len(one) and one.topic in assessments and assessments[one.topic].articles
    ]
    judged = 0
    for ranking in rankings:
        judged += bool((judged_articles(ranking, assessments[ranking.topic]) != UNJUDGED).any())
        if judged * TOPICS_OF_HARDLY_ANY > len(rankings):
            return
    if rankings:
        returned = {one.topic: _names(one) for one in rankings}
        log.add(
            "run-documents-unmatched",
            found=f"judged documents in {judged:,} of {counted(len(rankings), 'topic')}; "
            + _difference(returned, {topic: assessments[topic].articles for topic in returned}),
            expected="judged documents in most topics, named as in the assessments",
        )


def _names(ranking: TopicRanking) -> list[str]:
    distinct = integer_array(ranking.article[ranking.first_of_article])
    names: list[str] = ranking.articles.take(distinct).to_pylist()
    return names


def _difference(returned: Names, judged: Names) -> str:
    """How names of the run and of the assessments differ, by a pair that is likely to be one document."""
    pairs = max(
        (
            _pairs(_forms(returned, bare=ours), _forms(judged, bare=theirs))
            for ours in (0, 1)
            for theirs in (0, 1)
        ),
        key=len,
    )
    if len(pairs) * TOPICS_OF_A_CAUSE >= len(returned):
        ours, theirs = pairs[0]
        return f"the run has {quoted(ours)} for {quoted(theirs)}: {name_difference(ours, theirs)}"
    ours, theirs = (examples(list(_all(names))[:2]) for names in (returned, judged))
    return f"the run has documents such as {ours}, the assessments such as {theirs}"


def _all(names: Names) -> Iterable[str]:
    return (name for of_topic in names.values() for name in of_topic)


def _forms(names: Names, *, bare: int) -> dict[str, dict[str, str]]:
    """Names by their form without case, folder, extension, leading zeros and, if `bare`, common beginning."""
    short = {name: _EXTENSION.sub("", name.rpartition("/")[2]).lower() for name in _all(names)}
    first, last = min(short.values()), max(short.values())
    same = next((place for place, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    common = len(first[:same].rstrip("0123456789")) if bare else 0
    return {
        topic: {form: name for name in of_topic if (form := short[name][common:].lstrip("0"))}
        for topic, of_topic in names.items()
    }


def _pairs(
    returned: Mapping[str, Mapping[str, str]], judged: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str]]:
    """Of each topic with names of one form, the first two names."""
    return [
        (ours[form], judged[topic][form])
        for topic, ours in returned.items()
        if (form := next((one for one in ours if one in judged[topic]), None)) is not None
    ]


def name_difference(ours: str, theirs: str) -> str:
    """By what two names of a document differ.

    Examples
    --------
    >>> name_difference("passage_71", "71"), name_difference("71", "0071"), name_difference("A", "a")
    ('the run has “passage_” before it', 'the assessments have zeros before it', 'upper and lower case')
    """
    if ours.lower() == theirs.lower():
        return "upper and lower case"
    for whose, longer, shorter in (("the run has", ours, theirs), ("the assessments have", theirs, ours)):
        before, found, after = longer.partition(shorter)
        if found:
            parts = ((before, "before"), (after, "after"))
            added = (
                f"{'zeros' if not part.strip('0') else quoted(part)} {where}" for part, where in parts if part
            )
            return f"{whose} {' and '.join(added)} it"
    return "what stands before or after, zeros or case"
