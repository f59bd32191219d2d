# SPDX-License-Identifier: Apache-2.0
"""The register map of components with AXI4-Lite, and what is written from it.

`python -m fairhash.features.package.register_map` writes the VHDL package, the C header and the tables again.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from fairhash.base import files, paths
from fairhash.base.records import StrictModel

SOURCE = "components/registers.toml"
"""The map, relative to rtl/."""
HEADER = "fairhash_registers.h"
_LICENCE = "SPDX-License-Identifier: Apache-2.0"
_MADE = "Made from rtl/components/registers.toml; do not edit."
_MARKS = ("<!-- registers: written by fairhash.features.package.register_map -->", "<!-- end of registers -->")
_ACCESS = {
    "ro": "read",
    "rw": "read, write",
    "wo": "write",
    "w1c": "read; write 1 to clear",
    "w1s": "write 1 to start; reads 0",
}


class RegisterField(StrictModel):
    """Neighbouring bits of a register with one meaning."""

    name: str
    bits: tuple[Annotated[int, Field(ge=0, le=31)], Annotated[int, Field(ge=0, le=31)]]
    """Lowest and highest bit."""
    access: Literal["ro", "rw", "wo", "w1c", "w1s"]
    text: str

    @property
    def mask(self) -> int:
        """The bits as a number of 32 bits."""
        low, high = self.bits
        return (2 << high) - (1 << low)


class Register(StrictModel):
    """A word of 32 bits, or several with the same meaning."""

    name: str
    offset: Annotated[int, Field(ge=0, multiple_of=4)]
    """Address of the first word in bytes."""
    words: Annotated[int, Field(ge=1)] = 1
    text: str
    field: tuple[RegisterField, ...]


def read_registers() -> list[Register]:
    """The registers in the order of their addresses."""
    data = tomllib.loads(files.read_text(paths.rtl() / SOURCE))
    return [Register.model_validate(entry) for entry in data["register"]]


def address_bits(registers: list[Register]) -> int:
    """Bits of an address in bytes."""
    return max((one.offset + 4 * one.words - 1).bit_length() for one in registers)


def vhdl_package(registers: list[Register]) -> str:
    """The package of the addresses and of the lowest bit of each field."""
    constants = [("ADDRESS_BITS", str(address_bits(registers)), "bits of an address, which counts bytes")]
    for one in registers:
        constants.append((f"{one.name.upper()}_OFFSET", f"16#{one.offset:02x}#", _plain(one.text).rstrip(".")))
        constants += [
            (f"{one.name.upper()}_{part.name.upper()}", str(part.bits[0]), f"lowest bit of {part.name}")
            for part in one.field
        ]
    names = max(len(name) for name, _, _ in constants)
    values = max(len(value) for _, value, _ in constants)
    lines = [
        f"  constant {name:{names}} : natural := {value + ';':{values + 1}} -- {text}"
        for name, value, text in constants
    ]
    return "\n".join(
        [
            f"-- {_LICENCE}",
            "-- Addresses and bits of the registers of hash_registers.",
            f"-- {_MADE}",
            "",
            "package registers_pkg is",
            "",
            *lines,
            "",
            "end package registers_pkg;",
            "",
        ]
    )


def c_header(registers: list[Register]) -> str:
    """Addresses, masks and shifts for C."""
    lines = [f"/* {_LICENCE} */", f"/* Registers of a FairHash component. {_MADE} */"]
    lines += ["#ifndef FAIRHASH_REGISTERS_H", "#define FAIRHASH_REGISTERS_H"]
    for one in registers:
        lines += ["", f"/* {_plain(one.text)} */", f"#define FAIRHASH_{one.name.upper()} 0x{one.offset:02x}u"]
        if one.words > 1:
            lines.append(f"#define FAIRHASH_{one.name.upper()}_WORDS {one.words}u")
        for part in one.field:
            name = f"FAIRHASH_{one.name.upper()}_{part.name.upper()}"
            lines.append(f"#define {name} 0x{part.mask:08x}u /* {_plain(part.text)} */")
            if part.bits[0]:
                lines.append(f"#define {name}_SHIFT {part.bits[0]}")
    return "\n".join([*lines, "", "#endif", ""])


def markdown_table(registers: list[Register]) -> str:
    """The table for pages."""
    lines = ["| address | register | bits | field | access | meaning |", "|---|---|---|---|---|---|"]
    for one in registers:
        last = one.offset + 4 * (one.words - 1)
        address = f"0x{one.offset:02x}" + (f" to 0x{last:02x}" if one.words > 1 else "")
        for part in one.field:
            low, high = part.bits
            bits = str(low) if low == high else f"{high}..{low}"
            lines.append(
                f"| {address} | `{one.name}` | {bits} | `{part.name}` | {_ACCESS[part.access]} | {part.text} |"
            )
            address = ""
    return "\n".join(lines)


def with_table(page: str, registers: list[Register]) -> str:
    """The page with its table written again."""
    first, last = _MARKS
    pattern = re.compile(f"{re.escape(first)}.*?{re.escape(last)}", re.DOTALL)
    return pattern.sub(lambda _: f"{first}\n{markdown_table(registers)}\n{last}", page)


def written_files() -> dict[Path, str]:
    """Path and content of all files that are written from the map."""
    registers = read_registers()
    folder = paths.rtl() / "components"
    page = folder / "README.md"
    return {
        folder / "registers_pkg.vhd": vhdl_package(registers),
        folder / "driver" / HEADER: c_header(registers),
        page: with_table(files.read_text(page), registers),
    }


def _plain(text: str) -> str:
    """Text of a Markdown cell without its marks."""
    return text.replace("`", "")


def main() -> None:
    """Write the files again."""
    for file, text in written_files().items():
        files.write_text(file, text)


if __name__ == "__main__":
    main()
