# SPDX-License-Identifier: Apache-2.0
"""Names of cores on the command line."""

import click
import pytest
from click.testing import CliRunner

from fairhash.console.names import CORE


@click.command()
@click.argument("core", type=CORE)
def shown(core: str) -> None:
    """Print the name that a command would receive."""
    click.echo(core)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("sha3-512", "sha3-512/highspeed"),
        ("sha-256", "sha-256/highspeed"),
        ("jh42-256", "jh42-256/lightweight"),
    ],
)
def test_an_algorithm_stands_for_its_main_core(typed: str, name: str) -> None:
    """High-speed before lightweight; one line says which core it is."""
    run = CliRunner().invoke(shown, [typed])
    assert run.stdout == f"{name}\n"
    assert run.stderr == f"{typed}: using {name}; `fairhash list {typed}` shows all its cores\n"


@pytest.mark.parametrize("typed", ["sha3-512/highspeed", "md5", "folder/core.toml"])
def test_other_names_stay(typed: str) -> None:
    run = CliRunner().invoke(shown, [typed])
    assert (run.stdout, run.stderr) == (f"{typed}\n", "")
