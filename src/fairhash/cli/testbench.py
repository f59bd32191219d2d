# SPDX-License-Identifier: Apache-2.0
"""The commands `verify` and `cycles`, which run the testbench."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import click

from fairhash.bench.implementing import netlist_verdict
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_target
from fairhash.console.names import CORE, DEVICE, RECIPE, ROOT
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressBar
from fairhash.console.trust import report_isolation, trust
from fairhash.external.resolve_core import resolve_core
from fairhash.testbench.verification import VerifyOptions, measure_cycles
from fairhash.testbench.verification import verify as verify_core


@click.command()
@click.argument("cores", type=CORE, nargs=-1, required=True, metavar="CORE...")
@click.option("--answers", type=click.Path(path_type=Path), help="Answer files to use instead of those in vectors/.")
@click.option("--random", type=click.IntRange(min=0), metavar="N", help="Number of random messages.")
@click.option("--mode", "modes", multiple=True, help="Only this mode; may be repeated.")
@click.option("--seed", type=int, help="Seed of all random choices; a failure report shows it.")
@click.option(
    "--engine", type=click.Choice(["fast", "vhdl"]), default="fast", help="Simulator: fast is Verilator, vhdl is GHDL."
)
@click.option("--netlist", type=DEVICE, metavar="DEVICE", help="Also check the netlist synthesised for DEVICE.")
@click.option("--recipe", type=RECIPE, default=DEFAULT_RECIPE, show_default=True, help="Recipe for that netlist.")
@trust
@ROOT
@as_json
def verify(
    *,
    cores: tuple[str, ...],
    root: Path | None,
    answers: Path | None,
    random: int | None,
    modes: tuple[str, ...],
    seed: int | None,
    engine: Literal["fast", "vhdl"],
    netlist: str | None,
    recipe: str,
    as_json: bool,
) -> int:
    """Check each CORE against known answers, the software models and the protocol of its interface.

    The modes are answers, random, lengths, segments, stalls, back-to-back, reset, counters and cycles. A failure
    report shows the smallest failing message, the seed, the cycle, the expected and the actual word, and how to view
    the waveform. The exit status is 1 if anything failed.

    \b
    Examples:
      fairhash verify sha-512/highspeed
      fairhash verify keccak-512/highspeed --mode stalls --random 2000
      fairhash verify sha-512/highspeed --netlist ecp5-85k-8
    """
    options = VerifyOptions(modes=modes or None, engine=engine, answers=answers, random=random, seed=seed)
    chosen = [resolve_core(name, root=root) for name in cores]
    report_isolation(chosen)
    device = find_target(netlist) if netlist is not None else None
    ok, data = True, list[dict[str, Any]]()
    for core in chosen:
        with ProgressBar(core.name) as bar:
            report = verify_core(core, replace(options, first_failure=bool(core.external)), bar.titled)
        ok = ok and report.ok
        data.append(report.model_dump(mode="json"))
        if not as_json:
            click.echo(report.text())
        if device:
            gate = netlist_verdict(core, device, find_recipe(recipe))
            ok = ok and gate.verdict == "pass"
            data[-1]["netlist"] = {"device": device.id, "recipe": recipe, **gate.model_dump(mode="json")}
            if not as_json:
                click.echo(
                    f"  netlist for {device.id}: {gate.verdict}, {gate.messages} messages {gate.detail}".rstrip()
                )
    if as_json:
        print_json(data)
    return 0 if ok else 1


@click.command()
@click.argument("core", type=CORE)
@trust
@as_json
def cycles(core: str, as_json: bool) -> int:
    """Measure the cycles of clk that CORE takes for messages of N blocks, and compare them with its declared formula.

    The exit status is 1 if they differ.

    \b
    Example:
      fairhash cycles sha-512/highspeed
    """
    report = measure_cycles(resolve_core(core))
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        for blocks, measured in report.measured:
            click.echo(f"N = {blocks}: {measured} cycles")
        click.echo(report.text())
    return 0 if report.agrees else 1
