# SPDX-License-Identifier: Apache-2.0
"""The `fairhash` command line: the list of commands, and the conversion of failures to one-line messages."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from click.shell_completion import get_completion_class, shell_complete

from fairhash.base.errors import FairhashError, printable
from fairhash.console.lazy_group import CommandEntry, LazyGroup, find_commands

_PACKAGE = Path(__file__).resolve().parents[1]
_SECTIONS = ("Start", "Hash", "Verify", "Measure", "Compare", "Papers", "Maintain")
_COMMANDS = {
    name: CommandEntry(f"fairhash.cli.{module}", attribute, summary, section)
    for section, commands in {
        "Start": (
            ("run", "run", "run", "Verify, implement and report two cores (./run)."),
            ("list", "catalog", "list_", "List cores with their figures on a device, best first."),
            ("show", "catalog", "show", "Show what a core declares about itself."),
            ("doctor", "doctor", "doctor", "Show installed tools and how to install missing ones."),
            ("completion", "main", "completion", "Print a script for completion in a shell."),
        ),
        "Hash": (
            ("hash", "hash", "hash_", "Hash files, in the format of sha256sum."),
            ("pad", "pad", "pad", "Print the words a core receives for a message."),
            ("answers", "models", "answers", "Check the software models against files of known answers."),
            ("bench-models", "models", "bench_models", "Measure the speed of the software models."),
            ("shim", "models", "shim", "Write the software models as SUPERCOP packages."),
        ),
        "Verify": (
            ("verify", "testbench", "verify", "Check cores against answers, models and the protocol."),
            ("cycles", "testbench", "cycles", "Measure a core's cycles and check its formula."),
        ),
        "Measure": (
            ("implement", "implement", "implement", "Synthesise, place and route cores on a device."),
            ("campaign", "campaign", "campaign", "Measure what a campaign file declares."),
            ("replicate", "results", "replicate", "Run a stored result again and compare."),
        ),
        "Compare": (
            ("report", "implement", "report", "Print the tables of stored results."),
            ("results", "results", "results", "List, query, export and import stored results."),
            ("select", "select", "select", "Choose the recipe of each core by one rule."),
            ("seeds-needed", "seeds", "seeds_needed", "Estimate how many seeds show a difference."),
            ("check-intervals", "seeds", "check_intervals", "Show how often statements of three seeds hold."),
        ),
        "Maintain": (("site", "site", "site", "Build the site of results and documentation."),),
    }.items()
    for name, module, attribute, summary in commands
}

_COMPLETE = "_FAIRHASH_COMPLETE"
"""Environment variable by which a shell requests completions."""

_INTERRUPTED = 128 + signal.SIGINT
_BROKEN_PIPE = 128 + signal.SIGPIPE


@click.command(
    cls=LazyGroup,
    entries=_COMMANDS,
    find=lambda: find_commands(_PACKAGE, ("features/*/*command.py", "studies/*/*command.py")),
    sections=_SECTIONS,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with `fairhash list`, then `fairhash show sha-512/highspeed`. Every command has its own --help.",
)
@click.version_option(package_name="fairhash")
def cli() -> None:
    """Open, fair, reproducible hardware benchmarking of hash functions.

    A CORE is one implementation of one algorithm, named ALGORITHM/ARCHITECTURE, for example sha-512/highspeed. The
    commands show, verify, cycles and implement also accept the description file of an external core (see bench).
    """


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and cores in SHELL.

    \b
    Examples:
      eval "$(fairhash completion bash)"          # for this shell only
      fairhash completion fish > ~/.config/fish/completions/fairhash.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "fairhash", _COMPLETE).source())


def _print_error(message: str) -> None:
    with contextlib.suppress(OSError):
        print(f"fairhash: {' '.join(printable(message).split())}", file=sys.stderr)


def _usage_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    message = error.format_message().rstrip(".")
    return f"{message}; see {context.command_path} --help" if context else message


def _drop_output() -> None:
    """Discard buffered output that cannot be written; otherwise the interpreter reports an error at its exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _message_and_status(error: BaseException) -> tuple[str, int] | None:
    """Message and exit status for an error that a user can cause; None for a programming error."""
    status = 2
    match error:
        case click.ClickException():
            message = _usage_message(error)
        case FairhashError():
            message = str(error)
        case KeyboardInterrupt():
            message, status = "interrupted; run the same command again to continue", _INTERRUPTED
        case BrokenPipeError():
            message, status = "", _BROKEN_PIPE
        case OSError():
            message = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
        case MemoryError():
            message = "not enough memory; give smaller numbers or shorter files"
        case OverflowError():
            message = f"a number is too large: {error}; give a smaller one"
        case _:
            return None
    return message, status


def _call(arguments: Sequence[str]) -> object:
    """Do what click's main() does, except for its error handling, which prints more than one line."""
    instruction = os.environ.get(_COMPLETE)
    if instruction:
        return shell_complete(cli, {}, "fairhash", _COMPLETE, instruction)
    try:
        with cli.make_context("fairhash", list(arguments)) as context:
            return cli.invoke(context)
    except click.exceptions.Exit as request:
        return request.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2


def run(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status: 2, with one line on stderr, for wrong use or environment."""
    try:
        status = _call(arguments)
        sys.stdout.flush()
    except BaseException as error:
        failure = _message_and_status(error)
        if failure is None:
            raise
        message, status = failure
        if isinstance(error, OSError):
            _drop_output()
        if message:
            _print_error(message)
    return status if isinstance(status, int) else 0


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))
