# SPDX-License-Identifier: Apache-2.0
"""The group `system`: what limits a computer that hashes, in software or with an accelerator."""

import click

from fairhash.cli.lazy_group import CommandEntry, LazyGroup

_COMMANDS = {
    "measure": CommandEntry("fairhash.cli.system_measure", "measure", "Measure hashing in software."),
    "simulate": CommandEntry("fairhash.cli.system_simulate", "simulate_", "Simulate an accelerator on a bus."),
    "sweep": CommandEntry("fairhash.cli.system_sweep", "sweep", "Simulate the grid of paper E."),
    "advise": CommandEntry("fairhash.cli.system_advise", "advise", "Compare ways to hash a mix of messages."),
    "accelerator": CommandEntry("fairhash.cli.system_accelerator", "accelerator", "Write the VHDL of an accelerator."),
    "accelerator-area": CommandEntry(
        "fairhash.cli.system_accelerator_area", "accelerator_area", "Implement an accelerator on an FPGA."
    ),
}


@click.group("system", cls=LazyGroup, entries=_COMMANDS, no_args_is_help=True)
def system() -> None:
    """Measure and model a computer that hashes, in software or with an accelerator (docs/system.md).

    \b
    Examples:
      fairhash system measure
      fairhash system simulate keccak-256/highspeed@100x8
      fairhash system advise --lengths tls-records
    """
