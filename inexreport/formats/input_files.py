"""The files of a campaign directory: each read once, with its checksum and its problems."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.formats.directory_listing import Folder, outside_link_problem
from inexreport.formats.file_content import LARGEST_CONTENT, FileContent, read_content
from inexreport.model.campaign import InputFile
from inexreport.model.problem import Problem, ProblemLog, ProblemScope

LARGEST_LIST = 64 * 2**20
"""Bytes of a file of topics, judgements or pools; those of whole campaigns have fewer."""


class InputFiles:
    """Reads files of one campaign directory and keeps what is said of all of them.

    Parameters
    ----------
    root : Path
        The campaign directory, resolved.
    """

    def __init__(self, root: Path) -> None:
        self.top = Folder(root, root)
        self._logs: dict[str, ProblemLog] = {}
        self._inputs: list[InputFile] = []

    @property
    def inputs(self) -> tuple[InputFile, ...]:
        """Every file that was read, ordered by name."""
        return tuple(sorted(self._inputs, key=lambda read: read.file))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems, file by file."""
        return tuple(problem for log in self._logs.values() for problem in log)

    def log(self, file: str) -> ProblemLog:
        """Return the log of a file or folder."""
        return self._logs.setdefault(file, ProblemLog(file))

    def report(self, log: ProblemLog) -> None:
        """Add the problems of a folder, once."""
        own = self.log(log.file)
        own.extend(problem for problem in log if problem not in list(own))

    def has_errors_below(self, folder: str) -> bool:
        """Whether errors of a folder's files already say why nothing came of them."""
        return any(log.has_errors for file, log in self._logs.items() if f"{file}/".startswith(f"{folder}/"))

    def content(
        self, path: Path, largest: int = LARGEST_CONTENT, folder: Folder | None = None
    ) -> FileContent | None:
        """Read a file of a folder and remember its checksum; None, with the reason in its log."""
        file = self.top.relative(path)
        if not (folder or self.top).stays_inside(path):
            self.log(file).extend(outside_link_problem(file, ProblemScope.CAMPAIGN))
            return None
        content = read_content(path, self.log(file), largest)
        if content is not None:
            self._inputs.append(InputFile(file, content.sha256))
        return content

    def folder(self, name: str) -> Folder:
        """Return a folder of the campaign directory."""
        return Folder(self.top.campaign, self.top.path / name)

    def contents(self, folder: str, largest: int = LARGEST_LIST) -> Iterator[tuple[FileContent, ProblemLog]]:
        """Yield the files below a folder that can be read."""
        listed = self.folder(folder)
        if not listed.stays_inside(listed.path):
            self.log(folder).extend(outside_link_problem(folder, ProblemScope.CAMPAIGN))
            return
        for file in listed.files_below(self.report):
            content = self.content(file, largest, listed)
            if content is not None:
                yield content, self.log(self.top.relative(file))
