# SPDX-License-Identifier: Apache-2.0
"""Restores the choice `others` of case statements and selected assignments, which GHDL 2.0 leaves out of its Verilog.

GHDL's netlist has the value of that choice, and `ghdl --synth --out=vhdl` writes it. Its Verilog has a `case` without a
default instead, whatever the source says. Both texts have the same net names, so the value is taken from the VHDL.
tests/toolchain/test_ghdl_others.py reproduces the fault.
"""

import re

from fairhash.toolchain import tools

_CASE = re.compile(r"(?P<branches>(?:^ *\d+'b[01]+: (?P<net>\w+) <= .*;\n)+)(?P<end> *endcase)", re.MULTILINE)
"""The branches of a `case` without a default; GHDL writes a net of its own for each `case`."""
_SELECTED = re.compile(
    r'^ *with \S+ select (?P<net>\w+) <=\n(?:.* when "[01]+",\n)+ *(?P<value>.+) when others;$', re.MULTILINE
)
_BIT = re.compile(r"'([01])'")
_TOP_PORT = re.compile(r"wrap_(\w+)")
"""The signal that stands for a port of the top entity in GHDL's VHDL."""
_UNKNOWN = re.compile(r"""["'][^"'01]*["']|\(\d+ downto 0 => '[^01]'\)""")
_VALUE = re.compile(r"""\w+|"\w+"|1'b[01]""")
"""A net or a constant that Verilog and make_safe() can read."""


def lacks_others(verilog: str) -> bool:
    """Whether GHDL's Verilog has a `case` without a default."""
    return _CASE.search(verilog) is not None


def restore_others(verilog: str, vhdl: str) -> str:
    """GHDL's Verilog with a default for each `case` that has a value for `others` in GHDL's VHDL of the same design.

    A `case` over all values of an enumeration has none: the value is unknown there.

    Raises:
        ToolMisbehaved: The VHDL has no selected assignment for the net of a `case`, or one that cannot be parsed.
    """
    values = {match["net"]: match["value"] for match in _SELECTED.finditer(vhdl)}
    names = frozenset(re.findall(r"\b\w+\b", verilog))

    def with_default(case: re.Match[str]) -> str:
        net = case["net"]
        if net not in values:
            raise tools.ToolMisbehaved(f"GHDL's VHDL has no value of {net} for the choice `others`")
        value = values[net]
        if _UNKNOWN.fullmatch(value):
            return case[0]
        port = _TOP_PORT.fullmatch(value)
        if port and value not in names:
            value = port[1]
        value = _BIT.sub(r"1'b\1", value)
        if not _VALUE.fullmatch(value):
            raise tools.ToolMisbehaved(f"GHDL's VHDL has {value:.40} for the choice `others`, which cannot be parsed")
        return f"{case['branches']}      default: {net} <= {value};\n{case['end']}"

    return _CASE.sub(with_default, verilog)
