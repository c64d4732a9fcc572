"""Builds a site once more, elsewhere and without anything kept, and compares it with the published one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from inexreport.building.gathering import gather
from inexreport.building.progress import Progress
from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.records import input_differences, record_differences
from inexreport.building.verifying.seals import is_file, look_at
from inexreport.building.verifying.tables import READERS, table_differences
from inexreport.rendering.archive_state import RECORD
from inexreport.rendering.data_files import DATA
from inexreport.rendering.site import write_site
from inexreport.report.audience import parse_audience
from inexreport.workers import Workers


def recomputed_differences(
    published: Path,
    checksums: Mapping[str, str],
    record: Mapping[str, Any],
    directory: Path,
    workers: Workers,
    progress: Progress,
    tolerance: float,
    *,
    same_version: bool,
) -> tuple[int, list[Difference]]:
    """Compare a published site with what its campaign gives now.

    Pages are compared byte for byte, but only where every digit counts and version and inputs are the same;
    else they could not but differ.

    Parameters
    ----------
    published : Path
        The campaign's folder.
    checksums : mapping of str to str
        Of its files.
    record : mapping
        Its campaign.json.
    directory : Path
        The campaign directory.
    workers : Workers
    progress : Progress
    tolerance : float
    same_version : bool
        Whether this version wrote it.

    Returns
    -------
    int
        How many files with tables were compared.
    list of Difference
    """
    outcome, prepared = gather(directory, progress, workers=workers)
    # A directory may have been given another name since; that is nothing that was computed.
    campaign = replace(outcome.campaign, slug=str(record.get("slug", outcome.campaign.slug)))
    outcome = replace(outcome, campaign=campaign)
    with tempfile.TemporaryDirectory(prefix="inexreport-") as scratch:
        made = write_site(
            outcome,
            prepared.metrics,
            Path(scratch),
            progress=lambda done, total: progress("Writing pages", done, total),
            audience=parse_audience(str(record.get("audience", "public"))),
            workers=workers,
        )
        again = json.loads((made / RECORD).read_bytes())
        inputs = list(input_differences(record, again))
        found = [*inputs, *record_differences(RECORD, record, again, tolerance)]
        expected = look_at(made).found
        tables = [path for path in expected if _is_table(path)]
        for path in tables:
            if is_file(checksums.get(path, "")) and checksums[path] != expected[path]:
                contents = (published / path).read_bytes(), (made / path).read_bytes()
                found += table_differences(path, *contents, tolerance)
        found += _of_files(checksums, expected, exactly=same_version and not inputs and not tolerance)
    return len(tables), found


def _is_table(path: str) -> bool:
    return path.startswith(f"{DATA}/") and path.endswith(tuple(READERS)) and path != RECORD


def _of_files(
    checksums: Mapping[str, str], expected: Mapping[str, str], *, exactly: bool
) -> Iterator[Difference]:
    """What is there and should not be, the other way round, and contents that differ."""
    for path in sorted(checksums.keys() | expected.keys()):
        then, now = checksums.get(path, ""), expected.get(path, "")
        if path not in checksums:
            yield Difference(Kind.MISSING, path, recomputed=now)
        elif path not in expected:
            yield Difference(Kind.ADDITIONAL, path, published=then)
        # Parquet's bytes may differ by the library that writes them; what the table says was compared.
        elif exactly and is_file(then) and then != now and not path.endswith(".parquet"):
            yield Difference(Kind.CONTENT, path, published=then, recomputed=now)
