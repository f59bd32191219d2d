# SPDX-License-Identifier: Apache-2.0
"""Writes a first description of an external core: `fairhash bench --init`.

It is guessed from the names and widths of the ports (docs/bench-your-core.md).
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.base.paths import real_path
from fairhash.catalog.core import Core
from fairhash.catalog.data_file import validate
from fairhash.catalog.external_core import ExternalCore
from fairhash.catalog.port_roles import DEFAULT_NAMES, Kind, Role
from fairhash.external.description import HINT, Description
from fairhash.external.resolve_core import PLACEHOLDER_FORMULA, read_described_core
from fairhash.external.sources import check_sources, copied_sources
from fairhash.models import algorithms, find_algorithm
from fairhash.toolchain.elaborate import list_ports
from fairhash.toolchain.verilog_source import Port


def undescribed_core(top: str, files: Sequence[Path]) -> Core:
    """Return a core of which only the sources are known: its ports are of the default kind, its sizes arbitrary.

    Its description will be `<top>.toml` in the current folder.

    Args:
        top: name of the top entity or module.
        files: its sources in compile order.

    Raises:
        FairhashError: the description exists, or the sources cannot be compiled together.
    """
    written = Path(f"{top}.toml")
    if written.exists():
        raise FairhashError(f"{written} exists", str(Path.cwd()), "remove it, or work in another folder")
    home = Path(os.path.commonpath([real_path(file).parent for file in files]))
    names = tuple(real_path(file).relative_to(home).as_posix() for file in files)
    values = {"algorithm": "sha-256", "architecture": "unknown", "files": names, "top": top, "word_bits": 32}
    validate(values, Description, written, HINT)
    check_sources(written, home, names, top)
    return Core(
        algorithm="sha-256",
        architecture="unknown",
        family="sha-2",
        entity=f"fairhash_{top}",
        files=names,
        block_bits=512,
        digest_bits=256,
        word_bits=32,
        formula=PLACEHOLDER_FORMULA,
        source=written,
        external=ExternalCore(top=top, home=copied_sources(written, home, names, ()), description=written),
    )


def write_description(core: Core, files: Sequence[Path], algorithm: str | None) -> list[str]:
    """Write the description of an undescribed core; return what was guessed, a line each.

    Args:
        core: what `undescribed_core` returned.
        files: its sources in compile order.
        algorithm: what it computes; None to guess it from the names.

    Raises:
        FairhashError: the sources cannot be read, or no ports look like those of a hash function.
    """
    assert core.external is not None
    with tempfile.TemporaryDirectory(prefix="fairhash.init.") as folder:
        ports = list_ports(core, Path(folder))
    home = os.path.commonpath([real_path(file).parent for file in files])
    root = Path(os.path.relpath(home, Path.cwd())).as_posix()
    text, notes = guess_description(core.external.top, core.files, root, ports, algorithm)
    core.source.write_text(text, encoding="utf-8")
    try:
        read_described_core(core.source)
    except FairhashError as error:
        notes.append(f"to be completed: {error.what}")
    return notes


_CLOCK = r"(a|i_?)?(clk|clock)(_?i)?"
_RESET = r"(a|i_?|n_?)?(rst|reset|clear)(_?(n|ni|i|b|l))?"
_LOW_RESET = r"(n_?(rst|reset).*|aresetn|.*(rst|reset)_?(n|ni|b|l))"
_START = r".*(start|go|update|next|begin)(_?i)?"
_PATTERNS: Mapping[Role, str] = {
    "init": r".*(init|first|new|start)(_?i)?",
    "next": r".*(next|update|more|further|resume|cont\w*)(_?i)?",
    "finish": r".*(finish|final)\w*",
    "in_last": r".*(last|eom|final).*",
    "out_last": r".*(last|eom).*",
    "in_keep": r".*(keep|strb).*",
    "in_bytes": r".*(len|bytes|count|size).*",
    "in_blocks": r".*((n|num|nr|number)(_?of)?_?blocks|blocks?_?(count|cnt|num)).*",
    "in_valid": r".*(valid|vld|_v|we|write|wr|load|empty_n|src_ready).*",
    "in_ready": r".*(ready|rdy|ack|full_n|src_read).*",
    "out_valid": r".*(valid|vld|_v|done|write|finished).*",
    "out_ready": r".*(ready|rdy|ack|read|dst_ready).*",
    "select": r".*(cs|sel|select|en|enable)(_?i)?",
    "write": r".*(we|wr|write)(_?(i|en))?",
    "address": r".*(addr|address)(_?i)?",
}
_DATA = 8
"""Narrowest port of data, in bits."""


@dataclass
class _Guess:
    """The ports that no role has yet, and what was guessed."""

    left: dict[str, Port]
    names: dict[Role, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def take(self, role: Role, chosen: Iterable[str], note: str = "") -> bool:
        """Give a role the first of these ports; whether there is one."""
        name = next(iter(chosen), None)
        if name is None:
            return False
        self.names[role] = name
        self.notes.append(f"{role} is {name}{note}")
        del self.left[name]
        return True

    def matching(self, role: Role, output: bool) -> list[str]:
        """Ports of this direction whose name fits a role; those of one bit if the role is a flag."""
        wide = role in ("in_keep", "in_bytes", "in_blocks", "address")
        fits = re.compile(_PATTERNS[role], re.IGNORECASE)
        return self.having(output, lambda name, bits: bool(fits.fullmatch(name)) and (wide or bits == 1))

    def having(self, output: bool, fits: Callable[[str, int], bool]) -> list[str]:
        """Ports of this direction that fit by name and width."""
        return [name for name, port in self.left.items() if port.output == output and fits(name, port.bits)]


def guess_description(
    top: str, files: Iterable[str], root: str, ports: Mapping[str, Port], algorithm: str | None
) -> tuple[str, list[str]]:
    """Return the text of a description, and what was guessed, a line each.

    Args:
        top: name of the top.
        files: its sources in compile order, relative to `root`.
        root: folder of the sources, relative to that of the description.
        ports: the ports of the top.
        algorithm: what it computes; None to guess it from the names.

    Raises:
        FairhashError: the algorithm cannot be guessed, or no port looks like that of data.
    """
    files = list(files)
    guess = _Guess(dict(ports))
    name = algorithm or _algorithm(top, files, {port.bits for port in ports.values() if port.output})
    guess.notes.append(f"the algorithm is {name}")
    guess.take("clk", guess.having(False, lambda port, bits: bits == 1 and bool(re.fullmatch(_CLOCK, port, re.I))))
    guess.take("rst", guess.having(False, lambda port, bits: bits == 1 and bool(re.fullmatch(_RESET, port, re.I))))
    kind = _kind(guess, find_algorithm(name).block_bits)
    guess.notes.append(f"the kind of ports is {kind}")
    _GUESSES[kind](guess, find_algorithm(name).block_bits)
    return _text(top, files, root, name, kind, guess, ports), guess.notes


def _algorithm(top: str, files: list[str], widths: set[int]) -> str:
    """The algorithm with the longest name that is in the name of the top or of a file, without its signs.

    If there is none, the one with the longest name without its size, and whose digest is as wide as an output.

    Raises:
        FairhashError: there is none.
    """
    for text in (top, *files):
        bare = re.sub(r"[^a-z0-9]", "", text.lower())
        inside = [name for name in algorithms() if name.replace("-", "") in bare]
        if inside:
            return max(inside, key=len)
        sized = [name for name in algorithms() if name.rpartition("-")[0].replace("-", "") in bare and "-" in name]
        fitting = [name for name in sized if find_algorithm(name).digest_bits in widths]
        if fitting:
            return max(fitting, key=lambda name: len(name.rpartition("-")[0]))
    raise FairhashError(f"no name of an algorithm is in {top}", "the files' names", "name it by --algorithm")


def _kind(guess: _Guess, block_bits: int) -> Kind:
    """The kind whose typical ports the core has."""
    ports = {name.lower() for name in guess.left}
    if {"pdi_data", "do_data"} <= ports:
        return "lwc"
    if guess.matching("address", False) and guess.having(False, _is_data):
        return "registers"
    inputs = {port.bits for port in guess.left.values() if not port.output}
    outputs = {port.bits for port in guess.left.values() if port.output}
    commands = guess.having(False, lambda name, bits: bits == 1 and bool(re.fullmatch(_START, name, re.I)))
    if (commands or guess.matching("in_blocks", False)) and block_bits in inputs:
        return "block"
    if commands and any(bits > block_bits for bits in inputs & outputs):
        return "permutation"
    return "fifo" if {"src_ready", "dst_ready"} <= ports else "axi-stream"


def _is_data(name: str, bits: int) -> bool:
    return bits >= _DATA and not re.fullmatch(_PATTERNS["in_keep"], name, re.IGNORECASE)


def _take_data(guess: _Guess, role: Role, output: bool) -> None:
    """Give a role the widest port of data.

    Raises:
        FairhashError: there is none.
    """
    wide = sorted(guess.having(output, _is_data), key=lambda name: -guess.left[name].bits)
    bits = f", {guess.left[wide[0]].bits} bits" if wide else ""
    if not guess.take(role, wide, bits):
        side = "output" if output else "input"
        raise FairhashError(f"no {side} of at least {_DATA} bits", "the top", "write a description by hand")


def _take_by_name(guess: _Guess, roles: Mapping[Role, bool]) -> None:
    """Give each role the first port that fits it by name; True for outputs."""
    for role, output in roles.items():
        guess.take(role, guess.matching(role, output))


def _lwc(guess: _Guess, _: int) -> None:
    for role, name in DEFAULT_NAMES["lwc"].items():
        if name in guess.left:
            guess.take(role, [name])


def _registers(guess: _Guess, _: int) -> None:
    _take_by_name(guess, {"address": False, "write": False, "select": False})
    _take_data(guess, "in_data", False)
    _take_data(guess, "out_data", True)


def _block(guess: _Guess, block_bits: int) -> None:
    guess.take("in_data", guess.having(False, lambda _, bits: bits == block_bits), f", {block_bits} bits")
    _take_data(guess, "out_data", True)
    if guess.take("in_blocks", guess.matching("in_blocks", False)):
        if not guess.take("next", [*guess.matching("next", False), *guess.matching("in_ready", False)]):
            guess.take("next", guess.matching("in_valid", False))
        _take_by_name(guess, {"init": False, "in_ready": True, "out_valid": True})
        return
    roles: dict[Role, bool] = {"next": False, "finish": False, "in_last": False, "init": False}
    _take_by_name(guess, {**roles, "in_bytes": False, "in_ready": True, "out_valid": True})


def _permutation(guess: _Guess, _: int) -> None:
    _take_data(guess, "in_data", False)
    _take_data(guess, "out_data", True)
    guess.take("start", guess.having(False, lambda name, bits: bits == 1 and bool(re.fullmatch(_START, name, re.I))))
    _take_by_name(guess, {"out_valid": True, "in_ready": True})


def _stream(guess: _Guess, _: int) -> None:
    _take_data(guess, "in_data", False)
    _take_data(guess, "out_data", True)
    _take_by_name(guess, {"in_last": False, "out_last": True, "in_keep": False, "out_valid": True, "in_ready": True})
    _take_by_name(guess, {"in_valid": False, "out_ready": False, "in_bytes": False})


_GUESSES: dict[Kind, Callable[[_Guess, int], None]] = {
    "lwc": _lwc,
    "registers": _registers,
    "block": _block,
    "permutation": _permutation,
    "axi-stream": _stream,
    "fifo": _stream,
}


def _list(words: Iterable[str]) -> str:
    """A list of texts in TOML."""
    quoted = (f'"{word}"' for word in words)
    return f"[{', '.join(quoted)}]"


def _text(  # noqa: PLR0917 - what the text is made of
    top: str, files: list[str], root: str, algorithm: str, kind: Kind, guess: _Guess, ports: Mapping[str, Port]
) -> str:
    bits = {role: ports[name].bits for role, name in guess.names.items()}
    lines = [f'algorithm = "{algorithm}"', 'architecture = "mine"']
    lines += [f"files = {_list(files)}", f'top = "{top}"']
    # a folder may have any name; JSON's text is a basic string of TOML
    lines += [f"root = {json.dumps(root, ensure_ascii=False)}"] if root != "." else []
    lines += [f"word_bits = {bits['in_data']}"] if kind not in ("block", "permutation") else []
    # only a core that pads its messages needs to know their last byte
    lines += ["padding_in_core = true"] if {"in_keep", "in_bytes"} & set(guess.names) else []
    lines += ["", "[ports]", f'kind = "{kind}"']
    reset = guess.names.get("rst")
    level = "none" if reset is None else "low" if re.fullmatch(_LOW_RESET, reset, re.IGNORECASE) else "high"
    lines.append(f'reset = "{level}"')
    guess.notes.append(f"the reset is {level if reset is None else 'active ' + level}")
    optional = {"axi-stream": ("out_last", "out_ready"), "block": ("in_ready", "out_valid")}
    counted = "in_blocks" in guess.names
    lacking = [role for role in optional.get(kind, ()) if role not in guess.names]
    lacking += ["init"] if counted and "init" not in guess.names else []
    lines += [f"without = {_list(lacking)}"] if lacking else []
    if counted:
        lines.append(f"blocks_bits = {bits['in_blocks']}")
        lines += ["reset_between_messages = true"] if "init" in lacking else []
        if "in_ready" in lacking:
            guess.notes.append("add block_cycles if the core shows only when the last block is hashed")
    lines += [f"state_bits = {bits['in_data']}"] if kind == "permutation" else []
    if kind in ("axi-stream", "fifo") and bits["out_data"] != bits["in_data"]:
        lines.append(f"out_word_bits = {bits['out_data']}")
    if kind == "registers":
        lines += ["", "[ports.registers]                  # the addresses are in the core's documentation"]
        lines += [f"address_bits = {bits.get('address', 8)}", "block = 16", "digest = 32", "control = 8", "status = 9"]
    lines += ["", "[ports.names]", *(f'{role} = "{name}"' for role, name in guess.names.items())]
    idle = [name for name, port in guess.left.items() if not port.output]
    if kind == "lwc":
        idle = [name for name in idle if not name.startswith("sdi_")]
    if idle:
        guess.notes += [f"{name} has no role and is tied to 0" for name in idle]
        lines += ["", "[ports.tie]", *(f"{name} = 0" for name in idle)]
    return "\n".join(lines) + "\n"
