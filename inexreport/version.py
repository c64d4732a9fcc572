"""The version that published data names as its maker, and the one that kept results are of."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

__version__ = "0.1.0"

_PACKAGES = (
    "altair", "cattrs", "itables", "jinja2", "latex2mathml", "lxml", "markdown", "nh3", "numpy", "pandas",
    "pyarrow", "pydantic", "scipy", "vl-convert-python",
)  # fmt: skip
"""Packages whose versions may show in what is computed and written."""


_NUMBERS_DEPEND_ON = ("numpy", "pandas", "pyarrow", "scipy")


def library_versions() -> dict[str, str]:
    """Versions of Python and of the packages that digits and bytes of tables may depend on, by name."""
    return {"python": platform.python_version()} | {name: _installed(name) for name in _NUMBERS_DEPEND_ON}


@cache
def code_version() -> str:
    """Return a checksum that changes whenever this package, or what it works with, does.

    Returns
    -------
    str
        Of the package's modules and protocols, and the versions of Python and of other packages.
    """
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    package = Path(__file__).parent
    # Every build does this: for hundreds of files, paths as objects would take longest.
    for folder, folders, names in os.walk(package):
        folders.sort()
        inside = folder[len(str(package)) :].replace(os.sep, "/")
        for name in sorted(names):
            # Folders count only by what is of us in them: Python adds its own as modules are imported.
            if name.endswith((".py", ".toml")):
                content = hashlib.sha256(Path(f"{folder}/{name}").read_bytes()).hexdigest()
                digest.update(f"{inside}/{name} {content}\n".encode())
    for name in _PACKAGES:
        digest.update(f"{name} {_installed(name)}\n".encode())
    return digest.hexdigest()


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
