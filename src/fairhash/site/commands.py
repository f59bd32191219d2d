# SPDX-License-Identifier: Apache-2.0
"""The command-line reference, from the commands themselves."""

import inspect
import re
from dataclasses import dataclass

import click

from fairhash.base.table import Table, table_of_texts
from fairhash.site.pages import Page, SearchEntry


@dataclass(frozen=True)
class Command:
    """One command as the reference shows it."""

    name: str
    usage: str
    paragraphs: tuple[str, ...]
    examples: str
    """Lines to type, without the line `Examples:`; empty if the help has none."""
    options: Table


def command_page(group: click.Group) -> Page:
    """The page with one section for each command of the group and of groups below it."""
    context = click.Context(group, info_name="fairhash")
    commands = _commands(group, context)
    entries = tuple(
        SearchEntry(
            f"fairhash {command.name}", f"docs/commands.html#{anchor(command.name)}", " ".join(command.paragraphs)
        )
        for command in commands
    )
    values = {"commands": commands, "anchor": anchor}
    return Page("docs/commands.html", "Commands", "commands.html", values, "docs/index.html", entries)


def anchor(name: str) -> str:
    """The id of a command's section."""
    return name.replace(" ", "-")


def _commands(group: click.Group, context: click.Context, before: str = "") -> list[Command]:
    commands: list[Command] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        inner = click.Context(command, info_name=name, parent=context)
        commands.append(_command(command, inner, f"{before}{name}"))
        if isinstance(command, click.Group):
            commands += _commands(command, inner, f"{before}{name} ")
    return commands


def _command(command: click.Command, context: click.Context, name: str) -> Command:
    text = inspect.cleandoc(command.help or "").partition("\f")[0]
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text) if block.strip()]
    examples = [block for block in blocks if block.startswith("\b")]
    head = ("option", "meaning")
    records = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context))]
    return Command(
        name,
        " ".join([context.command_path, *command.collect_usage_pieces(context)]),
        tuple(" ".join(block.split()) for block in blocks if not block.startswith("\b")),
        "\n\n".join(inspect.cleandoc("\n".join(block.splitlines()[2:])) for block in examples),
        table_of_texts(head, records, head),
    )
