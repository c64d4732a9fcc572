"""Addresses of participants and of runs are links on their pages, and nothing else becomes one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from lxml import html

from inexreport.building.evaluation import evaluate_campaign
from inexreport.rendering.site import public_site
from inexreport.report.audience import PUBLIC


def test_addresses_are_links(sample_campaigns: tuple[Path, ...], tmp_path: Path) -> None:
    campaign = Path(shutil.copytree(sample_campaigns[-1], tmp_path / "c2025"))
    (campaign / "participants.csv").write_text(
        "id,url,paper,contact\norganisers,https://example.org/o?a=1&b=2,,Ask <b>a@example.org</b>.\n"
    )
    settings = campaign / "campaign.toml"
    text = re.sub(r"\[participants.organisers\]\nname = .*\n", "", settings.read_text("utf-8"))
    settings.write_text(text, "utf-8")
    table = campaign / "runs.csv"
    header, *rows = table.read_text("utf-8").splitlines()
    values = (f"{row},see (https://example.org/{number}) or javascript:x" for number, row in enumerate(rows))
    table.write_text("\n".join([f"{header},code", *values, ""]), "utf-8")
    outcome, prepared = evaluate_campaign(campaign)
    site = public_site(outcome, prepared.metrics, PUBLIC)
    own, *runs = (
        html.fromstring(site.part_for(page).page(page)[page.address])
        for page in sorted(site.pages, key=lambda page: page.kind)
        if page.kind == "run" or page.address == "participants/organisers.html"
    )
    links = [link.get("href") for link in own.iterfind(".//main//dl[@class='facts']//a")]
    assert links == ["https://example.org/o?a=1&b=2", "mailto:a@example.org"]
    assert own.find(".//main//dd/b") is None
    values = [
        value
        for page in runs
        for value in page.iterfind(".//main//dd")
        if "javascript:x" in value.text_content()
    ]
    assert len(values) == len(rows)
    for value in values:
        (link,) = value.iter("a")
        assert value.text_content() == f"see ({link.get('href')}) or javascript:x"
