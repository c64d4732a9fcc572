"""Names of runs, which depend on the names of all valid runs of the task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from inexreport.building.run_facts import with_facts
from inexreport.formats.run_files import RunFile
from inexreport.formats.shown_text import quoted
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import ProblemLog, ProblemScope


def name_runs(files: Iterable[RunFile], outcomes: Iterable[RunOutcome]) -> tuple[RunOutcome, ...]:
    """The runs of one task with names that differ by more than case, sorted by name.

    The name is that of the file without extensions. If valid runs of several participants have the same name,
    each is named ``PARTICIPANT.name``. Of runs of one participant, or in one folder, with the same name, the
    first is evaluated and the others are rejected. A rejected run gets a name that no valid run has.
    Outcomes may come in any order, one of each file, rejected runs included.
    """
    file_of = {file.file: file for file in files}
    runs = [
        _Run(file := file_of[outcome.submission.file], with_facts(file, outcome), file.name)
        for outcome in outcomes
    ]
    runs.sort(key=lambda run: (run.rejected, run.file.file))
    _reject_all_but_first(runs, lambda run: (run.file.path.parent, run.name.casefold()))
    valid = [run for run in runs if not run.rejected]
    _add_participants(valid, ())
    _reject_all_but_first(valid, lambda run: run.name.casefold())
    taken = {run.name.casefold() for run in valid if not run.rejected}
    rejected = [run for run in runs if run.rejected]
    _add_participants(rejected, taken)
    for run in rejected:
        run.name = _numbered(run.name, taken)
        taken.add(run.name.casefold())
    return tuple(sorted((run.named() for run in runs), key=lambda outcome: outcome.submission.name))


@dataclass(eq=False)
class _Run:
    """A run and its current name."""

    file: RunFile
    outcome: RunOutcome
    name: str

    @property
    def rejected(self) -> bool:
        return bool(self.outcome.errors)

    @property
    def name_with_participant(self) -> str:
        """With the participant that runs.csv states, else that of the folder, else of the file, if any."""
        stated = self.file.facts.participant or self.file.participant
        participant = stated or self.outcome.submission.participant
        return f"{participant}.{self.file.name}" if participant else self.file.name

    def reject(self, other: str) -> None:
        """Reject a run that has the same name as the run in another file."""
        log = ProblemLog(self.file.file, ProblemScope.RUN, self.file.task, self.name)
        found = f"{quoted(self.file.name)} as in {other}"
        log.add("run-name-twice", found=found, expected="a unique name")
        self.outcome = replace(
            self.outcome,
            problems=(*self.outcome.problems, *log),
            scores=None,
            depth_scores=(),
            curves=(),
            top_results=None,
            diagnosis=None,
        )

    def named(self) -> RunOutcome:
        """The outcome with the run's name."""
        return replace(
            self.outcome,
            submission=replace(self.outcome.submission, name=self.name),
            problems=tuple(replace(problem, run=self.name) for problem in self.outcome.problems),
        )


def _reject_all_but_first(runs: Iterable[_Run], key: Callable[[_Run], Hashable]) -> None:
    first: dict[Hashable, _Run] = {}
    for run in runs:
        if (earlier := first.setdefault(key(run), run)) is not run:
            run.reject(earlier.file.file)


def _add_participants(runs: Sequence[_Run], taken: Collection[str]) -> None:
    """Add the participant to names that collide with each other or with taken names, until none do."""
    while True:
        uses = Counter([run.name.casefold() for run in runs] + list(taken))
        colliding = [
            run for run in runs if uses[run.name.casefold()] > 1 and run.name != run.name_with_participant
        ]
        if not colliding:
            return
        for run in colliding:
            run.name = run.name_with_participant


def _numbered(name: str, taken: Collection[str]) -> str:
    """The name, with a number if it is taken."""
    numbers = (f"{name}-{number}" for number in count(2))
    return next(one for one in chain([name], numbers) if one.casefold() not in taken)
