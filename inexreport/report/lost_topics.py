"""The topics on which a run is below the median, and why, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isnan

from inexreport.model.diagnosis import FIRST_RESULTS
from inexreport.model.outcome import RunOutcome, TaskOutcome
from inexreport.report.figure import PageData
from inexreport.report.words import Words
from inexreport.statistics.likely_causes import Cause, likely_causes
from inexreport.statistics.run_diagnoses import TaskDiagnoses, task_diagnoses

TOPICS_SHOWN = 20
"""The worst; all are in topic_diagnosis.csv."""

NOTHING_STANDS_OUT = "Nothing stands out: it found about as much, as early, as the median run."

CAUSE_NAMES = {
    Cause.NOT_ANSWERED: "not answered",
    Cause.NOTHING_RELEVANT: "nothing relevant returned",
    Cause.FEW_RESULTS: "few results",
    Cause.ARTICLES_MISSED: "relevant articles missed",
    Cause.RANKED_LATE: "ranked late",
    Cause.FEW_AT_TOP: "few relevant at the top",
    Cause.MISFIT: "results that do not fit",
    Cause.OVERLAP: "overlap",
    Cause.UNJUDGED: "unjudged",
}


# No line breaks before a percent sign.
_SENTENCES = {
    Cause.NOT_ANSWERED: "Not answered.",
    Cause.NOTHING_RELEVANT: "No relevant result (of {own[results]:,.0f}).",
    Cause.FEW_RESULTS: "Few results: {own[results]:,.0f}, median {median[results]:,.10g}.",
    Cause.ARTICLES_MISSED: (
        "Relevant {words.items} missed: {own[articles_found]:.0f} of {relevant} found, "
        "median {median[articles_found]:g}."
    ),
    Cause.RANKED_LATE: (
        "Ranked late: first relevant result at rank {own[first_relevant]:,.0f}, "
        "median {median[first_relevant]:,.10g}."
    ),
    Cause.FEW_AT_TOP: (
        f"Few relevant among the first {FIRST_RESULTS}: {{own[relevant_first]:,.0f}}, "
        "median {median[relevant_first]:,.10g}."
    ),
    Cause.MISFIT: (
        "Poor fit: {own[fitting]:.0f}\u00a0% of the results in relevant articles fit "
        "(median {median[fitting]:.0f}\u00a0%)."
    ),
    Cause.OVERLAP: (
        "Overlap: of its results {own[overlapping]:.0f}\u00a0% (median {median[overlapping]:.0f}\u00a0%) "
        "overlap earlier ones."
    ),
    Cause.UNJUDGED: (
        f"Unjudged: {{own[unjudged_first]:.0f}} of the first {FIRST_RESULTS} results, "
        "median {median[unjudged_first]:g}."
    ),
}
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
    if not causes:
        return [NOTHING_STANDS_OUT]
    own = {name: float(values[row, column]) for name, values in diagnoses.quantities.items()}
    median = {name: float(values[column]) for name, values in diagnoses.medians.items()}
    relevant = diagnoses.relevant[column]
    named = {"own": own, "median": median, "relevant": relevant, "words": words}
    return [_SENTENCES[cause].format_map(named) for cause in causes]
