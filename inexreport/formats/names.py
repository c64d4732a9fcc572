"""Spellings of articles and element paths that mean the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pyarrow as pa
import pyarrow.compute as pc

from inexreport.model.arrow_arrays import integer_scalar, string_array
from inexreport.model.shown_text import LONGEST_NAME, shown

_NORMALISED = re.compile(r"(?:/[\w:-][\w:.-]*\[[1-9][0-9]*\])+")
_STEP = re.compile(r"([^\[\]/]+)(?:\[0*([0-9]+)\])?")
_TEXT_POINT = re.compile(r"text\(\)(?:\[0*([0-9]+)\])?\.0*([0-9]+)")
_WHITESPACE = re.compile(r"[ \t\n\r\f\v]+")


def article_name(name: str) -> str:
    r"""Return an article's name without surrounding white space and a trailing ``.xml``, fit for pages.

    Examples
    --------
    >>> article_name(" 214923.xml\n"), article_name("co/2000/r7108")
    ('214923', 'co/2000/r7108')
    """
    name = name.strip()
    return shown(name[:-4] if name.lower().endswith(".xml") and len(name) > 4 else name)


def article_names(names: pa.StringArray) -> pa.StringArray:
    """Apply `article_name` to many names, nearly all of which are as they should be."""
    lengths = pc.binary_length(names)
    fit = pc.less_equal(lengths, integer_scalar(LONGEST_NAME, lengths.type))
    plain = pc.and_(pc.ascii_is_printable(names), fit)
    plain = pc.and_not(plain, pc.match_substring(names, " "))
    plain = pc.and_not(plain, pc.ends_with(pc.ascii_lower(names), ".xml"))
    if pc.all(plain).as_py() is not False:
        return names
    return string_array([article_name(name) for name in names.to_pylist()])


def normalised_paths(paths: pa.StringArray) -> pa.StringArray:
    """Apply `normalised_path` to many paths."""
    return string_array([normalised_path(path) for path in paths.to_pylist()])


def normalised_path(path: str) -> str:
    """Return the one spelling by which an element path is compared with others.

    It begins with a slash, holds no white space, and every step has its position. An XPointer's last step
    ``text()[k].offset`` keeps its offset; a step of another shape is left as it is.

    Examples
    --------
    >>> normalised_path("article[1]/ bdy/p[02]/")
    '/article[1]/bdy[1]/p[2]'
    >>> normalised_path("/article/p[3]/text().12")
    '/article[1]/p[3]/text()[1].12'
    >>> normalised_path(" ")
    ''
    """
    if _NORMALISED.fullmatch(path):  # as most are; a run has tens of thousands
        return path
    steps = [step for step in _WHITESPACE.sub("", path).split("/") if step]
    return "".join("/" + _normalised_step(step) for step in steps)


def _normalised_step(step: str) -> str:
    point = _TEXT_POINT.fullmatch(step)
    if point:
        return f"text()[{point[1] or 1}].{point[2]}"
    named = _STEP.fullmatch(step)
    return f"{named[1]}[{named[2] or 1}]" if named else step


def encoded(
    column: pa.Array, spelling: Callable[[pa.StringArray], pa.StringArray] | None = None
) -> pa.DictionaryArray:
    """Return texts, or numbers as texts, with each in its normalised spelling once in the dictionary.

    Dictionaries of other programs have unused and repeated texts.

    Examples
    --------
    >>> encoded(pa.array(["a.xml", None, "a"]), article_names).to_pylist()
    ['a', None, 'a']
    """
    if pa.types.is_dictionary(column.type):
        used = column.indices.dictionary_encode()
        codes, names = used.indices, column.dictionary.cast(pa.string()).take(used.dictionary)
    else:
        found = column.cast(pa.string()).dictionary_encode()
        codes, names = found.indices, found.dictionary
    distinct = (spelling(names) if spelling else names).dictionary_encode()
    if len(distinct.dictionary) < len(names):
        codes = distinct.indices.take(codes)
    return pa.DictionaryArray.from_arrays(codes, distinct.dictionary)


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key by which topic 9 precedes topic 10.

    Examples
    --------
    >>> sorted(["10", "9", "CO2", "CO10"], key=natural_order)
    ['9', '10', 'CO2', 'CO10']
    """
    pieces = re.findall(r"[0-9]+|[^0-9]+", name)
    numbers = (
        (0, int(piece[:1000]), piece) if piece[0] in "0123456789" else (1, 0, piece) for piece in pieces
    )
    return tuple(numbers)
