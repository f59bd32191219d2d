# SPDX-License-Identifier: Apache-2.0
"""The table of software beside hardware: nanoseconds for a byte of the models on a measured machine, and of a core."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.base.table import Cell, Columns, Table, column, mark
from fairhash.figures.charts.lines import size_name
from fairhash.figures.figures import Figure
from fairhash.results.software_speed import SoftwareSpeeds
from fairhash.studies.papers.e.evidence import measured_speeds
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.today.hashes import DeployedCore, DeployedHash, deployed_cores, read_hashes

LENGTHS = (64, 1536, 262144)
"""Bytes of the messages: a block of SHA-256, a network packet, a long message."""
_LONG = LENGTHS[-1]
_LIBRARY = "openssl-"
"""Begins the name of a function of OpenSSL in the stored speeds."""


def stored_speeds() -> list[SoftwareSpeeds]:
    """The machines on which functions of the study were measured."""
    algorithms = {each.algorithm for each in read_hashes()}
    return [speeds for speeds in measured_speeds() if any(row.function in algorithms for row in speeds.rows)]


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
                *map(at, LENGTHS),
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
