# SPDX-License-Identifier: Apache-2.0
"""A result: the outcome, good or bad, of one run (core x device x recipe x seed). Units are part of the names."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, field_validator, model_validator

from fairhash.catalog.core import DesignMemory, Formula

SCHEMA_VERSION: Literal[1] = 1
"""Raised with every change of a field's name or meaning; a result of another version is rejected.

A new field with a default does not raise it: older results can still be read and keep their meaning.
"""

Status = Literal["ok", "unfit", "unrouted", "timed-out", "failed", "estimate"]
"""`estimate`: mapped to a family that no open tool can place; it has an area but no clock and is never ranked."""
Stage = Literal["synthesis", "placement", "timing"]
"""`timing` is the last stage for standard cells, which are not placed."""
Verdict = Literal["pass", "fail", "unchecked"]

_MOST = 2**53 - 1
"""Largest integer that every reader of JSON, and SQLite, holds exactly."""
Count = Annotated[int, Field(ge=0, le=_MOST)]
PositiveCount = Annotated[int, Field(ge=1, le=_MOST)]
Bits = Annotated[int, Field(ge=1, lt=1 << 31)]
Positive = Annotated[float, Field(ge=1e-9, le=1e15, allow_inf_nan=False)]
"""Far around everything measurable, so that no quotient or product of two overflows."""
NotNegative = Annotated[float, Field(ge=0, le=1e15, allow_inf_nan=False)]
Generic = Annotated[int, Field(gt=-(1 << 4096), lt=1 << 4096)]
Sha256 = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Text = Annotated[str, Field(min_length=1)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Clocks(_Part):
    """Frequencies in MHz; `effective_mhz` is min(clk, io_clk / io_ratio), limited also by paths between the two.

    None for a clock without a path that starts and ends in it. With io_ratio 1 both are the same clock.
    """

    clk_mhz: Positive | None
    io_clk_mhz: Positive | None
    effective_mhz: Positive


class Resources(_Part):
    """How many of each kind.

    `area_cells`: on FPGAs the cells that the place tool counts, from which figures/measures.py gets the logic cells
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
    memory_bits: Count = 0
    """Bits that the design requests in block memory; 0 for a core that may use none."""
    memory_blocks: Count = 0
    """Block memories of the mapped netlist, in blocks of the family's smallest size (`[count]` of the device)."""
    area_um2: NotNegative | None = None


class Cost(_Part):
    """Cost of a stage: elapsed time and CPU time in seconds, and peak resident memory in MiB."""

    wall_s: NotNegative
    cpu_s: NotNegative
    peak_mib: NotNegative


class ToolUse(_Part):
    """A tool, its exact build, and every command line or script line that it received.

    Empty commands of GHDL mean that they were not recorded.
    """

    tool: Text
    version: Text
    commands: tuple[tuple[str, ...], ...] = ()


class NetlistGate(_Part):
    """Check of the synthesised netlist against known answers; only results with `pass` can be ranked."""

    verdict: Verdict = "unchecked"
    messages: Count = 0
    """Number of messages sent to the netlist."""
    detail: str = ""
    testbench: Count = 1
    """Revision of the testbench that ran them."""


class MeasuredCycles(_Part):
    """The cycle formula, which agrees exactly with simulation for each number of blocks in `blocks`."""

    formula: Formula
    blocks: tuple[Bits, ...] = Field(min_length=1)
    cycles: tuple[PositiveCount, ...] = Field(min_length=1)
    """Measured cycles of clk, for each entry of `blocks`."""


class CriticalPath(_Part):
    """The slowest register-to-register path: after routing, or on standard cells without wire delays."""

    start: str
    end: str
    delay_ns: Positive
    logic_ns: NotNegative
    routing_ns: NotNegative
    levels: Count
    """Number of cells on the path between the two registers."""


class SearchPoint(_Part):
    """One mapping of the search for the shortest clock period: the requested delay and the resulting period."""

    target_ps: Positive
    period_ps: Positive | None = None
    """None if the mapping failed."""
    area_um2: NotNegative | None = None


class Layout(_Part):
    """A routed netlist of standard cells."""

    failed_nets: Count
    """Nets that are not routed; a result with status `ok` has none."""
    width_um: NotNegative
    height_um: NotNegative
    wires_pf: NotNegative
    """Capacitance of all wires, those of the clock included."""
    clock_buffers: Count = 0
    """Buffers of the clock trees, which the area of the core does not include."""
    rows: tuple[Annotated[str, Field(pattern=r"^([rlbf][0-9]+)+$")], ...] = ()
    """The rows of cells from the bottom: letters of kinds, each with a number of sites. r: flip-flop, l: logic,
    b: buffer or inverter, f: filler. Empty in results that store no picture."""
    site_um: NotNegative | None = None
    """Width of a site."""
    row_um: NotNegative | None = None
    """Height of a row."""


class ShortMessage(_Part):
    """Energy at the achieved clock for one message of the fewest blocks, sent to an idle core."""

    pj: NotNegative
    """From the first word of the message to the last word of its digest, leakage included."""
    blocks: Count
    """Blocks of the message after padding: 1, or as many as hold a bit of message beside the padding."""
    cycles: Count
    """Cycles of clk."""
    bits: Count
    """Bits of the message before padding: the most that fit."""


class Power(_Part):
    """Power at the achieved clock while hashing long messages, in mW, from signal changes counted in simulation.

    Wires, the clock tree and glitches are not included: see docs/standard-cells.md.
    """

    total_mw: NotNegative
    switching_mw: NotNegative
    """Charging the capacitance that the cells drive."""
    internal_mw: Annotated[float, Field(ge=-1e15, le=1e15)]
    """Dissipated inside the cells. May be negative: entries of a library's tables can be."""
    clock_mw: NotNegative
    """Charging the clock pins."""
    leakage_mw: NotNegative
    pj_per_bit: NotNegative
    """Energy for one bit of a long message."""
    cycles: Count
    """Number of cycles of clk in which changes were counted."""
    bits: Count
    """Number of message bits hashed in these cycles."""
    short_message: ShortMessage | None = None
    """None in results from before it was measured."""


class Machine(_Part):
    """The machine that ran the tools."""

    cpu_model: Text
    cores: PositiveCount
    os: Text


class Result(_Part):
    """Outcome of one run, with everything needed to judge or repeat it."""

    schema_version: Literal[1] = SCHEMA_VERSION
    key: Sha256
    """Digest of everything that can change the outcome; equal keys mean the same run."""
    series: Sha256
    """Digest of the same facts without the seed; a figure combines the results of one series."""
    core: Text
    algorithm: Text
    digest_bits: Bits
    block_bits: Bits
    messages_in_flight: Bits = 1
    io_ratio: Bits = 1
    generics: dict[str, Generic] = {}
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
    """Areas are compared only within one family."""
    area_unit: Text
    """What `area_cells` counts, e.g. TRELLIS_COMB."""
    recipe: Text
    seed: Annotated[int, Field(ge=-_MOST, le=_MOST)]
    tools: tuple[ToolUse, ...]
    requested: Clocks
    achieved: Clocks | None = None
    status: Status
    stage: Stage
    """The last stage that ran."""
    reason: str = ""
    """Why the status is not ok."""
    resources: Resources | None = None
    """Resources of the core alone: those of the placed design minus those of the measuring frame."""
    memories: tuple[DesignMemory, ...] = ()
    """The memories of the design, for a core that may use block memory or LUT memory."""
    over_budget: str = ""
    """What the core uses beyond its memory allowance and its architecture's budget; it is no failure."""
    frame_resources: Resources | None = None
    """Resources of the measuring frame, already subtracted from `resources`."""
    netlist: NetlistGate = NetlistGate()
    measured_cycles: MeasuredCycles | None = None
    """None if the cycles were not measured or differ from the declared formula."""
    cycles_note: str = ""
    """Why `measured_cycles` is missing."""
    untested: tuple[str, ...] = ()
    """Modes of the testbench that the description of an external core excludes; such a result is never ranked."""
    critical_path: CriticalPath | None = None
    untimed_cells: dict[str, Count] = {}
    """Number of placed cells for which the tool reports no delay, by type; the clocks assume the slowest delay of the
    type."""
    search: tuple[SearchPoint, ...] = ()
    """Standard cells only: the delay targets, in the order in which they were tried."""
    power: Power | None = None
    """Standard cells only."""
    layout: Layout | None = None
    """Routed standard cells only: clock and power include the wires."""
    power_note: str = ""
    """Why a requested `power` is missing."""
    synthesis_cost: Cost | None = None
    placement_cost: Cost | None = None
    date: AwareDatetime
    machine: Machine

    @field_validator("schema_version", mode="before")
    @classmethod
    def _is_a_number(cls, version: object) -> object:
        # `true` equals 1
        if isinstance(version, bool):
            raise ValueError("must be an integer")
        return version

    @field_validator("date")
    @classmethod
    def _in_utc(cls, date: datetime) -> datetime:
        try:
            return date.astimezone(UTC).replace(microsecond=0)
        except OverflowError as error:
            raise ValueError("a date before the year 1 or after the year 9999 in UTC") from error

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
    def passed(self) -> bool:
        """Whether the run succeeded, the netlist passed its check, and the cycles were measured."""
        return self.status == "ok" and self.netlist.verdict == "pass" and self.measured_cycles is not None

    @property
    def ranked(self) -> bool:
        """Whether the result may be compared: it passed, and no mode of the testbench was excluded."""
        return self.passed and not self.untested


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a stored result, generated from the types above."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Result.model_json_schema(mode="serialization")}


def write_json_schema(file: Path) -> None:
    """Write docs/result.schema.json; needed after a change of the types."""
    file.write_text(json.dumps(json_schema(), indent=1) + "\n", encoding="utf-8")
