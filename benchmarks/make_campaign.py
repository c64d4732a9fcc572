"""Writes a campaign of any size: `python -m benchmarks.make_campaign OUT --runs 330`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from benchmarks.campaign.directory import Size, generated_campaign
from benchmarks.campaign.protocols import PROTOCOLS


def main() -> None:
    """Write the campaign that the command line describes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.make_campaign", description=__doc__)
    parser.add_argument("out", type=Path, help="the campaign directory; it must not exist")
    parser.add_argument("--protocol", choices=PROTOCOLS, default="inex-2006")
    parser.add_argument("--documents", type=_positive, default=659_388)
    parser.add_argument("--topics", type=_positive, default=125)
    parser.add_argument("--runs", type=_positive, default=8)
    parser.add_argument("--depth", type=_positive, default=1500, help="results of a run for a topic")
    parser.add_argument(
        "--judged-twice", type=int, default=12, help="topics that a second judge assessed too"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=_positive, default=os.cpu_count() or 1)
    parser.add_argument("--articles", action="store_true", help="rankings of articles only (inex-2009)")
    given = parser.parse_args()
    if given.out.exists():
        parser.error(f"{given.out} exists already")
    if given.articles and (PROTOCOLS[given.protocol].in_xml or PROTOCOLS[given.protocol].pool_depth):
        parser.error(f"--articles is for INEX protocols with runs in text, not for {given.protocol}")
    size = Size(given.documents, given.topics, given.runs, given.depth, given.judged_twice)
    campaign = generated_campaign(given.protocol, size, given.seed, articles=given.articles)
    campaign.write(given.out, given.workers, lambda name: sys.stderr.write(f"written: {name}\n"))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a whole number of 1 or more is needed")
    return number


if __name__ == "__main__":
    main()
