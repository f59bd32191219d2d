# SPDX-License-Identifier: Apache-2.0
"""Which part of an entity drives which signals of which other part, from its VHDL in the project's style."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fairhash.site.vhdl import Unit

INPUTS, OUTPUTS = "inputs", "outputs"
"""Stand for the ports of the entity itself; no instance may have these labels."""

_EVERYWHERE = frozenset({"clk", "io_clk", "rst"})
"""Ports of the entity that most parts read."""


@dataclass(frozen=True)
class Wire:
    """Signals from one part to another."""

    driver: str
    """Label of an instance, or INPUTS."""
    reader: str
    """Label of an instance, or OUTPUTS."""
    signals: tuple[str, ...]
    """Names in the entity, in the order of the reader's port map."""


def wires(unit: Unit, units: Mapping[str, Unit]) -> list[Wire]:
    """The connections of an entity's instances and ports, by the order of the drivers and readers in the source.

    A signal that the entity itself computes from others counts as driven by the drivers of those.

    Args:
        unit: The entity.
        units: All entities by name, which have the directions of the ports; an instance of another one has no wires.
    """
    direct = _drivers(unit, units)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for reader, signal in _reads(unit, units):
        for driver in _all_drivers(signal, direct, _sources(unit), set()):
            if driver != reader:
                found.setdefault((driver, reader), {})[signal] = None
    order = {label: index for index, label in enumerate([INPUTS, *(one.label for one in unit.instances), OUTPUTS])}
    ordered = sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return [Wire(driver, reader, tuple(found[driver, reader])) for driver, reader in ordered]


def names_in(expression: str) -> list[str]:
    """The identifiers of an expression, also of functions and literals' bases, without repetition."""
    without_literals = re.sub(r"\w*\"[^\"]*\"|'.'", " ", expression)
    return list(dict.fromkeys(re.findall(r"\b[a-z_]\w*", without_literals, re.IGNORECASE)))


def _drivers(unit: Unit, units: Mapping[str, Unit]) -> dict[str, set[str]]:
    """The labels that drive each signal, INPUTS for input ports; not those of signals that the entity computes."""
    found = {port.name: {INPUTS} for port in unit.ports if port.direction == "in" and port.name not in _EVERYWHERE}
    for label, direction, actual in _ports(unit, units):
        if direction != "in" and (names := names_in(actual)):
            found.setdefault(names[0], set()).add(label)
    return found


def _reads(unit: Unit, units: Mapping[str, Unit]) -> Iterator[tuple[str, str]]:
    """Label of a part and the name of a signal that it reads."""
    for label, direction, actual in _ports(unit, units):
        if direction == "in":
            for name in names_in(actual):
                yield label, name
    for port in unit.ports:
        if port.direction == "out":
            yield OUTPUTS, port.name


def _ports(unit: Unit, units: Mapping[str, Unit]) -> Iterator[tuple[str, str, str]]:
    """Label, direction and actual of each connected port of the instances."""
    for instance in unit.instances:
        inner = units.get(instance.entity)
        directions = {port.name: port.direction for port in inner.ports} if inner else {}
        for formal, actual in instance.port_map:
            if formal in directions and actual != "open":
                yield instance.label, directions[formal], actual


def _sources(unit: Unit) -> dict[str, set[str]]:
    """The names that the assignments to each signal read."""
    found: dict[str, set[str]] = {}
    for target, expression in unit.assignments:
        found.setdefault(target, set()).update(names_in(expression))
    return found


def _all_drivers(
    signal: str, direct: Mapping[str, set[str]], sources: Mapping[str, set[str]], seen: set[str]
) -> set[str]:
    """The parts that drive a signal, through the entity's own assignments."""
    if signal in seen:
        return set()
    seen.add(signal)
    found = set(direct.get(signal, ()))
    for name in sources.get(signal, ()):
        found |= _all_drivers(name, direct, sources, seen)
    return found
