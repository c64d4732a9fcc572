"""What a long build shows while it goes on."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from inexreport import console
from inexreport.building.build import BuildSummary, TaskSummary
from inexreport.cli import program
from inexreport.model.problem import Problem


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which a test moves on."""
    now = [0.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    return now


def test_a_long_stage_is_reported_in_a_line_where_output_goes_to_a_file(seconds, capsys):
    with console.progress_display() as progress:
        progress("Reading [the] campaign", 0, 1)
        seconds[0] = 2.0
        progress("Reading [the] campaign", 1, 1)
        progress("Evaluating runs", 0, 330)
        seconds[0] = 60.0
        progress("Evaluating runs", 200, 330)
        seconds[0] = 92.4
        progress("Evaluating runs", 330, 330)
        progress("Evaluating runs", 330, 330)
    assert capsys.readouterr().err == "Evaluating runs: 330 of 330 in 90 s\n"


def test_a_terminal_shows_how_far_and_how_long(monkeypatch):
    screen = io.StringIO()
    terminal = partial(Console, file=screen, force_terminal=True, width=120)
    monkeypatch.setattr(console, "_console", lambda to_stderr: terminal())
    with console.progress_display() as progress:
        progress("Evaluating runs", 0, 330)
        progress("Evaluating runs", 165, 330)
    shown = screen.getvalue()
    assert "Evaluating runs" in shown
    assert "165/330" in shown
    assert "left:" in shown


@pytest.mark.parametrize("line", [1, 100, 1234])
def test_the_line_of_a_problem_is_printed_as_it_is(line, capsys):
    """Between colons, 100 is also the name of a picture."""
    problem = Problem("xml-not-well-formed", "runs/Focused/[b]a.xml", "half", "all", lines=(line,))
    console.print_problems([problem])
    assert capsys.readouterr().out.startswith(f"runs/Focused/[b]a.xml:{line}: error: ")
    console.print_build_summary(
        BuildSummary("c", (TaskSummary("Focused", 1, 0, (("a", problem),)),), 0), Path("o")
    )
    assert f"  not evaluated: a: runs/Focused/[b]a.xml:{line}: " in capsys.readouterr().out


def test_no_text_of_a_file_reaches_the_terminal_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_problems([Problem("file-unknown", "a\x1b]0;b", "\x1b[2J\u202e", "[red]x")])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert "[red]x" in printed


def test_a_lack_of_memory_is_a_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        raise MemoryError

    monkeypatch.setattr(program, "app", fails)
    with pytest.raises(SystemExit) as ended:
        program.main()
    assert ended.value.code == 1
    assert "not enough memory" in capsys.readouterr().err
