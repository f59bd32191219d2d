# SPDX-License-Identifier: Apache-2.0
"""Which hardware description language a source file is written in, by its ending."""

from pathlib import Path
from typing import Literal

Language = Literal["vhdl", "verilog", "systemverilog"]

_LANGUAGES: dict[str, Language] = {
    **{".vhd": "vhdl", ".vhdl": "vhdl"},
    **{".v": "verilog", ".sv": "systemverilog"},
}

HEADERS = (".vh", ".svh", ".h", ".inc")
"""Files that others include; they are not compiled by themselves."""


def compiled(files: tuple[str, ...]) -> dict[str, Language]:
    """The files a tool is given, with their languages, in order."""
    return {name: _LANGUAGES[Path(name).suffix] for name in files if Path(name).suffix in _LANGUAGES}


def language(files: tuple[str, ...]) -> Language:
    """The one language of a core; Verilog beside SystemVerilog counts as the latter. ValueError if there is none."""
    other = [name for name in files if Path(name).suffix not in (*_LANGUAGES, *HEADERS)]
    if other:
        known = ", ".join([*_LANGUAGES, *HEADERS])
        raise ValueError(f"the language of {other[0]!r} is unknown, endings known are {known}")
    found = set(compiled(files).values())
    if not found:
        raise ValueError("no file of VHDL, Verilog or SystemVerilog")
    if "vhdl" in found and len(found) > 1:
        raise ValueError("VHDL and Verilog in one core: no tool here takes both")
    return "systemverilog" if "systemverilog" in found else found.pop()
