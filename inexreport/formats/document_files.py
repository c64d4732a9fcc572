"""Which documents a folder holds, and by which names runs and assessments call them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inexreport.formats.directory_listing import Folder, Report
from inexreport.formats.names import article_name

DOCUMENT_ENDINGS = (".xml", ".xml.gz")


def document_name(path: Path) -> str:
    """Return the name by which runs and assessments call a document.

    Parameters
    ----------
    path : Path
        Below the folder of the documents. The collection of 2009 spreads its documents over folders that
        their numbers do not tell of; other collections name documents with their folders.

    Examples
    --------
    >>> document_name(Path("214/923.xml")), document_name(Path("an/1995/a1003.xml.gz"))
    ('923', 'an/1995/a1003')
    """
    name = article_name(path.as_posix().removesuffix(".gz"))
    number = name.rpartition("/")[2]
    return number if number.isascii() and number.isdigit() else name


def documents_below(folder: Folder, report: Report) -> Iterator[tuple[Path, str | None]]:
    """Yield the files below a folder, ordered by path, with their names; None for what is no document."""
    for path in folder.files_below(report):
        is_document = path.name.lower().endswith(DOCUMENT_ENDINGS)
        yield path, document_name(path.relative_to(folder.path)) if is_document else None
