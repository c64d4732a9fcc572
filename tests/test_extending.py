"""A page is made as docs/extending.md says, in a copy of the package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
from lxml import html


def test_a_page_is_a_module_and_its_entry(root: Path, sample_campaign: Path, tmp_path: Path) -> None:
    text = (root / "docs" / "extending.md").read_text("utf-8")
    section = text.partition("## A page with a chart and a table")[2].partition("\n## ")[0]
    module, entry = re.findall(r"```python\n# inexreport/(?:\S+).*?\n(.*?)```", section, re.DOTALL)
    for folder in ("inexreport", "templates", "docs"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "inexreport/subjects/participation.py").write_text(module, "utf-8")
    kinds = tmp_path / "inexreport/rendering/page_kinds.py"
    declared, pages, others = kinds.read_text("utf-8").partition(")\n\nTASK_PAGES")
    imported = "from inexreport.subjects.participation import participation_page\n"
    declared = declared.replace("from inexreport.subjects", f"{imported}from inexreport.subjects", 1)
    kinds.write_text(f"{declared}{entry}{pages}{others}", "utf-8")

    command = [sys.executable, "-P", "-m", "inexreport", "build", str(sample_campaign), "--workers", "1"]
    subprocess.run(
        [*command, "--out", str(tmp_path / "site")],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    site = tmp_path / "site" / sample_campaign.name
    page = html.parse(site / "participation.html").getroot()
    shown = {row[0].text_content(): int(row[1].text_content()) for row in page.xpath("//tbody/tr")}
    runs = pd.read_csv(site / "data" / "runs.csv")
    assert sorted(shown.values()) == sorted(runs[runs.status == "evaluated"].groupby("task").size())
    assert (
        page.xpath("//main//h2/following-sibling::p[1]")[0].text_content().endswith(f"{max(shown.values())}.")
    )
    assert page.xpath("//script[@data-chart='participation-chart']")
    assert "participation.html" in (site / "index.html").read_text("utf-8")
