# SPDX-License-Identifier: Apache-2.0
"""The commands `list` and `show`: the cores of the catalogue."""

import click

from fairhash.catalog.cores import all_cores
from fairhash.console.names import CORE
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.trust import trust
from fairhash.external.resolve_core import resolve_core


@click.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List the cores of this checkout.

    \b
    Examples:
      fairhash list
      fairhash list --json
    """
    cores = list(all_cores().values())
    if as_json:
        print_json(
            [
                {
                    "core": core.name,
                    "other_names": core.other_names,
                    **core.model_dump(mode="json", exclude={"source", "foreign"}),
                }
                for core in cores
            ]
        )
        return
    print_table(
        (
            "core",
            "word bits",
            "block bits",
            "digest bits",
            "cycles for N blocks",
            "reset cycles",
            "also",
            "other names",
        ),
        [
            (
                *(c.name, c.word_bits, c.block_bits, c.digest_bits, c.formula.text(c.io_ratio), c.reset_cycles),
                *(" ".join(c.also) or "-", " ".join(c.other_names) or "-"),
            )
            for c in cores
        ],
    )


@click.command()
@click.argument("core", type=CORE)
@trust
@as_json
def show(core: str, as_json: bool) -> None:
    """Show what CORE declares about itself in its cores.toml.

    \b
    Example:
      fairhash show sha-512/highspeed
    """
    declared = resolve_core(core)
    facts = {"core": declared.name, **declared.model_dump(mode="json", exclude={"external"})}
    if declared.external:
        facts |= {"top": declared.external.top, "ports": declared.external.ports.kind}
    if as_json:
        print_json(facts)
        return
    facts["formula"] = declared.formula.text(declared.io_ratio)
    for name, value in facts.items():
        text = "\n".join(value) if isinstance(value, list) else str(value)
        if isinstance(value, dict):
            text = ", ".join(f"{key} = {item}" for key, item in value.items())
        first, *more = (text or "-").splitlines()
        click.echo(f"{name.replace('_', ' '):20} {first}")
        for line in more:
            click.echo(f"{'':20} {line}")
