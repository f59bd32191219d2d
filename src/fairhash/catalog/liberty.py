# SPDX-License-Identifier: Apache-2.0
"""The Liberty files of a cell library: finds them, and parses them to trees, which cells/read_library.py interprets."""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import metadata
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.device import CellLibrary

HINT = "name an uncompressed Liberty file (.lib) of standard cells"
_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\\\r?\n|\s+|"((?:[^"\\]|\\.)*)"|([{}();:,])|([^\s{}();:,"]+)', re.DOTALL)
_CONTINUED = re.compile(r"\\\r?\n")


@dataclass
class LibertyGroup:
    """A Liberty group, ``kind (arguments) { ... }``, with its attributes and inner groups."""

    kind: str
    arguments: tuple[str, ...] = ()
    simple: dict[str, str] = field(default_factory=dict)
    """Values of simple attributes, ``name : value ;``, by name."""
    complex: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)
    """Arguments of complex attributes, ``name (arguments) ;``, by name, one entry for each occurrence."""
    groups: list["LibertyGroup"] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The first argument, e.g. the name of a cell."""
        return self.arguments[0] if self.arguments else ""

    def find(self, *kinds: str) -> Iterator["LibertyGroup"]:
        """The groups of these kinds directly inside this group."""
        return (group for group in self.groups if group.kind in kinds)

    def number(self, name: str) -> float | None:
        """A simple attribute as a number; None if it is missing or not a number."""
        value = self.simple.get(name)
        try:
            return None if value is None else float(value)
        except ValueError:
            return None

    def numbers(self, name: str) -> list[list[float]]:
        """The arguments of a complex attribute, each parsed as a list of numbers: rows of a table or of its indices."""
        rows = [row for arguments in self.complex.get(name, []) for row in arguments]
        return [[float(number) for number in row.replace(",", " ").split()] for row in rows]


def read(file: Path) -> LibertyGroup:
    """Parse a Liberty file and return its library group; a FairhashError if it is not a Liberty file."""
    try:
        text = file.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise FairhashError(f"cannot read the Liberty file: {error.strerror}", str(file), HINT) from error
    tokens = _Tokens(text)
    try:
        outer = LibertyGroup("")
        _statements(tokens, outer, outermost=True)
    except (IndexError, _SyntaxError) as error:
        raise FairhashError(f"not a Liberty file: line {tokens.line()}", str(file), HINT) from error
    libraries = list(outer.find("library"))
    if len(libraries) != 1:
        raise FairhashError("not a Liberty file: it holds no library group", str(file), HINT)
    return libraries[0]


class _SyntaxError(Exception):
    """The next token is not the expected one."""


class _Tokens:
    """The tokens of a Liberty text, and the position of the next one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, bool, int]] = []
        """Text, whether it was quoted, and offset in the file, of each token."""
        offset = 0
        while offset < len(text):
            match = _TOKEN.match(text, offset)
            if match is None:
                break
            quoted, mark, word = match.groups()
            if quoted is not None:
                self.tokens.append((_CONTINUED.sub("", quoted), True, offset))
            elif mark or word:
                self.tokens.append((mark or word, False, offset))
            offset = match.end()
        self.incomplete = offset < len(text)
        self.next = 0

    def line(self) -> int:
        """Line number of the next token, or of the last one at the end."""
        if not self.tokens:
            return 1
        return self.text.count("\n", 0, self.tokens[min(self.next, len(self.tokens) - 1)][2]) + 1

    def more(self) -> bool:
        return self.next < len(self.tokens)

    def take(self) -> str:
        text, _, _ = self.tokens[self.next]
        self.next += 1
        return text

    def at(self, mark: str) -> bool:
        return self.more() and self.tokens[self.next][:2] == (mark, False)

    def expect(self, mark: str) -> None:
        if not self.at(mark):
            raise _SyntaxError
        self.next += 1


def _statements(tokens: _Tokens, into: LibertyGroup, outermost: bool = False) -> None:
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
                group = LibertyGroup(name, arguments)
                _statements(tokens, group)
                tokens.expect("}")
                into.groups.append(group)
            else:
                into.complex.setdefault(name, []).append(arguments)
    if outermost and tokens.incomplete:
        raise _SyntaxError


def _value(tokens: _Tokens) -> str:
    """The value of a simple attribute, up to the semicolon or, as some files omit it, the end of the line."""
    begin = tokens.tokens[tokens.next][2]
    words = [tokens.take()]
    while tokens.more() and not tokens.at(";") and not tokens.at("}"):
        if "\n" in tokens.text[begin : tokens.tokens[tokens.next][2]]:
            break
        words.append(tokens.take())
    return " ".join(words)


def _arguments(tokens: _Tokens) -> tuple[str, ...]:
    tokens.expect("(")
    arguments: list[str] = []
    while not tokens.at(")"):
        if tokens.at(","):
            tokens.take()
        elif tokens.at("{") or tokens.at("}"):
            raise _SyntaxError
        else:
            arguments.append(tokens.take())
    tokens.take()
    return tuple(arguments)


_SETUP = "run ./run --setup"


def liberty_files(library: CellLibrary) -> tuple[Path, ...]:
    """The library's files as plain text; compressed ones are unpacked to the build folder once.

    Raises:
        FairhashError: The Python package that contains the files is not installed, or a file cannot be unpacked.
    """
    return tuple(_plain(file) for file in installed_files(library))


def installed_files(library: CellLibrary) -> tuple[Path, ...]:
    """The library's files as they are installed, compressed or not; nothing is unpacked.

    The package is not imported: it is installed without the packages that its modules need.

    Raises:
        FairhashError: The Python package that contains the files is not installed.
    """
    if not library.package:
        return library.liberty
    try:
        package = metadata.distribution(library.package)
    except metadata.PackageNotFoundError as error:
        raise FairhashError(
            f"the Python package {library.package}, which contains the library {library.id}, is not installed",
            "",
            _SETUP,
        ) from error
    return tuple(Path(str(package.locate_file(library.package))) / file for file in library.liberty)


def _plain(file: Path) -> Path:
    if file.suffix != ".gz":
        return file
    try:
        status = file.stat()
        return _unpacked(file, status.st_size, status.st_mtime_ns, paths.build())
    except (OSError, EOFError, zlib.error) as error:
        raise FairhashError("cannot unpack the Liberty file", str(file), _SETUP) from error


@lru_cache(maxsize=8)
def _unpacked(file: Path, _size: int, _time_ns: int, build: Path) -> Path:
    """The unpacked copy, in a folder named after the digest of the compressed file."""
    compressed = file.read_bytes()
    copy = build / "liberty" / hashlib.sha256(compressed).hexdigest()[:16] / file.stem
    if not copy.is_file():
        text = gzip.decompress(compressed)
        files.make_folder(copy.parent)
        with files.replacement(copy) as new:
            new.write_bytes(text)
    return copy
