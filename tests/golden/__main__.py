"""Everything that readers of many sites can learn, as text: `python -m tests.golden FOLDER`.

A redesign is compared with the version before it: README.md.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
from lxml import html

from inexreport import api
from tests.golden.seeded_campaigns import TASKS, write_campaign
from tests.hostile.inputs import INPUTS
from tests.hostile.outcomes import outcome_of, put

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "campaigns").glob("sample-*"))
REAL = [path for path in (ROOT / "../shared/data").glob("*") if (path / "campaign.toml").exists()]
UNSEEN = "//script | //style | //template | //*[local-name()='svg'] | //head | //nav"
BLOCKS = ("p", "li", "tr", "caption", "figcaption", "dt", "dd", "summary", "h1", "h2", "h3", "option", "div")


def main() -> None:
    """Build everything into the folder that the command names, which must not be there yet."""
    out = Path(sys.argv[1])
    out.mkdir(parents=True)
    with TemporaryDirectory() as scratch:
        seeded = [Path(scratch) / "seeded" / protocol for protocol in TASKS]
        for campaign in seeded:
            write_campaign(campaign.name, campaign)
        for campaign in (*SAMPLES, *seeded, *REAL):
            _write_audiences(campaign, Path(scratch) / "sites" / campaign.name, out / campaign.name)
        (out / "messages.txt").write_text("\n".join(_messages(Path(scratch) / "hostile")) + "\n", "utf-8")


def _write_audiences(campaign: Path, scratch: Path, out: Path) -> None:
    sys.stderr.write(f"{campaign.name}\n")
    api.build(campaign, scratch / "public", workers=2, cache=scratch / "cache")
    submitters = pd.read_csv(scratch / "public" / campaign.name / "data" / "runs.csv", dtype=str).participant
    participants = [f"participant:{name}" for name in submitters.dropna()[:1]]
    for audience in ("public", "organisers", *participants):
        archive = scratch / audience.partition(":")[0]
        if audience != "public":
            api.build(campaign, archive, audience=audience, workers=2, cache=scratch / "cache")
        for file in sorted((archive / campaign.name).rglob("*")):
            name = out / audience.partition(":")[0] / file.relative_to(archive / campaign.name)
            name.parent.mkdir(parents=True, exist_ok=True)
            if file.suffix == ".html":
                name.with_suffix(".txt").write_text("\n".join(visible_text(file)) + "\n", "utf-8")
            elif file.parent.name == "data" and file.suffix in {".csv", ".json", ".bib"}:
                shutil.copy(file, name)


def visible_text(page: Path) -> Iterator[str]:
    """The text of a page that a reader can see, a block a line."""
    tree = html.fromstring(page.read_bytes())
    for part in tree.xpath(UNSEEN):
        part.drop_tree()
    for block in tree.iter(*BLOCKS):
        block.tail = f"\n{block.tail or ''}"
        block.text = f"\n{block.text or ''}"
    for line in tree.text_content().splitlines():
        if line.strip():
            yield " ".join(line.split())


def _messages(scratch: Path) -> Iterator[str]:
    for hostile in sorted(INPUTS, key=lambda one: one.name):
        if not hostile.large:
            yield f"== {hostile.name}"
            outcome = outcome_of(put(hostile, scratch / hostile.name.replace(" ", "-")))
            yield from sorted(
                f"{one.code} {one.place}: found {one.found}; expected {one.expected}; {one.remedy}"
                for one in outcome.problems
            )


if __name__ == "__main__":
    main()
