"""Columns of tables by the names that other programs give them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.names import encoded
from inexreport.formats.shown_text import examples
from inexreport.formats.topic_fields import plain_name
from inexreport.model.arrow_arrays import numbers_of
from inexreport.model.problem import ProblemLog
from inexreport.model.shown_text import LONGEST_NAME, shown

NAMES = {
    "topic": ("qid", "queryid", "topicid", "topic", "query"),
    "document": ("docno", "docid", "documentid", "document", "did", "doc", "pid", "passageid", "corpusid"),
    "score": ("score", "rsv", "sim"),
    "rank": ("rank",),
    "tag": ("tag", "runid", "run", "system", "name"),
    "grade": ("relevance", "label", "rel", "grade", "judgment", "judgement", "score"),
    "iteration": ("iteration", "iter", "q0", "subtopic", "subtopicid"),
}
"""Of each column the names, as `plain_name` returns them, the best first: PyTerrier has the text of a topic
in ``query`` and a number in ``docid``, beside ``qid`` and ``docno``."""

Rows = tuple[pa.Table, NDArray[np.int64]]
"""Rows with named columns, and the line of each."""


@lru_cache(maxsize=1024)
def column_places(header: tuple[str, ...]) -> dict[str, int]:
    """Return where the columns are by what they are called here.

    Examples
    --------
    >>> column_places(("query-id", "corpus-id", "score"))
    {'topic': 0, 'document': 1, 'score': 2, 'grade': 2}
    """
    plain = [plain_name(name) for name in header]
    found = {meaning: [name for name in names if name in plain] for meaning, names in NAMES.items()}
    return {meaning: plain.index(names[0]) for meaning, names in found.items() if names}


def named_columns(table: pa.Table, needed: Sequence[str], log: ProblemLog) -> dict[str, pa.Array] | None:
    """Return the columns of a table that have a meaning; None, with the reason in `log`, if some are missing.

    `needed` are keys of `NAMES`; of those with " or " between them, one must be there.
    """
    header = table.column_names
    places = column_places(tuple(header))
    missing = [name for name in needed if places.keys().isdisjoint(name.split(" or "))]
    named = [places[name] for name in ("topic", "document") if name in places]
    others = [header[place] for place in named if not _are_names(table.schema.types[place])]
    missing += [f"texts in the column {name}" for name in others]
    if missing:
        names = [one for name in needed for one in name.split(" or ")]
        log.add(
            "table-columns",
            found=f"no {' and no '.join(missing)} in the columns {examples(header)}",
            expected="; ".join(f"{name}: {', '.join(NAMES[name])}" for name in names),
            lines=[1],
        )
        return None
    columns = [column.combine_chunks() for column in table.columns]
    return {name: columns[place] for name, place in places.items()}


def names_of(column: pa.Array) -> pa.DictionaryArray:
    """Return a column of names as texts, each in the dictionary once; a missing one is empty.

    Examples
    --------
    >>> names_of(pa.array([7, None, 7])).to_pylist()
    ['7', '', '7']
    """
    names = encoded(column)
    if names.null_count:
        texts = pa.concat_arrays([names.dictionary, pa.array([""])])
        places = pc.fill_null(names.indices, len(names.dictionary))
        names = encoded(pa.DictionaryArray.from_arrays(places, texts))
    return names


def unfit_names(distinct: pa.StringArray) -> NDArray[np.bool_]:
    """Return whether pages cannot show each name as it is."""
    # Most names need no look at their letters one by one.
    letters = numbers_of(pc.binary_length(distinct))
    plain = pc.ascii_is_printable(distinct).to_numpy(zero_copy_only=False)
    unfit = np.asarray(~plain | (letters == 0) | (letters > LONGEST_NAME))
    for place in np.flatnonzero(unfit).tolist():
        name = distinct[place].as_py()
        unfit[place] = not name or shown(name) != name
    return unfit


def _are_names(kind: pa.DataType) -> bool:
    value = kind.value_type if pa.types.is_dictionary(kind) else kind
    is_text = pa.types.is_string(value) or pa.types.is_large_string(value) or pa.types.is_string_view(value)
    return bool(is_text or pa.types.is_integer(value))
