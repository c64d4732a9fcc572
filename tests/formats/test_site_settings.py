"""The campaign's colour and logo in campaign.toml."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rendering.test_campaign_look import png

from inexreport.building.campaign import examine_and_prepare
from inexreport.formats.campaign_directory import examine_campaign
from inexreport.formats.site_settings import LARGEST_LOGO, MOST_PIXELS
from inexreport.model.campaign import Campaign
from inexreport.model.problem import Problem

START = 'title = "A"\nyear = 2020\nprotocol = "trec"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "campaign"
    (folder / "assessments" / "official").mkdir(parents=True)
    (folder / "assessments" / "official" / "qrels.txt").write_text("1 0 d1 1\n")
    return folder


def read(folder: Path, settings: str) -> tuple[Campaign, list[Problem]]:
    (folder / "campaign.toml").write_text(f"{START}[site]\n{settings}\n", "utf-8")
    campaign, problems = examine_campaign(folder)
    return campaign, [one for one in problems if one.code != "topics-missing"]


def test_colour_and_logo_are_read(folder: Path) -> None:
    (folder / "signet.png").write_bytes(png(40, 20))
    campaign, problems = read(folder, 'accent = "#0B6E4F"\nlogo = "signet.png"')
    assert problems == []
    assert (campaign.accent, campaign.logo) == ("#0b6e4f", png(40, 20))
    assert "signet.png" in [one.file for one in campaign.inputs]


def test_without_them_there_are_none(folder: Path) -> None:
    campaign, problems = read(folder, "")
    assert (problems, campaign.accent, campaign.logo) == ([], "", b"")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("run,type,GPU\nbest,manual,one\n", "one of type, GPU"),
        ("run,participant\nbest,12\n", "a column of runs.csv with values"),
        ("", "a column of runs.csv with values"),
    ],
)
def test_a_badge_that_nothing_states_is_a_warning_with_its_line(
    folder: Path, table: str, expected: str
) -> None:
    (folder / "runs" / "adhoc").mkdir(parents=True)
    (folder / "runs" / "adhoc" / "best.txt").write_text("1 Q0 d1 1 1.0 best\n")
    if table:
        (folder / "runs.csv").write_text(table)
    _, (found,) = read(folder, 'badge = "typ"')
    assert (found.code, found.file, found.lines) == ("badge-unknown", "campaign.toml", (5,))
    assert (found.found, found.expected) == ("“typ”", expected)


@pytest.mark.parametrize("colour", ["green", "#0b6", "#0b6e4f80", "0b6e4f", "#0b6e4g", "#fff; } body {"])
def test_another_colour_is_refused_with_its_line(folder: Path, colour: str) -> None:
    _, (problem,) = read(folder, f'accent = "{colour}"')
    assert (problem.code, problem.file, problem.lines) == ("campaign-value-wrong", "campaign.toml", (5,))
    assert colour in problem.found
    assert 'a colour "#rrggbb" of six hexadecimal digits, such as "#0b6e4f"' in problem.expected


@pytest.mark.parametrize(
    "path", ["missing.png", "../logo.png", "/etc/hostname", "topics/logo.png", "./logo.png", "."]
)
def test_a_path_that_leads_elsewhere_is_refused(folder: Path, path: str) -> None:
    (folder.parent / "logo.png").write_bytes(png())
    (folder / "logo.png").write_bytes(png())
    campaign, problems = read(folder, f'logo = "{path}"')
    (problem,) = [one for one in problems if one.file == "campaign.toml"]
    assert (problem.code, problem.lines, campaign.logo) == ("campaign-value-wrong", (5,), b"")
    assert "no such file" in problem.found


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', "no PNG file"),
        (b"\x89PNG\r\n\x1a\n", "no PNG file"),
        (b"\x89PNG\r\n\x1a\n<script>alert(1)</script>", "no PNG file"),
        (b"GIF89a", "no PNG file"),
        (b"", "no PNG file"),
        (png(MOST_PIXELS + 1, 1), "a picture of 2,001 × 1 pixels"),
        (png()[:16] + bytes(8) + png()[24:], "a picture of 0 × 0 pixels"),
    ],
)
def test_a_file_that_is_no_picture_for_a_page_is_refused(folder: Path, content: bytes, found: str) -> None:
    (folder / "logo.png").write_bytes(content)
    campaign, (problem,) = read(folder, 'logo = "logo.png"')
    assert (problem.code, problem.lines, campaign.logo) == ("campaign-value-wrong", (5,), b"")
    assert found in problem.found
    assert "a PNG file of at most 2,000 × 2,000 pixels" in problem.expected


def test_a_logo_that_is_too_large_is_refused(folder: Path) -> None:
    (folder / "logo.png").write_bytes(png() + bytes(LARGEST_LOGO))
    campaign, (problem,) = read(folder, 'logo = "logo.png"')
    assert (problem.code, problem.file, campaign.logo) == ("file-too-large", "logo.png", b"")


@pytest.mark.skipif(os.name != "posix", reason="links need no permission there")
def test_a_link_out_of_the_campaign_is_not_followed(folder: Path) -> None:
    (folder.parent / "other.png").write_bytes(png())
    (folder / "logo.png").symlink_to(folder.parent / "other.png")
    campaign, (problem,) = read(folder, 'logo = "logo.png"')
    assert (problem.code, campaign.logo) == ("link-outside-folder", b"")


def test_another_logo_changes_no_score_but_is_another_campaign(folder: Path) -> None:
    (folder / "logo.png").write_bytes(png())
    read(folder, 'logo = "logo.png"')
    first = examine_and_prepare(folder)
    (folder / "logo.png").write_bytes(png(2, 1))
    second = examine_and_prepare(folder)
    assert first.digest != second.digest
    assert first.for_evaluation.digest == second.for_evaluation.digest
