"""Parses NEXI, the query language of structured topics."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class NexiPart(StrEnum):
    """Kinds of the parts of a NEXI query."""

    TARGET = "target"
    PATH = "path"
    FILTER = "filter"
    FUNCTION = "function"
    OPERATOR = "operator"
    VALUE = "value"
    TERM = "term"
    PHRASE = "phrase"
    REQUIRED = "required"
    EXCLUDED = "excluded"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class NexiToken:
    """A part of a query; the texts of all tokens together are the query."""

    part: NexiPart
    text: str


_LISTED = {
    NexiPart.TARGET: "Asked for",
    NexiPart.PATH: "Further paths",
    NexiPart.OPERATOR: "Operators",
    NexiPart.VALUE: "Values",
    NexiPart.TERM: "Keywords",
    NexiPart.PHRASE: "Phrases",
    NexiPart.REQUIRED: "Stressed",
    NexiPart.EXCLUDED: "Unwanted",
}
"""The parts that pages list below a query, with their labels."""


@dataclass(frozen=True, slots=True)
class NexiQuery:
    """A query in NEXI: a castitle, or in 2003 the title of a CAS topic.

    Attributes
    ----------
    tokens : tuple of NexiToken
        A single one of the part `OTHER` if the text is not a NEXI query.
    steps : tuple of str
        The path outside filters, whose last step is the target; empty if the text is not a NEXI query.
    """

    tokens: tuple[NexiToken, ...]
    steps: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether the text is a NEXI query."""
        return any(token.part is not NexiPart.OTHER for token in self.tokens)

    @property
    def parts(self) -> tuple[tuple[str, tuple[NexiToken, ...]], ...]:
        """Label of each kind of part in the query, with the distinct parts."""
        return tuple(
            (name, found)
            for part, name in _LISTED.items()
            if (found := tuple(dict.fromkeys(token for token in self.tokens if token.part is part)))
        )


def read_nexi(query: str) -> NexiQuery | None:
    """Parse a query by the grammar of NEXI; a text that does not fit is a single token, an empty one None.

    Paths may have single slashes, and contents may be enclosed in apostrophes, as in 2003.

    References
    ----------
    Trotman and Sigurbjörnsson, Narrowed Extended XPath I (2004).

    Examples
    --------
    >>> query = read_nexi('//article[about(.//fm, x)]//sec[about(., "a b" -c)]')
    >>> [(name, [token.text for token in tokens]) for name, tokens in query.parts]
    [('Asked for', ['//sec']), ('Further paths', ['//article', './/fm', '.']), ('Keywords', ['x']), \
('Phrases', ['"a b"']), ('Unwanted', ['-c'])]
    """
    if not query:
        return None
    reader = _Reader(query)
    try:
        reader.read_query()
    except _NotNexiError:
        return NexiQuery((NexiToken(NexiPart.OTHER, query),))
    return NexiQuery(tuple(reader.tokens), tuple(reader.steps))


class _NotNexiError(Exception):
    """The text does not fit the grammar."""


_NAME = r"@?[\w*][\w*.:-]*"
_STEP = re.compile(rf"//?(?:{_NAME}|\(\s*{_NAME}(?:\s*\|\s*{_NAME})*\s*\))")
_CONTEXT = re.compile(rf"\.?(?:{_STEP.pattern})+|\.")
_ABOUT = re.compile(r"about(?=\s*\()", re.IGNORECASE)
_JOIN = re.compile(r"(?:and|or)\b|&&?|\|\|?", re.IGNORECASE)
_NOT = re.compile(r"not\b", re.IGNORECASE)
_COMPARISON = re.compile(r"[<>]=?|!?=")
_VALUE = re.compile(r"\"[^\"]*\"|'[^']*'|[\w.-]+")
_PHRASE = r'"[^"]*"'
_CONTENT = {
    ends: (
        (NexiPart.REQUIRED, re.compile(rf"\+(?:{_PHRASE}|{word})")),
        (NexiPart.EXCLUDED, re.compile(rf"-(?:{_PHRASE}|{word})")),
        (NexiPart.PHRASE, re.compile(_PHRASE)),
        (NexiPart.TERM, re.compile(word)),
    )
    for ends, word in (("", r'[^\s()"]+'), ("'", r"""[^\s()"']+"""))
}
"""Parts of a content, by the mark that encloses it."""

_BLANKS = re.compile(r"\s+")
_DEEPEST = 50


class _Reader:
    """Reads a query from its beginning and collects its tokens."""

    def __init__(self, query: str) -> None:
        self._query = query
        self._position = 0
        self._depth = 0
        self._last = 0
        self.tokens: list[NexiToken] = []
        self.steps: list[str] = []

    def read_query(self) -> None:
        """Read paths, each with an optional filter; the last step of all is the target."""
        target = 0
        self._take_blanks()
        while self._position < len(self._query):
            self._need(_STEP, NexiPart.PATH)
            steps = [self._last]
            while self._take(_STEP, NexiPart.PATH):
                steps.append(self._last)
            self.steps += [self.tokens[step].text for step in steps]
            target = steps[-1]
            if self._take("[", NexiPart.FILTER):
                self._read_conditions()
                self._need("]", NexiPart.FILTER)
        if not self.tokens:
            raise _NotNexiError
        self.tokens[target] = NexiToken(NexiPart.TARGET, self.tokens[target].text)

    def _read_conditions(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise _NotNexiError
        self._read_condition()
        while self._take(_JOIN, NexiPart.OPERATOR):
            self._read_condition()
        self._depth -= 1

    def _read_condition(self) -> None:
        self._take(_NOT, NexiPart.OPERATOR)
        if self._take("(", NexiPart.OTHER):
            self._read_conditions()
            self._need(")", NexiPart.OTHER)
        elif self._take(_ABOUT, NexiPart.FUNCTION):
            self._need("(", NexiPart.OTHER)
            self._need(_CONTEXT, NexiPart.PATH)
            self._need(",", NexiPart.OTHER)
            self._read_content()
            self._need(")", NexiPart.OTHER)
        else:
            self._need(_CONTEXT, NexiPart.PATH)
            self._need(_COMPARISON, NexiPart.OPERATOR)
            self._need(_VALUE, NexiPart.VALUE)

    def _read_content(self) -> None:
        """Read words, phrases and signs, also in brackets, up to the bracket that closes the clause."""
        inside, words = 0, 0
        ends = "'" if self._take("'", NexiPart.OTHER) else ""
        while True:
            if self._take("(", NexiPart.OTHER):
                inside += 1
            elif inside and self._take(")", NexiPart.OTHER):
                inside -= 1
            elif any(self._take(pattern, part) for part, pattern in _CONTENT[ends]):
                words += 1
            elif inside or not words:
                raise _NotNexiError
            else:
                break
        self._need(ends, NexiPart.OTHER)

    def _take(self, expected: re.Pattern[str] | str, part: NexiPart) -> bool:
        """Read a pattern or text and the blanks after it, if it comes next."""
        pattern = re.compile(re.escape(expected)) if isinstance(expected, str) else expected
        match = pattern.match(self._query, self._position)
        if match is None:
            return False
        self._position = match.end()
        if match.group():
            self._last = len(self.tokens)
            self.tokens.append(NexiToken(part, match.group()))
        self._take_blanks()
        return True

    def _need(self, expected: re.Pattern[str] | str, part: NexiPart) -> None:
        if not self._take(expected, part):
            raise _NotNexiError

    def _take_blanks(self) -> None:
        if match := _BLANKS.match(self._query, self._position):
            self._position = match.end()
            self.tokens.append(NexiToken(NexiPart.OTHER, match.group()))
