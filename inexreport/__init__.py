"""Turns an evaluation campaign of XML retrieval (INEX) into an official results site."""

import os
from typing import TYPE_CHECKING, Any

from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
from inexreport.version import __version__

if TYPE_CHECKING:
    from inexreport.api import build, check, evaluate, list_metrics, scores, verify

# Work is shared among processes: threads that multiply small matrices would spend more time on waiting for
# each other. NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__all__ = [
    "CampaignRefusedError",
    "InexreportError",
    "UsageError",
    "__version__",
    "build",
    "check",
    "evaluate",
    "list_metrics",
    "scores",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load the functions when one is asked for: pandas and its like take a second."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from inexreport import api

    return getattr(api, name)
