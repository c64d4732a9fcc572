"""The runs that a command line names: files, folders of them, pipes, and standard input."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from inexreport.errors import UsageError
from inexreport.formats.input_files import Folder, valid_name
from inexreport.formats.run_files import metadata_files, run_name
from inexreport.model.problem import ProblemLog
from inexreport.parallel.scratch import scratch_folder

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class RunArgument:
    """A run of a command line.

    Attributes
    ----------
    path : Path
        The file.
    name : str
        The run's, or the file's path if several runs have that name.
    shown_as : str
        What problems call the file.
    """

    path: Path
    name: str
    shown_as: str


@contextmanager
def given_runs(arguments: Sequence[Path]) -> Iterator[tuple[RunArgument, ...]]:
    """The runs that are named, in this order; those of a folder by path.

    Raises
    ------
    UsageError
        If standard input is named twice, or a folder has no file or cannot be read.
    """
    if sum(str(argument) == STANDARD_INPUT for argument in arguments) > 1:
        raise UsageError(f"{STANDARD_INPUT}, standard input, can be read once only.")
    with scratch_folder() as scratch:
        files: list[tuple[Path, str]] = []
        for argument in arguments:
            if str(argument) == STANDARD_INPUT or argument.is_fifo():  # a pipe can be read once only
                copy = scratch / f"pipe-{len(files)}"
                pipe = argument.open("rb") if argument.is_fifo() else sys.stdin.buffer
                with pipe, copy.open("wb") as file:
                    shutil.copyfileobj(pipe, file)
                files.append((copy, valid_name(str(argument))))
            elif argument.is_dir():
                files.extend((file, valid_name(str(file))) for file in _runs_below(argument))
            else:
                files.append((argument, valid_name(str(argument))))
        names = [run_name(Path(shown_as).name) for _, shown_as in files]
        times = Counter(names)
        yield tuple(
            RunArgument(path, name if times[name] == 1 else shown_as, shown_as)
            for (path, shown_as), name in zip(files, names, strict=True)
        )


def _runs_below(folder: Path) -> list[Path]:
    """The run files of a folder and its folders, without hidden ones and those of metadata."""
    root, log = folder.resolve(), ProblemLog(str(folder))
    files = [folder / file.relative_to(root) for file in Folder(root, root).files_below(log.extend)]
    if log.has_errors:
        unreadable = "; ".join(f"{problem.place}: {problem.message}" for problem in log)
        raise UsageError(f"The folder {str(folder)!r} cannot be read: {unreadable}.")
    metadata = metadata_files(files).values()
    runs = [file for file in files if file not in metadata]
    if not runs:
        raise UsageError(f"There is no run in the folder {str(folder)!r}.")
    return runs
