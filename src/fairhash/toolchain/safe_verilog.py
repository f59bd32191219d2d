# SPDX-License-Identifier: Apache-2.0
"""Makes the Verilog that `ghdl --synth --out=verilog` writes safe for every tool that reads it.

GHDL 2.0 writes a `case` over an enumeration without a default (a latch, silent in several Yosys targets), assigns
with `<=` in combinational blocks, comments each line with the absolute path of its source (so that the checkout's
place would change the text, and with it what Yosys makes of it), writes wide constants between quotes
(which Verilog reads as a text of letters), and keeps names that are keywords of Verilog.
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
    """The same circuit without latches or comments; a keyword as a name is a FairhashError."""
    lines: list[str] = []
    combinational = False
    assigned = ""
    has_default = False
    for line in _WIDE_CONSTANT.sub(_binary, _COMMENT.sub("", text)).splitlines():
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
        _refuse_keywords(line)
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _binary(constant: re.Match[str]) -> str:
    bits = "".join(bit if bit in "01" else "x" for bit in constant[1])
    return f"{len(bits)}'b{bits}"


def _refuse_keywords(line: str) -> None:
    declared = _DECLARATION.search(line)
    if declared and declared[1] in _KEYWORDS - {"signed"}:
        raise FairhashError(f"the name {declared[1]!r} is a keyword of Verilog", "", "rename it in the VHDL source")
