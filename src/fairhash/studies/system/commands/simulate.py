# SPDX-License-Identifier: Apache-2.0
"""The commands `system simulate`, one accelerator on one bus, and `system sweep`, the grid of paper E."""

from pathlib import Path

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressBar
from fairhash.external.resolve_core import resolve_core
from fairhash.results.machine_runs import write_machine_runs
from fairhash.results.system_folder import grid_file
from fairhash.studies.system.accelerator import default_bus_bits
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.candidate import AcceleratorCandidate, parse_candidate
from fairhash.studies.system.closed_form import closed_form
from fairhash.studies.system.core_model import core_presets
from fairhash.studies.system.machine import MOST_BUFFER_BYTES, PAPER_BUFFER_BYTES, MachineModel
from fairhash.studies.system.machine_rtl import simulate_rtl
from fairhash.studies.system.machine_run import Cause, MachineRun, simulate
from fairhash.studies.system.paper_grid import sweep as run_sweep
from fairhash.studies.system.presets import disks, find, hosts

_MOST_BYTES = 1 << 24


@click.command("simulate")
@click.argument("accelerator", metavar="ACCELERATOR")
@click.option("--bus", "bus_name", default="pcie-3-x8", show_default=True, metavar="BUS", help="A preset.")
@click.option("--host", "host_name", default="pcie-polling", show_default=True, metavar="HOST", help="A preset.")
@click.option("--disk", "disk_name", metavar="DISK", help="A preset: messages are files.  [default: in memory]")
@click.option("--bytes", "message_bytes", type=click.IntRange(1, _MOST_BYTES), default=4096, show_default=True)
@click.option("--messages", type=click.IntRange(1, 100_000), help="[default: 8 for each core]")
@click.option("--batch", type=click.IntRange(1, 100_000), help="Messages announced together.  [default: one a core]")
@click.option(
    "--buffer", "buffer_bytes", type=click.IntRange(1, MOST_BUFFER_BYTES), default=PAPER_BUFFER_BYTES, show_default=True
)
@click.option("--non-interleaved", is_flag=True, help="Send each message as a whole.")
@click.option("--rtl", is_flag=True, help="Simulate the RTL of the accelerator, and check every digest.")
@as_json
def simulate_(
    *,
    accelerator: str,
    bus_name: str,
    host_name: str,
    disk_name: str | None,
    message_bytes: int,
    messages: int | None,
    batch: int | None,
    buffer_bytes: int,
    non_interleaved: bool,
    rtl: bool,
    as_json: bool,
) -> None:
    """Simulate an accelerator in a computer, cycle by cycle, and show what limits it.

    ACCELERATOR is a core, its clock in MHz or a device with results, and a number of cores. docs/system.md describes
    the model, the counters and the presets.

    \b
    Examples:
      fairhash system simulate keccak-256/highspeed@100x8
      fairhash system simulate keccak-256/highspeed@100x2 --rtl
      fairhash system simulate paper-e-keccakx12 --bus fsb --host xeon-e7310 --bytes 262144 --messages 12
    """
    candidate = parse_candidate(accelerator)
    if not isinstance(candidate, AcceleratorCandidate):
        raise FairhashError("software is not simulated", accelerator, "use fairhash system measure or advise")
    machine = MachineModel(
        host=find(hosts(), host_name, "host"),
        bus=find_bus(bus_name),
        core=candidate.core,
        cores=candidate.cores,
        buffer_bytes=buffer_bytes,
        interleaved=not non_interleaved,
        batch=batch or 0,
        disk=find(disks(), disk_name, "disk") if disk_name else None,
    )
    lengths = [message_bytes] * (messages or 8 * machine.units)
    run = _simulate_rtl(machine, lengths) if rtl else simulate(machine, lengths)
    formula = closed_form(machine, message_bytes)
    if as_json:
        print_json(_data(run, formula.ns_per_byte))
        return
    click.echo(
        f"{run.ns_per_byte:.4g} ns/B ({1000 / run.ns_per_byte:.4g} MB/s); formula: {formula.ns_per_byte:.4g} ns/B"
    )
    click.echo(f"bottleneck: {run.bottleneck}")
    click.echo()
    print_table(("cause", "time"), [(cause, f"{run.share(cause):.1%}") for cause in Cause if run.cause_ns[cause]])
    click.echo()
    shares = (run.bus_busy_share, run.bus_blocked_share, run.bus_idle_share)
    click.echo("bus: {:.1%} busy, {:.1%} blocked by a full buffer, {:.1%} idle".format(*shares))
    head = ("core", "computing", "waiting for data", "waiting for collector", "idle cycles")
    print_table(
        head,
        [
            (number, core.computing, core.waiting_for_data, core.waiting_for_collector, core.idle)
            for number, core in enumerate(run.cores)
        ],
    )


def _simulate_rtl(machine: MachineModel, lengths: list[int]) -> MachineRun:
    """Simulate the RTL with the least width of the bus that feeds all cores."""
    if machine.core.id in core_presets():
        raise FairhashError("there is no RTL of this core", machine.core.id, "choose a core of the catalogue")
    core = resolve_core(machine.core.id)
    return simulate_rtl(core, machine, lengths, default_bus_bits(core, machine.cores))


def _data(run: MachineRun, formula_ns_per_byte: float) -> dict[str, object]:
    return {
        "ns_per_byte": run.ns_per_byte,
        "formula_ns_per_byte": formula_ns_per_byte,
        "bottleneck": run.bottleneck,
        "cause_shares": {cause: run.share(cause) for cause in Cause},
        "bus_busy_share": run.bus_busy_share,
        "bus_blocked_share": run.bus_blocked_share,
        "bus_idle_share": run.bus_idle_share,
        "cores": [vars(core) for core in run.cores],
    }


@click.command()
@click.option("--to", type=click.Path(path_type=Path), metavar="FILE.json", help="[default: in results/system]")
def sweep(to: Path | None) -> None:
    """Simulate the grid of paper E on the paper's computer and on one of today, and store the runs.

    `fairhash paper E` makes its tables and figures from them. It takes a minute or two.

    \b
    Example:
      fairhash system sweep
    """
    with ProgressBar("simulating") as bar:
        runs = run_sweep(bar.at)
    file = to or grid_file(paths.results())
    write_machine_runs(file, runs)
    rate = runs.core_cycles / max(runs.seconds, 0.1)
    click.echo(f"{len(runs.rows)} simulations in {runs.seconds:.0f} s, {rate:,.0f} cycles of the cores a second")
    click.echo(f"Written: {file}")
