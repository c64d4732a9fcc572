"""The licence of a campaign's results, by its identifier in the list of SPDX."""

from __future__ import annotations

import re

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

SPDX = "https://spdx.org/licenses/"
"""Its list; an identifier after it is the address of the licence."""

_ADDRESSES = {
    r"https?://creativecommons\.org/licenses/([a-z-]+)/([0-9.]+)(?:/.*)?": "CC-{}-{}",
    r"https?://creativecommons\.org/publicdomain/zero/([0-9.]+)(?:/.*)?": "CC0-{}",
    r"https?://spdx\.org/licenses/([A-Za-z0-9.+-]+?)(?:\.html)?": "{}",
}
"""Identifiers by the address of the licence."""

_IDENTIFIER = re.compile(r"(?!LicenseRef-)[A-Za-z0-9.+-]+", re.IGNORECASE)


def spdx_identifier(licence: str) -> str:
    """Return the SPDX identifier of a licence, or an empty text if there is none that is certain.

    Parameters
    ----------
    licence : str
        As campaign.toml has it: a name, an address or any text.

    Examples
    --------
    >>> spdx_identifier("https://creativecommons.org/licenses/by/4.0/"), spdx_identifier("cc0-1.0")
    ('CC-BY-4.0', 'CC0-1.0')
    >>> spdx_identifier("free for research")
    ''
    """
    for address, name in _ADDRESSES.items():
        if found := re.fullmatch(address, licence):
            licence = name.format(*found.groups())
    if not _IDENTIFIER.fullmatch(licence):
        return ""
    try:
        return canonicalize_license_expression(licence)
    except InvalidLicenseExpression:
        return ""
