"""Parses NEXI, the query language of structured topics."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class NexiPart(StrEnum):
    """What a piece of a NEXI query is."""

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
    """A piece of the query; all pieces together are the query."""

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
"""The parts that are listed below a query, and how they are called."""


@dataclass(frozen=True, slots=True)
class NexiQuery:
    """A castitle.

    Attributes
    ----------
    tokens : tuple of NexiToken
        A single one of no part if the text is not a NEXI query.
    steps : tuple of str
        The path outside of filters, whose last step is the target; empty if the text is not a NEXI query.
    """

    tokens: tuple[NexiToken, ...]
    steps: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether the text is a NEXI query."""
        return any(token.part is not NexiPart.OTHER for token in self.tokens)

    @property
    def parts(self) -> tuple[tuple[str, tuple[NexiToken, ...]], ...]:
        """What the query is made of: a name for each kind of part, and the parts, each once."""
        return tuple(
            (name, found)
            for part, name in _LISTED.items()
            if (found := tuple(dict.fromkeys(token for token in self.tokens if token.part is part)))
        )


def read_nexi(query: str) -> NexiQuery | None:
    """Take a query apart as the grammar of NEXI does, or leave it whole if it does not fit; None if empty.

    Paths may have single slashes, and contents may stand between apostrophes, as in 2003.

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
"""What a content is made of, by the mark that encloses all of it."""

_BLANKS = re.compile(r"\s+")
_DEEPEST = 50


class _Reader:
    """Reads a query from its beginning and collects its pieces."""

    def __init__(self, query: str) -> None:
        self._query = query
        self._position = 0
        self._depth = 0
        self.tokens: list[NexiToken] = []
        self.steps: list[str] = []

    def read_query(self) -> None:
        """Paths, each with a filter if it has one; the last step of all is what is asked for."""
        target = 0
        self._take_blanks()
        while self._position < len(self._query):
            self._need(_STEP, NexiPart.PATH)
            self.steps.append(self.tokens[self._last_step()].text)
            while self._take(_STEP, NexiPart.PATH):
                self.steps.append(self.tokens[self._last_step()].text)
            target = self._last_step()
            if self._take_text("[", NexiPart.FILTER):
                self._read_conditions()
                self._need_text("]", NexiPart.FILTER)
        if not self.tokens:
            raise _NotNexiError
        self.tokens[target] = NexiToken(NexiPart.TARGET, self.tokens[target].text)

    def _last_step(self) -> int:
        return max(i for i, token in enumerate(self.tokens) if token.part is NexiPart.PATH)

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
        if self._take_text("(", NexiPart.OTHER):
            self._read_conditions()
            self._need_text(")", NexiPart.OTHER)
        elif self._take(_ABOUT, NexiPart.FUNCTION):
            self._need_text("(", NexiPart.OTHER)
            self._need(_CONTEXT, NexiPart.PATH)
            self._need_text(",", NexiPart.OTHER)
            self._read_content()
            self._need_text(")", NexiPart.OTHER)
        else:
            self._need(_CONTEXT, NexiPart.PATH)
            self._need(_COMPARISON, NexiPart.OPERATOR)
            self._need(_VALUE, NexiPart.VALUE)

    def _read_content(self) -> None:
        """Words, phrases and signs, also in brackets, up to the bracket that closes the clause."""
        inside, words = 0, 0
        ends = "'" if self._take_text("'", NexiPart.OTHER) else ""
        while True:
            if self._take_text("(", NexiPart.OTHER):
                inside += 1
            elif inside and self._take_text(")", NexiPart.OTHER):
                inside -= 1
            elif any(self._take(pattern, part) for part, pattern in _CONTENT[ends]):
                words += 1
            elif inside or not words:
                raise _NotNexiError
            else:
                break
        self._need_text(ends, NexiPart.OTHER)

    def _take(self, pattern: re.Pattern[str], part: NexiPart) -> bool:
        match = pattern.match(self._query, self._position)
        if match is None:
            return False
        self._position = match.end()
        if match.group():
            self.tokens.append(NexiToken(part, match.group()))
        self._take_blanks()
        return True

    def _take_text(self, text: str, part: NexiPart) -> bool:
        return self._take(re.compile(re.escape(text)), part)

    def _need(self, pattern: re.Pattern[str], part: NexiPart) -> None:
        if not self._take(pattern, part):
            raise _NotNexiError

    def _need_text(self, text: str, part: NexiPart) -> None:
        if not self._take_text(text, part):
            raise _NotNexiError

    def _take_blanks(self) -> None:
        if match := _BLANKS.match(self._query, self._position):
            self._position = match.end()
            self.tokens.append(NexiToken(NexiPart.OTHER, match.group()))
