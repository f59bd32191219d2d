# SPDX-License-Identifier: Apache-2.0
"""The top entity of an accelerator, in VHDL: the generic entities of rtl/accelerator around copies of one core."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fairhash.base import files
from fairhash.catalog.core import Core
from fairhash.studies.system.accelerator_external import external_vhdl, unit_word_bits, with_headers
from fairhash.testbench.adapters import ADAPTED
from fairhash.testbench.vhdl import port_map

if TYPE_CHECKING:
    from fairhash.studies.system.accelerator import Accelerator

ADAPTED_FILE = f"{ADAPTED}.v"
"""File of the module with FairHash ports around an external core."""

PORTS_OF_A_CORE = ("in_valid", "in_ready", "in_mark", "out_valid", "out_ready")
"""Bits of `core_ports` for each core, the lowest one first; `in_mark`: the word is the last one of a block."""


def top_entity(core: Core) -> str:
    """Return the name of the top entity, e.g. ``accelerator_keccak_256_highspeed``."""
    return "accelerator_" + re.sub(r"\W+", "_", core.name).strip("_").lower()


_TEMPLATE = Path(__file__).with_name("accelerator_top.vhd.txt")


def top_vhdl(accelerator: Accelerator, *, observed: bool) -> str:
    """Return the VHDL of the top entity; `observed` as in write_accelerator()."""
    core = accelerator.core
    bits = len(PORTS_OF_A_CORE)
    external = external_vhdl(core) if core.external else None
    same_clock = "clk and io_clk must be the same clock."
    signals = " & ".join(reversed(PORTS_OF_A_CORE))
    return files.read_text(_TEMPLATE).format(
        name=core.name,
        top=accelerator.top,
        clocks=same_clock
        if core.io_ratio == 1
        else f"io_clk has {core.io_ratio} times the rate of clk, edges aligned.",
        reset=core.reset_cycles,
        word=unit_word_bits(core),
        block=core.block_bits,
        digest=core.digest_bits,
        cores=accelerator.cores,
        bus_bits=accelerator.bus_bits,
        buffer_bytes=accelerator.buffer_bytes,
        in_flight=core.messages_in_flight,
        limit_bits=core.length_bits,
        padding=accelerator.padding_blocks,
        needs_bits="true" if core.needs_bits and (external is None or with_headers(core)) else "false",
        component=external.component if external else "",
        signals=external.signals if external else "",
        instances=external.instances if external else _own_core(core),
        observed_port=(
            "; -- the receiver takes the row in this cycle\n    core_ports    : out   "
            f"std_ulogic_vector({bits} * CORES - 1 downto 0) -- for simulation: handshakes of each core"
            if observed
            else "  -- the receiver takes the row in this cycle"
        ),
        observed_signals=(
            f"\n    core_ports({bits} * i + {bits - 1} downto {bits} * i) <= {signals};\n" if observed else ""
        ),
    )


def _own_core(core: Core) -> str:
    generics = ",\n".join(f"        {name} => {value}" for name, value in core.generics.items())
    generic_map = f"\n      generic map (\n{generics}\n      )" if generics else ""
    return f"\n    core : entity work.{core.entity}{generic_map}\n{port_map('      ')}\n"
