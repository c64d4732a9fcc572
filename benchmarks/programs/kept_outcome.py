"""Reads what `site_outcome.py` has kept."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any


def kept_outcome(path: str) -> tuple[Any, Any]:
    """Return an outcome and its metrics, with all that statistics has found out about it."""
    outcome, metrics, findings = pickle.loads(Path(path).read_bytes())
    findings.keep_for(outcome)
    return outcome, metrics
