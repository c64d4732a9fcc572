"""Local preview of a campaign's site, rebuilt when a file changes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from inexreport.building.build import build
from inexreport.building.resources import DEFAULT_RESOURCES, Resources
from inexreport.console.builds import print_build_summary
from inexreport.console.problems import print_problems
from inexreport.errors import CampaignRefusedError, InexreportError
from inexreport.report.audience import PUBLIC, Audience

HOST = "127.0.0.1"
"""Only this machine can see an unreleased campaign."""

HTTP_PORT = 80
"""The port that browsers omit in the header Host."""

SECONDS_BETWEEN_LOOKS = 0.3
"""Time from one look at the files of the campaign to the next, at least."""

FileStates = dict[Path, tuple[int, int, int]]
"""Time of the last change in nanoseconds, size in bytes and inode of each file, by path."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of the archive, and nothing else, under this machine's own names."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class names it so)
        pass

    def send_head(self) -> Any:
        if not self._is_asked_for():
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        if not self._is_published():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def _is_asked_for(self) -> bool:
        """Whether the request names this server; DNS of another site may point here."""
        host = self.headers.get("Host", "")
        return host in accepted_hosts(self.connection.getsockname()[1])

    def _is_published(self) -> bool:
        """Whether the path is a file of the archive, not a folder listing or a link out of it."""
        path = Path(self.translate_path(self.path))
        try:
            found = (path / "index.html" if path.is_dir() else path).resolve(strict=True)
            inside = found.relative_to(Path(self.directory).resolve())
            return found.is_file() and not any(part.startswith(".") for part in inside.parts)
        except (OSError, RuntimeError, ValueError):  # there is no such file, or it is elsewhere
            return False

    def end_headers(self) -> None:
        # Browsers must reload after each build.
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def accepted_hosts(port: int) -> set[str]:
    """Return the valid values of the header Host."""
    names = (HOST, "localhost")
    return {f"{name}:{port}" for name in names} | (set(names) if port == HTTP_PORT else set())


def preview(
    directory: Path,
    out: Path,
    port: int,
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> None:
    """Build, serve and watch until interrupted.

    Parameters
    ----------
    directory : Path
        The campaign directory.
    out : Path
        Folder of the archive.
    port : int
        0 selects a free one.
    audience : Audience
        The readers of the site.
    resources : Resources, optional

    Raises
    ------
    InexreportError
        If the port is in use, which is checked first, or the first build fails; later errors are only
        printed.
    """
    with _server(out, port) as server:
        # The archive may be inside the campaign: files of a build must not start the next one.
        built = out.resolve()
        before = file_states(directory, built)
        print_build_summary(build(directory, out, audience=audience, resources=resources), out, audience)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://{HOST}:{server.server_port}/  (Ctrl-C stops)")  # noqa: T201 (the command's output)
        for _ in changes(directory, built, before):
            _build_again(directory, out, audience, resources)


def file_states(directory: Path, ignored: Path) -> FileStates:
    """Return the states of all files below a directory but those of a folder, given by its resolved path."""
    states = {}
    for folder, folders, names in os.walk(directory.resolve()):
        folders[:] = [name for name in folders if Path(folder, name) != ignored]
        for name in names:
            path = Path(folder, name)
            try:
                status = path.stat()
            except OSError:  # removed meanwhile, or a link to nothing
                continue
            states[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return states


def changes(directory: Path, ignored: Path, before: FileStates) -> Iterator[None]:
    """Yield whenever files differ from the last time, or at first from `before`, and have stopped changing.

    Looking at the files works on every system and on network folders, unlike notifications.
    """
    latest = before
    while True:
        start = time.monotonic()
        previous, latest = latest, file_states(directory, ignored)
        taken = time.monotonic() - start
        if latest == previous and latest != before:
            before = latest
            yield
        time.sleep(max(SECONDS_BETWEEN_LOOKS, 4 * taken))  # a large collection must not keep a processor busy


def _server(out: Path, port: int) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer((HOST, port), partial(_Handler, directory=str(out)))
    except OSError as error:
        raise InexreportError(f"Cannot listen on port {port}: {error.strerror}. Try --port 0.") from error


def _build_again(directory: Path, out: Path, audience: Audience, resources: Resources) -> None:
    try:
        print_build_summary(build(directory, out, audience=audience, resources=resources), out, audience)
    except CampaignRefusedError as refused:
        print_problems(refused.problems)
    except InexreportError as mistake:
        print(mistake)  # noqa: T201 (the command's output)
