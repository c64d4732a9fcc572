"""What a hostile input is, and how it is put into a campaign."""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from inexreport.model.problem_kinds import PROBLEM_KINDS, Severity

CORPUS = Path(__file__).parent / "corpus"

RUN = "runs/Focused/hostile.run"
XML_RUN = "runs/Focused/hostile.xml"
TOPICS = "topics/topics.xml"
QRELS = "assessments/official/2009.qrels"
SETTINGS = "campaign.toml"
ABOUT = "about.md"

Make = Callable[[Path], object]
"""Creates the file or folder at a path of the campaign directory."""

Content = bytes | Callable[[], bytes]
"""Bytes, or what returns them if they are too many to be there before they are needed."""


@dataclass(frozen=True)
class HostileInput:
    """One input and its documented outcome.

    Attributes
    ----------
    kind : str
        What all inputs of this kind try.
    what : str
        This one in a few words; kind and these words are its name.
    put : mapping of str to Make
        Paths below the campaign directory, and what makes what shall lie there.
    problems : tuple of str
        All that must be reported, and nothing else: ``"code file"`` or ``"code file:line"``.
    outcome : str
        The outcome besides the problems; if it is a run, how it is scored.
    scored_as : str
        The run to whose scores this run's must be equal, bit for bit; empty if that cannot be said.
    base : str
        The tiny campaign that it is put into.
    large : bool
        Whether it is made to need much memory or time.
    """

    kind: str
    what: str
    put: Mapping[str, Make]
    problems: tuple[str, ...] = ()
    outcome: str = ""
    scored_as: str = ""
    base: str = "2009"
    large: bool = False

    @property
    def name(self) -> str:
        return f"{self.kind}: {self.what}"

    @property
    def errors(self) -> tuple[str, ...]:
        """The problems that are errors."""
        codes = ((problem, problem.partition(" ")[0]) for problem in self.problems)
        return tuple(problem for problem, code in codes if PROBLEM_KINDS[code].severity is Severity.ERROR)

    @property
    def changes_nothing_else(self) -> bool:
        """Whether the honest run must score what it scores without this input: if it is no assessment."""
        return not any(place.startswith(("assessments/official", "documents/")) for place in self.put)

    @property
    def refuses_campaign(self) -> bool:
        return any(" runs/" not in problem for problem in self.errors)


def at(place: str, *problems: str) -> tuple[str, ...]:
    """Return problems of one file: ``at("a.xml", "run-empty", "run-number:3")``.

    Examples
    --------
    >>> at("a.xml", "run-empty", "run-number:3")
    ('run-empty a.xml', 'run-number a.xml:3')
    """
    parts = [problem.partition(":") for problem in problems]
    return tuple(f"{code} {place}{colon}{line}" for code, colon, line in parts)


def stored(name: str) -> Make:
    """Return what puts a file of the corpus in its place."""
    content = (CORPUS / name).read_bytes()
    return lambda path: path.write_bytes(content)


def unpacked(name: str) -> Make:
    """Return what puts a file in its place that takes long to make and is packed in the corpus."""
    return lambda path: path.write_bytes(gzip.decompress((CORPUS / name).read_bytes()))


def written(content: Content) -> Make:
    """Return what writes bytes."""
    return lambda path: path.write_bytes(content() if callable(content) else content)


def packed(content: Content) -> Make:
    """Return what writes bytes as gzip."""
    return lambda path: path.write_bytes(gzip.compress(content() if callable(content) else content, mtime=0))


def link(target: str) -> Make:
    """Return what makes a symbolic link."""
    return lambda path: path.symlink_to(target)


def instead(make: Make) -> Make:
    """Return what takes the place of the file that is there."""

    def replaced(path: Path) -> None:
        path.unlink()
        make(path)

    return replaced


def unix_socket(path: Path) -> None:
    """Make a socket; its name may have a hundred letters only, so that it is made from its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


pipe: Make = os.mkfifo
folder: Make = Path.mkdir
