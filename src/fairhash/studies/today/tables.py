# SPDX-License-Identifier: Apache-2.0
"""The tables of the study: figures and latency on one device, ratios over SHA-256 on all devices, and software."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fairhash.base import paths
from fairhash.base.table import Cell, Column, Columns, Table, column, csv_name, mark
from fairhash.figures import energy
from fairhash.figures.charts.lines import size_name
from fairhash.figures.figures import Figure
from fairhash.results.software_speed import SoftwareSpeeds
from fairhash.results.system_folder import measured_speeds
from fairhash.studies.papers.compared_cores import CoreOnDevice, divided, measured
from fairhash.studies.papers.our_results import OurResults, quotient_cells
from fairhash.studies.today.hashes import (
    REFERENCE,
    DeployedCore,
    DeployedHash,
    deployed_cores,
    further_cores,
    read_hashes,
)

MESSAGE_BYTES = (0, 32, 64, 576, 4096)
"""Lengths of messages for which latency is shown: empty, a digest, a block of SHA-256, an IP packet, a page."""
SOFTWARE_LENGTHS = (64, 1536, 262144)
"""Bytes of the messages for which software is shown: a block of SHA-256, a network packet, a long message."""
_LONG = SOFTWARE_LENGTHS[-1]
_LIBRARY = "openssl-"
"""Begins the name of a function of OpenSSL in the stored speeds."""


@dataclass(frozen=True)
class DeployedOnDevice(CoreOnDevice):
    """A core of the study on a device, beside SHA-256."""

    deployed: DeployedCore = field(kw_only=True)

    def _of_clock(self, value: float) -> Cell:
        """A value that follows from the clock, marked if the figure is preliminary."""
        return mark(value, self.figure.preliminary) if self.figure else None

    def latency_ns(self, message_bytes: int) -> Cell:
        """Nanoseconds from the first word of a message to the last one of its digest, at the median clock."""
        clock = self.figure.clock_mhz if self.figure else None
        return self._of_clock(self.deployed.latency_ns(message_bytes, clock.median)) if clock else None

    def padded_latency_ns(self, message_bytes: int) -> Cell:
        """The same with a padding unit in front of the core; None if the unit's cycles were not simulated."""
        clock, cycles = self.figure.clock_mhz if self.figure else None, self.deployed.padding_cycles(message_bytes)
        if clock is None or cycles is None:
            return None
        return self._of_clock(self.deployed.latency_ns(message_bytes, clock.median, cycles))

    def squeeze_mbit_s(self) -> Cell:
        """Output of an extendable-output function for long outputs; None for a fixed digest."""
        core, clock = self.deployed.core, self.figure.clock_mhz if self.figure else None
        if core.extendable_output is None or clock is None:
            return None
        return self._of_clock(core.block_bits * clock.median / core.extendable_output.squeeze)

    def energy(self, value: Callable[[Figure], float | None]) -> Cell:
        """An energy of the figure, marked if the figure is preliminary."""
        joules = value(self.figure) if self.figure else None
        return self._of_clock(joules) if joules is not None else None

    def energy_over_reference(self) -> Cell:
        """Energy for one bit of a long message over that of SHA-256 in the same library."""
        base = self.ours.figure(REFERENCE, self.device)
        own = energy.pj_per_bit(self.figure) if self.figure and not self.figure.ratio_exclusion else None
        reference = energy.pj_per_bit(base) if base and not base.preliminary else None
        return self._of_clock(own / reference) if own is not None and reference else None


def _rows(ours: OurResults, device: str, cores: Sequence[DeployedCore]) -> list[DeployedOnDevice]:
    return [DeployedOnDevice(ours, one.core.name, device, REFERENCE, deployed=one) for one in cores]


_IDENTITY: tuple[Columns[DeployedOnDevice], ...] = (
    column("function", lambda one: one.deployed.function.name),
    column("core", lambda one: one.core),
)


def figures_table(ours: OurResults, device: str) -> Table:
    """Area, clock and throughput of every core on one device, and over SHA-256."""
    return _figures(f"today-{device}", f"Area and throughput on {device}", _rows(ours, device, deployed_cores()))


def architectures_table(ours: OurResults, device: str) -> Table:
    """The same of the cores of all other architectures that have a result on the device."""
    measured_cores = [one for one in further_cores() if ours.figure(one.core.name, device)]
    return _figures(
        f"today-architectures-{device}",
        f"Other architectures on {device}",
        _rows(ours, device, measured_cores),
    )


def _figures(name: str, title: str, rows: Sequence[DeployedOnDevice]) -> Table:
    return Table.declare(
        name,
        title,
        rows,
        (
            *_IDENTITY,
            measured("cells", "area_cells"),
            measured("memory bits", "memory_bits"),
            measured("MHz", "clock_mhz", 1),
            column("cycles/byte", lambda one: 8 * one.deployed.core.block_cycles / one.deployed.core.block_bits, 2),
            measured("Mbit/s", "throughput_mbit_s"),
            column("squeeze Mbit/s", DeployedOnDevice.squeeze_mbit_s),
            measured("Mbit/s/cell", "ratio", 3),
            divided("throughput", "area", "ratio"),
            column("note", DeployedOnDevice.statement),
        ),
        f"x: over {REFERENCE} on the same device. cycles/byte and Mbit/s are of long messages.",
    )


def latency_table(ours: OurResults, device: str) -> Table:
    """Time for messages of a few lengths on one device."""

    def at(length: int) -> Columns[DeployedOnDevice]:
        return column(f"{length} B", lambda one: one.latency_ns(length), 0, f"latency_ns_{length}")

    def padded_at(length: int) -> Columns[DeployedOnDevice]:
        heading = f"{'padded in hardware: ' if length == MESSAGE_BYTES[0] else ''}{length} B"
        return column(heading, lambda one: one.padded_latency_ns(length), 0, f"padded_latency_ns_{length}")

    return Table.declare(
        f"today-latency-{device}",
        f"Latency in nanoseconds on {device}",
        _rows(ours, device, deployed_cores()),
        (*_IDENTITY, *map(at, MESSAGE_BYTES), *map(padded_at, MESSAGE_BYTES)),
        "From the first word of a padded message to the last word of its digest, by the declared formula and the "
        "median clock. Padded in hardware: with the simulated cycles that the padding unit in front of the core adds "
        "to a message that fills its blocks (docs/padding.md); empty if they were not simulated.",
    )


def cells_table(ours: OurResults, library: str) -> Table:
    """Area, throughput and energy of every core on one library of standard cells."""
    common = f"{energy.COMMON_CLOCK_MHZ:g} MHz"
    return Table.declare(
        f"today-{library}",
        f"Area, throughput and energy on {library}",
        _rows(ours, library, deployed_cores()),
        (
            *_IDENTITY,
            measured("GE", "area_cells"),
            measured("MHz", "clock_mhz", 1),
            measured("Mbit/s", "throughput_mbit_s"),
            measured("Mbit/s/GE", "ratio", 3),
            column("pJ/bit", lambda one: one.energy(energy.pj_per_bit), 2, "energy_pj_per_bit"),
            column("x", DeployedOnDevice.energy_over_reference, 2, "energy_ratio"),
            column(
                f"pJ/bit {common}",
                lambda one: one.energy(energy.common_clock_pj_per_bit),
                2,
                "common_clock_energy_pj_per_bit",
            ),
            column("1 block pJ", lambda one: one.energy(energy.short_message_pj), 0, "short_message_energy_pj"),
            column("note", DeployedOnDevice.statement),
        ),
        f"x: over {REFERENCE} in the same library. pJ/bit: of long messages at the core's own clock, and at {common}, "
        "where leakage lasts longer. 1 block: a message of one block to an idle core, at the core's own clock. "
        "Wires, clock tree and glitches are not included.",
    )


def families_table(ours: OurResults, devices: Sequence[str]) -> Table:
    """Throughput per area over SHA-256 on every device."""

    def on(device: str) -> Columns[DeployedCore]:
        def ratio(one: DeployedCore) -> Cell:
            return quotient_cells(ours.quotients(one.core.name, REFERENCE, device), "ratio")[0]

        return column(device, ratio, 2, f"ratio_{csv_name(device)}")

    return Table.declare(
        "today-families",
        "Throughput per cell over SHA-256",
        deployed_cores(),
        (
            column("function", lambda one: one.function.name),
            column("core", lambda one: one.core.name),
            *map(on, devices),
        ),
        f"Each divided by {REFERENCE} on the same device. Empty: not measured, {REFERENCE} is preliminary there, or "
        "the core must not be divided, for example because it is stale.",
    )


def standards_table() -> Table:
    """Each function with its standard and security, and the datapaths there are."""
    cores = deployed_cores()
    return Table(
        "today-functions",
        "Functions",
        (
            Column("function"),
            Column("standard"),
            Column("collision bits"),
            Column("preimage bits"),
            Column("block bits"),
            Column("cores"),
        ),
        tuple(
            (
                each.name,
                each.standard,
                each.collision_bits,
                each.preimage_bits,
                next((one.core.block_bits for one in cores if one.function is each), None),
                ", ".join(one.core.name for one in cores if one.function is each) or "no core yet",
            )
            for each in read_hashes()
        ),
        ("Security as the standard states it, for the digest or the default output.",),
    )


def stored_speeds() -> list[SoftwareSpeeds]:
    """The machines on which functions of the study were measured."""
    algorithms = {each.algorithm for each in read_hashes()}
    return [
        speeds for speeds in measured_speeds(paths.results()) if any(row.function in algorithms for row in speeds.rows)
    ]


@dataclass(frozen=True)
class _Beside:
    """A function in software on one machine, and its high-speed core on one device."""

    ours: OurResults
    device: str
    speeds: SoftwareSpeeds
    function: DeployedHash
    deployed: DeployedCore | None

    @property
    def _figure(self) -> Figure | None:
        return self.ours.figure(self.deployed.core.name, self.device) if self.deployed else None

    def software_ns(self, message_bytes: int, program: str = "") -> float | None:
        """Nanoseconds for a byte on one thread, one message after another in memory; None if not measured."""
        rows = self.speeds.find(
            program + self.function.algorithm, multiplicity="one", threads=1, message_bytes=message_bytes
        )
        return rows[0].ns_per_byte.median if rows else None

    def hardware_ns(self) -> Cell:
        """Nanoseconds for a byte of long messages in the core, marked if the figure is preliminary."""
        figure = self._figure
        if figure is None or figure.throughput_mbit_s is None:
            return None
        return mark(8000 / figure.throughput_mbit_s.median, figure.preliminary)

    def times_faster(self) -> Cell:
        """The model's time for a byte of a long message over the core's."""
        software, figure = self.software_ns(_LONG), self._figure
        if software is None or figure is None or figure.throughput_mbit_s is None:
            return None
        return mark(software * figure.throughput_mbit_s.median / 8000, figure.preliminary)


def software_tables(ours: OurResults, device: str, machines: Sequence[SoftwareSpeeds]) -> list[Table]:
    """One table for each machine, the functions in the order of the study.

    Args:
        ours: Our results.
        device: The FPGA of the cores.
        machines: From stored_speeds().
    """
    cores = {one.function.algorithm: one for one in deployed_cores() if one.core.architecture == "highspeed"}

    def at(length: int) -> Columns[_Beside]:
        heading = f"model {size_name(length)}"
        return column(heading, lambda one: one.software_ns(length), 2, f"model_ns_per_byte_{length}")

    return [
        Table.declare(
            f"today-software-{speeds.name}",
            f"Nanoseconds for a byte in software ({speeds.machine.cpu}) and in hardware ({device})",
            [_Beside(ours, device, speeds, function, cores.get(function.algorithm)) for function in read_hashes()],
            (
                column("function", lambda one: one.function.name),
                *map(at, SOFTWARE_LENGTHS),
                column(
                    f"OpenSSL {size_name(_LONG)}",
                    lambda one: one.software_ns(_LONG, _LIBRARY),
                    2,
                    f"openssl_ns_per_byte_{_LONG}",
                ),
                column("core", _Beside.hardware_ns, 2, "core_ns_per_byte"),
                column("core times faster", _Beside.times_faster, 2, "core_times_faster"),
            ),
            f"Software: the models of this project and OpenSSL, one message after another from memory on one thread, "
            f"measured {speeds.date:%Y-%m-%d} (medians; `fairhash system measure`). Core: the high-speed core, long "
            "messages. The two are not the same cost: a processor also does other work.",
        )
        for speeds in machines
    ]
