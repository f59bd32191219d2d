# SPDX-License-Identifier: Apache-2.0
"""A click group that imports a command's module only when that command runs, to keep the start fast."""

import ast
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click


@dataclass(frozen=True)
class CommandEntry:
    """Module and attribute of a command, its line in the list of commands, and the section of that list."""

    module: str
    attribute: str
    summary: str
    section: str = "Commands"


def find_commands(package: Path, patterns: Sequence[str]) -> dict[str, CommandEntry]:
    """Return the commands that modules define, by name, without importing the modules.

    A command is a function that is decorated with ``click.command`` or ``click.group``. Its name is that of the
    decorator or else of the function, and its summary the first line of its docstring. The section of all commands of a
    module is its constant HELP_SECTION.

    Args:
        package: folder of a package that can be imported by its name.
        patterns: of the modules' files below that folder.
    """
    found = {}
    for file in (file for pattern in patterns for file in package.glob(pattern)):
        module = ".".join(file.with_suffix("").relative_to(package.parent).parts)
        body = ast.parse(file.read_text(encoding="utf-8")).body
        section = next((_help_section(node) for node in body if _help_section(node)), CommandEntry.section)
        for node in body:
            if isinstance(node, ast.FunctionDef):
                for name in _command_names(node):
                    summary = (ast.get_docstring(node) or "").partition("\n")[0]
                    found[name] = CommandEntry(module, node.name, summary, section)
    return dict(sorted(found.items()))


def _help_section(node: ast.stmt) -> str:
    """The value of HELP_SECTION if the statement assigns it, else an empty text."""
    match node:
        case ast.Assign(targets=[ast.Name(id="HELP_SECTION")], value=ast.Constant(value=str(section))):
            return section
    return ""


def _command_names(function: ast.FunctionDef) -> Iterable[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) in {"click.command", "click.group"}:
            first = decorator.args[0] if decorator.args else None
            yield str(first.value) if isinstance(first, ast.Constant) else function.name.replace("_", "-")


class LazyGroup(click.Group):
    """Commands by name: first `entries` in their order, then what `find` returns; in the help under `sections`.

    `find` is called only for a command that `entries` lacks, and for the list of commands.
    """

    def __init__(
        self,
        *args: object,
        entries: Mapping[str, CommandEntry],
        find: Callable[[], Mapping[str, CommandEntry]] = dict,
        sections: Sequence[str] = (CommandEntry.section,),
        **kwargs: object,
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.entries = entries
        self._find = find
        self._sections = sections

    @cached_property
    def _all_entries(self) -> Mapping[str, CommandEntry]:
        return {**self.entries, **self._find()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self._all_entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command; None for an unknown name."""
        entry = self.entries.get(cmd_name) or self._all_entries.get(cmd_name)
        if entry is None:
            return None
        command = getattr(importlib.import_module(entry.module), entry.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{entry.module}.{entry.attribute} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands by section, without importing them."""
        sections: dict[str, list[tuple[str, str]]] = {section: [] for section in self._sections}
        for name, entry in self._all_entries.items():
            sections[entry.section].append((name, entry.summary))
        for section, lines in sections.items():
            with formatter.section(section):
                formatter.write_dl(lines)
