"""The sample campaigns are what the generator writes."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

CAMPAIGNS = Path(__file__).parents[1] / "campaigns"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaigns")
    subprocess.run([sys.executable, "-m", "campaigns.make_sample", folder], check=True, cwd=CAMPAIGNS.parent)
    return folder


def _content(directory: Path) -> dict[str, bytes]:
    """Every file, packed ones unpacked: how zlib packs is its own affair."""
    return {
        path.relative_to(directory).as_posix(): gzip.decompress(path.read_bytes())
        if path.suffix == ".gz"
        else path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


def test_the_generator_writes_every_sample_campaign(made: Path) -> None:
    committed = {path.name for path in CAMPAIGNS.glob("sample-*")}
    assert {path.name for path in made.iterdir()} == committed


@pytest.mark.parametrize("name", ["sample-2004", "sample-2006", "sample-2009", "sample-2025", "sample-2026"])
def test_the_generator_reproduces_the_campaign(made: Path, name: str) -> None:
    now, committed = _content(made / name), _content(CAMPAIGNS / name)
    assert now.keys() == committed.keys()
    assert [path for path in now if now[path] != committed[path]] == []
