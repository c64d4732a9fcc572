"""Builds a site once more, elsewhere and without any cache, and compares it with the published one."""

from __future__ import annotations

import json
import operator
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from inexreport.building.evaluation import evaluate_campaign
from inexreport.building.resources import Progress, Resources
from inexreport.building.verifying.archive import verify_archive_checksums
from inexreport.building.verifying.checksums import ChecksummedFolder, is_file, verify_checksums
from inexreport.building.verifying.differences import Difference, Kind
from inexreport.building.verifying.records import input_differences, is_library, record_differences
from inexreport.building.verifying.tables import READERS, table_differences
from inexreport.building.verifying.tolerance import same_text, same_words
from inexreport.parallel import Workers
from inexreport.rendering.archive import write_archive
from inexreport.rendering.output_folder import RECORD, RECORD_CHECKSUMS, parsed_record, record_contents
from inexreport.rendering.site import write_site
from inexreport.report.audience import parse_audience
from inexreport.report.data import METADATA_FILE
from inexreport.version import __version__

BROKEN_RECORD = (LookupError, TypeError, ValueError, AttributeError, RecursionError)
"""What is raised where a record does not hold what the archive's pages are made from."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What came of building once more.

    Attributes
    ----------
    tables : int
        How many files with tables were compared.
    differences : tuple of Difference
    notes : tuple of str
    """

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
    """Compare a published site with what its campaign gives now.

    Parameters
    ----------
    published : ChecksummedFolder
        The campaign's folder.
    record : mapping
        Its campaign.json.
    directory : Path
        The campaign directory.
    workers : Workers
    progress : Progress
    """
    outcome, prepared = evaluate_campaign(directory, progress, Resources(workers))
    # A directory may have been given another name since; that is nothing that was computed.
    slug = str(record.get("slug"))
    if is_plain_name(slug):
        outcome = replace(outcome, campaign=replace(outcome.campaign, slug=slug))
    with tempfile.TemporaryDirectory(prefix="inexreport-") as scratch:
        folder = write_site(
            outcome,
            prepared.metrics,
            Path(scratch),
            progress=lambda done, total: progress("Writing pages", done, total),
            audience=parse_audience(str(record.get("audience", "public"))),
            workers=workers,
        )
        made = verify_checksums(folder)
        again = json.loads((folder / RECORD).read_bytes())
        inputs = list(input_differences(record, again))
        in_record = list(record_differences(RECORD, record, again))
        libraries = [one for one in in_record if is_library(one)]
        return _compared(
            published,
            made,
            (*inputs, *(one for one in in_record if one not in libraries)),
            other_pages=["the inputs are others"] * bool(inputs) + _other_versions({"it": record}),
            other_digits=[f"{one.column} was {one.published} and is {one.recomputed}" for one in libraries],
        )


def recomputed_archive(out: Path, published: ChecksummedFolder) -> Recomputed:
    """Compare an archive's own pages with what the records of the campaigns there give now.

    Parameters
    ----------
    out : Path
        Folder of the archive.
    published : ChecksummedFolder
        The folder of its own pages.
    """
    contents = record_contents(out)
    with tempfile.TemporaryDirectory(prefix="inexreport-") as scratch:
        for name, content in contents.items():
            record = Path(scratch) / name / RECORD
            record.parent.mkdir(parents=True)
            record.write_bytes(content)
        try:
            write_archive(Path(scratch))
        except BROKEN_RECORD:
            told = "the records of the campaigns there are not what its pages can be made from"
            return Recomputed(differences=(Difference(Kind.CONTENT, RECORD_CHECKSUMS, column=told),))
        records = {name: parsed_record(content) for name, content in contents.items()}
        return _compared(
            published, verify_archive_checksums(Path(scratch)), other_pages=_other_versions(records)
        )


def is_plain_name(name: str) -> bool:
    """Whether a name from a record may be that of a folder: no path, and nothing hidden."""
    return Path(name).name == name and not name.startswith(".") and bool(name)


def version_of(record: Mapping[str, Any]) -> str:
    """Which version of inexreport wrote a record; empty where it does not tell."""
    tool = record.get("tool")
    return str(tool.get("version", "")) if isinstance(tool, dict) else ""


def _other_versions(records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Say which records another version of inexreport wrote."""
    others = [name for name, record in records.items() if version_of(record) != __version__]
    return [f"another version of inexreport wrote {', '.join(others)}"] if others else []


def _compared(
    published: ChecksummedFolder,
    made: ChecksummedFolder,
    known: Sequence[Difference] = (),
    *,
    other_pages: Sequence[str] = (),
    other_digits: Sequence[str] = (),
) -> Recomputed:
    """Compare two folders: tables value by value, everything else as exactly as can be expected.

    Parameters
    ----------
    published, made : ChecksummedFolder
    known : sequence of Difference
        What was found before, in the record of a campaign, which is not compared here.
    other_pages : sequence of str
        Reasons for which pages could not but differ.
    other_digits : sequence of str
        Reasons for which last digits could not but differ.
    """
    found = list(_presence(published, made))
    tables = [path for path in made.found if _is_table(path)]
    close = False
    for path, contents in _changed(published, made, tables):
        of_table = list(table_differences(path, *contents))
        found += of_table
        # The bytes of Parquet depend on the library that writes it; what the table says was compared.
        if not of_table and not path.endswith(".parquet"):
            if same_text(*contents):
                close = True
            elif not other_pages:
                found.append(Difference(Kind.CONTENT, path))
    if close:
        other_digits = (*other_digits, "numbers of tables differ within the tolerance")
    others = [path for path in made.found if not _is_table(path) and path != RECORD]
    if other_pages:
        told = "Files that are no tables, pages among them, were not compared with new ones"
        return Recomputed(len(tables), (*known, *found), (f"{told}: {'; '.join(other_pages)}.",))
    same = same_words if other_digits else operator.eq
    found += [
        Difference(Kind.CONTENT, path, published=published.found[path], recomputed=made.found[path])
        for path, contents in _changed(published, made, others)
        if not same(*contents)
    ]
    told = "Files that are no tables, pages among them, were compared but for their numbers and checksums"
    notes = (f"{told}: {'; '.join(other_digits)}.",) if other_digits else ()
    return Recomputed(len(tables), (*known, *sorted(found, key=lambda one: one.file)), notes)


def _is_table(path: str) -> bool:
    return path.endswith(tuple(READERS)) and path not in (RECORD, METADATA_FILE)


def _presence(published: ChecksummedFolder, made: ChecksummedFolder) -> Iterator[Difference]:
    for path in sorted(published.found.keys() ^ made.found.keys()):
        if path in made.found:
            yield Difference(Kind.MISSING, path, recomputed=made.found[path])
        else:
            yield Difference(Kind.ADDITIONAL, path, published=published.found[path])


def _changed(
    published: ChecksummedFolder, made: ChecksummedFolder, paths: Iterable[str]
) -> Iterator[tuple[str, tuple[bytes, bytes]]]:
    """Yield the paths of files whose checksums differ, with both contents."""
    for path in paths:
        then = published.found.get(path, "")
        if is_file(then) and then != made.found[path]:
            yield path, ((published.folder / path).read_bytes(), (made.folder / path).read_bytes())
