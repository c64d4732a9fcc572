"""The published tables of a campaign by name, with a leaderboard for notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from difflib import get_close_matches
from html import escape

import pandas as pd

from inexreport.errors import UsageError
from inexreport.model.counted import counted

SHOWN_RUNS = 10
"""Best runs of each task that a notebook shows."""


class PublishedTables(ABC):
    """Tables that a campaign publishes, as pandas DataFrames.

    Attributes
    ----------
    title : str
        Of the campaign.
    tables : tuple of str
        Names of the tables, for `table`.
    scores : pandas.DataFrame
        The table ``scores``; the topic ``all`` is the mean over topics.
    """

    title: str

    @property
    @abstractmethod
    def tables(self) -> tuple[str, ...]: ...

    @abstractmethod
    def _table(self, name: str) -> pd.DataFrame: ...

    def table(self, name: str) -> pd.DataFrame:
        """Return a published table; the site's data page explains its columns.

        Parameters
        ----------
        name : str
            One of `tables`, e.g. ``"significance"``.

        Returns
        -------
        pandas.DataFrame
            A new one each time. Values are those of the Parquet file of this name.

        Raises
        ------
        UsageError
            If the campaign publishes no such table.
        """
        if name not in self.tables:
            raise unknown_name("table", name, self.tables)
        return self._table(name)

    @property
    def scores(self) -> pd.DataFrame:
        return self.table("scores")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.title!r}: {len(self.tables)} tables>"

    def _repr_html_(self) -> str:
        """The best runs of each task by its official metric, as HTML; what comes from files is escaped."""
        parts = [f"<p><strong>{escape(self.title)}</strong></p>"]
        for task, runs in self.table("runs").groupby("task", sort=False):
            ranked = runs[runs["official_rank"].notna()].sort_values("official_rank", kind="stable")
            shown = ranked.head(SHOWN_RUNS)
            shown_runs = f"{counted(len(runs), 'run')}, {len(ranked)} ranked"
            if len(shown) < len(ranked):
                shown_runs += f", the best {len(shown)} shown"
            parts.append(f"<p>{escape(str(task))}: {shown_runs}</p>")
            if len(shown):
                leaders = pd.DataFrame(
                    {
                        "rank": shown["official_rank"].astype("int64"),
                        "run": shown["run"],
                        "participant": shown["participant"],
                        str(runs["official_metric"].iloc[0]): shown["official_score"],
                    }
                )
                parts.append(
                    leaders.to_html(index=False, float_format="{:.4f}".format, justify="left", border=0)
                )
        return "\n".join(parts)


def unknown_name(kind: str, name: str, known: Iterable[str]) -> UsageError:
    """Return an error that lists what exists, with the nearest name first.

    Examples
    --------
    >>> str(unknown_name("table", "score", ["runs", "scores"]))
    "There is no table 'score'; is 'scores' meant? There are: runs, scores."
    """
    names = list(known)
    near = get_close_matches(name, names, n=1)
    hint = f"; is {near[0]!r} meant? " if near else ". "
    listed = f"There are: {', '.join(names)}." if names else "There are none."
    return UsageError(f"There is no {kind} {name!r}{hint}{listed}")
