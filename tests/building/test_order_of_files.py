"""Scores depend on what files say, to the last bit: not on their names, their order or the order within."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from lxml import etree
from part_of_2006 import METRICS, copy_part

from inexreport.building.evaluation import score_campaign
from inexreport.report.tables.scores import SCORES
from inexreport.subjects.curves import CURVES

FREE_NAMES = ("topics", "assessments", "pools")
"""Folders in which the name of a file means nothing."""


def reordered(campaign: Path, target: Path) -> Path:
    """The same campaign, its files listed the other way round and judgements in another order."""
    shuffle = random.Random(2006).shuffle
    shutil.copytree(campaign, target)
    for folder in FREE_NAMES:
        files = sorted(file for file in (target / folder).rglob("*") if file.is_file())
        for place, file in enumerate(files):
            file.rename(file.with_name(f"{len(files) - place:03}-{file.name}"))
    for file in (target / "assessments").rglob("*.*"):
        if file.suffix == ".xml":
            tree = etree.parse(str(file))
            for parent in (tree.getroot(), *tree.getroot()):
                children = list(parent)
                shuffle(children)
                parent[:] = children
            tree.write(str(file), encoding="utf-8")
        else:
            lines = file.read_text("utf-8").splitlines()
            shuffle(lines)
            file.write_text("\n".join(lines) + "\n", "utf-8")
    for task in (target / "runs").iterdir():
        files = sorted(file for file in task.iterdir() if file.is_file())
        for place, file in enumerate(files):
            folder = task / f"{len(files) - place:03}"
            folder.mkdir()
            file.rename(folder / file.name)
    return target


def test_scores_are_the_same_to_the_last_bit(sample_campaign: Path, tmp_path: Path) -> None:
    part = copy_part(sample_campaign, tmp_path / "c2006", [*METRICS], runs=3, topics=6)
    for campaign in (part, sample_campaign):
        first, second = map(score_campaign, (campaign, reordered(campaign, tmp_path / "r" / campaign.name)))
        for table in (SCORES, CURVES):
            assert table.build(first).equals(table.build(second))
