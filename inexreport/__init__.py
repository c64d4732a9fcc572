"""Turns an evaluation campaign of XML retrieval (INEX) into an official results site."""

import os

# Set before NumPy is imported: processes share the work, and threads for small matrices slow each other down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from inexreport.api import build, check, compare, evaluate, list_metrics, scores, verify
from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
from inexreport.version import __version__

__all__ = [
    "CampaignRefusedError",
    "InexreportError",
    "UsageError",
    "__version__",
    "build",
    "check",
    "compare",
    "evaluate",
    "list_metrics",
    "scores",
    "verify",
]
