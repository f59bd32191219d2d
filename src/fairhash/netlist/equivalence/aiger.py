# SPDX-License-Identifier: Apache-2.0
"""Writes binary AIGER files (A. Biere, "The AIGER And-Inverter Graph (AIG) Format", version 20071012, section 3)."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.netlist.equivalence.aig import Aig


def _number(value: int) -> bytes:
    """A number in groups of seven bits, least significant first; the highest bit of a byte says that more follow."""
    coded = bytearray()
    while value >= 0x80:
        coded.append(value & 0x7F | 0x80)
        value >>= 7
    coded.append(value)
    return bytes(coded)


def write_aiger(aig: Aig, outputs: Sequence[int], file: Path) -> int:
    """Write all inputs of a graph and the ANDs that the outputs depend on.

    Returns:
        The number of ANDs.
    """
    cone = aig.cone(outputs)
    number = {0: 0}
    for position, node in enumerate([*aig.input_nodes, *cone], 1):
        number[node] = position

    def literal(old: int) -> int:
        return 2 * number[old >> 1] + (old & 1)

    inputs = len(aig.input_nodes)
    text = bytearray(f"aig {inputs + len(cone)} {inputs} 0 {len(outputs)} {len(cone)}\n".encode())
    text += b"".join(f"{literal(output)}\n".encode() for output in outputs)
    for node in cone:
        low, high = sorted(literal(fanin) for fanin in aig.fanins[node])
        text += _number(2 * number[node] - high) + _number(high - low)
    file.write_bytes(bytes(text))
    return len(cone)
