"""Turns an evaluation campaign of XML retrieval (INEX) into an official results site."""

import os
from typing import TYPE_CHECKING

# Set before NumPy is imported: processes share the work, and threads for small matrices slow each other down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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

if TYPE_CHECKING:
    from inexreport.api import build, check, compare, evaluate, list_metrics, scores, verify
else:

    def __getattr__(name: str) -> object:
        """Import a function when it is used: the command line starts sooner without pandas and charts."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from inexreport import api

        return getattr(api, name)

    def __dir__() -> list[str]:
        """All names, also those not imported yet, for completion and help."""
        return sorted({*globals(), *__all__})
