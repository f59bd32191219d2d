# SPDX-License-Identifier: Apache-2.0
"""Options that select the parameters of an algorithm: key, customization string, domain separation byte."""

from collections.abc import Callable
from typing import Any

import click

from fairhash.models import Parameters


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
    """The parameters that the options give; a string is encoded in UTF-8."""
    return Parameters(key, None if customization is None else customization.encode(), domain)
