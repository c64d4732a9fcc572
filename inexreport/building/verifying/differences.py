"""What is not as it should be in a published site."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """In which way something differs."""

    MISSING = "missing"
    """What was published is not there."""
    ALTERED = "altered"
    """A file does not have the checksum that was published with it."""
    ADDITIONAL = "additional"
    """What was not published is there."""
    LINK = "link"
    """Pages need a shared file that is missing, or is not what its name says."""
    INPUT = "input"
    """A file of the campaign is not the one that the site names."""
    VALUE = "value"
    """The inputs give another value."""
    CONTENT = "content"
    """The inputs give a file with another content."""
    OUTDATED = "outdated"
    """The archive's own pages were not made from the campaigns that lie there."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs.

    Attributes
    ----------
    kind : Kind
    file : str
        Where: relative to the folder that was looked at, or to the campaign directory for an input.
    row : mapping of str to str
        The columns by which a row of a table is known, or nothing.
    column : str
        The column, or the place within a record.
    published, recomputed : str
        What was published and what there is, or is computed, now: a value, a checksum, or in words what is
        there in place of a file; empty where that is nothing.
    """

    kind: Kind
    file: str
    row: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    published: str = ""
    recomputed: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of looking at a folder.

    Attributes
    ----------
    folder : str
    title : str
        Of the campaign; empty if its record cannot be read.
    version : str
        Which version of this program wrote it; empty where that is not told, as for an archive's own pages.
    audience : str
        For whom it is.
    files : int
        How many files were compared with their checksums.
    tables : int or None
        How many files with tables were compared with recomputed ones; None if nothing was recomputed.
    differences : tuple of Difference
    notes : tuple of str
        What is to be known but is no difference.
    """

    folder: str
    title: str
    version: str
    audience: str
    files: int
    tables: int | None
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()


def describe_difference(one: Difference) -> str:
    """A difference in a line.

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
    if one.kind is Kind.VALUE:
        place = f":{row}: {one.column}" if row else f": {one.column}"
        return f"{one.file}{place}: published {one.published or 'nothing'}, recomputed {_now(one)}"
    if row or (one.column and one.kind in (Kind.MISSING, Kind.ADDITIONAL)):
        return f"{one.file}: {one.kind}: {'row' + row if row else f'column {one.column}'}"
    if one.kind is Kind.INPUT:
        return f"input {one.file}: published {one.published or 'nothing'}, now {_now(one)}"
    if one.kind is Kind.LINK:
        return f"{'altered' if one.recomputed else 'missing'}: {one.file}, which pages need{_in_words(one)}"
    if one.kind is Kind.OUTDATED:
        return f"{one.file}: was not made from the campaigns that lie there; the next build makes it anew"
    if one.kind is Kind.CONTENT and not one.column:
        return f"another content is computed: {one.file}"
    return f"{one.kind}: {one.file}" + (f": {one.column}" if one.column else _in_words(one))


def _in_words(one: Difference) -> str:
    """What is there in place of a file; nothing if that is a file, of which the checksum is known."""
    return f": {one.recomputed}" if " " in one.recomputed else ""


def _now(one: Difference) -> str:
    return one.recomputed or "nothing"
