# SPDX-License-Identifier: Apache-2.0
"""Measures cores behind a bus at the clocks of a device: what `fairhash interface` calls."""

from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import median

from fairhash.analysis.figures import figures, own_best
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.results.interface import InterfaceMeasurement
from fairhash.results.schema import Result
from fairhash.runs.bench_commit import bench_commit
from fairhash.system.bus import Bus
from fairhash.system.interface import interface_run


def static_clock_mhz(core: Core, device: str, results: Iterable[Result]) -> float:
    """Return the median clock of the core's chosen recipe on a device.

    Raises:
        FairhashError: there is no successful result.
    """
    own = [result for result in results if result.core == core.name and result.device == device]
    for figure in own_best(figures(own)):
        if figure.clock_mhz is not None:
            return figure.clock_mhz.median
    hint = f"run: fairhash implement {core.name} --device {device}, or give --clock"
    raise FairhashError(f"no clock on {device}", core.name, hint)


def measure_interface(  # noqa: PLR0917 - the inputs of a measurement
    core: Core, bus: Bus, clocks_mhz: Iterable[float], basis: str, data_bytes: int, device: str = ""
) -> InterfaceMeasurement:
    """Return the throughput of a core behind a bus.

    Args:
        core: The core.
        bus: The bus.
        clocks_mhz: Effective clocks of the core, whose median is used.
        basis: ``given``, ``static`` or ``experiment``.
        data_bytes: Size of the message.
        device: The device of the clocks.
    """
    clock_mhz = median(clocks_mhz)
    run = interface_run(core, bus, clock_mhz, data_bytes)
    return InterfaceMeasurement.model_validate(
        {
            "core": core.name,
            "bus": bus.id,
            "device": device,
            "clock_basis": basis,
            "clock_mhz": clock_mhz,
            "data_bytes": data_bytes,
            "total_ns": run.total_ns,
            "mbit_s": run.mbit_s,
            "closed_form_mbit_s": run.closed_form_mbit_s,
            "core_mbit_s": run.core_mbit_s,
            "bus_mbit_s": run.bus_mbit_s,
            "starved_share": run.starved_share,
            "bus_busy_share": run.bus_busy_share,
            "bus_blocked_share": run.bus_blocked_share,
            "commit": bench_commit(),
            "date": datetime.now(UTC).replace(microsecond=0),
        }
    )
