"""Errors that end a command with a message to the user, without a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inexreport.model.problem import Problem


class InexreportError(Exception):
    """Base of every error that a user, not a programmer, can correct."""

    exit_status = 1
    """Of the command line: 1, the input was refused; 2, the command was used wrongly."""


class UsageError(InexreportError):
    """The command or function was called with invalid arguments."""

    exit_status = 2


class CampaignRefusedError(InexreportError):
    """The campaign's own files have errors, so nothing may be computed; `problems` has all of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = tuple(problems)

    @property
    def summary(self) -> str:
        """The number of errors."""
        errors = sum(problem.is_error for problem in self.problems)
        return f"{errors} {'error' if errors == 1 else 'errors'} must be corrected first"

    def __str__(self) -> str:
        """The errors with file, line, cause and remedy."""
        errors = (problem for problem in self.problems if problem.is_error)
        lines = (f"{error.place}: {error.message} {error.remedy} [{error.code}]" for error in errors)
        return "\n".join([self.summary, *lines])


class ExtensionError(InexreportError):
    """An installed package with metrics cannot be used, or one of its metrics failed."""


class InputChangedError(InexreportError):
    """A file changed while its campaign was being built."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.file = file

    def __str__(self) -> str:
        return f"{self.file} was changed while the campaign was being built; build it again"


class WorkersLostError(InexreportError):
    """Workers died repeatedly of one piece of work."""

    def __init__(self, times: int) -> None:
        super().__init__(times)
        self.times = times

    def __str__(self) -> str:
        return (
            f"worker processes were killed {self.times} times in a row, as happens where memory is short; "
            "give --workers 1, or free some memory; what has been evaluated is kept"
        )


class NotWrittenError(InexreportError):
    """Files could not be written, for example because the disk is full."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place, self.reason = place, reason

    def __str__(self) -> str:
        return f"{self.place} cannot be written to: {self.reason}; what stands there has stayed whole"
