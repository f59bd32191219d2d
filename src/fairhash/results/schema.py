# SPDX-License-Identifier: Apache-2.0
"""What a result is: the outcome of one run (core x device x recipe x seed), good or bad. Units are in the names."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, field_validator, model_validator

from fairhash.catalog.core import Formula

SCHEMA_VERSION: Literal[1] = 1
"""Raised with every change of a field's name or meaning; a database of another version is refused.

A new field with a default does not raise it: what was stored before is still read, and means the same.
"""

Status = Literal["ok", "unfit", "unrouted", "timed-out", "failed", "estimate"]
"""`estimate`: mapped to a family that nothing here can place. It has an area and no clock, and is never ranked."""
Stage = Literal["synthesis", "placement", "timing"]
"""Standard cells are timed, not placed."""
Verdict = Literal["pass", "fail", "unchecked"]

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Text = Annotated[str, Field(min_length=1)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Clocks(_Part):
    """Frequencies in MHz; `effective_mhz` is min(clk, io_clk / io_ratio), paths between the two included.

    None for a clock that no path both starts and ends in. With io_ratio 1 both are the same clock.
    """

    clk_mhz: Positive | None
    io_clk_mhz: Positive | None
    effective_mhz: Positive


class Resources(_Part):
    """How many of each kind.

    `area_cells`: on FPGAs the cells that the place tool counts, from which analysis/measures.py gets the logic cells
    needed; on standard cells NAND2 equivalents, rounded, with the area in µm² as the library has it beside them.
    `luts` and `carry` are cells of the mapped netlist, `flip_flops` of the placed design.
    """

    area_cells: Count
    luts: Count
    flip_flops: Count
    carry: Count = 0
    bram: Count = 0
    dsp: Count = 0
    lutram: Count = 0
    area_um2: NotNegative | None = None


class Cost(_Part):
    """What a stage cost: elapsed and processor seconds, and the largest resident memory in MiB."""

    wall_s: NotNegative
    cpu_s: NotNegative
    peak_mib: NotNegative


class ToolUse(_Part):
    """A tool, its exact build and every command line or script line it received, as it received them.

    Results made before GHDL's were recorded have none for it.
    """

    tool: Text
    version: Text
    commands: tuple[tuple[str, ...], ...] = ()


class NetlistGate(_Part):
    """Known answers run on the synthesised netlist; only `pass` makes a result fit to be ranked."""

    verdict: Verdict = "unchecked"
    messages: Count = 0
    """Messages the netlist was given."""
    detail: str = ""
    testbench: Count = 1
    """Revision of the testbench that ran them."""


class MeasuredCycles(_Part):
    """The cycle formula, its terms confirmed by exact agreement with simulation for each N in `blocks`."""

    formula: Formula
    blocks: tuple[int, ...] = Field(min_length=1)
    cycles: tuple[int, ...] = Field(min_length=1)
    """Cycles of clk measured for each N."""


class CriticalPath(_Part):
    """The slowest register to register path: after routing, or on standard cells without wires."""

    start: str
    end: str
    delay_ns: Positive
    logic_ns: NotNegative
    routing_ns: NotNegative
    levels: Count
    """Cells on the path between the two registers."""


class SearchPoint(_Part):
    """One mapping of the search for the shortest period: what was asked for and what came of it."""

    target_ps: Positive
    period_ps: Positive | None = None
    """None where the mapping failed."""
    area_um2: NotNegative | None = None


class Power(_Part):
    """Power at the achieved clock while long messages are hashed, mW, from changes counted in simulation.

    No wires, no clock tree, no glitches: docs/standard-cells.md.
    """

    total_mw: NotNegative
    switching_mw: NotNegative
    """Charging what the cells drive."""
    internal_mw: float
    """Inside the cells. Single entries of a library's tables may be negative."""
    clock_mw: NotNegative
    """Charging the clock pins."""
    leakage_mw: NotNegative
    pj_per_bit: NotNegative
    """Energy for one bit of a long message."""
    cycles: Count
    """Cycles of clk in which changes were counted."""
    bits: Count
    """Bits of messages hashed in them."""


class Machine(_Part):
    """Where the run was made."""

    cpu_model: Text
    cores: Annotated[int, Field(ge=1)]
    os: Text


class Result(_Part):
    """One run's outcome with everything needed to judge or repeat it."""

    schema_version: Literal[1] = SCHEMA_VERSION
    key: Sha256
    """Digest of all that can change the outcome; the same key means the same run."""
    series: Sha256
    """Digest of the same without the seed; a figure is made of one series."""
    core: Text
    algorithm: Text
    digest_bits: Annotated[int, Field(gt=0)]
    block_bits: Annotated[int, Field(gt=0)]
    messages_in_flight: Annotated[int, Field(ge=1)] = 1
    io_ratio: Annotated[int, Field(ge=1)] = 1
    generics: dict[str, int] = {}
    source_digest: Sha256
    """Of the source files, comments included."""
    verilog_digest: Sha256 | None = None
    """Of the Verilog that the tools received, comments excluded; None where it is not known any more."""
    bench_commit: str = ""
    """Commit of the bench that made the result, with `+changes` where its files differed from it."""
    stale: str = ""
    """Why the tools would receive something else today; empty for a result that a run today would repeat."""
    device: Text
    device_family: Text
    """Areas are only ever compared within one family."""
    area_unit: Text
    """What `area_cells` counts, e.g. TRELLIS_COMB."""
    recipe: Text
    seed: int
    tools: tuple[ToolUse, ...]
    requested: Clocks
    achieved: Clocks | None = None
    status: Status
    stage: Stage
    """The last stage that ran."""
    reason: str = ""
    """Why the status is not ok."""
    resources: Resources | None = None
    """Of the core alone: placed minus frame."""
    frame_resources: Resources | None = None
    """The measuring frame's share, already subtracted."""
    netlist: NetlistGate = NetlistGate()
    measured_cycles: MeasuredCycles | None = None
    """None where the cycles were not measured or did not agree with the declared formula."""
    cycles_note: str = ""
    """Why `measured_cycles` is missing."""
    critical_path: CriticalPath | None = None
    untimed_cells: dict[str, int] = {}
    """Placed cells that the tool gave no delay, by type; the clocks count the slowest delay of the type."""
    search: tuple[SearchPoint, ...] = ()
    """Standard cells: every delay target that was tried, in order."""
    power: Power | None = None
    """Standard cells only."""
    power_note: str = ""
    """Why `power` is missing where it was asked for."""
    synthesis_cost: Cost | None = None
    placement_cost: Cost | None = None
    date: AwareDatetime
    machine: Machine

    @field_validator("date")
    @classmethod
    def _in_utc(cls, date: datetime) -> datetime:
        return date.astimezone(UTC).replace(microsecond=0)

    @model_validator(mode="after")
    def _agrees_with_status(self) -> "Result":
        if self.status == "ok" and (self.achieved is None or self.resources is None or self.reason):
            raise ValueError("status ok needs achieved clocks and resources, and no reason")
        if self.status != "ok" and not self.reason:
            raise ValueError(f"status {self.status} needs a reason")
        if self.status == "estimate" and (self.achieved or self.resources is None or self.stage != "synthesis"):
            raise ValueError("an estimate has resources from synthesis and no clock")
        return self

    @property
    def ranked(self) -> bool:
        """Whether it may enter a comparison: it ended well, its netlist answered rightly, its cycles are measured."""
        return self.status == "ok" and self.netlist.verdict == "pass" and self.measured_cycles is not None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a stored result, made from the types above."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Result.model_json_schema(mode="serialization")}


def write_json_schema(file: Path) -> None:
    """Write docs/result.schema.json anew after a change of the types."""
    file.write_text(json.dumps(json_schema(), indent=1) + "\n", encoding="utf-8")
