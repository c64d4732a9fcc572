"""The differences between a published site and what it should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from inexreport.report.tables.comparison import mapping_changes


class Kind(StrEnum):
    """How something differs."""

    MISSING = "missing"
    """A published file, row or column is not there."""
    ALTERED = "altered"
    """A file does not have its published checksum."""
    ADDITIONAL = "additional"
    """A file, row or column was not published."""
    LINK = "link"
    """A shared file that pages need is missing, or does not have the checksum in its name."""
    INPUT = "input"
    """A file of the campaign is not the one that the site names."""
    VALUE = "value"
    """The inputs give another value."""
    CONTENT = "content"
    """The inputs give another content of a file."""
    OUTDATED = "outdated"
    """The archive's own pages were made from other campaigns than those in the archive."""


class Difference(NamedTuple):
    """A difference, as a row of a table of them.

    Attributes
    ----------
    kind : Kind
    file : str
        Relative to the verified folder, or to the campaign directory for an input.
    row : mapping of str to str
        The columns that identify the row of a table.
    column : str
        The column, or the place in a record.
    published, recomputed : str
        The published and the present or recomputed value or checksum, or a description of what is there
        instead of a file; empty for nothing.
    """

    kind: Kind
    file: str
    row: Mapping[str, str] = MappingProxyType({})
    column: str = ""
    published: str = ""
    recomputed: str = ""


class Verification(NamedTuple):
    """Result of verifying a folder.

    The `title` is the campaign's, empty if its record is unreadable; `version` is that of this program that
    wrote it, empty if unknown, as for an archive's own pages. So many `files` were compared with their
    checksums, and `tables` with recomputed ones, None if nothing was recomputed. `notes` are no differences.
    """

    folder: str
    title: str
    version: str
    audience: str
    files: int
    tables: int | None
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()


def differences_frame(found: Iterable[Difference]) -> pd.DataFrame:
    """Return differences as rows; names of files in it may be invalid UTF-8."""
    return pd.DataFrame(found, columns=list(Difference._fields), dtype=object)


def checksum_differences(
    kinds: Mapping[str, Kind], published: Mapping[str, str], recomputed: Mapping[str, str]
) -> Iterator[Difference]:
    """Compare checksums of files by path; `kinds` are those of what was added, removed or changed."""
    found = mapping_changes(published, recomputed).fillna("").sort_values("name")
    for name, old, new, change in found.to_numpy().tolist():
        if change in kinds:
            yield Difference(kinds[change], name, published=old, recomputed=new)


def describe_difference(one: Difference) -> str:
    """A difference in one line.

    Examples
    --------
    >>> describe_difference(Difference(Kind.VALUE, "data/a.csv", {"run": "x"}, "score", "0.5", "0.25"))
    'data/a.csv: run=x: score: published 0.5, recomputed 0.25'
    >>> describe_difference(Difference(Kind.MISSING, "index.html"))
    'missing: index.html'
    >>> describe_difference(Difference(Kind.ADDITIONAL, "more", recomputed="an empty folder"))
    'additional: more: an empty folder'
    """
    row = "".join(f" {column}={value}" for column, value in one.row.items())
    published, recomputed = one.published or "nothing", one.recomputed or "nothing"
    # Checksums of files are not shown; descriptions of anything else are.
    instead = f": {one.recomputed}" if " " in one.recomputed else ""
    if one.kind is Kind.VALUE:
        place = f":{row}: {one.column}" if row else f": {one.column}"
        return f"{one.file}{place}: published {published}, recomputed {recomputed}"
    if row or (one.column and one.kind in (Kind.MISSING, Kind.ADDITIONAL)):
        return f"{one.file}: {one.kind}: {'row' + row if row else f'column {one.column}'}"
    if one.kind is Kind.INPUT:
        return f"input {one.file}: published {published}, now {recomputed}"
    if one.kind is Kind.LINK:
        return f"{'altered' if one.recomputed else 'missing'}: {one.file}, which pages need{instead}"
    if one.kind is Kind.OUTDATED:
        return f"{one.file}: was not made from the campaigns that lie there; the next build makes it anew"
    if one.kind is Kind.CONTENT and not one.column:
        return f"another content is computed: {one.file}"
    return f"{one.kind}: {one.file}" + (f": {one.column}" if one.column else instead)
