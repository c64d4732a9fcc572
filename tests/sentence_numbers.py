"""Numbers in the sentences of a site's pages, held against the cells of its tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from lxml import html
from sentence_claims import CLAIMS

ROOT = Path(__file__).parent.parent
BLOCKS = ("p", "li", "figcaption", "caption", "dd", "summary", "h1", "h2", "h3")
OUTSIDE = {"table", "script", "style", "svg", "nav", "code", "pre", "math", "footer", "select", "template"}
_NUMBER = re.compile(r"(?<![\w.,@=/#–-])(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?![\w@=(/]|[.,:]\d)")
_DIGIT = re.compile(r"\d")
_IDENTIFIER = re.compile(r"[\w-]+(?:\([^()]*\))?@[\d.]+|[\w-]+\([\w.,= ]*=[\w.,= ]*\)")
_SEARCHES = {rule: re.compile(rule).search for rule in CLAIMS}
_LONG = 25
"""Characters of a text that is not in a table by chance."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a sentence, with the words before and after it."""

    text: str
    before: list[str]
    after: list[str]

    @property
    def bounds(self) -> tuple[float, float]:
        """Between which the values lie that are shown so."""
        value = float(self.text.replace(",", ""))
        if "." not in self.text and self.after != ["%"]:
            return value, value
        half = 0.5 * 10.0 ** -len(self.text.partition(".")[2])
        return value - half - 1e-9, value + half + 1e-9

    def is_fixed(self) -> bool:
        """Whether templates or code have the number with a word beside it: "the first 10"."""
        pairs = [(*self.before, self.text), (self.text, *self.after)]
        if "," in self.text and "." not in self.text:
            pairs.append((f"{int(self.text.replace(',', '')):_}",))
        return any(pair in fixed_text() for pair in pairs if pair != (self.text,))


class Cells:
    """Numbers of cells, without their sign; also as percentages, and what they leave of a whole."""

    def __init__(self, values: list[Any]) -> None:
        known = np.concatenate([np.zeros(1), *(np.asarray(part, dtype=float) for part in values)])
        known = known[np.isfinite(known)]
        self._sorted = np.unique(np.abs([known, 100 * known, 100 - known, 100 - 100 * known]))

    def __contains__(self, number: Number) -> bool:
        low, high = number.bounds
        return bool(np.searchsorted(self._sorted, low) < np.searchsorted(self._sorted, high, "right"))


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: the task, run or topic that it is about, the numbers of its cells, and its texts."""

    address: str
    keys: tuple[tuple[str, str], ...]
    shown: Cells
    blocks: tuple[str, ...]


class PublishedSite:
    """A site's tables, and the sentences of its pages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables = {
            file.stem: pd.read_parquet(file) for file in sorted((folder / "data").glob("*.parquet"))
        }
        # Sentences about pairs are by the official metric, of which alone there are intervals.
        pairs = self.tables["significance"]
        numbers = {name: pairs[name].where(pairs.low.notna()) for name in pairs.select_dtypes("number")}
        self.tables["significance"] = pairs.assign(**numbers)
        self._known: dict[tuple[str, tuple[tuple[str, str], ...]], Cells] = {}
        # Many pages have the same texts.
        self._sentences_of = cache(self._split)
        self.numbers = cache(lambda sentence: tuple(self._numbers(sentence)))
        self.record = json.loads((folder / "data/campaign.json").read_bytes())

    @cached_property
    def pages(self) -> list[SitePage]:
        """All pages; print views repeat others."""
        addresses = sorted(file.relative_to(self.folder) for file in self.folder.rglob("*.html"))
        return [read_page(self.folder / one, one) for one in addresses if one.parts[0] != "print"]

    def unexplained(self) -> list[str]:
        """Numbers that no cell, count or fixed text has: page, number and sentence."""
        return [
            f"{page.address}: {number.text} in: {sentence}"
            for page in self.pages
            for sentence in self.sentences(page)
            for number in self.numbers(sentence)
            if not claims_of(sentence) and not self.knows(number, page)
        ]

    def sentences(self, page: SitePage) -> Iterator[str]:
        """Sentences of a page but those of a text that a table has too: a person wrote it."""
        for text in page.blocks:
            yield from self._sentences_of(text)

    def _split(self, text: str) -> list[str]:
        is_own = len(text) < _LONG or text not in self._long_texts
        return re.split(r"(?<=[.!?]) (?=\w)", text) if is_own else []

    def knows(self, number: Number, page: SitePage) -> bool:
        """Whether a table has a number, here or in the published rows about the same, or a fixed text."""
        return (
            number.is_fixed()
            or number in page.shown
            or any(number in cells for cells in self._cells(page.keys))
        )

    @cached_property
    def claims(self) -> list[tuple[str, str, str]]:
        """Sentences that state a result: the rule that found one, how it should be, and how it is."""
        found = []
        for page in self.pages:
            for sentence in self.sentences(page):
                for rule, claim in claims_of(sentence).items():
                    place = f"in {page.address}: {sentence}"
                    expected = CLAIMS[rule](self.tables, dict(page.keys), claim)
                    found.append((rule, f"{expected} {place}", f"{claim.groups()} {place}"))
        return found

    def _numbers(self, sentence: str) -> Iterator[Number]:
        """Numbers of a sentence that belong neither to a name nor to a metric's identifier."""
        if not _DIGIT.search(sentence):
            return
        words = ("NAME" if word.strip(".,;:()") in self._names else word for word in sentence.split(" "))
        sentence = _IDENTIFIER.sub("NAME", self._phrases.sub("NAME", " ".join(words)))
        for hit in _NUMBER.finditer(sentence):
            if hit[0]:
                before, after = _bare(sentence[: hit.start()]), sentence[hit.end() :]
                is_share = after.lstrip().startswith("%")
                yield Number(hit[0], before[-1:], ["%"] if is_share else _bare(after)[:1])

    @cached_property
    def _texts(self) -> set[str]:
        columns = (
            table[name] for table in self.tables.values() for name in table.select_dtypes(exclude="number")
        )
        cells = {" ".join(str(cell).split()) for column in columns for cell in column.dropna().unique()}
        return cells | {one for one in _leaves(self.record) if isinstance(one, str)}

    @cached_property
    def _long_texts(self) -> str:
        return "\n".join(text for text in self._texts if len(text) >= _LONG)

    @cached_property
    def _names(self) -> set[str]:
        return {text for text in self._texts if re.search(r"\d", text) and not re.fullmatch(r"[\d.,]+", text)}

    @cached_property
    def _phrases(self) -> re.Pattern[str]:
        named = sorted((text for text in self._names if " " in text), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, named)) or "$^")

    def _cells(self, keys: tuple[tuple[str, str], ...]) -> Iterator[Cells]:
        """The record's numbers, and those of each table's rows with these keys."""
        yield self._of_record
        for title, table in self._columns.items():
            # In the table of curves, those of a run are beside those of the best run.
            own = tuple(
                (name, key)
                for name, key in keys
                if name in table.codes and (name != "run" or title != "curves")
            )
            if (title, own) not in self._known:
                self._known[title, own] = Cells(list(_values(table, own)))
            yield self._known[title, own]

    @cached_property
    def _of_record(self) -> Cells:
        return Cells([[one for one in _leaves(self.record) if isinstance(one, int | float)]])

    @cached_property
    def _columns(self) -> dict[str, _Columns]:
        return {title: _columns(table) for title, table in self.tables.items()}


@dataclass(frozen=True, slots=True)
class _Columns:
    """Columns of a table: numbers, the numbers in those of text, and the code of each text."""

    rows: int
    numbers: np.ndarray
    in_texts: np.ndarray
    codes: dict[str, np.ndarray]
    texts: dict[str, dict[Any, int]]


def _columns(table: pd.DataFrame) -> _Columns:
    numbers, texts = table.select_dtypes("number"), table.select_dtypes(exclude="number")
    factorised = {name: pd.factorize(texts[name]) for name in texts}
    in_texts = [
        pd.to_numeric(pd.Series(found), errors="coerce").to_numpy(float) for _, found in factorised.values()
    ]
    return _Columns(
        len(table),
        numbers.to_numpy(float, na_value=np.nan).T,
        np.array(
            [
                np.append(found, np.nan)[codes]
                for (codes, _), found in zip(factorised.values(), in_texts, strict=True)
            ]
        ).reshape(len(factorised), len(table)),
        {name: codes for name, (codes, _) in factorised.items()},
        {name: {text: code for code, text in enumerate(found)} for name, (_, found) in factorised.items()},
    )


def _values(table: _Columns, keys: tuple[tuple[str, str], ...]) -> Iterator[Any]:
    """Numbers of the rows with these keys, their sums, means and medians, and how many rows share a text."""
    rows = np.ones(table.rows, dtype=bool)
    for name, key in keys:
        rows &= table.codes[name] == table.texts[name].get(key, -2)
    numbers = table.numbers[:, rows]
    yield from (numbers.ravel(), table.in_texts[:, rows].ravel())
    for column in numbers:
        if len(known := column[np.isfinite(column)]):
            yield [known.sum(), known.mean(), np.median(known)]
    for codes in table.codes.values():
        counts = np.bincount(codes[rows] + 1)[1:]
        yield from (counts, [np.count_nonzero(counts)])


def read_page(file: Path, address: Path) -> SitePage:
    """A page's cells, and its texts without tables, navigation and code."""
    kind, *rest = address.with_suffix("").parts
    about = {"runs": ("task", "run"), "topics": ("topic",), "participants": ()}.get(kind, ("task",))
    page = html.fromstring(file.read_bytes())
    shown = Cells([_numbers_of(page.xpath("//td//text() | //th//text()"))])
    # The organisers' own text is prose, not generated.
    for part in [one for one in page.iter() if one.tag in OUTSIDE or one.get("class") == "prose"]:
        part.drop_tree()
    texts = dict.fromkeys(" ".join(block.text_content().split()) for block in page.iter(*BLOCKS))
    return SitePage(address.as_posix(), tuple(zip(about, rest, strict=False)), shown, tuple(texts))


@cache
def claims_of(sentence: str) -> dict[str, re.Match[str]]:
    """The rules that find a sentence, with what they find; many pages have the same sentences."""
    found = {rule: search(sentence) for rule, search in _SEARCHES.items()}
    return {rule: claim for rule, claim in found.items() if claim}


@cache
def fixed_text() -> set[tuple[str, ...]]:
    """The words of templates, modules and protocols, without tags, alone and in pairs."""
    files = [path for folder in ("templates", "inexreport") for path in (ROOT / folder).rglob("*")]
    text = "\n".join(
        file.read_text("utf-8") for file in sorted(files) if file.suffix in {".html", ".py", ".toml"}
    )
    words = _bare(re.sub(r"<[^<>]{1,200}>|\\n|[\"']\n\s*f?[\"']", " ", text))
    return {*pairwise(words), *((word,) for word in words)}


def _bare(text: str) -> list[str]:
    """The words without punctuation."""
    return [word.strip(".,;:") for word in re.sub(r"[^\w.,;:%-]", " ", text).split()]


def _numbers_of(texts: list[str]) -> list[float]:
    words = [word.strip("%+−()") for text in texts for word in text.split()]
    return [float(word.replace(",", "")) for word in words if re.fullmatch(r"\d[\d,]*(\.\d+)?|\.\d+", word)]


def _leaves(content: Any) -> Iterator[Any]:
    if isinstance(content, dict | list):
        for one in content.values() if isinstance(content, dict) else content:
            yield from _leaves(one)
    else:
        yield content
