# SPDX-License-Identifier: Apache-2.0
"""The command `pad`: prints the words that a core receives."""

from contextlib import ExitStack

import click

from fairhash.catalog.cores import find_core
from fairhash.cli.hash import parameter_options, parameters
from fairhash.console.names import ALGORITHM, CORE
from fairhash.console.output import as_json, open_input, print_json
from fairhash.models import stream_many

_MOST_IN_FLIGHT = 1 << 16
"""Far more than any core has; the words of empty turns grow with it."""


@click.command()
@click.argument("algorithm", type=ALGORITHM)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--word", type=click.Choice(["16", "32", "64"]), help="Width of a word in bits.  [default: 64]")
@click.option("--core", type=CORE, help="Use the word width and the messages in flight of this core.")
@click.option(
    "--in-flight",
    type=click.IntRange(min=1, max=_MOST_IN_FLIGHT),
    metavar="M",
    help="For a core that works on M messages at once.  [default: 1]",
)
@click.option("--bits", type=click.IntRange(min=0), help="Length of the message in bits.  [default: the whole file]")
@click.option(
    "--digest-bits",
    type=click.IntRange(min=1),
    help="Size of the requested output in bits, for algorithms with variable output (SHAKE).",
)
@click.option("--segments", metavar="N,N,...", help="Blocks of each segment.  [default: one segment]")
@parameter_options
@as_json
def pad(
    *,
    algorithm: str,
    files: tuple[str, ...],
    word: str | None,
    core: str | None,
    in_flight: int | None,
    bits: int | None,
    digest_bits: int | None,
    segments: str | None,
    key: bytes | None,
    customization: str | None,
    domain: int | None,
    as_json: bool,
) -> None:
    """Print the words a core receives for the message in FILE, or in standard input (-): headers and padded blocks.

    One hexadecimal word per line, in the format of docs/interface.md. Several messages are sent one after the other,
    or interleaved for a core that works on several at once ("Turns" on that page).

    \b
    Examples:
      printf abc | fairhash pad sha-512
      fairhash pad sha-256 --core sha-256/highspeed README.md
      fairhash pad keccak-512 --segments 2,1 message.bin
      fairhash pad blake2s-256 --word 32 --key 00010203 message.bin
      fairhash pad keccak-512 --in-flight 2 long.bin short.bin another.bin
    """
    if core is not None and (word or in_flight):
        raise click.UsageError("give --core or --word and --in-flight, not both")
    if files.count("-") > 1:
        raise click.UsageError("standard input is one message only: give - once")
    chosen = find_core(core) if core is not None else None
    word_bits = chosen.word_bits if chosen else int(word or 64)
    slots = chosen.messages_in_flight if chosen else in_flight or 1
    with ExitStack() as stack:
        messages = [stack.enter_context(open_input(file)).read() for file in files or ("-",)]
    turns = stream_many(
        algorithm,
        word_bits,
        messages,
        in_flight=slots,
        bits=bits,
        segments=_blocks(segments),
        digest_bits=digest_bits,
        parameters=parameters(key, customization, domain),
    )
    lines = [f"{value:0{word_bits // 4}x}" for value in turns.words]
    if as_json:
        print_json(
            {
                "algorithm": algorithm,
                "word_bits": word_bits,
                "in_flight": slots,
                "words": lines,
                "last_words": list(turns.ends),
                "digest_order": list(turns.order),
            }
        )
    else:
        click.echo("\n".join(lines))


def _blocks(segments: str | None) -> list[int] | None:
    if segments is None:
        return None
    try:
        return [int(part) for part in segments.split(",")]
    except ValueError:
        raise click.BadParameter(f"{segments!r} is no list of whole numbers", param_hint="--segments") from None
