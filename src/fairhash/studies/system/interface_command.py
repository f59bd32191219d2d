# SPDX-License-Identifier: Apache-2.0
"""The command `interface`: the throughput of cores connected to a bus."""

from itertools import product

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.console.names import CORE, FPGA, FiniteRange
from fairhash.console.output import as_json, print_json, print_table
from fairhash.external.resolve_core import resolve_core
from fairhash.results.machine_runs import INTERFACES
from fairhash.results.reader import read_results
from fairhash.studies.system.bus import buses, find_bus
from fairhash.studies.system.interface import DATA_BYTES, device_clocks, measure_interface

HELP_SECTION = "Papers"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--bus", "bus_names", multiple=True, metavar="BUS", help="A preset; may be repeated.  [default: all]")
@click.option("--clock", "clock_mhz", type=FiniteRange(1e-3, 1e6), metavar="MHZ", help="Clock of CORE.")
@click.option("--device", type=FPGA, help="Use the median clocks on this FPGA; store the results.")
@click.option(
    "--bytes", "data_bytes", type=click.IntRange(min=1), default=DATA_BYTES, show_default=True, help="Message size."
)
@as_json
def interface(
    *,
    cores: tuple[str, ...],
    bus_names: tuple[str, ...],
    clock_mhz: float | None,
    device: str | None,
    data_bytes: int,
    as_json: bool,
) -> None:
    """Simulate each CORE with its input words arriving over a bus, and show the throughput that is left.

    The compiled RTL of the core hashes one pseudo-random message; docs/bus.md describes the model and the presets. With
    --device the clocks are the medians over the seeds, static and by experiment, and the results are stored in
    results/interface/.

    \b
    Examples:
      fairhash interface sha-1/counters --clock 82.8 --bus pci-32-33
      fairhash interface sha-1/highspeed sha-512/highspeed --device ecp5-85k-8
    """
    if (clock_mhz is None) == (device is None):
        raise FairhashError("the clock of the core is not known", "", "give either --clock or --device")
    results = read_results("committed") if device else []
    measured = []
    for core in map(resolve_core, cores):
        clocks = (
            {"given": clock_mhz} if clock_mhz else device_clocks(core, device or "", results, paths.results() / "clock")
        )
        for name, (basis, mhz) in product(bus_names or buses(), clocks.items()):
            one = measure_interface(core, find_bus(name), mhz, basis, data_bytes, device or "")
            measured.append(one)
            if device:
                INTERFACES.store(paths.results() / "interface", one.core, one)
    if as_json:
        print_json([one.model_dump(mode="json") for one in measured])
        return
    rows = [
        (
            *(
                one.core,
                one.bus,
                f"{one.clock_mhz:.1f}",
                one.clock_basis,
                f"{one.core_mbit_s:.0f}",
                f"{one.bus_mbit_s:.0f}",
            ),
            *(f"{one.mbit_s:.0f}", f"{one.closed_form_mbit_s:.0f}", f"{one.starved_share:.1%}"),
        )
        for one in measured
    ]
    titles = (
        "core",
        "bus",
        "MHz",
        "clock",
        "core Mbit/s",
        "bus Mbit/s",
        "both Mbit/s",
        "formula Mbit/s",
        "core starved",
    )
    print_table(titles, rows)
