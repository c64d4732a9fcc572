"""The table ``[site]`` of campaign.toml: colour, logo, badges of runs, publication of their files."""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable
from typing import Annotated

from pydantic import AfterValidator, Field

from inexreport.formats.input_files import InputFiles
from inexreport.formats.shown_text import quoted
from inexreport.formats.toml_lines import has_setting, lines_of
from inexreport.model.problem import ProblemLog
from inexreport.model.run import METADATA, RunStatement
from inexreport.model.settings import AnyText, Settings

LARGEST_LOGO = 100_000
"""Bytes of the file; every page shows it."""

MOST_PIXELS = 2_000
"""Of the logo's width and of its height; a small file can hold a picture that fills a reader's memory."""

_BADGE = ("site", "badge")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PNG_START = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
"""The signature of PNG, and the length and name of the part that begins every PNG file."""


def _is_colour(text: str) -> str:
    if text and not _COLOUR.fullmatch(text):
        raise ValueError('a colour "#rrggbb" of six hexadecimal digits, such as "#0b6e4f"')
    return text.lower()


class SiteSettings(Settings):
    """The table ``[site]``, see `inexreport.model.campaign.Campaign`."""

    accent: Annotated[AnyText, AfterValidator(_is_colour)] = Field(
        default="", examples=["#0b6e4f"], description="colour of links and marks"
    )
    logo: AnyText = Field(
        default="", examples=["logo.png"], description="PNG file in this folder, shown at the top of pages"
    )
    badge: Annotated[AnyText, AfterValidator(str.strip)] = Field(
        default="type", description="column of runs.csv whose value stands beside the name of each run"
    )
    run_files: bool = Field(
        default=False, examples=[True], description="whether the files of runs are published for download"
    )


def read_logo(
    files: InputFiles, name: str, toml: bytes, settings_file: str, folders: Collection[str]
) -> bytes:
    """Return the content of the logo; empty, with the problem reported, if the file cannot be used.

    Parameters
    ----------
    files : InputFiles
        Of the campaign directory.
    name : str
        The path that campaign.toml gives; empty for none.
    toml : bytes
        Content of campaign.toml, for the line of problems.
    settings_file : str
        Its name.
    folders : collection of str
        Folders of inputs, which do not hold logos.
    """
    if not name:
        return b""
    place = files.named(name, folders)
    wanted = f"a PNG file in the campaign directory, in none of its folders {', '.join(folders)}"
    if place is None:
        found, expected = f"no such file: {quoted(name)}", wanted
    else:
        content = files.content(place, LARGEST_LOGO)
        if content is None:
            return b""
        size = png_size(content.data)
        if size and max(size) <= MOST_PIXELS and min(size) > 0:
            return content.data
        kind = f"a picture of {size[0]:,} × {size[1]:,} pixels" if size else "no PNG file"
        found = f"{quoted(name)} is {kind}"
        expected = f"a PNG file of at most {MOST_PIXELS:,} × {MOST_PIXELS:,} pixels"
    files.log(settings_file).add(
        "campaign-value-wrong",
        found=f"site.logo: {found}",
        expected=expected,
        lines=lines_of(toml.decode("utf-8-sig"), ["site", "logo"]),
    )
    return b""


def check_badge(badge: str, statements: Iterable[RunStatement], toml: bytes, log: ProblemLog) -> None:
    """Report a facet named in campaign.toml that neither runs.csv nor metadata of runs can state."""
    text = toml.decode("utf-8-sig")
    known = dict.fromkeys(name for row in statements for name in row.facts.facets)
    if badge and badge not in known and not badge.startswith(METADATA) and has_setting(text, _BADGE):
        log.add(
            "badge-unknown",
            found=quoted(badge),
            expected=f"one of {', '.join(known)}" if known else "a column of runs.csv with values",
            lines=lines_of(text, _BADGE),
        )


def png_size(content: bytes) -> tuple[int, int] | None:
    """Return width and height of a PNG picture in pixels; None for anything else.

    Examples
    --------
    >>> png_size(bytes.fromhex("89504e470d0a1a0a0000000d49484452 00000010 00000020 0806000000"))
    (16, 32)
    """
    start = len(_PNG_START)
    if not content.startswith(_PNG_START) or len(content) < start + 8:
        return None
    width, height = struct.unpack(">II", content[start : start + 8])
    return width, height
