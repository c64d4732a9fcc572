"""Serves a campaign's site on this machine and builds it again when a file changes."""

from __future__ import annotations

import threading
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from watchfiles import watch

from inexreport.building.build import build
from inexreport.building.resources import DEFAULT_RESOURCES, Resources
from inexreport.console import print_build_summary, print_problems
from inexreport.errors import CampaignRefusedError, InexreportError
from inexreport.report.audience import PUBLIC, Audience

HOST = "127.0.0.1"
"""Only this machine sees a campaign before it is released."""

HTTP_PORT = 80
"""The port that browsers omit from addresses."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of the archive, and nothing else, to browsers on this machine."""

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
        """Whether the request names this server: another site's name can be made to lead here."""
        host = self.headers.get("Host", "")
        return host in accepted_hosts(self.connection.getsockname()[1])

    def _is_published(self) -> bool:
        """Whether the address is a file of the archive: no list of a folder, no link to files outside."""
        path = Path(self.translate_path(self.path))
        try:
            found = (path / "index.html" if path.is_dir() else path).resolve(strict=True)
            inside = found.relative_to(Path(self.directory).resolve())
            return found.is_file() and not any(part.startswith(".") for part in inside.parts)
        except (OSError, RuntimeError, ValueError):  # no file has such a name, or it lies elsewhere
            return False

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()


def accepted_hosts(port: int) -> set[str]:
    """The values of the header Host with which browsers address this server."""
    names = (HOST, "localhost")
    return {f"{name}:{port}" for name in names} | (set(names) if port == HTTP_PORT else set())


def preview(
    directory: Path,
    out: Path,
    port: int,
    audience: Audience = PUBLIC,
    resources: Resources = DEFAULT_RESOURCES,
) -> None:
    """Build, serve and watch until interrupted; port 0 chooses a free one.

    Raises
    ------
    InexreportError
        If the port is taken, or the first build fails; later errors are printed.
    """
    with _server(out, port) as server:
        print_build_summary(build(directory, out, audience=audience, resources=resources), out, audience)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://{HOST}:{server.server_port}/  (Ctrl-C stops)")  # noqa: T201 (the command's output)
        # The archive may be in the campaign directory: writing it must not start another build.
        built = out.resolve()
        for _ in watch(directory, watch_filter=lambda _, path: not Path(path).is_relative_to(built)):
            _build_again(directory, out, audience, resources)


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
