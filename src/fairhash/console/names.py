# SPDX-License-Identifier: Apache-2.0
"""Parameter types for names from a catalogue, with completion in the shell, and options of several commands."""

import importlib
import math
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fairhash.base.errors import FairhashError


class CatalogName(click.ParamType[str]):
    """A name from a catalogue. The command that looks the name up reports an unknown one."""

    def __init__(self, kind: str, module: str, function: str) -> None:
        self.name = kind
        self._module = module
        self._function = function

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that start with `incomplete`; imports the catalogue's module only when it is called."""
        try:
            names = getattr(importlib.import_module(self._module), self._function)()
        except FairhashError:
            return []
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class CoreName(CatalogName):
    """The name of a core; that of an algorithm alone stands for its high-speed core, and one line says so."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of a core, or the value if it is another name; imports the catalogue only for a bare name."""
        del param, ctx
        if "/" in value or Path(value).exists():
            return value
        from fairhash.catalog.cores import core_name_of_algorithm  # noqa: PLC0415 - only a bare name needs it

        name = core_name_of_algorithm(value)
        if name is None:
            return value
        click.echo(f"{value}: using {name}; `fairhash list {value}` shows all its cores", err=True)
        return name


class FiniteRange(click.FloatRange):
    """A range of numbers, without the one that is no number and compares with none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or one line that it is not in the range."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is no finite number", param, ctx)
        return number


CORE = CoreName("core", "fairhash.catalog.cores", "all_cores")
ALGORITHM = CatalogName("algorithm", "fairhash.models", "algorithms")
FAMILY = CatalogName("family", "fairhash.catalog.cores", "families")
DEVICE = CatalogName("device", "fairhash.catalog.targets", "targets")
PAPER = CatalogName("paper", "fairhash.studies.papers.paper", "paper_letters")
RECIPE = CatalogName("recipe", "fairhash.catalog.recipes", "recipes")
FPGA = CatalogName("device", "fairhash.catalog.targets", "devices")

ROOT = click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of an external core's sources, instead of the one that its description names.",
)
"""The option for descriptions whose sources are elsewhere."""

JOBS = click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Number of parallel jobs.  [default: number of processors]"
)
RESULTS = click.option(
    "--results",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder that results are read from and written to.  [default: results]",
)
