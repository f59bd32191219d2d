# SPDX-License-Identifier: Apache-2.0
"""Arguments that name something in the catalog, and how a shell completes them."""

import click
from click.shell_completion import CompletionItem

from fairhash.catalog.cores import all_cores
from fairhash.errors import FairhashError


class _Core(click.ParamType[str]):
    """A core's name; whether it exists is the catalog's to say."""

    name = "core"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The cores of the checkout that begin so."""
        try:
            return [CompletionItem(name) for name in all_cores() if name.startswith(incomplete)]
        except FairhashError:
            return []


CORE = _Core()
