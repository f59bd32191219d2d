# SPDX-License-Identifier: Apache-2.0
"""One mutation of a netlist: a pin of a cell that is inverted or constant, as Yosys' command `mutate` makes it."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.base.errors import FairhashError

SELECT = "mutant"
"""Input port with the number of the active mutant; 0 activates none."""


@dataclass(frozen=True)
class Mutation:
    """A changed pin. `mode` is ``inv``, ``const0``, ``const1``, ``cnot0`` or ``cnot1``."""

    mode: str
    cell: str
    port: str
    bit: int
    control_bit: int | None = None
    """Bit of the same port: with ``cnot0`` the pin is inverted while this bit is 0, with ``cnot1`` while it is 1."""

    def text(self) -> str:
        """Short form, for tables: ``inv control.n109_o_LUT4_Z.B``; a bit number only where it is not 0."""
        condition = "" if self.control_bit is None else f" by [{self.control_bit}]"
        return f"{self.mode} {self.cell}.{self.port}{f'[{self.bit}]' if self.bit else ''}{condition}"

    def command(self, module: str, number: int, width: int) -> str:
        """Yosys' command that makes this mutant number `number` of a module with a SELECT port of `width` bits."""
        pin = f"-module {module} -cell {self.cell} -port {self.port} -portbit {self.bit}"
        if self.control_bit is not None:
            pin += f" -ctrlbit {self.control_bit}"
        return f"mutate -mode {self.mode} -ctrl {SELECT} {width} {number} {pin}"


def select_width(count: int) -> int:
    """Width of the SELECT port for the numbers 0 to `count`."""
    return max(1, count.bit_length())


def read_list(text: str) -> list[Mutation]:
    """Read the list that `mutate -list` writes.

    Raises:
        FairhashError: for a line of another form.
    """
    return [_read_line(line) for line in text.splitlines() if line.strip()]


def _read_line(line: str) -> Mutation:
    words = shlex.split(line)
    options = _options(words[1:]) if words[:1] == ["mutate"] else {}
    try:
        control_bit = int(options["-ctrlbit"]) if "-ctrlbit" in options else None
        return Mutation(options["-mode"], options["-cell"], options["-port"], int(options["-portbit"]), control_bit)
    except (KeyError, ValueError):
        raise FairhashError(f"not a mutation: {line[:100]}", "", "see the log of Yosys") from None


def _options(words: Sequence[str]) -> dict[str, str]:
    # -src is repeated; nothing here needs it
    return dict(zip(words[::2], words[1::2], strict=False))
