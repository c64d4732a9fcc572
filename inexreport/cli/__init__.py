"""The command line: every command explains itself with --help."""

import gc
import os

# Modules and input files make many objects that stay; to look for garbage among them more often takes an
# eighth of the time of scoring a run.
gc.set_threshold(100_000)

# pydantic looks for plug-ins in every installed package, which takes longer than reading the settings.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from inexreport.cli.program import main  # noqa: E402 (both hold for what it imports)

__all__ = ["main"]
