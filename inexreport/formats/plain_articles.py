"""Which article each result of a plain file is of, worked out for all results at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from inexreport.formats.names import article_name
from inexreport.formats.shown_text import LONGEST_NAME
from inexreport.formats.spans import NotPlain, Spans, decoded, unified
from inexreport.model.short_names import ShortNames, numbered

_DELETE = b"\x7f"


@dataclass(frozen=True, eq=False)
class NumberedArticles:
    """The articles of results.

    Attributes
    ----------
    which : int32 array, shape (results,)
        Number of each result's article.
    names : sequence of str
    letters : bytes
        All that occurs in the names as the file writes them, but a last ``.xml``; perhaps zeros among it.
    """

    which: NDArray[np.int32]
    names: Sequence[str]
    letters: bytes


def numbered_articles(pieces: Spans, *, certainly_ascii: bool) -> NumberedArticles:
    """Number the articles that pieces name, which have no white space at their ends.

    Parameters
    ----------
    pieces : Spans
    certainly_ascii : bool
        Whether all the data is.

    Raises
    ------
    NotPlain
        If a name is empty, or not fit for pages.
    """
    if certainly_ascii and pieces.words is not None:
        which, first = numbered(pieces.words)
        words = pieces.words[first]
        letters = words.tobytes()
        if b"." not in letters and _DELETE not in letters:
            return NumberedArticles(which, ShortNames(words), letters)
    which, spellings = (pieces.without_xml() if certainly_ascii else pieces).numbered()
    letters = bytes(spellings.buffers()[2] or b"")
    if certainly_ascii:
        if pc.max(pc.binary_length(spellings)).as_py() > LONGEST_NAME or _DELETE in letters:
            raise NotPlain
        return NumberedArticles(which, tuple(decoded(spellings)), letters)
    names, meaning = unified([article_name(name) for name in decoded(spellings)])
    if "" in names:
        raise NotPlain
    return NumberedArticles(meaning[which], names, letters)
