# SPDX-License-Identifier: Apache-2.0
"""Source code without what has no meaning: comments, layout and docstrings. Keys and revisions hold its digest."""

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path

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
    text = file.read_text(encoding="utf-8")
    return _LANGUAGES.get(file.suffix, str)(text)


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
