"""Problems of very many files: some in full, the others counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from inexreport.model.problem import DETAILED_PROBLEMS_PER_KIND_AND_FILE, Problem


class ProblemSample:
    """Keeps the first hundred problems of each kind and the number of the others.

    Parameters
    ----------
    folder : str
        The folder of the files, to which the others are ascribed.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._kept: list[Problem] = []
        self._seen: Counter[str] = Counter()

    def extend(self, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._seen[problem.code] += 1
            if self._seen[problem.code] <= DETAILED_PROBLEMS_PER_KIND_AND_FILE:
                self._kept.append(problem)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems that were kept, and for each kind one that counts the files of the others."""
        more = (
            Problem(
                code=code,
                file=self._folder,
                found=f"the same in {seen - DETAILED_PROBLEMS_PER_KIND_AND_FILE} more files",
                expected="none",
                count=seen - DETAILED_PROBLEMS_PER_KIND_AND_FILE,
            )
            for code, seen in self._seen.items()
            if seen > DETAILED_PROBLEMS_PER_KIND_AND_FILE
        )
        return (*self._kept, *more)
