# SPDX-License-Identifier: Apache-2.0
"""The command `ladder`: runs the verification ladder."""

import click

from fairhash.base import paths
from fairhash.console.names import CORE, FPGA, JOBS
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.features.ladder.measure import run_ladders
from fairhash.features.ladder.record import LadderFolder
from fairhash.features.ladder.steps import LadderInputs, ladder_steps
from fairhash.features.ladder.table import (
    failure_lines,
    ladder_data,
    ladder_statuses,
    ladder_table,
    passed_sentence,
    selected_cores,
    shown_cores,
)

HELP_SECTION = "Verify"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE]...")
@click.option(
    "--device",
    "devices",
    type=FPGA,
    multiple=True,
    help="Check the netlist for this FPGA; may be repeated.  [default: ecp5-85k-8]",
)
@click.option(
    "--placed",
    type=FPGA,
    multiple=True,
    help="Place the core on this FPGA and check it with and without delays; may be repeated.",
)
@click.option(
    "--stored", is_flag=True, help="Run nothing; show stored outcomes, by default of every core that has any."
)
@JOBS
@as_json
def ladder(
    *,
    cores: tuple[str, ...],
    devices: tuple[str, ...],
    placed: tuple[str, ...],
    stored: bool,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Run all steps of the verification ladder for each CORE, by default for every highspeed core.

    The steps are model, answers, modes, vhdl, netlist and proofs; a step runs only if the one before it passed.
    docs/verification.md explains what each step proves. Every outcome is stored in results/ladder/ at once, and a step
    that passed runs again only after a change of the core, the testbench, the models or a tool, so the same command
    continues an interrupted one. The netlist step uses the verdict of a result of the same sources in results/ if
    there is one; otherwise it synthesises the netlists for --device. The steps placed and timed run
    only for --placed: the placed netlist, and its simulation with routed delays at the clock that place and route
    reports.

    The failure of one core does not stop the others. The exit status is 1 if a step failed or could not run.

    \b
    Examples:
      fairhash ladder
      fairhash ladder sha-512/highspeed --device ice40-hx8k
      fairhash ladder sha-256/highspeed --placed ecp5-85k-8
      fairhash ladder --stored
    """
    folder = LadderFolder(paths.results() / "ladder")
    chosen = shown_cores(folder) if stored and not cores else selected_cores(cores)
    if not stored:
        inputs = LadderInputs.of_checkout()
        steps = [ladder_steps(core, inputs, devices, placed) for core in chosen]
        with ProgressDisplay("ladder") as sweep:
            run_ladders(steps, folder, sweep, jobs)
    ladders = ladder_statuses(chosen, folder)
    not_passed = failure_lines(ladders)
    if as_json:
        print_json(ladder_data(ladders))
    else:
        click.echo(ladder_table(ladders).to_text())
        for line in (*not_passed, passed_sentence(ladders)):
            click.echo(line)
    return 1 if not_passed else 0
