# SPDX-License-Identifier: Apache-2.0
"""The values of an external core's generics and parameters, as each tool must receive them.

Integers of more than 31 bits are written with their width: tools cut an integer without one to 32 bits.
"""

import re
from collections.abc import Mapping

from fairhash.catalog.core import Core
from fairhash.toolchain.vhdl_text import bare_vhdl, read_vhdl

Value = int | str
_VECTOR = re.compile(r"(?:std_u?logic_vector|bit_vector|signed|unsigned|string)\b", re.IGNORECASE)


def values(core: Core) -> dict[str, Value]:
    """All values by name; a boolean is an integer in Verilog and the name `true` or `false` in VHDL."""
    text = core.external.text_generics if core.external else {}
    named: dict[str, Value]
    if core.language == "vhdl":
        named = {name: str(value).lower() if isinstance(value, bool) else value for name, value in text.items()}
    else:
        named = {name: int(value) if isinstance(value, bool) else value for name, value in text.items()}
    return {**core.generics, **named}


def ghdl_options(core: Core) -> tuple[str, ...]:
    """GHDL's options that set the generics of the top entity."""
    return tuple(f"-g{name}={value}" for name, value in values(core).items())


def vhdl_map(core: Core) -> str:
    """The generic map of an instance of the top entity, without parentheses; text is quoted if its type needs it."""
    parts = []
    for name, value in values(core).items():
        parts.append(f"{name} => {_vhdl_literal(core, name, value)}")
    return ", ".join(parts)


def _vhdl_literal(core: Core, name: str, value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    declared = re.compile(rf"\b{name}\b(?:\s*,\s*\w+)*\s*:\s*(?:in\s+)?(?:[\w.]+\.)?(\w+)", re.IGNORECASE)
    types = [found[1] for _, file in core.sources if (found := declared.search(bare_vhdl(read_vhdl(file))))]
    return f'"{value}"' if types and _VECTOR.fullmatch(types[0]) else value


def verilog_expression(value: Value) -> str:
    """A value as an expression of Verilog."""
    if isinstance(value, str):
        return f'"{value}"'
    width = _width(value)
    if width == 32:
        return str(value)
    return f"{width}'d{value}" if value >= 0 else f"-{width}'sd{-value}"


def yosys_constant(value: Value) -> str:
    """A value as Yosys' commands take it: a decimal number, or the bits after their number."""
    if isinstance(value, str):
        contents = value.encode("ascii") or b"\0"
        return f"{8 * len(contents)}'b" + "".join(f"{byte:08b}" for byte in contents)
    width = _width(value)
    return str(value) if width == 32 and value >= 0 else f"{width}'b{value % (1 << width):0{width}b}"


def verilog_map(parameters: Mapping[str, Value]) -> str:
    """The parameters of an instance, without parentheses."""
    return ", ".join(f".{name}({verilog_expression(value)})" for name, value in parameters.items())


def _width(value: int) -> int:
    """Bits of a value in two's complement, in multiples of 32."""
    bits = value.bit_length() + 1 if value >= 0 else (-value - 1).bit_length() + 1
    return -(-bits // 32) * 32 if bits > 32 else 32
