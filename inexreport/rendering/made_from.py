"""What every page says of the files it was made from, filled in last: it alone changes with any of them."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from inexreport.report.campaign_record import Record


class MadeFrom(NamedTuple):
    """The inputs of a site, as a page's foot has them.

    Attributes
    ----------
    files : str
        How many there are.
    checksum : str
        Of their list.
    short : str
        As much of that as is shown.
    """

    files: str
    checksum: str
    short: str

    def filled_into(self, text: str) -> str:
        """The text with this in place of `STAND_IN`."""
        begin = text.find(_MARK)
        if begin < 0:
            return text
        end = text[begin:]
        for mark, value in zip(STAND_IN, self, strict=True):
            end = end.replace(mark, value)
        return text[:begin] + end


def made_from(record: Record) -> MadeFrom:
    """What campaign.json says of the inputs."""
    checksum = record["inputs_sha256"]
    return MadeFrom(str(len(record["inputs"])), checksum, checksum[:12])


_MARK = "<!--"

# Text from files is escaped, so that none of it looks like these.
STAND_IN = MadeFrom(*(Markup(f"{_MARK}{name}-->") for name in ("files", "checksum", "short checksum")))
"""Stands in a page until all is known."""
