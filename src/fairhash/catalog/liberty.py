# SPDX-License-Identifier: Apache-2.0
"""Reads a Liberty file into a tree of groups. Says nothing about what the groups mean (cells/library.py does)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.errors import FairhashError

HINT = "name an uncompressed Liberty file (.lib) of standard cells"
_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\\\r?\n|\s+|"((?:[^"\\]|\\.)*)"|([{}();:,])|([^\s{}();:,"]+)', re.DOTALL)
_CONTINUED = re.compile(r"\\\r?\n")


@dataclass
class Group:
    """``kind (arguments) { ... }``: simple attributes by name, complex ones by name with all their arguments."""

    kind: str
    arguments: tuple[str, ...] = ()
    simple: dict[str, str] = field(default_factory=dict)
    complex: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    groups: list["Group"] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The first argument, e.g. the name of a cell."""
        return self.arguments[0] if self.arguments else ""

    def of(self, *kinds: str) -> Iterator["Group"]:
        """The groups of these kinds directly inside."""
        return (group for group in self.groups if group.kind in kinds)

    def number(self, name: str) -> float | None:
        """A simple attribute as a number; None where it is not there."""
        value = self.simple.get(name)
        try:
            return None if value is None else float(value)
        except ValueError:
            return None

    def numbers(self, name: str) -> list[list[float]]:
        """A complex attribute's strings, each a list of numbers, as tables and their indices are written."""
        rows = [row for arguments in self.complex.get(name, []) for row in arguments]
        return [[float(number) for number in row.replace(",", " ").split()] for row in rows]


def read(file: Path) -> Group:
    """The library group of a Liberty file; a FairhashError where it is none."""
    try:
        text = file.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise FairhashError(f"cannot read the Liberty file: {error.strerror}", str(file), HINT) from error
    tokens = _Tokens(text)
    try:
        outer = Group("")
        _statements(tokens, outer, outermost=True)
    except (IndexError, _Wrong) as error:
        raise FairhashError(f"not a Liberty file: line {tokens.line()}", str(file), HINT) from error
    libraries = list(outer.of("library"))
    if len(libraries) != 1:
        raise FairhashError("not a Liberty file: it holds no library group", str(file), HINT)
    return libraries[0]


class _Wrong(Exception):
    pass


class _Tokens:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[tuple[str, bool, int]] = []
        """(text, whether it was in quotes, where)"""
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                break
            quoted, mark, word = match.groups()
            if quoted is not None:
                self.found.append((_CONTINUED.sub("", quoted), True, place))
            elif mark or word:
                self.found.append((mark or word, False, place))
            place = match.end()
        self.broken = place < len(text)
        self.next = 0

    def line(self) -> int:
        """Of the token that is next, or the last."""
        if not self.found:
            return 1
        return self.text.count("\n", 0, self.found[min(self.next, len(self.found) - 1)][2]) + 1

    def more(self) -> bool:
        return self.next < len(self.found)

    def take(self) -> str:
        text, _, _ = self.found[self.next]
        self.next += 1
        return text

    def at(self, mark: str) -> bool:
        return self.more() and self.found[self.next][:2] == (mark, False)

    def demand(self, mark: str) -> None:
        if not self.at(mark):
            raise _Wrong
        self.next += 1


def _statements(tokens: _Tokens, into: Group, outermost: bool = False) -> None:
    while tokens.more() if outermost else not tokens.at("}"):
        if tokens.at(";"):
            tokens.take()
            continue
        name = tokens.take()
        if tokens.at(":"):
            tokens.take()
            into.simple[name] = _value(tokens)
        else:
            arguments = _arguments(tokens)
            if tokens.at("{"):
                tokens.take()
                group = Group(name, arguments)
                _statements(tokens, group)
                tokens.demand("}")
                into.groups.append(group)
            else:
                into.complex.setdefault(name, []).append(arguments)
    if outermost and tokens.broken:
        raise _Wrong


def _value(tokens: _Tokens) -> str:
    """Up to the semicolon; some files leave it out at the end of a line."""
    begin = tokens.found[tokens.next][2]
    words = [tokens.take()]
    while tokens.more() and not tokens.at(";") and not tokens.at("}"):
        if "\n" in tokens.text[begin : tokens.found[tokens.next][2]]:
            break
        words.append(tokens.take())
    return " ".join(words)


def _arguments(tokens: _Tokens) -> tuple[str, ...]:
    tokens.demand("(")
    found: list[str] = []
    while not tokens.at(")"):
        if tokens.at(","):
            tokens.take()
        elif tokens.at("{") or tokens.at("}"):
            raise _Wrong
        else:
            found.append(tokens.take())
    tokens.take()
    return tuple(found)
