"""The version in published data, and the version of the code in cache keys."""

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
"""Packages whose versions may affect results and files."""


_NUMBERS_DEPEND_ON = ("numpy", "pandas", "pyarrow", "scipy")


def library_versions() -> dict[str, str]:
    """Versions of Python and of the packages that may affect digits and bytes of tables, by name."""
    return {"python": platform.python_version()} | {name: _installed(name) for name in _NUMBERS_DEPEND_ON}


@cache
def code_version() -> str:
    """A checksum of the package's modules and protocols, and of the versions of Python and other packages."""
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    package = Path(__file__).parent
    for folder, folders, names in os.walk(package):
        folders.sort()
        inside = folder[len(str(package)) :].replace(os.sep, "/")
        for name in sorted(names):
            # Only our own files: Python adds folders with compiled modules.
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
