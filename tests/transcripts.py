"""Pages of the documentation as sequences of steps: files to write, and commands with what they print.

A block of Markdown marked `console` has commands after `$ `, further lines of a command after `> `, and below
what it prints. A block after a line such as

    `runs/mine.txt`:

is the content of that file.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_BLOCK = re.compile(r"(?:^`(?P<file>[^`\n]+)`:\n\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_PROGRESS = re.compile(r"^.+: (\d+) of \1 in \d+ s\n", re.M)
"""A line about a stage of a command that took long, which depends on the machine."""

_END = "-- end of step --"


@dataclass(frozen=True)
class File:
    """A file that the reader of a page writes."""

    path: str
    text: str


@dataclass(frozen=True)
class Command:
    """A command of a page, and what the page says that it prints."""

    text: str
    output: str
    line: int


def steps(page: str) -> Iterator[File | Command]:
    """The steps of a page, in order."""
    for block in _BLOCK.finditer(page):
        if block["language"] == "console":
            yield from _commands(block["text"], 1 + page[: block.start("text")].count("\n"))
        elif block["file"]:
            yield File(block["file"], block["text"])


def _commands(block: str, first: int) -> Iterator[Command]:
    found: list[tuple[int, list[str], list[str]]] = []
    for number, line in enumerate(block.splitlines(), first):
        if line.startswith("$ "):
            found.append((number, [line[2:]], []))
        elif line.startswith("> ") and not found[-1][2]:
            found[-1][1].append(line[2:])
        else:
            found[-1][2].append(line)
    for number, command, output in found:
        yield Command("\n".join(command), "".join(f"{line}\n" for line in output), number)


def differences(page: str, folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Follow a page in a folder; return each command that prints something else, with both outputs."""
    parts, commands = ["exec 2>&1"], []
    for step in steps(page):
        if isinstance(step, File):
            path = folder / ".files" / str(len(parts))
            path.parent.mkdir(exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
            target = shlex.quote(step.path)
            parts.append(f"mkdir -p $(dirname {target}); cp {shlex.quote(str(path))} {target}")
        else:
            commands.append(step)
            # The next command may ask for the exit status of this one.
            parts.append(f"{step.text}\n{{ status=$?; printf '%s\\n' '{_END}'; (exit $status); }}")
    done = subprocess.run(
        ["bash", "-c", "\n".join(parts)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    printed = done.stdout.split(f"{_END}\n")
    assert len(printed) == len(commands) + 1, done.stdout + done.stderr
    return [
        f"line {command.line}: $ {command.text}\nThe page has:\n{command.output}\nIt prints:\n{output}"
        for command, output in zip(commands, map(_as_shown, printed), strict=False)
        if not doctest.OutputChecker().check_output(command.output, output, doctest.ELLIPSIS)
    ]


def _as_shown(output: str) -> str:
    """Output as a terminal shows it, without progress."""
    return "".join(f"{line.expandtabs().rstrip()}\n" for line in _PROGRESS.sub("", output).splitlines())
