"""The tables of a published site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from inexreport.errors import UsageError
from inexreport.notebook.tables import PublishedTables
from inexreport.rendering.data_files import DATA
from inexreport.rendering.output_folder import RECORD


class PublishedSite(PublishedTables):
    """The tables in the folder of a campaign's site; nothing is computed.

    Attributes
    ----------
    folder : pathlib.Path
    record : dict
        The content of ``data/campaign.json``.
    """

    def __init__(self, folder: Path, record: Mapping[str, Any]) -> None:
        self.folder, self.record = folder, dict(record)
        self.title = str(record.get("title", ""))

    @property
    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(file.stem for file in (self.folder / DATA).glob("*.parquet")))

    def _table(self, name: str) -> pd.DataFrame:
        return pd.read_parquet(self.folder / DATA / f"{name}.parquet")


def open_site(path: str | PathLike[str]) -> PublishedSite:
    """Open a published site to read its tables.

    Parameters
    ----------
    path : path
        Folder of a campaign in an archive, e.g. ``site/sample-2009``.

    Raises
    ------
    UsageError
        If there is no site of a campaign.

    Examples
    --------
    >>> open_site("site/sample-2009").table("runs")  # doctest: +SKIP
    """
    folder = Path(path)
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except FileNotFoundError:
        raise UsageError(
            f"There is no site of a campaign in {str(path)!r}: {RECORD} is missing. Give the folder of a "
            "campaign, such as site/inex-2009."
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"{RECORD} of {str(path)!r} cannot be read: {error}. Build the site again."
        ) from None
    if not isinstance(record, dict):
        raise UsageError(f"{RECORD} of {str(path)!r} has no record of a campaign. Build the site again.")
    return PublishedSite(folder, record)
