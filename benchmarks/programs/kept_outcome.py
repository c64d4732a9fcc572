"""Reads what `site_outcome.py` has kept."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from inexreport.statistics.findings import keep_task_findings
from inexreport.statistics.pool_findings import keep_pool_findings


def kept_outcome(path: str) -> tuple[Any, Any]:
    """Return an outcome and its metrics, with all that statistics has found out about it."""
    outcome, metrics, findings = pickle.loads(Path(path).read_bytes())
    for task, of_scores, of_pools in findings:
        keep_task_findings(task, of_scores)
        keep_pool_findings(task, of_pools)
    return outcome, metrics
