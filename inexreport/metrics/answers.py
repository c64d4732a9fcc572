"""Measures of generated answers: recall of nuggets, support by citations, length."""

from __future__ import annotations

from functools import partial
from math import nan

from inexreport.judging.assigned_answers import AssignedAnswer, assigned_answer
from inexreport.metrics.metric import Averaging, Metric
from inexreport.model.answer import JudgedAnswer, Support
from inexreport.model.diagnosis import Aspect
from inexreport.model.score_numbers import mean

LENIENT = {Support.FULL: 1.0, Support.PARTIAL: 0.5, Support.NONE: 0.0}
"""What a nugget or citation counts; the strict measures have 0 for partial support."""


def nugget_recall(answer: AssignedAnswer, cutoff: None = None, *, vital: bool, strict: bool) -> float:
    """Share of a topic's nuggets, all or the vital ones, that an answer has; in [0, 1].

    Partial support counts 0.5, or if `strict` 0. NaN for an answer without an assignment, and where there is
    no such nugget; 0 for a topic that the run does not answer and others do.

    References
    ----------
    Pradeep et al., Initial nugget evaluation results for the TREC 2024 RAG track with the AutoNuggetizer
    framework (2024): V, A, V_strict and A_strict.

    Examples
    --------
    Vital nuggets with full and partial support, and one that is okay and missing:

    >>> from inexreport.model.answer import Nugget
    >>> from inexreport.model.assessment import judged_answers
    >>> given = ((True, Support.FULL), (True, Support.PARTIAL), (False, Support.NONE))
    >>> judged = JudgedAnswer(tuple(Nugget("", is_vital, support) for is_vital, support in given))
    >>> answer = AssignedAnswer(20, (1, 0), judged, judged_answers("1", {"a": judged}))
    >>> [nugget_recall(answer, vital=True, strict=strict) for strict in (True, False)]
    [0.5, 0.75]
    >>> [nugget_recall(answer, vital=False, strict=strict) for strict in (True, False)]
    [0.3333333333333333, 0.5]
    """
    if not answer.cited:
        known = (one for of_run in answer.assessment.answers.values() for one in of_run.nuggets)
        return 0.0 if any(one.vital or not vital for one in known) else nan
    judged = answer.judged or JudgedAnswer()
    support = [one.assignment for one in judged.nuggets if one.vital or not vital]
    return mean(float(one is Support.FULL) if strict else LENIENT[one] for one in support)


def citation_support(answer: AssignedAnswer, cutoff: None = None, *, of_sentences: bool) -> float:
    """Support of an answer by its citations: mean of citations, or of sentences; in [0, 1].

    Full support counts 1, partial support 0.5. Of several citations of a sentence, the best counts for it; a
    sentence whose citations are none, or not judged, counts 0. NaN for an answer of whose citations none was
    judged; 0 for one that cites nothing, and for a topic that the run does not answer, if the citations of
    others were judged.

    References
    ----------
    Thakur et al., Support evaluation for the TREC 2024 RAG track (2025): weighted precision and recall.

    Examples
    --------
    Of three sentences, the first cites one document, which supports it, the second two, one of which does in
    part, the third none:

    >>> from inexreport.model.answer import JudgedCitation
    >>> from inexreport.model.assessment import judged_answers
    >>> given = ((0, "a", Support.FULL), (1, "a", Support.PARTIAL), (1, "b", Support.NONE))
    >>> judged = JudgedAnswer((), tuple(JudgedCitation(*one) for one in given))
    >>> answer = AssignedAnswer(30, (1, 2, 0), judged, judged_answers("1", {"a": judged}))
    >>> [citation_support(answer, of_sentences=which) for which in (False, True)]
    [0.5, 0.5]
    """
    if not any(answer.cited):
        return 0.0 if any(one.citations for one in answer.assessment.answers.values()) else nan
    judged = answer.judged or JudgedAnswer()
    if not judged.citations or not of_sentences:
        return mean(LENIENT[one.support] for one in judged.citations)
    best = [0.0] * len(answer.cited)
    for one in judged.citations:
        if one.sentence < len(best):
            best[one.sentence] = max(best[one.sentence], LENIENT[one.support])
    return mean(best)


def answer_length(answer: AssignedAnswer, cutoff: None = None) -> float:
    """Words of an answer, as white space parts them."""
    return float(answer.words)


_UNASSIGNED = (
    "A topic that the run does not answer scores 0 if answers of others were judged. An answer without an "
    "assignment has no score: the mean is over the others, and the page of the run says how many."
)
_NUGGETS = "Pradeep et al. (2024): nugget evaluation of the TREC 2024 RAG track, AutoNuggetizer"
_SUPPORT = "Thakur et al. (2025): support evaluation of the TREC 2024 RAG track"
_of_answers = partial(
    Metric,
    vectors=assigned_answer,
    missing_topics=_UNASSIGNED,
    ties="Nothing is ranked in an answer.",
    reads_places=False,
    needs_answers=True,
    reads_levels=True,
    unread={Aspect.ORDER},
)

METRICS = (
    *(
        _of_answers(
            name=f"{'strict_' if strict else ''}{'vital' if vital else 'all'}",
            title=f"{'Strict' if strict else 'Lenient'} recall of {'vital' if vital else 'all'} nuggets",
            explanation=f"The share of a topic’s {'vital nuggets' if vital else 'nuggets, vital or okay,'} "
            f"that the answer has; one with partial support counts {'0' if strict else 'half'}.",
            limits="A longer answer can have more nuggets; read it beside the length.",
            formula=r"\frac{1}{|N|} \sum_{n \in N} s_n",
            symbols=f"N are the {'vital nuggets' if vital else 'nuggets'} of the topic; s is 1 for support, "
            f"{'0' if strict else '0.5'} for partial support, else 0.",
            source=_NUGGETS,
            measure=partial(nugget_recall, vital=vital, strict=strict),
        )
        for strict in (True, False)
        for vital in (True, False)
    ),
    *(
        _of_answers(
            name=f"weighted_{'recall' if of_sentences else 'precision'}",
            title=f"Weighted {'recall' if of_sentences else 'precision'} of citations",
            explanation="How far the sentences of the answer are supported by documents that they cite."
            if of_sentences
            else "How far the cited documents support the sentences that cite them.",
            limits="Whether a supported sentence answers the topic does not count.",
            formula=r"\frac{1}{|A|} \sum_{a \in A} \max_c s_{a,c}"
            if of_sentences
            else r"\frac{1}{|C|} \sum_{c \in C} s_c",
            symbols=("A are the sentences" if of_sentences else "C are the judged citations")
            + " of the answer; s is 1 for full support by a citation, 0.5 for partial support, else 0.",
            source=_SUPPORT,
            measure=partial(citation_support, of_sentences=of_sentences),
        )
        for of_sentences in (False, True)
    ),
    _of_answers(
        name="answer_length",
        title="Length of answers",
        explanation="Words of an answer, as white space parts them; mean over the answered topics.",
        limits="What is said does not count.",
        formula=r"|w|",
        symbols="w are the words of the answer.",
        source="Counted here",
        measure=answer_length,
        missing_topics="Topics without an answer are left out.",
        highest=float("inf"),
        averaging=Averaging.MEAN_OF_ANSWERED,
        unread=frozenset(Aspect),
    ),
)
