"""Commands on campaigns full of hostile runs: one bad run stops no other, and pages hold texts as text."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest
from evaluated_samples import begin_cache

from inexreport.api import check, scores
from inexreport.model.shown_text import shown

from .campaigns import set_traps, write_campaign
from .hostile_input import Make, stored, written
from .inputs.names import NAMES
from .inputs.texts import TEXTS

RUNS = "runs/Focused/"
FIELDS: dict[str, Make] = {
    "campaign.toml": stored("text/markup.toml"),
    "about.md": stored("text/markup.md"),
    "topics/topics.xml": stored("text/markup-topics.xml"),
    "topics/hostile.xml": written(
        b'<inex_topic topic_id="../../../../escaped"><title>a</title></inex_topic>'
    ),
    "assessments/official/2009.qrels": stored("text/markup.qrels"),
}
LARGEST_PAGE = 300_000
THOROUGH = os.environ.get("INEXREPORT_HYPOTHESIS") == "thorough"


def lay(directory: Path, files: Mapping[str, Make]) -> None:
    """Put files into a campaign, in the place of those that are there."""
    for place, make in files.items():
        path = directory / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A campaign with something in every field, odd names of files and traps, and its site."""
    folder = tmp_path_factory.mktemp("hostile")
    directory = write_campaign(folder / "campaign", "2009")
    lay(directory, FIELDS)
    alike = [one for one in NAMES if one.what.startswith("a letter that nobody sees")]
    left_out = [] if THOROUGH else random.sample(alike, len(alike) - 3)
    for number, hostile in enumerate(one for one in (*TEXTS, *NAMES) if one not in left_out):
        if all(place.startswith(RUNS) for place in hostile.put) and hostile.scored_as:
            # Names that are odd stay as they are; all others would be the same.
            lay(
                directory, {place.replace("hostile", f"h{number}"): one for place, one in hostile.put.items()}
            )
    set_traps(directory, folder / "sprung")
    options = ("--out", folder / "site", "--workers", "2", "--cache", begin_cache(folder / "cache"))
    ended = subprocess.run(
        [sys.executable, "-m", "inexreport", "build", ".", *options],
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stderr.isascii()
    return directory, folder / "site" / "campaign"


def test_modules_in_the_folder_of_the_campaign_are_not_run(built: tuple[Path, Path]) -> None:
    assert (built[0] / "socket.py").exists()
    assert not (built[0].parent / "sprung").exists()


def test_the_honest_run_scores_what_it_scores_without_them(built: tuple[Path, Path], tmp_path: Path) -> None:
    alone = write_campaign(tmp_path / "alone", "2009")
    lay(alone, FIELDS)
    published = pd.read_parquet(built[1] / "data" / "scores.parquet")
    own = published[published["run"] == "honest"].drop(columns="run").reset_index(drop=True)
    expected = scores(alone).drop(columns="run")
    pd.testing.assert_frame_equal(own[expected.columns], expected, check_exact=True, check_dtype=False)
    assert published["run"].nunique() > 10


def test_texts_are_text_and_pages_stay_small(built: tuple[Path, Path]) -> None:
    pages = sorted(built[1].rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text("utf-8")
        assert "<script>alert" not in text, page
        assert "<img" not in re.sub(r'<img class="drawn" src="(../)*reports/', "", text), page
        assert "javascript:" not in text, page
        assert shown(text, len(text)) == text, page
        assert len(text.encode()) < LARGEST_PAGE, page
    escaped = [file.relative_to(built[1]) for file in built[1].parents[1].rglob("*escaped*")]
    assert {file.parent.as_posix() for file in escaped} == {"topics"}


@pytest.mark.parametrize("arguments", [{}, {"protocol": "inex-2009", "task": "Focused"}])
def test_submission_with_an_odd_name(tmp_path: Path, arguments: dict[str, str]) -> None:
    path = tmp_path / os.fsdecode(b"a\x1b[31m\xff.run")
    path.write_text("no run")
    (file,) = check(path, **arguments)["file"]
    assert file.endswith("a\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}.run")
