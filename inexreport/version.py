"""The version in published data, and the version of the code in cache keys."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from inexreport.extensions import installed_extensions

__version__ = "0.2.0"

_INSTALLED = Path(__file__).parent / "docs"
DOCUMENTATION = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).parents[1] / "docs"
"""The folder of the pages: in an installed package, or next to it in a checkout."""

CATALOGUE = DOCUMENTATION / "messages.md"
"""The page that is read as the catalogue of problems."""

_NUMBERS_DEPEND_ON = ("numpy", "pandas", "pyarrow", "scipy")


@cache  # metadata of packages are read slowly
def library_versions() -> dict[str, str]:
    """Versions of Python and of the packages that may affect digits and bytes of tables, by name."""
    return {"python": platform.python_version()} | {name: _installed(name) for name in _NUMBERS_DEPEND_ON}


@cache
def code_version() -> str:
    """A checksum of the code that results depend on, for cache keys.

    It covers the package's modules and protocols, the catalogue of problems, the files of installed packages
    that add metrics or protocols, and the versions of Python and of the packages that all of these need.
    """
    package = Path(__file__).parent
    digest = hashlib.sha256(f"{sys.version} {platform.machine()}".encode())
    digest.update(CATALOGUE.read_bytes())
    for folder, folders, names in os.walk(package):
        folders.sort()
        inside = folder[len(str(package)) :].replace(os.sep, "/")
        for name in sorted(names):
            # Only our own files: Python adds folders with compiled modules.
            if name.endswith((".py", ".toml")):
                content = hashlib.sha256(Path(f"{folder}/{name}").read_bytes()).hexdigest()
                digest.update(f"{inside}/{name} {content}\n".encode())
    extensions = installed_extensions()
    for one in extensions.values():
        digest.update(f"{one} {one.sha256}\n".encode())
    for needing in ("inexreport", *extensions):
        for name in _dependencies(needing):
            digest.update(f"{name} {_installed(name)}\n".encode())
    return digest.hexdigest()


def _dependencies(package: str) -> list[str]:
    """Names of all packages that a package needs, without those of extras."""
    needed = [one for one in requires(package) or () if "extra ==" not in one]
    return sorted(re.split(r"[^\w.-]", one)[0] for one in needed)


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
