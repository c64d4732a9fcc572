"""Settings of campaign.toml that say how and when results were published, and where documents are."""

from __future__ import annotations

import datetime
import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from inexreport.formats.task_settings import AnyText, Name, StrictModel
from inexreport.model.campaign import DOCUMENT_PLACE

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}\\^`|]+", re.ASCII)
_ORCID = re.compile(r"(?:\d{4}-){3}\d{3}[\dX]", re.ASCII)
_PART = r"[\w.~/?#&=+:@,;%!$'()*-]*"
_DOCUMENT_URL = re.compile(rf"https?://[\w.-]+(?::\d+)?[/?]{_PART}\{{docno\}}{_PART}", re.ASCII)


def _is_doi(text: str) -> str:
    """Accept a DOI, with or without the address of its resolver, which is removed."""
    doi = re.sub(r"^https?://(?:dx\.)?doi\.org/", "", text)
    if doi and not _DOI.fullmatch(doi):
        raise ValueError("a DOI such as 10.5281/zenodo.1234567")
    return doi


def _is_orcid(text: str) -> str:
    """Accept an ORCID iD with a right check digit, with or without its address, which is removed."""
    orcid = re.sub(r"^https?://orcid\.org/", "", text)
    if orcid and not (_ORCID.fullmatch(orcid) and check_digit(orcid[:-1]) == orcid[-1]):
        raise ValueError("an ORCID iD such as 0000-0002-1825-0097")
    return orcid


def check_digit(digits: str) -> str:
    """Return the last character of an ORCID iD.

    References
    ----------
    ISO/IEC 7064, MOD 11-2.

    Examples
    --------
    >>> check_digit("0000-0002-1825-009"), check_digit("0000-0002-1694-233")
    ('7', 'X')
    """
    total = 0
    for digit in digits.replace("-", ""):
        total = 2 * (total + int(digit))
    result = (12 - total % 11) % 11
    return "X" if result == 10 else str(result)


def _is_document_url(text: str) -> str:
    if text and not (_DOCUMENT_URL.fullmatch(text) and text.count(DOCUMENT_PLACE) == 1):
        raise ValueError(
            f"an address that begins with https:// or http:// and has {DOCUMENT_PLACE} in its path"
        )
    return text


def _is_date(value: object) -> object:
    if type(value) is not datetime.date:  # a time of day is a date, too, for Python
        raise ValueError("a date without quotation marks, such as 2026-11-20")
    return value


Doi = Annotated[AnyText, AfterValidator(_is_doi)]
DocumentUrl = Annotated[AnyText, AfterValidator(_is_document_url)]


class AuthorSettings(StrictModel):
    """A table ``[[authors]]``, see `inexreport.model.campaign.Author`."""

    name: Annotated[Name, Field(min_length=1)]
    orcid: Annotated[AnyText, AfterValidator(_is_orcid)] = ""
    affiliation: Name = ""


class EditionSettings(StrictModel):
    """A table ``[[editions]]``, see `inexreport.model.edition.Edition`."""

    date: Annotated[datetime.date, BeforeValidator(_is_date)]
    reason: AnyText = ""
