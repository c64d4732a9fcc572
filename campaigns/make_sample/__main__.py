"""Writes the sample campaigns: `python -m campaigns.make_sample campaigns`.

Everything follows from the texts in this folder; there is no chance in it, so that running it
again changes nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .campaigns import campaign_2004, campaign_2006, campaign_2009, campaign_2025, campaign_2026

CAMPAIGNS = {
    "sample-2004": campaign_2004.files,
    "sample-2006": campaign_2006.files,
    "sample-2009": campaign_2009.files,
    "sample-2025": campaign_2025.files,
    "sample-2026": campaign_2026.files,
}


def main() -> None:
    """Write each campaign into a folder of the directory that the command line names."""
    if len(sys.argv) != 2:
        sys.exit("usage: python -m campaigns.make_sample DIRECTORY")
    for campaign, files in CAMPAIGNS.items():
        for name, content in files().items():
            path = Path(sys.argv[1]) / campaign / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


if __name__ == "__main__":
    main()
