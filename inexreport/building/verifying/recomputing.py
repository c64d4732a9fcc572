"""Builds a site again, elsewhere and without a cache, and compares it with the published one."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Progress, Resources
from inexreport.building.verifying.checksums import (
    ChecksummedFolder,
    is_checksum,
    verify_archive_checksums,
    verify_checksums,
)
from inexreport.building.verifying.differences import Difference, Kind, checksum_differences
from inexreport.building.verifying.tables import READERS, same_text, same_value, same_words, table_differences
from inexreport.formats.run_files import run_paths
from inexreport.parallel import Workers
from inexreport.parallel.scratch import scratch_folder
from inexreport.rendering.archive import write_archive
from inexreport.rendering.data_files import DATA
from inexreport.rendering.output_folder import RECORD, RECORD_CHECKSUMS, parsed_record, record_contents
from inexreport.rendering.site import write_site
from inexreport.report.audience import parse_audience
from inexreport.report.data import DESCRIPTION_FILES, METADATA_FILE
from inexreport.version import __version__

BROKEN_RECORD = (LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""Errors where a record lacks what the archive's pages are made from."""

INPUTS = ("inputs", "inputs_sha256", "inputs_but_runs")
"""Parts of the record, and of each task's, that are compared file by file."""

ADDED = ("random_draws",)
"""Parts that records of earlier versions lack, which is no difference."""

NO_TABLES = {RECORD, METADATA_FILE, *(f"{DATA}/{name}" for name in DESCRIPTION_FILES)}
"""Files that look like tables by their suffix."""


class Recomputed(NamedTuple):
    """Result of building again: the number of compared files with tables, differences and notes."""

    tables: int = 0
    differences: tuple[Difference, ...] = ()
    notes: tuple[str, ...] = ()


def recomputed_campaign(
    published: ChecksummedFolder,
    record: Mapping[str, Any],
    directory: Path,
    workers: Workers,
    progress: Progress,
) -> Recomputed:
    """Compare a published site, whose campaign.json is `record`, with a new one of the campaign directory."""
    outcome, prepared = evaluate_campaign(directory, progress, Resources(workers))
    # The directory may have been renamed, which changes nothing that was computed.
    slug = str(record.get("slug"))
    if slug and Path(slug).name == slug and not slug.startswith("."):
        outcome = replace(outcome, campaign=replace(outcome.campaign, slug=slug))
    with scratch_folder() as scratch:
        folder = write_site(
            outcome,
            prepared.metrics,
            scratch,
            progress=lambda done, total: progress("Writing pages", done, total),
            audience=parse_audience(str(record.get("audience", "public"))),
            workers=workers,
            run_paths=run_paths(directory, outcome.campaign),
        )
        again = json.loads((folder / RECORD).read_bytes())
        kinds = dict.fromkeys(("added", "removed", "changed"), Kind.INPUT)
        inputs = list(checksum_differences(kinds, _input_checksums(record), _input_checksums(again)))
        in_record = list(_record_differences(record, again))
        libraries = [one for one in in_record if one.column.split(".")[0] == "libraries"]
        return _compared(
            published,
            verify_checksums(folder),
            (*inputs, *(one for one in in_record if one not in libraries)),
            other_pages=["the inputs are others"] * bool(inputs) + _other_versions({"it": record}),
            other_digits=[f"{one.column} was {one.published} and is {one.recomputed}" for one in libraries],
        )


def recomputed_archive(out: Path, published: ChecksummedFolder) -> Recomputed:
    """Compare an archive's own pages with new ones, made from records and tables of the campaigns there."""
    contents = record_contents(out)
    with scratch_folder() as scratch:
        for name, content in contents.items():
            record = scratch / name / RECORD
            record.parent.mkdir(parents=True)
            record.write_bytes(content)
            for table in (out / name / DATA).glob("*.parquet"):
                if table.is_file() and not table.is_symlink():
                    record.with_name(table.name).symlink_to(table.resolve())
        try:
            write_archive(scratch)
        except BROKEN_RECORD:
            reason = "the records of the campaigns there are not what its pages can be made from"
            return Recomputed(differences=(Difference(Kind.CONTENT, RECORD_CHECKSUMS, column=reason),))
        records = {name: parsed_record(content) for name, content in contents.items()}
        return _compared(published, verify_archive_checksums(scratch), other_pages=_other_versions(records))


def version_of(record: Mapping[str, Any]) -> str:
    """The version of inexreport that wrote a record; empty if it is not stated."""
    tool = record.get("tool")
    return str(tool.get("version", "")) if isinstance(tool, dict) else ""


def _other_versions(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    others = [name for name, record in records.items() if version_of(record) != __version__]
    return [f"another version of inexreport wrote {', '.join(others)}"] if others else []


def _input_checksums(record: Mapping[str, Any]) -> dict[str, str]:
    inputs = record.get("inputs")
    listed = [one for one in inputs if isinstance(one, dict)] if isinstance(inputs, list) else []
    return {str(one.get("file")): str(one.get("sha256")) for one in listed}


def _record_differences(published: Any, recomputed: Any, place: str = "") -> Iterator[Difference]:
    """Compare two records value by value, except for inputs."""
    if isinstance(published, dict) and isinstance(recomputed, dict):
        for name in sorted(published.keys() | recomputed.keys()):
            if name not in INPUTS and (name in published or name not in ADDED):
                inner = f"{place}.{name}".lstrip(".")
                yield from _record_differences(published.get(name), recomputed.get(name), inner)
    elif isinstance(published, list) and isinstance(recomputed, list) and len(published) == len(recomputed):
        for number, (before, now) in enumerate(zip(published, recomputed, strict=True), start=1):
            yield from _record_differences(before, now, f"{place}[{number}]")
    else:
        texts = [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in (published, recomputed)]
        if not same_value(*texts):
            yield Difference(Kind.VALUE, RECORD, {}, place, *texts)


def _compared(
    published: ChecksummedFolder,
    made: ChecksummedFolder,
    known: Sequence[Difference] = (),
    *,
    other_pages: Sequence[str] = (),
    other_digits: Sequence[str] = (),
) -> Recomputed:
    """Compare two folders: tables value by value, everything else as exactly as can be expected.

    The record of a campaign is not compared here; its differences are `known`. `other_pages` are reasons why
    pages must differ, `other_digits` reasons why last digits may differ.
    """
    kinds = {"added": Kind.MISSING, "removed": Kind.ADDITIONAL}
    found = list(checksum_differences(kinds, published.found, made.found))
    tables = [path for path in made.found if _is_table(path)]
    close = False
    for path, contents in _changed(published, made, tables):
        of_table = list(table_differences(path, *contents))
        found += of_table
        # The bytes of Parquet depend on the library that writes it; its values were compared.
        if not of_table and not path.endswith(".parquet"):
            if same_text(*contents):
                close = True
            elif not other_pages:
                found.append(Difference(Kind.CONTENT, path))
    if close:
        other_digits = (*other_digits, "numbers of tables differ within the tolerance")
    others = [path for path in made.found if not _is_table(path) and path != RECORD]
    if other_pages:
        note = "Files that are no tables, pages among them, were not compared with new ones"
        return Recomputed(len(tables), (*known, *found), (f"{note}: {'; '.join(other_pages)}.",))
    same = same_words if other_digits else operator.eq
    found += [
        Difference(Kind.CONTENT, path, published=published.found[path], recomputed=made.found[path])
        for path, contents in _changed(published, made, others)
        if not same(*contents)
    ]
    note = "Files that are no tables, pages among them, were compared but for their numbers and checksums"
    notes = (f"{note}: {'; '.join(other_digits)}.",) if other_digits else ()
    return Recomputed(len(tables), (*known, *sorted(found, key=lambda one: one.file)), notes)


def _is_table(path: str) -> bool:
    return path.endswith(tuple(READERS)) and path not in NO_TABLES


def _changed(
    published: ChecksummedFolder, made: ChecksummedFolder, paths: Iterable[str]
) -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    """Yield the paths of files whose checksums differ, with both contents."""
    for path in paths:
        before = published.found.get(path, "")
        if is_checksum(before) and before != made.found[path]:
            yield path, ((published.folder / path).read_bytes(), (made.folder / path).read_bytes())
