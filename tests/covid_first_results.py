"""TREC-COVID round 1 with the first results of each run, read without the program."""

from __future__ import annotations

import csv
import gzip
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

DEPTH = 20
"""How many results of each topic are kept."""


def described_runs(data: Path) -> dict[str, dict[str, str]]:
    """The rows of runs.csv by run."""
    with (data / "runs.csv").open(newline="") as file:
        return {row["run"]: row for row in csv.DictReader(file)}


FIRST_RANKS = re.compile(rb"^\S+\s+\S+\s+\S+\s+[1-9]?[0-9]\s.*\n?", re.MULTILINE)
"""Lines of up to a hundred results of each topic."""


def ranked_results(file: Path) -> dict[str, list[tuple[float, str, str]]]:
    """By topic, the first results of a run with their documents and lines, by score and then by document."""
    content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    found: dict[str, list[tuple[float, str, str]]] = {}
    # Ranks are in the order of scores in files that begin with the first one and have all following ones.
    if content.split(maxsplit=4)[3] in (b"0", b"1"):
        found = _results(b"".join(FIRST_RANKS.findall(content)))
    if min(map(len, found.values()), default=0) < DEPTH:
        found = _results(content)
    return {topic: sorted(lines, reverse=True)[:DEPTH] for topic, lines in found.items()}


def _results(content: bytes) -> dict[str, list[tuple[float, str, str]]]:
    found: dict[str, list[tuple[float, str, str]]] = {}
    for line in content.decode().splitlines(keepends=True):
        topic, _, document, _, score, _ = line.split(maxsplit=5)
        found.setdefault(topic, []).append((float(score), document, line))
    return found


def write_first_results(data: Path, folder: Path) -> None:
    """Write the campaign with a folder for each team, and no runs.csv."""
    shutil.copytree(data / "assessments", folder / "assessments")
    shutil.copy(data / "campaign.toml", folder)
    for name, row in described_runs(data).items():
        of_team = folder / "runs" / "adhoc" / row["participant"]
        of_team.mkdir(parents=True, exist_ok=True)
        (of_team / f"{name}.txt").write_text("".join(_lines(data / "runs" / "adhoc" / f"{name}.gz")), "utf-8")


def _lines(file: Path) -> Iterator[str]:
    for results in ranked_results(file).values():
        yield from (line for _, _, line in results)
