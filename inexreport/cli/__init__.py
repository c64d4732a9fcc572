"""The command line: every command explains itself with --help."""

import os

# pydantic looks for plug-ins in every installed package, which takes longer than reading the settings.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from inexreport.cli.program import main

__all__ = ["main"]
