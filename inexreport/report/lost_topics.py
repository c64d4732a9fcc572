"""The topics on which a run is below the median, and why, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isinf, isnan

from inexreport.model.diagnosis import Aspect
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.figure import PageData
from inexreport.report.words import Words
from inexreport.statistics.likely_causes import Cause, likely_causes
from inexreport.statistics.run_diagnoses import TaskDiagnoses, task_diagnoses

TOPICS_SHOWN = 20
"""The worst; all are in topic_diagnosis.csv."""

NONE = "none"

CAUSE_NAMES = {
    Cause.NOT_ANSWERED: "not answered",
    Cause.NOTHING_RELEVANT: "nothing relevant returned",
    Cause.FEW_RESULTS: "few results",
    Cause.ARTICLES_MISSED: "relevant articles missed",
    Cause.RANKED_LATE: "ranked late",
    Cause.FEW_AT_TOP: "few relevant at the top",
    Cause.LOW_GRADES: "low grades at the top",
    Cause.MISFIT: "results that do not fit",
    Cause.OVERLAP: "overlap",
    Cause.UNJUDGED: "unjudged",
}


_SENTENCES = {
    Cause.NOT_ANSWERED: "Not answered.",
    Cause.NOTHING_RELEVANT: "No relevant result {among}.",
    Cause.FEW_RESULTS: "Few results: {own[results]:,.0f}, median {median[results]:,.10g}.",
    Cause.ARTICLES_MISSED: (
        "Relevant {words.items} missed: {own[articles_read]:,.0f} of {relevant:,} found{within}, "
        "median {median[articles_read]:,.10g}."
    ),
    Cause.RANKED_LATE: (
        "Ranked late: first relevant result at rank {own[first_relevant]:,.0f}, "
        "median {median[first_relevant]:,.10g}."
    ),
    Cause.FEW_AT_TOP: (
        "Few relevant among the first {first}: {own[relevant_first]:,.0f}, "
        "median {median[relevant_first]:,.10g}."
    ),
    Cause.LOW_GRADES: (
        "Low grades: those of the first {first} add up to {own[grades_first]:,.0f}, "
        "median {median[grades_first]:,.10g}."
    ),
    Cause.MISFIT: (
        "Poor fit: {own[fitting]:.0f}% of the results in relevant articles fit "
        "(median {median[fitting]:.0f}%)."
    ),
    Cause.OVERLAP: (
        "Overlap: {own[overlapping]:.0f}% of the results overlap earlier ones "
        "(median {median[overlapping]:.0f}%)."
    ),
    Cause.UNJUDGED: (
        "Unjudged: {own[unjudged_first]:.0f} of the first {first}, median {median[unjudged_first]:.10g}."
    ),
}
_NO_CAUSE = (
    "No likely cause found. Rank of the first relevant result: {rank}, median {median_rank}. Relevant among "
    "the first {first}: {own[relevant_first]:,.0f}, median {median[relevant_first]:,.10g}."
)
_GRADES = "Sum of their grades: {own[grades_first]:,.0f}, median {median[grades_first]:,.10g}."
"""The numbers are those of the run on the topic, and the medians of all runs."""


def lost_topics(outcome: TaskOutcome, run: RunOutcome, topics: Sequence[PageData], words: Words) -> PageData:
    """The topics on which an evaluated run is below the median.

    ``lost`` of ``compared`` topics; ``shown`` has the worst, each with its row and the ``causes`` in
    sentences; ``causes`` counts the topics of each cause, the most frequent first.

    Parameters
    ----------
    outcome : TaskOutcome
    run : RunOutcome
    topics : sequence of dict
        The `topic_rows` of the run.
    words : Words
    """
    diagnoses = task_diagnoses(outcome)
    row = diagnoses.row(run)
    causes = likely_causes(outcome).of_run(row)
    columns = {topic: column for column, topic in enumerate(diagnoses.topics)}
    compared = [one for one in topics if not isnan(one["difference"]) and one["topic"] in columns]
    lost = [one for one in compared if one["difference"] < 0]
    lost.sort(key=lambda one: (one["difference"], one["topic"]))
    names = CAUSE_NAMES | {Cause.ARTICLES_MISSED: f"relevant {words.items} missed"}
    counts = Counter(cause for one in lost for cause in causes[columns[one["topic"]]])
    return {
        "lost": len(lost),
        "compared": len(compared),
        "shown": [
            {"row": one, "causes": _sentences(diagnoses, row, column, causes[column], words)}
            for one in lost[:TOPICS_SHOWN]
            for column in (columns[one["topic"]],)
        ],
        "causes": [
            (names[cause], counts[cause])
            for cause in sorted(counts, key=lambda cause: (-counts[cause], list(Cause).index(cause)))
        ],
    }


def _sentences(
    diagnoses: TaskDiagnoses, row: int, column: int, causes: Sequence[Cause], words: Words
) -> list[str]:
    own = {name: float(values[row, column]) for name, values in diagnoses.quantities.items()}
    median = {name: float(values[column]) for name, values in diagnoses.medians.items()}
    reading, rank = diagnoses.reading, _rank(own["first_relevant"])
    among = f"(of {own['results']:,.0f})"
    if reading.depth is not None and own["results"] > reading.depth:
        where = "" if rank == NONE else f"; the first one is at rank {rank}"
        among = f"among the first {reading.depth:,}{where}"
    named = {
        "own": own,
        "median": median,
        "relevant": int(diagnoses.relevant[column]),
        "words": words,
        "first": reading.first,
        "within": "" if reading.depth is None else f" in the first {reading.depth:,} results",
        "among": among,
        "rank": rank,
        "median_rank": _rank(median["first_relevant"]),
    }
    told = [_SENTENCES[cause] for cause in causes]
    if not told:
        told = [_NO_CAUSE, *([_GRADES] if Aspect.GRADES in reading.aspects else [])]
    return [sentence.format_map(named) for sentence in told]


def _rank(rank: float) -> str:
    return NONE if isinf(rank) else f"{rank:,.10g}"
