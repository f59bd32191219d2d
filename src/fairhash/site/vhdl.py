# SPDX-License-Identifier: Apache-2.0
"""Pages of VHDL entities and packages, from their headers and the comments beside ports."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.table import Link, Table, table_of_texts
from fairhash.site.pages import NO_VALUE, Page, SearchEntry


@dataclass(frozen=True)
class Declaration:
    """A port or a generic."""

    name: str
    direction: str
    """``in``, ``out`` or ``inout``; empty for a generic."""
    type: str
    default: str
    comment: str


@dataclass(frozen=True)
class EntityInstance:
    """An entity inside another one."""

    label: str
    entity: str
    port_map: tuple[tuple[str, str], ...] = ()
    """Port of the entity and what is connected to it, e.g. ``("in_data", "word")``."""


@dataclass(frozen=True)
class Unit:
    """An entity, or a package, of one file."""

    name: str
    kind: str
    """``entity`` or ``package``."""
    file: str
    """Path in the repository."""
    header: str
    """The comment at the top of the file, without the licence line."""
    generics: tuple[Declaration, ...] = ()
    ports: tuple[Declaration, ...] = ()
    instances: tuple[EntityInstance, ...] = ()
    """The instances in the architecture."""
    assignments: tuple[tuple[str, str], ...] = ()
    """Signal and expression of each assignment in the architecture."""

    @property
    def path(self) -> str:
        """Path of its page in the site."""
        return f"entities/{self.folder}/{self.name}.html"

    @property
    def folder(self) -> str:
        """Name of its folder in rtl/."""
        return Path(self.file).parent.name

    @property
    def summary(self) -> str:
        """First sentence of the header."""
        words = " ".join(self.header.split("\n\n")[0].split())
        return re.split(r"(?<=[a-z)]\.)\s", words)[0]


def read_units() -> dict[str, Unit]:
    """Every entity and package of rtl/, by name, sorted by file."""
    root = paths.root()
    units = [
        parse_unit(files.read_text(file), str(file.relative_to(root))) for file in sorted(paths.rtl().glob("*/*.vhd"))
    ]
    return {unit.name: unit for unit in units if unit}


def parse_unit(text: str, file: str) -> Unit | None:
    """The entity or package of one file in the project's style; None if it has neither."""
    match = re.search(r"^(entity|package)\s+(?!body\b)(\w+)\s+is\b", text, re.MULTILINE)
    if not match:
        return None
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("--"):
            break
        if "SPDX-License-Identifier" not in line:
            lines.append(line[2:].removeprefix(" ").rstrip())
    declaration = text[match.end() : _end(text, match)]
    instances = tuple(_instances(text)) if match[1] == "entity" else ()
    return Unit(
        match[2],
        match[1],
        file,
        "\n".join(lines).strip("\n"),
        tuple(_declarations(_clause(declaration, "generic"))),
        tuple(_declarations(_clause(declaration, "port"))),
        instances,
        tuple(_ASSIGNMENT.findall(_without_comments(_INSTANCE.sub("", text)))) if instances else (),
    )


_INSTANCE = re.compile(r"^ *(\w+) *: *entity work\.(\w+)(.*?)\) *; *$", re.MULTILINE | re.DOTALL)
_ASSIGNMENT = re.compile(r"^ *(?:\w+ *: *)?(\w+)(?:\([^;]*?\)|\.\w+)* *<= *([^;]*);", re.MULTILINE)


def _instances(text: str) -> Iterable[EntityInstance]:
    for label, entity, maps in _INSTANCE.findall(text):
        _, _, ports = maps.partition("port map")
        pairs = re.findall(r"^[ (]*(\w+)(?:\([^=]*\))? *=> *(.*?),?$", _without_comments(ports), re.MULTILINE)
        yield EntityInstance(label, entity, tuple(pairs))


def _without_comments(text: str) -> str:
    return re.sub(r" *--.*", "", text)


def _end(text: str, opening: re.Match[str]) -> int:
    end = re.search(rf"^end\s+{opening[1]}\b", text[opening.end() :], re.MULTILINE)
    return opening.end() + end.start() if end else len(text)


def _clause(declaration: str, keyword: str) -> list[str]:
    """The lines between ``generic (`` or ``port (`` and the line that closes it."""
    match = re.search(rf"^\s*{keyword} \($(.*?)^\s*\);", declaration, re.MULTILINE | re.DOTALL)
    return match[1].splitlines() if match else []


_LINE = re.compile(
    r"\s*(?P<name>\w+)\s*:\s*(?:(?P<direction>in|out|inout)\b)?\s*(?P<type>.*?)"
    r"(?:\s*:=\s*(?P<default>.*?))?;?\s*(?:--\s*(?P<comment>.*))?$"
)


def _declarations(lines: Iterable[str]) -> list[Declaration]:
    """One for each line with a name; a comment on a line of its own continues the one before."""
    declarations: list[Declaration] = []
    for line in lines:
        match = _LINE.match(line)
        if match:
            parts = {name: (value or "").strip() for name, value in match.groupdict().items()}
            declarations.append(Declaration(**parts))
        elif declarations and line.strip().startswith("--"):
            last = declarations[-1]
            more = f"{last.comment} {line.strip()[2:].strip()}"
            declarations[-1] = Declaration(last.name, last.direction, last.type, last.default, more)
    return declarations


def port_table(unit: Unit) -> Table:
    """The table of an entity's ports."""
    head = ("port", "direction", "type", "meaning")
    rows = tuple((port.name, port.direction, port.type, port.comment) for port in unit.ports)
    return table_of_texts(head, rows, head)


def generic_table(unit: Unit) -> Table:
    """The table of an entity's generics."""
    head = ("generic", "type", "default", "meaning")
    rows = tuple((one.name, one.type, one.default or "none", one.comment) for one in unit.generics)
    return table_of_texts(head, rows, head)


def instance_table(unit: Unit, units: Mapping[str, Unit]) -> Table:
    """The table of the entities inside an entity."""
    head = ("part", "entity", "what it is")
    rows = tuple(
        (one.label, Link(one.entity, units[one.entity].path), units[one.entity].summary)
        if one.entity in units
        else (one.label, one.entity, NO_VALUE)
        for one in unit.instances
    )
    return table_of_texts(head, rows, head)


def entity_pages(units: dict[str, Unit]) -> list[Page]:
    """One page for each entity and package, and their index."""
    used_by: dict[str, list[Unit]] = {}
    for unit in units.values():
        for name in dict.fromkeys(instance.entity for instance in unit.instances):
            used_by.setdefault(name, []).append(unit)
    pages = [_page(unit, units, used_by.get(unit.name, [])) for unit in units.values()]
    folders: dict[str, list[Unit]] = {}
    for unit in units.values():
        folders.setdefault(unit.folder, []).append(unit)
    return [
        *pages,
        Page("entities/index.html", "VHDL entities", "entities.html", {"folders": folders}, "docs/index.html"),
    ]


def _page(unit: Unit, units: dict[str, Unit], users: list[Unit]) -> Page:
    return Page(
        unit.path,
        unit.name,
        "entity.html",
        {
            "unit": unit,
            "generics": generic_table(unit),
            "ports": port_table(unit),
            "instances": instance_table(unit, units),
            "users": users,
        },
        "docs/index.html",
        (SearchEntry(f"{unit.kind} {unit.name}", unit.path, unit.summary),),
    )
