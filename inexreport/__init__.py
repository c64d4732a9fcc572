"""Turns a retrieval evaluation campaign into an official results site."""

import os
import sys

# `python -m inexreport` has the working directory first on its path, where a campaign may hold a typing.py.
if (
    sys.argv[:1] == ["-m"]
    and sys.orig_argv[-len(sys.argv)].endswith("inexreport")
    and not sys.flags.safe_path
):
    del sys.path[0]

from typing import TYPE_CHECKING

# Set before NumPy is imported: processes share the work, and threads for small matrices slow each other down.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
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
    "compare",
    "evaluate",
    "list_metrics",
    "open_site",
    "scores",
    "verify",
]

if TYPE_CHECKING:
    from inexreport.api import build, check, compare, evaluate, list_metrics, scores, verify
    from inexreport.notebook import Campaign, PublishedSite, Results, open_site
else:

    def __getattr__(name: str) -> object:
        """Import a name when it is used: the command line starts sooner without pandas and charts."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from inexreport import api

        if hasattr(api, name):
            return getattr(api, name)
        from inexreport import notebook

        return getattr(notebook, name)

    def __dir__() -> list[str]:
        """All names, also those not imported yet, for completion and help."""
        return sorted({*globals(), *__all__})
