# SPDX-License-Identifier: Apache-2.0
"""The option --trust of commands that read external cores."""

import click

from fairhash.external.read_fusesoc import trusted


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
