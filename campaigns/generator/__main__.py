"""Writes invented campaigns: `python -m campaigns.generator samples campaigns`, `... draw OUT --runs 330`.

The sample campaigns follow from the texts in texts/, and from those that the samples hold themselves. There
is no chance in them: writing them again changes nothing. A drawn campaign has any size; the same arguments
give the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import os
import sys
from pathlib import Path

from .draws.campaign import DrawnCampaign, Size
from .draws.protocols import PROTOCOLS
from .texts.samples import campaign_2004, campaign_2006, campaign_2009, campaign_2025, campaign_2026

SAMPLES = {
    "sample-2004": campaign_2004.files,
    "sample-2006": campaign_2006.files,
    "sample-2009": campaign_2009.files,
    "sample-2025": campaign_2025.files,
    "sample-2026": campaign_2026.files,
}


def main() -> None:
    """Write the campaigns that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m campaigns.generator", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    samples = commands.add_parser("samples", help="write each sample campaign")
    samples.add_argument("out", type=Path, help="the folder of the sample campaigns")
    draw = commands.add_parser("draw", help="draw a campaign of any size")
    draw.add_argument("out", type=Path, help="the campaign directory; it must not exist")
    draw.add_argument("--protocol", choices=PROTOCOLS, default="inex-2006")
    draw.add_argument("--documents", type=_positive, default=659_388)
    draw.add_argument("--topics", type=_positive, default=125)
    draw.add_argument("--runs", type=_positive, default=8)
    draw.add_argument("--depth", type=_positive, default=1500, help="results of a run for a topic")
    draw.add_argument("--judged-twice", type=int, default=12, help="topics that a second judge assessed too")
    draw.add_argument("--seed", type=int, default=1)
    draw.add_argument("--workers", type=_positive, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.command == "samples":
        _write_samples(given.out)
        return
    if given.out.exists():
        draw.error(f"{given.out} exists already")
    size = Size(given.documents, given.topics, given.runs, given.depth, given.judged_twice)
    campaign = DrawnCampaign(PROTOCOLS[given.protocol], size, given.seed)
    campaign.write(given.out, given.workers, lambda name: sys.stderr.write(f"written: {name}\n"))


def _write_samples(out: Path) -> None:
    for campaign, files in SAMPLES.items():
        for name, content in files().items():
            data = content.encode("utf-8") if isinstance(content, str) else content
            path = out / campaign / name
            path.parent.mkdir(parents=True, exist_ok=True)
            # mtime=0: the same bytes at any time.
            path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number of 1 or more is needed")
    return number


if __name__ == "__main__":
    main()
