"""Folders and files of a campaign: in one order on every machine, without hidden files, never outside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from inexreport.formats.file_content import LARGEST_CONTENT, FileContent, read_content
from inexreport.model.campaign import InputFile
from inexreport.model.problem import Problem, ProblemLog
from inexreport.model.shown_text import shown

LARGEST_LIST = 64 * 2**20
"""Bytes of a file of topics, judgements or pools; those of whole campaigns have fewer."""

LONGEST_PLACE = 5000
"""Letters of a path below the campaign directory: more than any system allows."""

_BREAKS = str.maketrans("\t\n", 2 * "\N{REPLACEMENT CHARACTER}")

OWN_LITTER = ("Thumbs.db", "desktop.ini", "__MACOSX")
"""Files that operating systems create without hiding them."""


def valid_name(name: str) -> str:
    """Return a file's name in Unicode that can be shown; all else becomes replacement characters."""
    text = shown(name.encode("utf-8", "surrogateescape").decode("utf-8", "replace"), LONGEST_PLACE)
    return text.translate(_BREAKS)


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False where that cannot be determined, as behind some links."""
    return os.path.isdir(path)  # noqa: PTH112 (Path.is_dir raises where permission is denied)


Report = Callable[[ProblemLog], None]
"""Takes the problems of a folder."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, by its names, of a campaign directory whose links are resolved."""

    campaign: Path
    path: Path

    def relative(self, path: Path) -> str:
        """Return a path as problems show it: below the campaign directory, with forward slashes."""
        return valid_name(path.relative_to(self.campaign).as_posix())

    def entries(self, report: Report) -> list[Path]:
        """Return files and folders, ordered by name, but the hidden ones.

        Parameters
        ----------
        report : callable
            Is given the problem if the folder cannot be read; then there are no entries. A folder that does
            not exist has none either.
        """
        try:
            with os.scandir(self.path) as listed:
                found = [self.path / entry.name for entry in listed]
            # A folder that can be listed but not entered.
            os.stat(f"{self.path}/.")  # noqa: PTH116 (a Path would drop the dot)
        except FileNotFoundError:
            return []
        except OSError as error:
            log = ProblemLog(self.relative(self.path))
            log.add(
                "folder-unreadable", found=error.strerror or "an error", expected="a folder that can be read"
            )
            report(log)
            return []
        return sorted(
            (entry for entry in found if not entry.name.startswith(".") and entry.name not in OWN_LITTER),
            key=lambda entry: entry.name,
        )

    def stays_inside(self, path: Path) -> bool:
        """Whether a file, its symbolic links followed, lies in this folder; a folder must be no link at all.

        The files of a folder belong to one participant, task or judge; no link may make them another's.
        """
        own_folder = path if is_folder(path) else self.path
        try:
            return path.resolve(strict=True).is_relative_to(own_folder)
        except (OSError, RuntimeError):
            return not os.path.islink(path)  # noqa: PTH114 (as above)

    def allows(self, path: Path, log: ProblemLog) -> bool:
        """Whether a file or folder `stays_inside`; if not, `log` says that the link was not followed."""
        inside = self.stays_inside(path)
        if not inside:
            log.add("link-outside-folder", found="a link", expected="a regular file or folder")
        return inside

    def files_below(self, report: Report) -> Iterator[Path]:
        """Yield the files of this folder and its folders, ordered by path; links are followed inside only."""
        for entry in self.entries(report):
            if is_folder(entry) and not entry.is_symlink():
                yield from Folder(self.campaign, entry).files_below(report)
            else:
                yield entry


class InputFiles:
    """Reads files of one campaign directory, and collects their checksums and problems."""

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
        allowed = (folder or self.top).allows(path, self.log(file))
        content = read_content(path, self.log(file), largest) if allowed else None
        if content is not None:
            self._inputs.append(InputFile(file, content.sha256))
        return content

    def named(self, name: str, folders: Collection[str]) -> Path | None:
        """Return the file that a setting names; None if there is none outside of some folders."""
        path, place = PurePosixPath(name), self.top.path / name
        inside = path.name and str(path) == name and not path.is_absolute() and ".." not in path.parts
        return place if inside and path.parts[0] not in folders and os.path.lexists(place) else None

    def folder(self, name: str) -> Folder:
        """Return a folder of the campaign directory."""
        return Folder(self.top.campaign, self.top.path / name)

    def contents(self, folder: str, largest: int = LARGEST_LIST) -> Iterator[tuple[FileContent, ProblemLog]]:
        """Yield the files below a folder that can be read."""
        listed = self.folder(folder)
        if not listed.allows(listed.path, self.log(folder)):
            return
        for file in listed.files_below(self.report):
            content = self.content(file, largest, listed)
            if content is not None:
                yield content, self.log(self.top.relative(file))
