"""The program as a command of a shell that is done in this process, which saves a new one for each call."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from inexreport.cli import program

Result = TypeVar("Result")

_COMMAND = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asked:
    asked.connect({address!r})
    socket.send_fds(asked, [b"?"], [0, 1, 2])
    asked.sendall(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode())
    asked.shutdown(socket.SHUT_WR)
    status = asked.recv(9)
sys.exit(int(status))
"""


def with_served_commands(follow: Callable[[Mapping[str, str]], Result], shell: Mapping[str, str]) -> Result:
    """What a function returns that runs a shell, whose `inexreport` is this process.

    Parameters
    ----------
    follow : callable
        Called with the variables of the shell, in a thread.
    shell : mapping of str to str
        The variables but for that command.
    """
    resource_tracker.ensure_running()  # lives on: not with the output of the shell, whose end it would delay
    with (
        TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX) as listening,
        ThreadPoolExecutor(1) as thread,
    ):
        address, command = str(Path(folder) / "socket"), Path(folder) / "inexreport"
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
        for name in os.environ.keys() - variables.keys():
            patch.delenv(name)
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["inexreport", *arguments])
        opened = [
            os.fdopen(stream, mode, encoding="utf-8") for stream, mode in zip(streams, "rww", strict=True)
        ]
        for name, stream in zip(("stdin", "stdout", "stderr"), opened, strict=True):
            patch.setattr(sys, name, stream)
        try:
            with pytest.raises(SystemExit) as left:
                program.main()
        finally:
            for stream in opened:
                stream.close()
    return int(left.value.code or 0)
