"""Finds the templates: inside the package where it is installed, beside it in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def template_folder() -> Path:
    """The folder with templates and the site's own assets."""
    package = Path(str(files("inexreport")))
    installed = package / "templates"
    return installed if installed.is_dir() else package.parent / "templates"
