# SPDX-License-Identifier: Apache-2.0
"""What a command trusts, printed on stderr: tools without a sandbox, and the machines of a cluster."""

from collections.abc import Iterable

import click

from fairhash.catalog.core import Core
from fairhash.toolchain import sandbox


def report_isolation(cores: Iterable[Core], scheduler: str | None = None) -> None:
    """Print a line if external cores run without a sandbox, and one if jobs go to a scheduler."""
    if any(core.external for core in cores) and sandbox.bubblewrap() is None:
        click.echo(f"fairhash: {sandbox.WITHOUT_BUBBLEWRAP}", err=True)
    if scheduler:
        text = "whoever can reach that scheduler can run programs on its workers (docs/clusters.md)"
        click.echo(f"fairhash: {scheduler} is trusted: {text}", err=True)
