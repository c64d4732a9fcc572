"""Turns an evaluation campaign of XML retrieval (INEX) into an official results site."""

import os

# Set before NumPy is imported: processes share the work, and threads for small matrices slow each other down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from inexreport.api import build, check, evaluate, list_metrics, scores, verify
from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
from inexreport.notebook.campaign import Campaign
from inexreport.notebook.results import Results
from inexreport.notebook.site import PublishedSite, open_site
from inexreport.version import __version__

__all__ = [
    "Campaign",
    "CampaignRefusedError",
    "InexreportError",
    "PublishedSite",
    "Results",
    "UsageError",
    "__version__",
    "build",
    "check",
    "evaluate",
    "list_metrics",
    "open_site",
    "scores",
    "verify",
]
