# SPDX-License-Identifier: Apache-2.0
"""Rewrites the Verilog that `ghdl --synth --out=verilog` writes so that every tool reads the same circuit.

Defects of GHDL 2.0's output that are corrected here:

- a `case` without a default over an enumeration, from which several Yosys targets infer a latch without a warning;
- `<=` in combinational blocks;
- a comment with the absolute path of the source after each line, so that the text, and Yosys' result, would depend on
  the folder of the checkout;
- wide constants between double quotes, which Verilog reads as a string of characters.

Names that are Verilog keywords are reported as errors.
"""

import re

from fairhash.errors import FairhashError

_KEYWORD_LIST = """
always and assign automatic begin buf bufif0 bufif1 case casex casez cell cmos config deassign default
defparam design disable edge else end endcase endconfig endfunction endgenerate endmodule endprimitive
endspecify endtable endtask event for force forever fork function generate genvar highz0 highz1 if ifnone
incdir include initial inout input instance integer join large liblist library localparam macromodule medium
module nand negedge nmos nor not notif0 notif1 or output parameter pmos posedge primitive pull0 pull1 pulldown
pullup rcmos real realtime reg release repeat rnmos rpmos rtran rtranif0 rtranif1 scalared showcancelled
signed small specify specparam strong0 strong1 supply0 supply1 table task time tran tranif0 tranif1 tri tri0
tri1 triand trior trireg unsigned use vectored wait wand weak0 weak1 while wire wor xnor xor bit break byte
checker class const continue cover do enum export extends final global import int interface let local logic
matches new null package packed priority program property protected pure rand ref return sequence shortint
static string struct super tagged this throughout type typedef union unique untyped var virtual void with
within
"""
_KEYWORDS = frozenset(_KEYWORD_LIST.split())
_DECLARATION = re.compile(r"\b(?:input|output|wire|reg)\s+(?:\[[^]]*\]\s*)?(\w+)")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_WIDE_CONSTANT = re.compile(r'"([01UXZWLHuxzwlh-]+)"')
_BRANCH = re.compile(r"(:\s*)(\w+)(\s*)<=")


def make_safe(text: str) -> str:
    """Rewrite GHDL's Verilog without latches and comments.

    Raises:
        FairhashError: A signal or port has the name of a Verilog keyword.
    """
    lines: list[str] = []
    combinational = False
    assigned = ""
    has_default = False
    for line in _WIDE_CONSTANT.sub(_binary_literal, _COMMENT.sub("", text)).splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "always":
            combinational = "@*" in line
        elif words[0] in ("assign", "endmodule", "initial"):
            combinational = False
        if combinational:
            if words[0] == "case":
                assigned, has_default = "", False
            has_default = has_default or words[0].startswith("default")
            branch = _BRANCH.search(line)
            if branch:
                assigned = branch[2]
                line = _BRANCH.sub(r"\1\2\3=", line, count=1)  # noqa: PLW2901
            if words[0] == "endcase" and assigned and not has_default:
                lines.append(f"      default: {assigned} = 'bx;")
        _reject_keyword(line)
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _binary_literal(constant: re.Match[str]) -> str:
    bits = "".join(bit if bit in "01" else "x" for bit in constant[1])
    return f"{len(bits)}'b{bits}"


def _reject_keyword(line: str) -> None:
    declared = _DECLARATION.search(line)
    if declared and declared[1] in _KEYWORDS - {"signed"}:
        raise FairhashError(f"the name {declared[1]!r} is a keyword of Verilog", "", "rename it in the VHDL source")
