# SPDX-License-Identifier: Apache-2.0
"""A click group that imports a verb's module only when the verb is called: each start costs what it needs."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

import click


@dataclass(frozen=True)
class Verb:
    """Where a verb's command is, and its one line in the list of verbs."""

    module: str
    attribute: str
    summary: str


class LazyGroup(click.Group):
    """Verbs by name, in the order in which a newcomer needs them."""

    def __init__(self, *args: object, verbs: Mapping[str, Verb], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.verbs = verbs

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs' names."""
        return list(self.verbs)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The verb's command, its module imported now."""
        verb = self.verbs.get(cmd_name)
        if verb is None:
            return None
        command = getattr(importlib.import_module(verb.module), verb.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{verb.module}.{verb.attribute} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs, without importing them."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, verb.summary) for name, verb in self.verbs.items()])
