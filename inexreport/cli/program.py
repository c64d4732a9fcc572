"""The program: all commands, and what is said when something goes wrong."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from inexreport.cli.documentation import docs
from inexreport.cli.preparation import index, init, metrics, pool
from inexreport.cli.sites import build, diff, serve, verify
from inexreport.cli.submissions import check, compare, evaluate
from inexreport.console.problems import print_problems
from inexreport.errors import CampaignRefusedError, InexreportError, UsageError
from inexreport.version import __version__

PROGRAM = "inexreport"

COMMANDS = (build, check, verify, diff, evaluate, compare, metrics, serve, index, init, pool, docs)
"""In the order of the help."""


class _InterruptedError(Exception):
    """Ctrl-C, for which Typer has no words."""


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise _InterruptedError from None


class _Command(TyperCommand):
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments of a command, of which no option for one value may be given twice."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option, times in Counter(given).items():
            if times > 1 and isinstance(option, TyperOption) and not (option.multiple or option.is_flag):
                raise UsageError(f"{option.opts[0]} is given {times} times, but takes one value.")
        return super().parse_args(ctx, args)


app = typer.Typer(
    name=PROGRAM,
    cls=_Commands,
    help="Turn a retrieval evaluation campaign into an official results site: of documents judged by grade, "
    "as at TREC, CLEF, FIRE and NTCIR, or of XML retrieval (INEX).\n\n"
    "A campaign is a directory with campaign.toml, topics, assessments and runs. Start with "
    "`inexreport init`, look for mistakes with `inexreport check`, publish with `inexreport build`.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"inexreport {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


for _command in COMMANDS:
    app.command(cls=_Command)(_command)


def main() -> None:
    """Run the command line; tell mistakes in words."""
    try:
        app(prog_name=PROGRAM)  # also for python -m inexreport, whose completion has this name too
    except CampaignRefusedError as refused:
        print_problems(refused.problems, to_stderr=True)
        typer.echo(f"\nRefused: {refused.summary}. Nothing was written.", err=True)
        sys.exit(refused.exit_status)
    except InexreportError as mistake:
        typer.echo(str(mistake), err=True)
        sys.exit(mistake.exit_status)
    except MemoryError:
        typer.echo(
            "There is not enough memory. Close other programs; "
            "build, index and verify need less with --workers 1.",
            err=True,
        )
        sys.exit(1)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        typer.echo(f"{place}{error.strerror or error}", err=True)
        sys.exit(1)
    except _InterruptedError:
        typer.echo("\nInterrupted. What was not built to its end is unchanged.", err=True)
        sys.exit(130)
