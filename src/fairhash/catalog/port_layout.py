# SPDX-License-Identifier: Apache-2.0
"""How the ports of an external core are gathered in the ports of the measured module, and what the testbench sends.

The measured module has the ports of our cores: clk, io_clk, rst, in_data, in_valid, in_ready, out_data, out_valid and
out_ready. Ports of an external core that are none of these are bits of in_data or out_data above the word.
"""

from dataclasses import dataclass

from fairhash.catalog.external_core import Ports
from fairhash.catalog.port_roles import ENTROPY, Role


@dataclass(frozen=True)
class PortLayout:
    """Widths in bits, and the signal of the measured module for each role of the external core."""

    in_bits: int
    out_bits: int
    signals: dict[Role, str]
    """Verilog expressions."""
    widths: dict[Role, int]
    """Width of the author's port of each role."""
    constants: tuple[str, ...]
    """Outputs of the measured module that no port of the core drives."""
    outer_in_bits: int
    """Width of the words that the testbench sends: data, then last, keep and bytes, if the core has them."""
    outer_out_bits: int


def count_bits(ports: Ports, word_bits: int) -> int:
    """Width of a port that counts the message bytes of a word: 0 to all of them, or 0 to all but one."""
    return (word_bits // 8 if ports.bytes == "count" else word_bits // 8 - 1).bit_length()


def layout(ports: Ports, word_bits: int, digest_word_bits: int, digest_bits: int, *, masked: bool = True) -> PortLayout:
    """The layout of a core.

    Args:
        ports: The description of its ports.
        word_bits: Width of its message port.
        digest_word_bits: Width of its digest port.
        digest_bits: Length of a digest.
        masked: Whether words are in shares, and there are ports for random bits; else the layout is that of the same
            core without masking, which the bridges of the testbench see.
    """
    roles = {role: name for role, name in ports.by_role.items() if masked or role not in ENTROPY}
    shares = ports.shares if masked else 1
    signals: dict[Role, str] = {
        role: role
        for role in ("clk", "io_clk", "rst", "in_valid", "in_ready", "out_valid", "out_ready")
        if role in roles
    }
    widths: dict[Role, int] = dict.fromkeys(roles, 1)
    widths |= {"in_data": word_bits, "out_data": digest_word_bits}
    if ports.kind == "permutation":
        assert ports.state_bits
        widths |= {"in_data": ports.state_bits, "out_data": ports.state_bits}
        signals["start"] = "in_valid"
    if ports.kind == "block":
        signals["next"] = "in_valid"
    if ports.registers:
        widths["address"] = ports.registers.address_bits
        signals["select"] = "in_valid"
    widths |= {"in_keep": word_bits // 8, "out_keep": digest_word_bits // 8, "in_bytes": count_bits(ports, word_bits)}
    widths |= {"in_blocks": ports.blocks_bits or 0, "entropy": ports.entropy_bits or 0}
    widths |= {role: shares * widths[role] for role in _SHARED}
    ends = {}
    for side in ("in", "out"):
        end = 0
        for role in _GATHERED[side]:
            if role in roles:
                one = widths[role] == 1
                signals[role] = f"{side}_data[{end}]" if one else f"{side}_data[{end + widths[role] - 1}:{end}]"
                end += widths[role]
        ends[side] = end
    driven = {signal.partition("[")[0] for role, signal in signals.items() if role in OUTPUTS}
    constants = tuple(name for name in ("in_ready", "out_data", "out_valid") if name not in driven)
    outer = (ends["in"], ends["out"])
    if masked and ports.is_masked:
        plain = layout(ports, word_bits, digest_word_bits, digest_bits, masked=False)
        outer = (plain.outer_in_bits, plain.outer_out_bits)
    elif ports.kind in ("block", "permutation"):
        count = count_bits(ports, word_bits) if "in_bytes" in roles else 0
        outer = (word_bits + 1 + count + widths["in_blocks"], digest_bits)
    elif ports.kind == "registers":
        outer = (word_bits + 1, digest_word_bits)
    widths = {role: width for role, width in widths.items() if role in roles}
    return PortLayout(ends["in"], ends["out"], signals, widths, constants, *outer)


OUTPUTS: frozenset[Role] = frozenset({"in_ready", "out_data", "out_valid", "out_last", "out_keep", "entropy_ready"})
"""Roles of the core's outputs."""
_GATHERED: dict[str, tuple[Role, ...]] = {
    "in": (
        *("in_data", "in_last", "in_keep", "in_bytes", "in_blocks", "init", "finish", "write", "address"),
        *("entropy", "entropy_valid"),
    ),
    "out": ("out_data", "out_last", "out_keep", "entropy_ready"),
}
"""The roles that are bits of in_data and out_data, the lowest first."""
_SHARED: tuple[Role, ...] = ("in_data", "out_data")
"""The roles whose words are in shares, share 0 in the lowest bits."""
