"""Plain submissions in XML, read many times faster than `run_xml` reads them, with the same outcome.

Plain is what the tools of participants write: flat results without mistakes, entities, comments or anything
else that needs a parser. What is not certainly plain is left to `run_xml`, which alone tells what is wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inexreport.formats.flat_tags import SIZES, FlatTags, Tag, flat_tags
from inexreport.formats.plain_articles import NumberedArticles, numbered_articles
from inexreport.formats.plain_attributes import attributes_alike
from inexreport.formats.plain_gaps import check_characters, check_gaps
from inexreport.formats.plain_lines import PlainLines
from inexreport.formats.plain_places import PlainPlaces, element_places, offset_places, range_places
from inexreport.formats.plain_topics import content_beside, plain_topics
from inexreport.formats.run_content import MOST_RESULTS, RunContent
from inexreport.formats.spans import LARGEST_DATA, SPACE, NotPlain, Spans, decoded
from inexreport.model.run import Results

_ENCODING = re.compile(rb"\A(?:\xef\xbb\xbf)?<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([^\"']*)[\"']")
_LIKE_ASCII = re.compile(rb"(?i:utf-8|us-ascii|iso-8859-1|iso-8859-15|windows-1252)")
_TOPIC = re.compile(rb"<topic[\s/>]")
_LONGEST_TEXT = 10_000
_PLACES = (Tag.PATH, Tag.FOL, Tag.PASSAGE)


def read_plain_xml_run(data: bytes) -> RunContent | None:
    """Return what a plain submission says; None if it is not plain.

    Parameters
    ----------
    data : bytes
        Content of the file, unpacked.
    """
    try:
        return _read(data)
    except NotPlain:
        return None


def _read(data: bytes) -> RunContent:
    start = data.find(b"<topic ")
    if not 0 <= start <= len(data) <= LARGEST_DATA:
        raise NotPlain
    certainly_ascii = data.isascii() or data[start:].isascii()
    _check_header(data[:start], certainly_ascii=certainly_ascii)
    check_characters(data)
    tags = flat_tags(data, start)
    if not tags.regular:
        raise NotPlain
    topics = plain_topics(data, tags)
    content = content_beside(data, topics)
    lines = PlainLines(data, tags, topics, certainly_ascii=certainly_ascii)
    parts = _Parts(data, tags)
    places = parts.places()
    articles = parts.articles(certainly_ascii=certainly_ascii)
    results = Results(
        topics=tuple(name for name, has in zip(content.topic_lines, topics.has_results, strict=True) if has),
        articles=articles.names,
        paths=places.paths,
        topic=np.repeat(np.arange(len(topics.counts), dtype=np.int32), topics.counts),
        article=articles.which,
        form=places.form,
        offset=places.offset,
        length=places.length,
        path=places.path,
        end_path=places.end_path,
        rank=parts.numbers(Tag.RANK),
        score=parts.numbers(Tag.RSV),
        line=lines.result,
    )
    check_gaps(data, topics, parts.texts, parts.tag_bytes)
    topic_lines = dict(zip(content.topic_lines, lines.topic.tolist(), strict=True))
    return replace(content, results=results, topic_lines=topic_lines)


def _check_header(header: bytes, *, certainly_ascii: bool) -> None:
    """Refuse what changes the meaning of all that follows; the rest of the header is read as any XML.

    Parameters
    ----------
    header : bytes
        What is in front of the first topic.
    certainly_ascii : bool
        Whether all that follows is ASCII.
    """
    if (b"<!DOCTYPE" in header and b"[" in header) or _TOPIC.search(header):
        raise NotPlain
    encoding = _ENCODING.match(header)
    if encoding is None and b"encoding" in header[: header.find(b"?>")]:
        raise NotPlain
    if encoding and not _LIKE_ASCII.fullmatch(encoding[1]):
        raise NotPlain
    if encoding and encoding[1].lower() != b"utf-8" and not certainly_ascii:
        raise NotPlain


class _Parts:
    """What is inside the results."""

    def __init__(self, data: bytes, tags: FlatTags) -> None:
        self._data, self._tags = data, tags
        self._begin, self._end = tags.which(Tag.RESULT), tags.which(Tag.RESULT_END)
        if len(self._begin) > MOST_RESULTS:
            raise NotPlain
        self.texts: list[Spans] = []
        self.tag_bytes = len(self._begin) * int(SIZES[Tag.RESULT] + SIZES[Tag.RESULT_END])

    def _one_each(self, found: NDArray[np.int64]) -> NDArray[np.int64]:
        if len(found) != len(self._begin) or (found < self._begin).any() or (found > self._end).any():
            raise NotPlain
        return found

    def _leaf(self, tag: Tag, found: NDArray[np.int64]) -> Spans:
        """Return the text of an element that holds nothing else."""
        text = Spans(self._data, self._tags.at[found] + SIZES[tag], self._tags.at[found + 1])
        if len(text) and text.lengths.max() > _LONGEST_TEXT:
            raise NotPlain
        self.tag_bytes += len(text) * int(SIZES[tag] + SIZES[tag + 1])
        return text

    def _add(self, text: Spans, letters: bytes) -> None:
        """Remember how much text there is; `letters` are those of its distinct pieces."""
        if b">" in letters or b"\r" in letters:
            raise NotPlain
        if len(letters) and np.frombuffer(letters, dtype=np.uint8).min() <= SPACE:
            self.texts.append(text)
        else:
            self.tag_bytes += int(text.lengths.sum())

    def articles(self, *, certainly_ascii: bool) -> NumberedArticles:
        """Return what article each result is of."""
        files = self._leaf(Tag.FILE, self._one_each(self._tags.which(Tag.FILE))).stripped()
        if files.lengths.min() < 1:
            raise NotPlain
        articles = numbered_articles(files, certainly_ascii=certainly_ascii)
        self._add(files, articles.letters.replace(b"\0", b""))  # a file with any is not plain
        return articles

    def numbers(self, tag: Tag) -> NDArray[np.float64]:
        """Return the number in a part, NaN for results that have none."""
        found = self._tags.which(tag)
        text = self._leaf(tag, found)
        values = text.plain_decimal_numbers()
        if values is None:
            self.texts.append(text)
            values = text.decimal_numbers()
        else:
            self.tag_bytes += int(text.lengths.sum())
        if len(found) == len(self._begin):
            self._one_each(found)
            return values
        numbers = np.full(len(self._begin), np.nan)
        result = np.searchsorted(self._begin, found) - 1
        if (result[1:] == result[:-1]).any():
            raise NotPlain
        numbers[result] = values
        return numbers

    def places(self) -> PlainPlaces:
        """Return which text each result means."""
        kinds = [(tag, found) for tag in _PLACES if len(found := self._tags.which(tag))]
        if len(kinds) != 1:
            raise NotPlain
        tag, found = kinds[0]
        self._one_each(found)
        if tag == Tag.PATH:
            paths = self._leaf(tag, found)
            which, pieces = paths.numbered()
            self._add(paths, bytes(pieces.buffers()[2] or b""))
            return element_places(which, pieces, _is_path)
        whole = Spans(self._data, self._tags.at[found], self._tags.at[found + 1])
        if whole.lengths.max() > _LONGEST_TEXT:
            raise NotPlain
        self.texts.append(whole)
        values = attributes_alike(self._data, whole)
        names = tuple(values)
        if tag == Tag.PASSAGE and names == ("start", "end"):
            both = [
                np.stack([getattr(value, side) for value in values.values()], axis=1).ravel()
                for side in ("starts", "ends")
            ]
            which, pieces = Spans(self._data, *both).numbered()
            if not all(map(str.isascii, decoded(pieces))):
                raise NotPlain
            return range_places(which[0::2], which[1::2], pieces, _is_given)
        if tag == Tag.FOL and set(names) | {"length"} == {"offset", "length"}:
            return offset_places(values["offset"], values.get("length"))
        raise NotPlain


def _is_path(text: str) -> bool:
    return text.strip(" \t\r\n/") != ""


def _is_given(value: str) -> bool:
    return value.strip() != ""
