# SPDX-License-Identifier: Apache-2.0
"""Arguments that name something known; a shell completes them from what there is."""

import importlib

import click
from click.shell_completion import CompletionItem

from fairhash.errors import FairhashError


class Name(click.ParamType[str]):
    """A name out of a catalog; whether it exists is the catalog's to say, with the nearest names."""

    def __init__(self, kind: str, module: str, function: str) -> None:
        self.name = kind
        self._module = module
        self._function = function

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The known names that begin so; the catalog is imported only now."""
        try:
            known = getattr(importlib.import_module(self._module), self._function)()
        except FairhashError:
            return []
        return [CompletionItem(name) for name in known if name.startswith(incomplete)]


CORE = Name("core", "fairhash.catalog.cores", "all_cores")
ALGORITHM = Name("algorithm", "fairhash.models", "algorithms")
DEVICE = Name("device", "fairhash.catalog.targets", "targets")
PAPER = Name("paper", "fairhash.papers.paper", "paper_letters")
RECIPE = Name("recipe", "fairhash.catalog.recipes", "recipes")
FPGA = Name("device", "fairhash.catalog.targets", "devices")
