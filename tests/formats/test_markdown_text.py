"""about.md is refused within a second if its conversion takes long, whatever is in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hostile.campaigns import write_campaign

from inexreport.building.checking import check_campaign
from inexreport.formats.campaign_directory import LARGEST_ABOUT
from inexreport.formats.markdown_text import MOST_HTML, MOST_SECONDS, excess, safe_html

ORDINARY = (
    "## Tasks and *runs*\n\nThe **campaign** asks for [elements](https://example.org/elements) that answer "
    "a `need`; see <https://example.org>.\n\n"
    + "".join(f"* item {number} with [a link](https://example.org/{number})\n" for number in range(20))
    + "\n| task | runs |\n|---|---|\n"
    + "".join(f"| Focused {number} | `{number}` |\n" for number in range(20))
    + "\n"
)

PATTERNS = {
    "a row of backticks": lambda size: "|a|b|\n|-|-|\n|" + "`|" * (size // 2),
    "a table of backticks": lambda size: "|a|b|\n|-|-|\n" + "| ` | `` |\n" * (size // 11 + 1),
    "brackets": lambda size: "[" * size,
    "pictures": lambda size: "![" * (size // 2),
    "tags": lambda size: "<a " * (size // 3),
    "links": lambda size: "[a](" * (size // 4),
    "headings": lambda size: "#\n" * (size // 2),
    "a long address, often": lambda size: f"[a]: {'x' * (size // 2)}\n\n" + "[a]" * (size // 6),
}


def processor_time() -> float:
    """Of this process and those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign that was checked, so that all that checks is loaded."""
    folder = write_campaign(tmp_path_factory.mktemp("campaigns") / "campaign", "2009")
    check_campaign(folder)
    return folder


@pytest.mark.parametrize("size", [250_000, LARGEST_ABOUT])
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_text_that_takes_long_is_refused_within_a_second(campaign: Path, pattern: str, size: int) -> None:
    text = PATTERNS[pattern](size)[:size]
    (campaign / "about.md").write_text(text)
    before = processor_time()
    problems = check_campaign(campaign).problems
    took = processor_time() - before
    assert took < 1, took
    found = [(problem.code, problem.file, bool(problem.remedy)) for problem in problems]
    if pattern == "a table of backticks" and size == LARGEST_ABOUT:
        assert found == []  # converted in a tenth of a second
    else:
        assert found == [
            ("about-too-intricate" if size == LARGEST_ABOUT else "file-too-large", "about.md", True)
        ]


def test_ordinary_text_is_far_from_the_limits() -> None:
    text = (ORDINARY * (LARGEST_ABOUT // len(ORDINARY) + 1))[:LARGEST_ABOUT]
    assert excess(text) == ""
    safe_html(ORDINARY)  # what converts is loaded
    took = []
    for _ in range(3):  # a processor that others use too takes longer
        before = processor_time()
        html = safe_html(text)
        took.append(processor_time() - before)
    assert min(took) < MOST_SECONDS / 3
    assert len(html) < MOST_HTML / 10


def test_a_mistake_of_the_program_is_no_mistake_in_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inexreport.formats.markdown_text._PROGRAM", "raise ValueError")
    with pytest.raises(Exception, match="exit status 1"):
        excess(ORDINARY)
