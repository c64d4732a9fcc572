"""Takes a castitle apart, so that paths, phrases and terms of a NEXI query can be told from each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class NexiPart(StrEnum):
    """What a piece of a NEXI query is."""

    PATH = "path"
    FUNCTION = "function"
    OPERATOR = "operator"
    PHRASE = "phrase"
    REQUIRED = "required"
    EXCLUDED = "excluded"
    TERM = "term"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NexiToken:
    """A piece of the query; all pieces together are the query."""

    part: NexiPart
    text: str


_NAME = r"(?:@?[\w*][\w*.-]*|\([^()]*\))"
_STRUCTURE = re.compile(
    rf"""(?P<function>about(?=\s*\())
       | (?P<path>\.?(?://?{_NAME})+|\.)
       | (?P<operator>\b(?:and|or|not)\b|[<>]=?|!?=)
       | (?P<phrase>"[^"]*")
       | (?P<term>\w+)
       | (?P<other>\s+|.)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_CONTENT = re.compile(
    r"""(?P<required>\+(?:"[^"]*"|[^\s()"]+))
      | (?P<excluded>-(?:"[^"]*"|[^\s()"]+))
      | (?P<phrase>"[^"]*")
      | (?P<other>\s+|[()"])
      | (?P<term>[^\s()"]+)""",
    re.VERBOSE | re.DOTALL,
)


def nexi_tokens(query: str) -> tuple[NexiToken, ...]:
    """Split a query without judging it: whatever is not understood stays as it is.

    Examples
    --------
    >>> [token.text for token in nexi_tokens('//sec[about(., "a b" -c)]') if token.part != "other"]
    ['//sec', 'about', '.', '"a b"', '-c']
    """
    tokens: list[NexiToken] = []
    position, depth, in_content, after_about = 0, 0, False, False
    while position < len(query):
        match = (_CONTENT if in_content else _STRUCTURE).match(query, position)
        if match is None or match.lastgroup is None:
            break
        text, part = match.group(), NexiPart(match.lastgroup)
        position = match.end()
        if part is NexiPart.FUNCTION:
            after_about = True
        elif in_content and text in "()":
            depth += 1 if text == "(" else -1
            in_content = depth > 0
        elif after_about and text == ",":
            in_content, after_about, depth = True, False, 1
        tokens.append(NexiToken(part, text))
    if position < len(query):
        tokens.append(NexiToken(NexiPart.OTHER, query[position:]))
    return tuple(tokens)
