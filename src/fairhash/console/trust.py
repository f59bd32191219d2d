# SPDX-License-Identifier: Apache-2.0
"""What a command trusts: the option --trust, and a message about tools without a sandbox and machines of a cluster."""

from collections.abc import Iterable

import click

from fairhash.catalog.core import Core
from fairhash.external.read_fusesoc import trusted
from fairhash.toolchain import sandbox


def _set_trusted(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        context.with_resource(trusted())


trust = click.option(
    "--trust",
    is_flag=True,
    expose_value=False,
    callback=_set_trusted,
    help="Let a FuseSoC core run its generators and fetch its sources (docs/trust.md).",
)
"""The option; it changes what resolve_core() allows while the command runs."""


def report_isolation(cores: Iterable[Core], scheduler: str | None = None) -> None:
    """Print a line if external cores run without a sandbox, and one if jobs go to a scheduler."""
    if any(core.external for core in cores) and sandbox.bubblewrap() is None:
        click.echo(f"fairhash: {sandbox.WITHOUT_BUBBLEWRAP}", err=True)
    if scheduler:
        text = "whoever can reach that scheduler can run programs on its workers (docs/clusters.md)"
        click.echo(f"fairhash: {scheduler} is trusted: {text}", err=True)
