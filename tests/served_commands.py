"""`inexreport` and `python` as commands of a shell that are done in this process, which saves new ones."""

from __future__ import annotations

import json
import os
import socket
import sys
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from inexreport import parallel
from inexreport.cli import program

Result = TypeVar("Result")

_COMMAND = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    socket.send_fds(asked, [b"?"], [0, 1, 2])
    asked.sendall(json.dumps([sys.argv, os.getcwd(), dict(os.environ)]).encode())
    asked.shutdown(socket.SHUT_WR)
    status = asked.recv(9)
sys.exit(int(status))
"""


def with_served_commands(follow: Callable[[Mapping[str, str]], Result], shell: Mapping[str, str]) -> Result:
    """What a function returns that runs a shell, whose `inexreport` and `python` are this process.

    Parameters
    ----------
    follow : callable
        Called with the variables of the shell, in a thread.
    shell : mapping of str to str
        The variables but for these commands.
    """
    resource_tracker.ensure_running()  # lives on: not with the output of the shell, whose end it would delay
    with (
        TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX) as listening,
        ThreadPoolExecutor(1) as thread,
    ):
        address = str(Path(folder) / "socket")
        for name in ("inexreport", "python"):
            command = Path(folder) / name
            command.write_text(_COMMAND.format(python=sys.executable, address=address))
            command.chmod(0o755)
        listening.bind(address)
        listening.listen()

        def followed() -> Result:
            try:
                return follow({**shell, "PATH": os.pathsep.join((folder, shell["PATH"]))})
            finally:
                with socket.socket(socket.AF_UNIX) as ended:
                    ended.connect(address)

        result = thread.submit(followed)
        while _answer(listening):
            pass
        return result.result()


def _answer(listening: socket.socket) -> bool:
    """Do the next command; return whether there was one."""
    asking, _ = listening.accept()
    with asking:
        _, streams, _, _ = socket.recv_fds(asking, 1, 3)
        if streams:
            with asking.makefile() as asked:
                asking.sendall(str(_done(streams, *json.load(asked))).encode())
    return bool(streams)


def _done(streams: list[int], arguments: list[str], folder: str, variables: dict[str, str]) -> int:
    """The exit status of a command, which reads and writes these streams."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for variable in os.environ.keys() - variables.keys():
            patch.delenv(variable)
        for variable, value in variables.items():
            patch.setenv(variable, value)
        name = Path(arguments[0]).name
        patch.setattr(sys, "argv", [name, *arguments[1:]])
        patch.setattr(parallel, "available_processors", lambda: 1)  # workers would be new processes
        opened = [
            os.fdopen(stream, mode, encoding="utf-8") for stream, mode in zip(streams, "rww", strict=True)
        ]
        for standard, stream in zip(("stdin", "stdout", "stderr"), opened, strict=True):
            patch.setattr(sys, standard, stream)
        try:
            with pytest.raises(SystemExit) as left:
                program.main() if name == "inexreport" else _python(*arguments[1:])
        finally:
            for stream in opened:
                stream.close()
    return int(left.value.code or 0)


def _python(*arguments: str) -> None:
    """Run a file, or a program after `-c`."""
    source = arguments[1] if arguments[0] == "-c" else Path(arguments[0]).read_text("utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # about files that short programs leave open
        exec(compile(source, arguments[0], "exec"), {"__name__": "__main__"})
    raise SystemExit(0)
