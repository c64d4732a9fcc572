"""Finds the templates: inside the package where it is installed, beside it in a checkout."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path


def template_folder() -> Path:
    """The folder with templates and the site's own assets."""
    package = Path(str(files("inexreport")))
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"


@cache
def templates_version() -> str:
    """Return a checksum that changes whenever a template or an asset does."""
    digest = hashlib.sha256()
    folder = template_folder()
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            digest.update(f"{file.relative_to(folder).as_posix()} {content}\n".encode())
    return digest.hexdigest()
