"""A part of the sample campaign of 2006 that has every kind of record, and whose site is built quickly."""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path

METRICS = {
    "Focused": (
        *("nxCG(quant=gen,overlap=on)@10", "nxCG(quant=gen,overlap=on)@25"),
        *("HiXEval-MAP(overlap=on)", "overlap(kind=set)"),
    ),
    "Thorough": ("MAep(quant=gen,overlap=off)", "iMAep(quant=gen,overlap=off)", "overlap(kind=set)"),
    "BestInContext": ("EPRUM(A=0.1)", "BEPD(A=0.1)", "overlap(kind=set)"),
}


def copy_part(sample: Path, folder: Path, tasks: Collection[str], runs: int, topics: int) -> Path:
    """Copy the first topics, and the first runs of some tasks with few metrics."""
    campaign = Path(shutil.copytree(sample.with_name("sample-2006"), folder))
    for task in sorted((campaign / "runs").iterdir()):
        if task.name not in tasks:
            shutil.rmtree(task)
            continue
        for run in sorted(file for file in task.rglob("*") if file.is_file())[runs:]:
            run.unlink()
    for kind in ("topics", "assessments/official", "assessments/second-judge", "pools"):
        for file in sorted((campaign / kind).rglob("*.xml"))[topics:]:
            file.unlink()
    settings = campaign / "campaign.toml"
    text = settings.read_text("utf-8")
    for task in tasks:
        table, metrics = f"[tasks.{task}]\n", f"metrics = {list(METRICS[task])}\n"
        text = re.sub(rf"(?m)(?<=^{re.escape(table)})metrics = \[[^]]*\]\n", "", text)
        if table not in text:
            text += f"\n{table}"
        text = text.replace(table, table + metrics)
    settings.write_text(text, "utf-8")
    return campaign
