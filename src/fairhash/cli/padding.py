# SPDX-License-Identifier: Apache-2.0
"""The verb that prints what a core receives."""

import click

from fairhash.catalog.cores import find_core
from fairhash.cli.names import ALGORITHM, CORE
from fairhash.cli.output import as_json, print_json
from fairhash.cli.source import opened
from fairhash.models import stream


@click.command()
@click.argument("algorithm", type=ALGORITHM)
@click.argument("file", default="-", metavar="[FILE]")
@click.option("--word", type=click.Choice(["16", "32", "64"]), help="Width of a word in bits.  [default: 64]")
@click.option("--core", type=CORE, help="Take the width of this core's words instead.")
@click.option("--bits", type=click.IntRange(min=0), help="Only the first BITS bits are the message.")
@click.option("--segments", metavar="N,N,...", help="Blocks of each segment.  [default: one segment]")
@as_json
def pad(
    *,
    algorithm: str,
    file: str,
    word: str | None,
    core: str | None,
    bits: int | None,
    segments: str | None,
    as_json: bool,
) -> None:
    """Print the words a core receives for the message in FILE, or in standard input (-): headers and padded blocks.

    One word in hexadecimal per line, as docs/architecture.md says under "A core on the wire".

    \b
    Examples:
      printf abc | fairhash pad sha-512
      fairhash pad sha-256 --core sha-256/highspeed README.md
      fairhash pad keccak-512 --segments 2,1 message.bin
    """
    if word and core:
        raise click.UsageError("give --word or --core, not both")
    word_bits = find_core(core).word_bits if core else int(word or 64)
    with opened(file) as source:
        words = stream(algorithm, word_bits, source.read(), bits, _blocks(segments))
    lines = [f"{value:0{word_bits // 4}x}" for value in words]
    if as_json:
        print_json({"algorithm": algorithm, "word_bits": word_bits, "words": lines})
    else:
        click.echo("\n".join(lines))


def _blocks(segments: str | None) -> list[int] | None:
    if segments is None:
        return None
    try:
        return [int(part) for part in segments.split(",")]
    except ValueError:
        raise click.BadParameter(f"{segments!r} is no list of whole numbers", param_hint="--segments") from None
