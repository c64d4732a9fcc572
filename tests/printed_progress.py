"""What commands print about their progress where standard error is no terminal."""

from __future__ import annotations

import re

STAGE = re.compile(r"^[A-Z][a-z ]+: ([\d,]+ of [\d,]+ in )?[\d.]+ s\n", re.MULTILINE)


def without_progress(errors: str) -> str:
    """Standard error without the lines of finished stages."""
    return STAGE.sub("", errors)
