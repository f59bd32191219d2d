# SPDX-License-Identifier: Apache-2.0
"""Beyond paper A: each algorithm by its best architecture, counts of cells, and registers beside what is needed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Columns, Table, column
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.figures.figures import Figure
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount
from fairhash.studies.papers.a.normalised_values import ALL, SHA2, VARIANTS, Bits, Candidate
from fairhash.studies.papers.compared_cores import CoreOnDevice, core_link, measured
from fairhash.studies.papers.our_results import PRELIMINARY, OurResults


@dataclass(frozen=True)
class Best:
    """The core of an algorithm with most throughput per area on a device."""

    candidate: Candidate
    core: str
    figure: Figure

    @property
    def ratio(self) -> float:
        """Throughput per area in Mbit/s per logic cell, median over the seeds."""
        return self.figure.ratio.median if self.figure.ratio else 0.0


def best(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> Best | None:
    """Return the algorithm's best known core of one message at a time, or None if none is known.

    Cores with several messages in flight are excluded: paper A compares the speed of one long message.
    """
    found = [
        Best(candidate, name, figure)
        for name, figure in _tried(ours, candidate, bits, device)
        if not figure.preliminary
    ]
    return max(found, key=lambda each: each.ratio, default=None)


def _tried(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> list[tuple[str, Figure]]:
    """The algorithm's cores with one message at a time that have a figure on the device."""
    algorithm = candidate.algorithm(bits)
    names = sorted(core for core, on in ours.figures if on == device and core.split("/")[0] == algorithm)
    figures = [(name, ours.figures[name, device]) for name in names]
    return [(name, figure) for name, figure in figures if figure.succeeded and figure.first.messages_in_flight == 1]


def _note(ours: OurResults, candidate: Candidate, bits: Bits, device: str) -> str:
    """The architectures that are preliminary: one of them may be better than the best known one."""
    reasons = [
        f"{name.split('/')[1]}: {figure.preliminary}"
        for name, figure in _tried(ours, candidate, bits, device)
        if figure.preliminary
    ]
    return f"{PRELIMINARY}: {'; '.join(reasons)}" if reasons else ""


def best_table(ours: OurResults, bits: Bits, device: str) -> Table:
    """Return the algorithms by their best known architecture, most throughput per area first, with their rank by
    `highspeed`; then those of which no architecture is known.

    Args:
        ours: results of all architectures.
        bits: of the digest.
    """
    found = {each: known for each in ALL if (known := best(ours, each, bits, device))}
    ranked = sorted(found, key=lambda each: -found[each].ratio)
    figures = {each: ours.known_figure(each.core(bits), device) for each in ALL}
    highspeed = {each: figure.ratio.median for each, figure in figures.items() if figure and figure.ratio}

    def shown(each: Candidate) -> tuple[Cell, ...]:
        if each not in found:
            return (None,) * 6
        figure, ratio = found[each].figure, found[each].ratio
        return (
            found[each].core.split("/")[1],
            figure.throughput_mbit_s.median if figure.throughput_mbit_s else None,
            figure.area_cells.median if figure.area_cells else None,
            ratio,
            ratio / found[SHA2].ratio if SHA2 in found else None,
            len(figure.succeeded),
        )

    def by_highspeed(each: Candidate) -> tuple[Cell, Cell]:
        if each not in found or each not in highspeed:
            return None, None
        return highspeed[each], 1 + sum(other > highspeed[each] for other in highspeed.values())

    return Table.declare(
        f"best-architectures-{bits}-{device}",
        f"Each algorithm of {bits} bits by its best architecture on {device}",
        [*ranked, *(each for each in ALL if each not in found and _note(ours, each, bits, device))],
        (
            column("rank", lambda each: ranked.index(each) + 1 if each in found else None),
            column("algorithm", lambda each: core_link(each.core(bits), each.algorithm(bits))),
            Columns(
                (
                    *(Column("architecture"), Column("Mbit/s"), Column("cells"), Column("Mbit/s/cell", 3)),
                    Column("over SHA-2", 2, "throughput_per_cell_over_sha_2"),
                    Column("seeds"),
                ),
                shown,
            ),
            Columns((Column("highspeed: Mbit/s/cell", 3), Column("rank", key="highspeed_rank")), by_highspeed),
            column("note", lambda each: _note(ours, each, bits, device)),
        ),
        "Of all architectures with one message at a time, block memories not counted as cells; `highspeed` has the "
        "cycles of Table 1. Medians over the seeds, each core by the recipe chosen for it. Only known figures have "
        "a rank; the note names the preliminary ones, which may be better.",
    )


def best_tables(ours: OurResults) -> tuple[Table, ...]:
    """Return the rankings of 512 and 256 bits on the first family; none without results."""
    sizes: tuple[Bits, ...] = (512, 256)
    return tuple(best_table(ours, bits, ours.family_devices[0]) for bits in sizes) if ours.figures else ()


def counts_table(ours: OurResults, device: str) -> Table:
    """Return the area of every core that was placed on the device, with its LUTs, carry cells and registers."""
    cores = [CoreOnDevice(ours, candidate.core(bits), device) for candidate in ALL for bits in VARIANTS]
    return Table.declare(
        f"counts-{device}",
        f"Areas and counts on {device}",
        [one for one in cores if one.figure and one.figure.succeeded],
        (
            column("algorithm", lambda one: core_link(one.core, one.core.partition("/")[0])),
            measured("area", "area_cells"),
            measured("counted by the tool", "counted_cells", 0, "counted_cells"),
            measured("LUTs", "luts"),
            measured("carry cells", "carry"),
            measured("registers", "flip_flops"),
            column("seeds", lambda one: len(one.figure.succeeded) if one.figure else 0),
            column("note", CoreOnDevice.statement),
        ),
        "Medians over the seeds. The area is the one that all tables use; the counts are of the mapped netlist.",
    )


LUT_RATIO = 1.05
"""A core has at most so many registers for each LUT, ..."""
NEED_RATIO = 1.15
"""... or at most so many for each bit that the algorithm needs."""

STATE_BITS: Mapping[str, int] = {
    # chaining value of 8 words, state of 16
    **{"blake-32": 24 * 32, "blake-64": 24 * 64},
    # double pipe of 16 words
    **{"bmw-256": 16 * 32, "bmw-512": 16 * 64},
    # state of 32 words, which is the chaining value
    **{"cubehash-256": 32 * 32, "cubehash-512": 32 * 32},
    # state of 16 words of 128 bits, chaining value of 4 or 8
    **{"echo-256": 20 * 128, "echo-512": 24 * 128},
    # state of 30 or 36 columns, which is the chaining value
    **{"fugue-256": 30 * 32, "fugue-512": 36 * 32},
    # states of P and Q, chaining value
    **{"groestl0-256": 3 * 512, "groestl0-512": 3 * 1024},
    # state, chaining value of half its size
    **{"hamsi-256": 512 + 256, "hamsi-512": 1024 + 512},
    # state, which is the chaining value
    **{"jh-256": 1024, "jh-512": 1024},
    **{"keccak-256": 1600, "keccak-512": 1600},
    # 3 or 5 words of 256 bits, which are the chaining value
    **{"luffa-256": 3 * 256, "luffa-512": 5 * 256},
    # A, B and C
    **{"shabal-256": (12 + 16 + 16) * 32, "shabal-512": (12 + 16 + 16) * 32},
    # state, chaining value, 16 or 32 words of the message expansion
    **{"shavite3-256": 256 + 256 + 512, "shavite3-512": 512 + 512 + 1024},
    # state, chaining value
    **{"simd-256": 512 + 512, "simd-512": 1024 + 1024},
    **{"skein-256-256": 256 + 256, "skein-512-512": 512 + 512},
    # round variables, chaining value; the message schedule is the block
    **{"sha-256": 16 * 32, "sha-512": 16 * 64},
}
"""Bits that the algorithm changes in each step or adds at the end of a block, from its specification. Counters, salt
and tweak are not counted."""


@dataclass(frozen=True)
class RegisterCount:
    """The registers of a core's mapped netlist beside its LUTs and the bits that its algorithm needs."""

    luts: int
    """LUTs, and those that its carry cells take."""
    registers: int
    needed_bits: int
    """State, one block of input and one digest."""

    @property
    def for_each_lut(self) -> float:
        """Registers divided by LUTs."""
        return self.registers / self.luts

    @property
    def for_each_needed_bit(self) -> float:
        """Registers divided by needed bits."""
        return self.registers / self.needed_bits

    @property
    def rule(self) -> str:
        """By which part of the rule the registers are few enough; ``no`` if by neither."""
        if self.for_each_lut <= LUT_RATIO:
            return "by LUTs"
        return "by need" if self.for_each_needed_bit <= NEED_RATIO else "no"


def needed_bits(core: Core) -> int:
    """Return the bits of state, one block of input and one digest of a core of the paper's algorithms."""
    return STATE_BITS[core.algorithm] + core.block_bits + core.digest_bits


def counts_of_today(stored: Iterable[SynthesisCount], results: Iterable[Result]) -> list[SynthesisCount]:
    """Return the counts of runs that are not stale, and stored counts of the same Verilog or of cores without a run.

    Args:
        stored: Outcomes of synthesis.
        results: Runs of the paper's cores; searches are excluded.
    """
    placed = [
        SynthesisCount(
            core=result.core,
            device=result.device,
            recipe=result.recipe,
            verilog_digest=result.verilog_digest,
            yosys=", ".join(tool.version for tool in result.tools if tool.tool == "yosys") or "see the result",
            luts=result.resources.luts,
            carry=result.resources.carry,
            flip_flops=result.resources.flip_flops,
        )
        for result in results
        if result.status == "ok"
        and not result.stale
        and result.resources
        and result.verilog_digest
        and not result.recipe.startswith(EXPLORED_PREFIX)
    ]
    today = {(count.core, count.device): count.verilog_digest for count in placed}
    known = [
        count for count in stored if today.get((count.core, count.device), count.verilog_digest) == count.verilog_digest
    ]
    return [*known, *placed]


def registers_table(counts: Iterable[SynthesisCount], cores: Mapping[str, Core], device: Device) -> Table:
    """Return one row for each core of the paper.

    Args:
        counts: Outcomes of synthesis; those of other devices are ignored. Of several recipes of a core the one whose
            netlist needs the fewest logic cells is shown.
        cores: The paper's cores, by name.
    """
    by_core: dict[str, list[SynthesisCount]] = {}
    for count in counts:
        if count.device == device.id and count.luts is not None:
            by_core.setdefault(count.core, []).append(count)
    names = [candidate.core(bits) for candidate in ALL for bits in VARIANTS]
    return Table(
        f"registers-{device.id}",
        f"Registers and what the algorithm needs, after synthesis for {device.id}",
        (
            Column("core"),
            Column("recipe"),
            Column("LUTs"),
            Column("registers"),
            Column("registers / LUTs", 2, "registers_per_lut"),
            Column("needed bits"),
            Column("registers / needed", 2, "registers_per_needed_bit"),
            Column("rule met", key="rule"),
        ),
        tuple(_registers(cores[name], by_core.get(name, []), device) for name in names if name in cores),
        (
            "LUTs: of the mapped netlist, with those of its carry cells. Needed bits: state, one block of input and "
            "one digest.",
            f"The rule: at most {LUT_RATIO} registers for each LUT (`by LUTs`), or at most {NEED_RATIO} for each "
            "needed bit (`by need`). Of several recipes the one that needs the fewest logic cells is shown; the "
            "registers are nearly the same by all.",
        ),
    )


def _registers(core: Core, counts: list[SynthesisCount], device: Device) -> tuple[Cell, ...]:
    if not counts:
        return (core.algorithm, "not synthesised", None, None, None, needed_bits(core), None, None)
    if len({count.verilog_digest for count in counts}) > 1:
        return (core.algorithm, "counts of different sources", None, None, None, needed_bits(core), None, None)
    shown = min(counts, key=lambda count: (device.count.mapped_cells(*_cells(count)), count.recipe))
    luts, carry, registers = _cells(shown)
    _, logic = device.count.mapped_cells(luts, carry, registers)
    found = RegisterCount(logic, registers, needed_bits(core))
    return (
        core.algorithm,
        shown.recipe,
        found.luts,
        found.registers,
        found.for_each_lut,
        found.needed_bits,
        found.for_each_needed_bit,
        found.rule,
    )


def _cells(count: SynthesisCount) -> tuple[int, int, int]:
    """LUTs, carry cells and registers of a successful synthesis."""
    return count.luts or 0, count.carry or 0, count.flip_flops or 0
