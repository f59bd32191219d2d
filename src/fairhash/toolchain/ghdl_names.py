# SPDX-License-Identifier: Apache-2.0
"""Corrects names in the Verilog of external cores that GHDL 2.0 writes wrongly.

- An extended identifier of VHDL may hold any text, and is written as it is: it becomes a name of letters and digits.
- The output of an instance is a net named by the instance and the port, as in `mix_sum`. A signal of that name in the
  source makes two declarations of one name. If the instance drives the signal, both are the same net; else the source
  has to be changed, because the text does not tell which of them a name means.
"""

import re

from fairhash.base.errors import FairhashError

_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_EXTENDED = re.compile(r"\\((?:[^\\\n]|\\\\)+)\\")
_MODULE = re.compile(r"^module .*?^endmodule\n", re.MULTILINE | re.DOTALL)
_NET = re.compile(r"^  wire (?:\[[^\]]*\] )?(\w+);\n", re.MULTILINE)


def correct_names(text: str) -> str:
    """GHDL's Verilog without comments, with names of Verilog, each declared once in a module.

    Raises:
        FairhashError: Two different nets of a module have one name.
    """
    return _MODULE.sub(lambda module: _declared_once(module[0]), _without_extended(_COMMENT.sub("", text)))


def _without_extended(text: str) -> str:
    """The text with a name of letters, digits and underscores for each extended identifier."""
    taken = {name.lower() for name in re.findall(r"\w+", _EXTENDED.sub(" ", text))}
    names: dict[str, str] = {}
    for inner in dict.fromkeys(_EXTENDED.findall(text)):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", inner).strip("_") or "extended"
        plain = plain if plain[0].isalpha() else f"x_{plain}"
        name, number = plain, 1
        while name.lower() in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.lower())
        names[inner] = name
    return _EXTENDED.sub(lambda found: names[found[1]], text) if names else text


def _declared_once(module: str) -> str:
    """A module without the second declaration of a net.

    Raises:
        FairhashError: The two declarations are of different nets.
    """
    declared = _NET.findall(module)
    for name in dict.fromkeys(name for name in declared if declared.count(name) > 1):
        same = re.compile(rf"^  assign {name} = {name};[^\n]*\n", re.MULTILINE)
        lines = {line[0] for line in _NET.finditer(module) if line[1] == name}
        if len(lines) != 1 or not same.search(module):
            what = f"the signal {name} is named like the port of an instance, which GHDL writes under the same name"
            raise FairhashError(what, "", "rename the signal or the label of the instance, perhaps by [[edits]]")
        line = lines.pop()
        first = module.index(line) + len(line)
        module = module[:first] + module[first:].replace(line, "")
        module = same.sub("", module)
    return module
