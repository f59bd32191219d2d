# SPDX-License-Identifier: Apache-2.0
"""The hardware description language of source files, from the endings of their names."""

from pathlib import Path
from typing import Literal

Language = Literal["vhdl", "verilog", "systemverilog"]

_LANGUAGES: dict[str, Language] = {
    **{".vhd": "vhdl", ".vhdl": "vhdl"},
    **{".v": "verilog", ".sv": "systemverilog"},
}

HEADERS = (".vh", ".svh", ".h", ".inc")
"""Endings of files that other files include and that are not compiled by themselves."""


def compiled(files: tuple[str, ...]) -> dict[str, Language]:
    """The files to compile, in order, with their languages."""
    return {name: _LANGUAGES[Path(name).suffix] for name in files if Path(name).suffix in _LANGUAGES}


def language(files: tuple[str, ...]) -> Language:
    """The language of a core with these files; Verilog together with SystemVerilog is SystemVerilog.

    Raises:
        ValueError: A file's ending is unknown, no file can be compiled, or VHDL and Verilog are mixed.
    """
    unknown = [name for name in files if Path(name).suffix not in (*_LANGUAGES, *HEADERS)]
    if unknown:
        endings = ", ".join([*_LANGUAGES, *HEADERS])
        raise ValueError(f"the language of {unknown[0]!r} is unknown, known endings are {endings}")
    languages = set(compiled(files).values())
    if not languages:
        raise ValueError("no file of VHDL, Verilog or SystemVerilog")
    if "vhdl" in languages and len(languages) > 1:
        raise ValueError("VHDL and Verilog in one core, which no supported tool reads")
    return "systemverilog" if "systemverilog" in languages else languages.pop()
