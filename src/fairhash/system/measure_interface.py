# SPDX-License-Identifier: Apache-2.0
"""Measures cores connected to a bus at the clocks of a device: what `fairhash interface` calls."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from fairhash.analysis.figures import figures, own_best
from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.results.clock import read_clocks
from fairhash.results.interface import InterfaceMeasurement
from fairhash.results.schema import Result
from fairhash.runs.bench_commit import bench_commit
from fairhash.system.bus import Bus
from fairhash.system.interface import interface_run


def device_clocks(core: Core, device: str, results: Iterable[Result], clocks: Path) -> dict[str, float]:
    """Return the median clocks of a core on a device: ``static`` of its chosen recipe, and ``experiment`` if measured.

    Raises:
        FairhashError: there is no successful result.
    """
    own = [result for result in results if result.core == core.name and result.device == device]
    by_device = {}
    for figure in own_best(figures(own)):
        if figure.clock_mhz is not None:
            by_device["static"] = figure.clock_mhz.median
    if not by_device:
        hint = f"run: fairhash implement {core.name} --device {device}, or give --clock"
        raise FairhashError(f"no clock on {device}", core.name, hint)
    measured = [one.mhz for one in read_clocks(clocks, core.name) if one.device == device]
    return {**by_device, **({"experiment": median(measured)} if measured else {})}


def measure_interface(  # noqa: PLR0917 - the inputs of a measurement
    core: Core, bus: Bus, clock_mhz: float, basis: str, data_bytes: int, device: str = ""
) -> InterfaceMeasurement:
    """Return the throughput of a core connected to a bus.

    Args:
        core: The core.
        bus: The bus.
        clock_mhz: Effective clock of the core.
        basis: ``given``, ``static`` or ``experiment``.
        data_bytes: Size of the message.
        device: The device of the clock.
    """
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
