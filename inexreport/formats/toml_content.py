"""TOML files with settings: their content, and mistakes in it with line and expectation."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel, ValidationError

from inexreport.formats.shown_text import quoted
from inexreport.formats.toml_lines import KeyPath, lines_of
from inexreport.model.problem import ProblemLog

MOST_DOTS = 200
"""On one line. Each may be a level of tables, and for each level all levels above are looked at."""


class MistakeCodes(NamedTuple):
    """Codes of the problems of missing keys, unknown keys and wrong values."""

    missing: str
    unknown: str
    wrong: str


def read_toml(data: bytes, code: str, log: ProblemLog) -> tuple[str, dict[str, Any] | None]:
    """Return the text and the content of a TOML file; no content, with a problem in `log`, if it is none."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        log.add(code, found=f"byte 0x{data[error.start]:02x}", expected="UTF-8", lines=[line])
        return "", None
    dots = [line.count(".") for line in text.split("\n")]
    if max(dots) > MOST_DOTS:
        number = 1 + next(i for i, count in enumerate(dots) if count > MOST_DOTS)
        found, expected = f"a line with {dots[number - 1]:,} dots", f"at most {MOST_DOTS}"
        log.add(code, found=found, expected=expected, lines=[number])
        return text, None
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        digits = place.removeprefix("line ").partition(",")[0]
        line = int(digits) if digits.isdecimal() else text.count("\n") + 1
        log.add(code, found=quoted(message), expected="TOML", lines=[line])
    except (ValueError, RecursionError):  # numbers of thousands of digits, arrays nested a thousand deep
        log.add(code, found="a number or nesting too large to read", expected="settings")
    return text, None


def report_mistakes(
    error: ValidationError,
    text: str,
    log: ProblemLog,
    codes: MistakeCodes,
    model: type[BaseModel],
) -> None:
    """Report every mistake that a model finds in the content of a TOML file."""
    for mistake in error.errors(include_url=False):
        path = mistake["loc"]
        name = ".".join(str(key) for key in path)
        if mistake["type"] == "missing":
            code, found, expected = codes.missing, f"no {name}", f"a line {path[-1]} = ..."
        elif mistake["type"] == "extra_forbidden":
            known = _known_keys(model, path[:-1])
            found = quoted(name) + suggestion(str(path[-1]), known)
            code, expected = codes.unknown, "one of " + ", ".join(known)
        else:
            expected = mistake["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
            expected = expected.replace("a valid tuple", "a valid list").replace("Tuple", "List")
            if mistake["type"] == "model_type":
                expected = f"a table [[{path[0]}]]" if isinstance(path[-1], int) else f"a table [{name}]"
            code, found = codes.wrong, f"{quoted(name)} = {quoted(mistake['input'])}"
        log.add(code, found=found, expected=expected, lines=lines_of(text, path))


def _known_keys(model: Any, path: KeyPath) -> tuple[str, ...]:
    """Return the keys that a table may have, by its own keys from the outermost inwards."""
    for key in path:
        if get_origin(model) is None:  # a table with the keys of a model
            model = next(one.annotation for name, one in model.model_fields.items() if name == key)
            model = get_args(model)[0] if type(None) in get_args(model) else model
        else:  # tables with names, or an array of tables
            model = get_args(model)[1 if get_origin(model) is dict else 0]
    return tuple(one.alias or name for name, one in model.model_fields.items())


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return a question for the known name that is most like an unknown one; empty if none is.

    Examples
    --------
    >>> suggestion("cutof", ["cutoff", "official"])
    ' (is “cutoff” meant?)'
    """
    near = difflib.get_close_matches(name, list(known), n=1)
    return f" (is {quoted(near[0])} meant?)" if near else ""
