# SPDX-License-Identifier: Apache-2.0
"""The `fairhash` command: its verbs, and how every failure ends as one line."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence

import click
from click.shell_completion import shell_complete

from fairhash.cli.lazy import LazyGroup, Verb
from fairhash.errors import FairhashError

_VERBS = {
    "run": Verb("fairhash.cli.run", "run", "The main job: verify, implement and report two cores."),
    "list": Verb("fairhash.cli.catalog", "list_", "List the cores of this checkout."),
    "show": Verb("fairhash.cli.catalog", "show", "Show what a core declares about itself."),
    "hash": Verb("fairhash.cli.hashing", "hash_", "Hash files, printing like sha256sum."),
    "pad": Verb("fairhash.cli.padding", "pad", "Print the words a core receives for a message."),
    "answers": Verb("fairhash.cli.answers", "answers", "Check the software models against files of known answers."),
    "bench-models": Verb("fairhash.cli.models", "bench_models", "Measure the speed of the software models."),
    "shim": Verb("fairhash.cli.models", "shim", "Write the software models in the form that SUPERCOP measures."),
    "verify": Verb("fairhash.cli.checking", "verify", "Check cores against answers, models and the protocol."),
    "cycles": Verb("fairhash.cli.checking", "cycles", "Measure a core's cycles and compare its formula."),
    "ladder": Verb("fairhash.cli.ladder", "ladder", "Climb cores' whole ladder of checks, step by step, resumable."),
    "implement": Verb("fairhash.cli.implementing", "implement", "Synthesise, place and route cores on a device."),
    "campaign": Verb("fairhash.cli.campaign", "campaign", "Measure what a campaign declares and is not stored yet."),
    "explore": Verb("fairhash.cli.exploring", "explore", "Search options, clocks and seeds for a core's best."),
    "select": Verb(
        "fairhash.cli.selecting", "select", "Choose each core's recipe by one rule, and tell what is missing."
    ),
    "seeds-needed": Verb("fairhash.cli.seeds", "seeds_needed", "Tell how many seeds a claimed difference needs."),
    "bench": Verb("fairhash.cli.bench", "bench", "Verify and measure a core of yours beside ours."),
    "export": Verb("fairhash.cli.export", "export", "Write cores of ours as Verilog or as FuseSoC packages."),
    "replicate": Verb("fairhash.cli.database", "replicate", "Run a stored result again and compare."),
    "results": Verb("fairhash.cli.database", "results", "List, export and import stored results."),
    "report": Verb("fairhash.cli.implementing", "report", "Write the pages and tables of what was measured."),
    "paper": Verb("fairhash.cli.paper", "paper", "Reproduce a paper's tables, ours beside the printed values."),
    "doctor": Verb("fairhash.cli.doctor", "doctor", "Tell which tools are found and how to get the missing."),
    "completion": Verb("fairhash.cli.completion", "completion", "Print a script that completes verbs in a shell."),
}

_COMPLETE = "_FAIRHASH_COMPLETE"
"""The variable by which a shell asks for completions."""

_INTERRUPTED = 128 + signal.SIGINT
_BROKEN_PIPE = 128 + signal.SIGPIPE


@click.command(
    cls=LazyGroup,
    verbs=_VERBS,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with `fairhash list`, then `fairhash show sha-512/highspeed`. Every verb has its own --help.",
)
@click.version_option(package_name="fairhash")
def cli() -> None:
    """Open, fair, reproducible hardware benchmarking of hash functions.

    A CORE is one implementation of one algorithm and is called ALGORITHM/ARCHITECTURE, for example sha-512/highspeed.
    Where show, verify, cycles and implement want a CORE, the file that describes one of yours does as well (see bench).
    """


def _tell(message: str) -> None:
    with contextlib.suppress(OSError):
        print(f"fairhash: {' '.join(message.split())}", file=sys.stderr)


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"{error.format_message()}{f' See {context.command_path} --help' if context else ''}"


def _drop_output() -> None:
    """What is still buffered has nowhere to go; without this the interpreter complains when it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failure(error: BaseException) -> tuple[str, int] | None:
    """What to tell of an error a person can cause, and the exit status; None for an error of ours."""
    match error:
        case click.ClickException():
            return _usage(error), 2
        case FairhashError():
            return str(error), 2
        case KeyboardInterrupt():
            return "interrupted; the same command carries on", _INTERRUPTED
        case BrokenPipeError():
            return "", _BROKEN_PIPE
        case OSError():
            return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", 2
    return None


def _call(arguments: Sequence[str]) -> object:
    """What click's own main does, without its ways to end: those print more than one line."""
    asked = os.environ.get(_COMPLETE)
    if asked:
        return shell_complete(cli, {}, "fairhash", _COMPLETE, asked)
    try:
        with cli.make_context("fairhash", list(arguments)) as context:
            return cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2


def run(arguments: Sequence[str]) -> int:
    """Run the command line; its exit status is 2, with one line on stderr, for wrong use or a broken environment."""
    try:
        status = _call(arguments)
        sys.stdout.flush()
    except BaseException as error:
        failure = _failure(error)
        if failure is None:
            raise
        message, status = failure
        if isinstance(error, OSError):
            _drop_output()
        if message:
            _tell(message)
    return status if isinstance(status, int) else 0


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))
