"""Names of runs, which can be given only when it is known which runs of a task are rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from inexreport.formats.run_files import RunFile
from inexreport.formats.shown_text import quoted
from inexreport.model.outcome import RunOutcome
from inexreport.model.problem import ProblemLog, ProblemScope


def name_runs(files: Iterable[RunFile], outcomes: Iterable[RunOutcome]) -> tuple[RunOutcome, ...]:
    """Give the runs of one task names of which no two differ by case alone, and return them in that order.

    A run is called like its file without extensions. Where valid runs of several participants would be called
    alike, each is called ``PARTICIPANT.name``. Of those that one participant, or one folder, calls alike, the
    first is evaluated and the others are rejected. A rejected run gets a name that no valid run has.

    Parameters
    ----------
    files : iterable of RunFile
    outcomes : iterable of RunOutcome
        One of each file, in any order; rejected runs included.
    """
    file_of = {file.file: file for file in files}
    runs = [_Run(file := file_of[outcome.submission.file], outcome, file.name) for outcome in outcomes]
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
    """A run while names are being given."""

    file: RunFile
    outcome: RunOutcome
    name: str

    @property
    def rejected(self) -> bool:
        return bool(self.outcome.errors)

    @property
    def name_with_participant(self) -> str:
        """With the folder's participant, which nobody can pretend to be, else with the file's, if any."""
        participant = self.file.participant or self.outcome.submission.participant
        return f"{participant}.{self.file.name}" if participant else self.file.name

    def reject(self, other: str) -> None:
        """Reject a run that is called like one of another file."""
        log = ProblemLog(self.file.file, ProblemScope.RUN, self.file.task, self.name)
        found = f"{quoted(self.file.name)} as in {other}"
        log.add("run-name-twice", found=found, expected="a name of its own")
        self.outcome = replace(
            self.outcome,
            problems=(*self.outcome.problems, *log),
            scores=None,
            curves=(),
            top_results=None,
            diagnosis=None,
        )

    def named(self) -> RunOutcome:
        """The outcome under the run's name."""
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
    """Add the participant to names that collide with each other or with those taken, until none do."""
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
