# SPDX-License-Identifier: Apache-2.0
"""A click group that imports a command's module only when that command runs, to keep the start fast."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

import click


@dataclass(frozen=True)
class CommandEntry:
    """Module and attribute of a command, and its line in the list of commands."""

    module: str
    attribute: str
    summary: str


class LazyGroup(click.Group):
    """Commands by name, listed in the order in which a new user needs them."""

    def __init__(self, *args: object, entries: Mapping[str, CommandEntry], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.entries = entries

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command; None for an unknown name."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        command = getattr(importlib.import_module(entry.module), entry.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.module}.{entry.attribute} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.entries.items()])
