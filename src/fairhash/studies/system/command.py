# SPDX-License-Identifier: Apache-2.0
"""The group `system`: what limits a computer that hashes, in software or with an accelerator."""

import click

from fairhash.console.lazy_group import CommandEntry, LazyGroup

HELP_SECTION = "Papers"

_COMMANDS = {
    "measure": CommandEntry("fairhash.studies.system.commands.measure", "measure", "Measure hashing in software."),
    "simulate": CommandEntry(
        "fairhash.studies.system.commands.simulate", "simulate_", "Simulate an accelerator on a bus."
    ),
    "sweep": CommandEntry("fairhash.studies.system.commands.simulate", "sweep", "Simulate the grid of paper E."),
    "advise": CommandEntry(
        "fairhash.studies.system.commands.advise", "advise", "Compare ways to hash a mix of messages."
    ),
    "accelerator": CommandEntry(
        "fairhash.studies.system.commands.accelerator", "accelerator", "Write the VHDL of an accelerator."
    ),
    "accelerator-area": CommandEntry(
        "fairhash.studies.system.commands.accelerator", "accelerator_area", "Implement an accelerator on an FPGA."
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
