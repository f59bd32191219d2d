# SPDX-License-Identifier: Apache-2.0
"""The command `hash`, which hashes files, and the options of an algorithm's parameters: key, customization, domain."""

import os
from collections.abc import Callable
from typing import Any, BinaryIO

import click

from fairhash.console.names import ALGORITHM
from fairhash.console.output import as_json, open_input, print_json
from fairhash.console.progress import ProgressBar
from fairhash.models import Parameters, find_algorithm, hash_stream


class _Hex(click.ParamType[bytes]):
    """Bytes in hexadecimal digits."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        """The bytes, or one line that the text is not hexadecimal."""
        if isinstance(value, bytes):
            return value
        try:
            return bytes.fromhex(value)
        except ValueError:
            self.fail("the value must be bytes in hexadecimal digits", param, ctx)


class _Byte(click.ParamType[int]):
    """A byte in decimal, or in hexadecimal with the prefix 0x."""

    name = "byte"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or one line that the text is not one."""
        try:
            return value if isinstance(value, int) else int(value, 0)
        except ValueError:
            self.fail(f"{value!r} is not a number", param, ctx)


_OPTIONS = (
    click.option("--key", type=_Hex(), metavar="HEX", help="Key in hexadecimal digits (BLAKE2, BLAKE3)."),
    click.option(
        "--customization",
        metavar="TEXT",
        help="Customization string (Ascon-CXOF128, KangarooTwelve), or context string of BLAKE3's mode derive_key.",
    ),
    click.option("--domain", type=_Byte(), metavar="D", help="Domain separation byte (TurboSHAKE).  [default: 0x1f]"),
)


def parameter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options to a command, whose function has the arguments `key`, `customization` and `domain`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def parameters(key: bytes | None, customization: str | None, domain: int | None) -> Parameters:
    """The parameters that the options give; a string is encoded in UTF-8, and its bytes that are no UTF-8 stay."""
    text = None if customization is None else customization.encode("utf-8", "surrogateescape")
    return Parameters(key, text, domain)


def _size(file: BinaryIO) -> int | None:
    try:
        return os.fstat(file.fileno()).st_size or None
    except OSError:
        return None


def _line(digest: str, name: str) -> str:
    """A line as sha256sum prints it: in a name, line breaks and backslashes are escaped, and a backslash then starts
    the line."""
    escaped = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    mark = "" if escaped == name else "\\"
    return f"{mark}{digest}  {escaped}"


@click.command("hash")
@click.argument("algorithm", type=ALGORITHM)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--digest-bits",
    type=click.IntRange(min=1),
    help="Digest size in bits, for algorithms with variable output (SHAKE) or any digest size (BLAKE2).",
)
@click.option("--bytes", "digest_bytes", type=click.IntRange(min=1), help="The same size in bytes.")
@parameter_options
@as_json
def hash_(
    *,
    algorithm: str,
    files: tuple[str, ...],
    digest_bits: int | None,
    digest_bytes: int | None,
    key: bytes | None,
    customization: str | None,
    domain: int | None,
    as_json: bool,
) -> None:
    """Print the digest of each FILE, or of standard input (-), in the format of sha256sum.

    \b
    Examples:
      fairhash hash sha-256 README.md
      printf abc | fairhash hash keccak-512
      fairhash hash shake128 --digest-bits 512 README.md
      fairhash hash kt128 --bytes 64 --customization "my protocol" README.md
      fairhash hash blake2b-512 --bytes 20 --key 00010203 README.md
    """
    if digest_bits is not None and digest_bytes is not None:
        raise click.UsageError("give --digest-bits or --bytes, not both")
    size = digest_bits if digest_bytes is None else 8 * digest_bytes
    chosen = find_algorithm(algorithm)
    selected = parameters(key, customization, domain)
    digests = []
    for name in files or ("-",):
        with open_input(name) as file, ProgressBar(f"hashing {name}", _size(file)) as bar:
            digest = hash_stream(chosen.id, file, size, bar.add, selected).hex()
        if as_json:
            digests.append({"file": name, "algorithm": chosen.id, "digest": digest})
        else:
            click.echo(_line(digest, name))
    if as_json:
        print_json(digests)
