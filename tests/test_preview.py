"""The preview serves the site on this machine only and follows changes of the campaign."""

import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest
from building.document_campaigns import write_campaign
from typer.testing import CliRunner

from inexreport import preview as previewing
from inexreport.cli.program import app
from inexreport.errors import InexreportError
from inexreport.preview import _server, accepted_hosts, changes, file_states
from inexreport.preview import preview as serve

SECONDS_TO_BUILD = 60


@pytest.fixture
def campaign(tmp_path):
    """A campaign with the archive inside it, as `inexreport serve .` has it, whose pictures are cached."""
    directory = write_campaign(tmp_path / "campaign")
    arguments = ["build", str(directory), "--out", str(tmp_path / "built")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    return directory


@pytest.fixture
def preview(campaign):
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "inexreport", "serve", ".", "--port", "0"],
        cwd=campaign,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Where tests run in the background, the shell has them ignore Ctrl-C, and children inherit it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        yield process
        process.kill()


def wait_for(process, pattern):
    for line in process.stdout:
        found = re.search(pattern, line)
        if found:
            return found
    raise AssertionError(f"the preview ended before it printed {pattern}")


def title(address):
    with urllib.request.urlopen(address, timeout=10) as response:
        return re.search("<title>(.*?)</title>", response.read().decode(), re.DOTALL)[1]


def test_serves_rebuilds_and_stops(preview, campaign):
    address = wait_for(preview, r"http://127\.0\.0\.1:\d+/")[0]
    assert "Invented retrieval" in title(f"{address}campaign/index.html")
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text().replace("Invented retrieval", "Another Title"))
    until = time.monotonic() + SECONDS_TO_BUILD
    while "Another Title" not in title(f"{address}campaign/index.html"):
        assert time.monotonic() < until
        time.sleep(0.2)
    preview.send_signal(signal.SIGINT)
    assert preview.wait(timeout=20) == 130


def test_every_change_of_a_file_is_seen_but_those_of_the_archive(tmp_path):
    campaign = tmp_path / "campaign"
    (campaign / "site").mkdir(parents=True)
    (campaign / "runs").mkdir()
    run = campaign / "runs" / "a.run"

    def seen(change):
        before = file_states(campaign, (campaign / "site").resolve())
        change()
        return file_states(campaign, (campaign / "site").resolve()) != before

    assert seen(lambda: run.write_text("1"))
    assert seen(lambda: run.write_text("12"))
    assert seen(lambda: run.rename(campaign / "runs" / "b.run"))
    assert seen(lambda: (campaign / "runs" / "b.run").unlink())
    assert not seen(lambda: (campaign / "site" / "index.html").write_text("built"))
    assert not seen(lambda: run.symlink_to("nowhere"))


def test_a_change_is_told_once_and_only_when_nothing_changes_any_more(monkeypatch, tmp_path):
    looks = iter("aabccccddd")
    made = []

    def look(directory, ignored):
        made.append(next(looks))
        return made[-1]

    monkeypatch.setattr(previewing, "file_states", look)
    monkeypatch.setattr(previewing, "SECONDS_BETWEEN_LOOKS", 0)
    found = changes(tmp_path, tmp_path / "site", "a")
    next(found)
    assert "".join(made) == "aabcc"
    next(found)
    assert "".join(made) == "aabccccdd"


def test_a_change_during_the_first_build_is_not_missed(tmp_path):
    before = file_states(tmp_path, tmp_path / "site")
    (tmp_path / "run").write_text("1")
    next(changes(tmp_path, tmp_path / "site", before))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A small archive that is served, with what must not be seen of it."""
    folder = tmp_path_factory.mktemp("served")
    out = folder / "archive"
    (out / "c2009" / "data").mkdir(parents=True)
    (out / "index.html").write_text("front")
    (out / "c2009" / "data" / "scores.csv").write_text("scores")
    (out / ".inexreport-building-x").mkdir()
    (out / ".inexreport-building-x" / "a.html").write_text("half")
    (folder / "secret.txt").write_text("secret")
    (out / "link.txt").symlink_to(folder / "secret.txt")
    (out / "folder").symlink_to(folder)
    with _server(out, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def status(port, path, host=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
    if host:
        request.add_header("Host", host)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def test_files_of_the_archive_are_served_and_nothing_else(served):
    for path in ("/", "/index.html", "/c2009/data/scores.csv"):
        assert status(served, path) == 200
    for path in ("/c2009/", "/c2009/data/", "/link.txt", "/folder/secret.txt", "/..%2fsecret.txt"):
        assert status(served, path) == 404
    assert status(served, "/.inexreport-building-x/a.html") == 404


def test_only_its_own_names_are_answered(served):
    assert status(served, "/index.html", f"localhost:{served}") == 200
    for host in ("example.org", f"example.org:{served}", "127.0.0.1:1", "127.0.0.1"):
        assert status(served, "/index.html", host) == 421


def test_browsers_leave_out_the_port_of_http():
    assert accepted_hosts(80) == {"127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"}
    assert accepted_hosts(8000) == {"127.0.0.1:8000", "localhost:8000"}


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/" + "a/" * 3000, "/%00", "/c2009/" + "%ff" * 300])
def test_addresses_that_no_file_can_have_are_not_found(served, path, capfd):
    assert status(served, path) == 404
    assert capfd.readouterr().err == ""


def test_a_port_in_use_is_refused_before_anything_is_built(served, tmp_path):
    with pytest.raises(InexreportError, match=f"Cannot listen on port {served}"):
        serve(tmp_path / "no campaign", tmp_path / "out", served)
    assert not (tmp_path / "out").exists()
