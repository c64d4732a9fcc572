"""Problems found in input files: records to be collected and published, not exceptions to be raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from inexreport.model.counted import counted
from inexreport.model.problem_kinds import PROBLEM_KINDS, ProblemKind, Severity

DETAILED_PROBLEMS_PER_KIND_AND_FILE = 100
FOUND_SHOWN = 5
"""Distinct findings that one problem quotes."""

LINES_KEPT = 1000
"""Lines that one problem lists; its count includes all."""

LINES_SHOWN = 12
"""Further lines of one problem that pages list."""


class ProblemScope(StrEnum):
    """Whose fault a problem is: the whole campaign's or one run's."""

    CAMPAIGN = "campaign"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Problem:
    """One kind of mistake in one file, with every line on which it was found.

    Attributes
    ----------
    code : str
        Key of `PROBLEM_KINDS`.
    file : str
        Path of the file, relative to the campaign directory, with forward slashes.
    lines : tuple of int
        Line numbers counted from 1, ascending; empty where the file as a whole is meant.
    found, expected : str
        The content of the file and the expected content, as plain text.
    count : int
        How often it was found: ``len(lines)`` unless more places were found than lines are listed.
    scope : ProblemScope
        Whether the campaign or only the run in this file is concerned.
    task, run : str
        The run concerned (task folder and run name), empty for the campaign's own files.
    """

    code: str
    file: str
    found: str
    expected: str
    lines: tuple[int, ...] = ()
    count: int = 1
    scope: ProblemScope = ProblemScope.CAMPAIGN
    task: str = ""
    run: str = ""

    @property
    def kind(self) -> ProblemKind:
        return PROBLEM_KINDS[self.code]

    @property
    def severity(self) -> Severity:
        return self.kind.severity

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def changes_scored(self) -> bool:
        return self.kind.changes_scored

    @property
    def remedy(self) -> str:
        return self.kind.remedy

    @property
    def line(self) -> int | None:
        """The first line concerned, or None where the file as a whole is meant."""
        return self.lines[0] if self.lines else None

    @property
    def place(self) -> str:
        """``file:line`` as editors and compilers write it."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def further_lines(self) -> str:
        """The numbers of further lines as text, at most `LINES_SHOWN`; empty without any."""
        listed = self.lines[1 : LINES_SHOWN + 1]
        rest = self.count - 1 - len(listed)
        text = ", ".join(map(str, listed))
        return f"{text} and {rest:,} more" if listed and rest > 0 else text

    @property
    def message(self) -> str:
        """One sentence: what was found and what was expected."""
        return f"{self.kind.meaning}: found {self.found}; expected {self.expected}."


def gravest_first(problems: Iterable[Problem]) -> list[Problem]:
    """Return errors, then warnings that affect the scores, then other warnings."""
    return sorted(problems, key=lambda problem: (not problem.is_error, not problem.changes_scored))


def shared_once(of_runs: Sequence[Sequence[Problem]]) -> list[Problem]:
    """Return the problems of several runs, once those that name no line and are the same in several.

    Examples
    --------
    >>> runs = [[Problem("run-topic-unjudged", file, "1 of 2 topics", "")] for file in ("a", "b", "c")]
    >>> [problem.place for problem in shared_once(runs)]
    ['a and 2 more runs']
    """
    files: dict[Problem, list[str]] = {}
    for problem in (one for problems in of_runs for one in problems):
        same = problem if problem.lines else replace(problem, file="", task="", run="")
        files.setdefault(same, []).append(problem.file)
    return [
        replace(problem, file=first + (f" and {counted(len(others), 'more run')}" if others else ""))
        for problem, (first, *others) in files.items()
    ]


class ProblemLog:
    """Collects the problems of one file, so that a reader can go on after a mistake.

    Parameters
    ----------
    file : str
        Path of the file as problems show it.
    scope, task, run
        As in `Problem`.

    Examples
    --------
    >>> log = ProblemLog("campaign.toml")
    >>> log.add("campaign-key-missing", found="no title", expected="a title", lines=[3])
    >>> [problem.place for problem in log]
    ['campaign.toml:3']
    >>> log.has_errors
    True
    """

    def __init__(
        self, file: str, scope: ProblemScope = ProblemScope.CAMPAIGN, task: str = "", run: str = ""
    ) -> None:
        self.file = file
        self._scope, self._task, self._run = scope, task, run
        self._problems: list[Problem] = []
        self._groups: dict[tuple[str, str], int] = {}
        self._found: dict[int, list[str]] = {}
        self._kinds: Counter[str] = Counter()

    def add(
        self,
        code: str,
        *,
        found: str,
        expected: str,
        lines: Sequence[int] = (),
        count: int | None = None,
    ) -> None:
        """Record a problem, in one with those of its kind in this file that expected the same.

        After the first hundred of a kind, each of which expected something else, the last stands for all.
        """
        if code not in PROBLEM_KINDS:
            raise KeyError(f"no such kind of problem: {code}")
        places = count if count is not None else max(1, len(lines))
        position = self._groups.get((code, expected))
        if position is None and self._kinds[code] >= DETAILED_PROBLEMS_PER_KIND_AND_FILE:
            position = next(at for (kind, _), at in reversed(self._groups.items()) if kind == code)
        if position is not None:
            self._add_to(position, found, lines, places)
            return
        self._kinds[code] += 1
        self._groups[code, expected] = len(self._problems)
        self._found[len(self._problems)] = [found]
        self._problems.append(
            Problem(
                code=code,
                file=self.file,
                found=found,
                expected=expected,
                lines=tuple(int(line) for line in lines[:LINES_KEPT]),
                count=places,
                scope=self._scope,
                task=self._task,
                run=self._run,
            )
        )

    def _add_to(self, position: int, found: str, lines: Sequence[int], places: int) -> None:
        """Add places to a recorded problem."""
        known, shown = self._problems[position], self._found[position]
        text = known.found
        if found not in shown and len(shown) <= FOUND_SHOWN:
            shown.append(found)
            more = "; and more" if len(shown) > FOUND_SHOWN else ""
            text = "; ".join(shown[:FOUND_SHOWN]) + more
        all_lines = known.lines
        if added := [int(line) for line in lines[: LINES_KEPT - len(all_lines)]]:
            all_lines = tuple(sorted({*all_lines, *added}))
        self._problems[position] = replace(known, found=text, lines=all_lines, count=known.count + places)

    def extend(self, problems: Iterable[Problem]) -> None:
        self._problems.extend(problems)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def __len__(self) -> int:
        return len(self._problems)

    @property
    def has_errors(self) -> bool:
        return any(problem.is_error for problem in self._problems)
