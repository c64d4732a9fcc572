"""What the commands show while they work, and what they print of findings."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from inexreport.building.build import BuildSummary, Leaders, TaskSummary
from inexreport.console import builds, problems, progress
from inexreport.model.problem import Problem


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which a test moves on."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_a_line_for_each_stage_where_output_goes_to_a_file(seconds, capsys):
    with progress.progress_display() as report:
        report("Reading [the] campaign", 0, 1)
        seconds[0] = 2.0
        report("Reading [the] campaign", 1, 1)
        report("Evaluating runs", 0, 330)
        seconds[0] = 60.0
        report("Evaluating runs", 200, 330)
        seconds[0] = 92.4
        report("Evaluating runs", 330, 330)
        report("Evaluating runs", 330, 330)
        report("Scoring under other assessments", 0, 0)
        for done in (0, 1, 2):  # of another campaign
            report("Evaluating runs", done, 2)
    assert capsys.readouterr().err.splitlines() == [
        "Reading [the] campaign: 2.0 s",
        "Evaluating runs: 330 of 330 in 90.4 s",
        "Evaluating runs: 2 of 2 in 0.0 s",
    ]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], io.StringIO]:
    """Makes standard error a terminal of some columns and returns what is written to it."""

    def of_width(width: int) -> io.StringIO:
        written = io.StringIO()
        terminal = Console(file=written, force_terminal=True, width=width, color_system=None)
        monkeypatch.setattr(progress, "open_console", lambda to_stderr: terminal)
        return written

    return of_width


def test_a_terminal_shows_how_far_and_how_long(screen):
    written = screen(120)
    with progress.progress_display() as report:
        report("Evaluating runs", 0, 0)
        report("Evaluating runs", 0, 330)
        report("Evaluating runs", 165, 330)
    shown = written.getvalue()
    assert "Evaluating runs" in shown
    assert "165/330" in shown
    assert "left:" in shown
    assert "0/0" not in shown


@pytest.mark.parametrize("width", [40, 50, 60])
def test_a_narrow_terminal_shows_each_stage_in_one_line(screen, width):
    written = screen(width)
    with progress.progress_display() as report:
        for done in range(3):
            report("Scoring under other assessments", 1000 + done, 1234)
    lines = [line for line in written.getvalue().replace("\r", "\n").splitlines() if "1002/1234" in line]
    assert lines
    for line in lines:
        assert line.lstrip("\x1b[2K").startswith("Scoring under")
        assert line.rstrip().endswith(":--") or line.rstrip()[-3] == ":"


def test_the_time_left_follows_from_what_was_done(screen, monkeypatch):
    now = [0.0]
    written = screen(50)
    display = progress.Progress

    def with_clock(*columns, **options):
        return display(*columns, **options, get_time=lambda: now[0], auto_refresh=False)

    monkeypatch.setattr(progress, "Progress", with_clock)
    with progress.progress_display() as report:
        report("Evaluating runs", 0, 100)
        for done in range(1, 11):  # ten runs in ten seconds: 90 seconds are left
            now[0] = float(done)
            report("Evaluating runs", done, 100)
    assert "01:30" in written.getvalue()


def test_a_command_in_a_terminal(sample_campaign):
    screen, terminal = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    # As wide as each of these terminals in turn.
    program_text = (
        "import fcntl, struct, sys, termios\nfrom inexreport.cli import main\n"
        "for columns in (40, 60, 100):\n"
        "    fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))\n"
        "    try:\n        main()\n"
        "    except SystemExit as ended:\n        print(f'columns {columns}: {ended.code}', file=sys.stderr)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program_text, "check", sample_campaign],
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env={**environment, "TERM": "xterm"},
    ) as command:
        os.close(terminal)
        written = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while part := os.read(screen, 4096):
                written += part
    os.close(screen)
    assert command.returncode == 0
    plain = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", written.decode())
    *parts, rest = re.split(r"columns (\d+): 0\r\n", plain)
    assert (parts[1::2], rest) == (["40", "60", "100"], "")
    for part, columns in zip(parts[::2], parts[1::2], strict=True):
        lines = re.split(r"[\r\n]+", part)
        assert any(re.fullmatch(r"Checking runs .*23/23 .*", line) for line in lines)
        assert max(map(len, lines)) <= int(columns)
        assert not any(" 0/0" in line for line in lines)


@pytest.mark.parametrize("line", [1, 100, 1234])
def test_the_line_of_a_problem_is_printed_as_it_is(line, capsys):
    """Between colons, 100 is also the name of a picture."""
    problem = Problem("xml-not-well-formed", "runs/Focused/[b]a.xml", "half", "all", lines=(line,))
    problems.print_problems([problem])
    assert capsys.readouterr().out.startswith(f"runs/Focused/[b]a.xml:{line}: error: ")
    builds.print_build_summary(
        BuildSummary("c", (TaskSummary("Focused", 1, 0, (("a", problem),)),), 0), Path("o")
    )
    assert f"  not evaluated: a: runs/Focused/[b]a.xml:{line}: " in capsys.readouterr().out


class TestBuilds:
    def printed(self, capsys, tmp_path, *leaders: str, warnings: int = 0) -> list[str]:
        first = Leaders(leaders, "iP@0.01", 0.35734) if leaders else None
        task = TaskSummary("Focused", 12, 9, (), first)
        builds.print_build_summary(BuildSummary("my campaign", (task,), warnings), tmp_path)
        return capsys.readouterr().out.splitlines()

    def test_the_best_run_of_each_task(self, capsys, tmp_path):
        (line, _) = self.printed(capsys, tmp_path, "[b]a")
        assert line == "Focused: 12 runs, 9 evaluated; best: [b]a (iP@0.01 0.3573)"

    @pytest.mark.parametrize(
        ("names", "told"),
        [
            ("ab", "a and b"),
            ("abc", "a, b and c"),
            ("abcd", "a, b, c and 1 more"),
            ("abcdef", "a, b, c and 3 more"),
        ],
    )
    def test_ties_are_told(self, capsys, tmp_path, names, told):
        line = self.printed(capsys, tmp_path, *names)[0]
        assert line.endswith(f"; best: {told}, tied (iP@0.01 0.3573)")

    def test_without_ranked_runs_nobody_is_best(self, capsys, tmp_path):
        assert self.printed(capsys, tmp_path)[0] == "Focused: 12 runs, 9 evaluated"

    def test_warnings_are_counted_if_there_are_any(self, capsys, tmp_path):
        assert len(self.printed(capsys, tmp_path)) == 2
        assert self.printed(capsys, tmp_path, warnings=1)[1].startswith("1 warning;")

    def test_the_last_line_is_an_address_to_open(self, capsys, tmp_path):
        address = self.printed(capsys, tmp_path)[-1]
        assert address == f"{tmp_path.as_uri()}/my%20campaign/index.html"


def test_no_text_of_a_file_reaches_the_terminal_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    problems.print_problems([Problem("file-unknown", "a\x1b]0;b", "\x1b[2J\u202e", "[red]x")])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "[red]x" in printed
