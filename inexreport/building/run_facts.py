"""What organisers state about a run joins what its file says."""

from __future__ import annotations

from dataclasses import replace

from inexreport.formats.run_files import RunFile
from inexreport.formats.shown_text import quoted
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import ProblemLog, ProblemScope
from inexreport.model.run import DESCRIPTION


def with_facts(file: RunFile, outcome: RunOutcome) -> RunOutcome:
    """Return the outcome of a run with the facts that were stated about its file.

    Stated facts count; another participant in the file, or else as its folder, is a warning.
    """
    facts, submission = file.facts, outcome.submission
    log = ProblemLog(file.file, ProblemScope.RUN, file.task, file.name)
    if facts.participant and submission.participant not in ("", facts.participant):
        log.add(
            "run-table-participant",
            found=f"participant {quoted(submission.participant)}",
            expected=f"{quoted(facts.participant)} as runs.csv says",
        )
    facets = {**facts.facets, **submission.facets, **facts.facets}  # stated ones first, and they count
    described = replace(
        submission,
        participant=facts.participant or submission.participant,
        description=facets.get(DESCRIPTION, submission.description),
        standing=facts.standing,
        contributed=facts.contributed,
        facets=facets,
        metadata_file=facts.metadata_file,
        metadata_sha256=facts.metadata_sha256,
    )
    return replace(outcome, submission=described, problems=(*outcome.problems, *log))
