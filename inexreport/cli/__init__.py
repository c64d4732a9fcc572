"""The command line: every command explains itself with --help."""

from inexreport.cli.program import main

__all__ = ["main"]
