# SPDX-License-Identifier: Apache-2.0
"""Synthetic results for the tests."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any

from fairhash.catalog.core import Formula
from fairhash.results.schema import (
    Clocks,
    Cost,
    CriticalPath,
    Machine,
    MeasuredCycles,
    NetlistGate,
    Resources,
    Result,
    ToolUse,
)

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


def sha256(text: str) -> str:
    """A SHA-256 digest in hexadecimal, for use as a key."""
    return hashlib.sha256(text.encode()).hexdigest()


def sample(
    core: str = "keccak-512/highspeed",
    clock_mhz: float = 150.0,
    area: int = 5000,
    seed: int = 1,
    *,
    block_bits: int = 576,
    block_cycles: int = 24,
    series: str = "first",
    device: str = "ecp5-85k-8",
    recipe: str = "default",
    **changes: Any,
) -> Result:
    """A good result with the given figures, whose registers never need more cells than its area.

    `changes` replaces whole fields.
    """
    formula = Formula(setup=1, load=9, block=block_cycles, final=0, unload=8)
    clocks = Clocks(clk_mhz=clock_mhz, io_clk_mhz=clock_mhz, effective_mhz=clock_mhz)
    label = f"{series} {core} {device} {recipe}"
    values: dict[str, Any] = {
        "key": sha256(f"{label} {seed}"),
        "series": sha256(label),
        "core": core,
        "algorithm": core.split("/", maxsplit=1)[0],
        "digest_bits": 512,
        "block_bits": block_bits,
        "generics": {"RATE": block_bits},
        "source_digest": sha256(core),
        "verilog_digest": sha256(core),
        "device": device,
        "device_family": device.split("-", maxsplit=1)[0],
        "area_unit": "TRELLIS_COMB",
        "recipe": recipe,
        "seed": seed,
        "tools": (
            ToolUse(tool="ghdl", version="2.0.0", commands=(("ghdl", "--synth", "a b", ""),)),
            ToolUse(tool="nextpnr-ecp5", version="0.11.1.0.post826", commands=(("nextpnr-ecp5", "--seed", str(seed)),)),
        ),
        "requested": Clocks(clk_mhz=200, io_clk_mhz=200, effective_mhz=200),
        "achieved": clocks,
        "status": "ok",
        "stage": "placement",
        "resources": Resources(area_cells=area, luts=area - 10, flip_flops=min(2187, area)),
        "frame_resources": Resources(area_cells=0, luts=0, flip_flops=132),
        "netlist": NetlistGate(verdict="pass", messages=12, detail="12 answers"),
        "measured_cycles": MeasuredCycles(
            formula=formula, blocks=(1, 2, 3), cycles=tuple(formula.cycles(blocks) for blocks in (1, 2, 3))
        ),
        "critical_path": CriticalPath(
            start="a_reg[3]", end="b_reg[0]", delay_ns=6.6, logic_ns=2.1, routing_ns=4.5, levels=7
        ),
        "synthesis_cost": Cost(wall_s=20.5, cpu_s=19.25, peak_mib=240),
        "placement_cost": Cost(wall_s=52, cpu_s=51.125, peak_mib=390),
        "date": NOON + timedelta(seconds=seed),
        "machine": Machine(cpu_model="Some CPU", cores=2, os="Debian 12"),
    }
    return Result(**{**values, **changes})


def failed(core: str = "keccak-512/highspeed", seed: int = 1, **changes: Any) -> Result:
    """A synthetic result of a core that does not fit."""
    bad = {"status": "unfit", "reason": 'needs 90000 cells,\nhas "83640"', "achieved": None, "resources": None}
    return sample(core, seed=seed, **{**bad, "critical_path": None, "frame_resources": None, **changes})
