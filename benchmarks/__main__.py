"""Measures inexreport against other tools: `python -m benchmarks [PART...]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.measuring.process import MeasurementError
from benchmarks.measuring.report import store, stored, table, write_into
from benchmarks.parts.articles import measure_articles
from benchmarks.parts.builds import measure_builds
from benchmarks.parts.documents import measure_documents
from benchmarks.parts.growth import measure_growth
from benchmarks.parts.large_run import measure_large_run
from benchmarks.parts.profile import measure_profile
from benchmarks.parts.reading import measure_reading
from benchmarks.parts.site import measure_site
from benchmarks.settings import Settings

PARTS = {
    "articles": measure_articles,
    "reading": measure_reading,
    "builds": measure_builds,
    "site": measure_site,
    "growth": measure_growth,
    "profile": measure_profile,
    "documents": measure_documents,
    "large-run": measure_large_run,
}


def main() -> int:
    """Measure the parts that the command line names, print them and keep them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; without it, all")
    parser.add_argument("--work", type=Path, default=Path("build/benchmarks"), help="folder for all files")
    parser.add_argument("--peers", type=Path, default=Path(sys.executable), help="Python of the other tools")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--documents", type=int, default=659_388)
    parser.add_argument("--topics", type=int, default=125)
    parser.add_argument("--runs", type=int, default=16)
    parser.add_argument("--depth", type=int, default=1500)
    parser.add_argument(
        "--document-campaign",
        type=Path,
        help="a campaign of documents for the part documents; without it, a generated one",
    )
    parser.add_argument("--write", type=Path, help="put all stored measurements into this document")
    parser.add_argument("--stored", action="store_true", help="measure nothing; use what was measured before")
    given = parser.parse_args()
    unknown = set(given.parts) - PARTS.keys()
    if unknown:
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    settings = Settings(
        work=given.work.absolute(),
        peers=given.peers.absolute(),
        turns=given.turns,
        documents=given.documents,
        topics=given.topics,
        runs=given.runs,
        depth=given.depth,
        document_campaign=given.document_campaign and given.document_campaign.absolute(),
    )
    results = settings.work / "results.json"
    failed = False
    for name in [] if given.stored else given.parts or PARTS:
        sys.stderr.write(f"measuring {name} ...\n")
        try:
            blocks = PARTS[name](settings)
        except MeasurementError as error:
            sys.stderr.write(f"{name}: {error}\n")
            failed = True
            continue
        store(blocks, results)
        sys.stdout.write(table(blocks))
        sys.stdout.flush()
    if given.stored:
        sys.stdout.write(table(stored(results)))
    if given.write:
        write_into(given.write, stored(results))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
