# SPDX-License-Identifier: Apache-2.0
"""Makes Verilog safe: GHDL's is rewritten so that every tool reads the same circuit, external text is checked.

require_closed_text() checks that preprocessed Verilog depends on the listed files only, and runs no code but its own.

Defects of the output of `ghdl --synth --out=verilog`, GHDL 2.0, that are corrected here:

- a `case` without a default, from which several Yosys targets infer a latch without a warning: it gets an unknown
  value, unless ghdl.py has restored the source's;
- `<=` in combinational blocks;
- a comment with the absolute path of the source after each line, so that the text, and Yosys' result, would depend on
  the folder of the checkout;
- wide constants between double quotes, which Verilog reads as a string of characters;
- modules that are written several times;
- names that are keywords of Verilog or SystemVerilog, which VHDL allows: verilog_name() gives the name that they get.
"""

import posixpath
import re

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core

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
_DECLARATION = re.compile(
    r"^\s*\(?\s*(?:input|output|inout|wire|reg)\s+(?:\[[^]]*\]\s*)?(\w+)\s*[;,)=\[]"
    r"|^module\s+(\w+)|^\s*\w+\s+(\w+)\s*\($",
    re.MULTILINE,
)
"""A declared port, wire, register, module or instance in GHDL's output."""
_SYNTAX = tuple(
    re.compile(pattern)
    for pattern in (
        r"^\s*\(?\s*(input|output|inout)(?=\s+(?:\[|\w))",
        r"^\s*(wire|reg)(?=\s+(?:signed\s+)?(?:\[[^]]*\]\s*)?\w+\s*[;=\[])",
        r"^\s*(assign|module|localparam)(?=\s+(?:\[|\w))",
        r"^\s*(endmodule|endcase)\b",
        r"^\s*(always|initial)(?=\s+[@\w]|\s*$)",
        r"^\s*(default)(?=\s*:)",
        r"^\s*(else)?\s*(if)(?=\s*\()",
        r"^\s*(case|casez|casex)(?=\s*\()",
        r"^\s*(?:end\s+)?(else)\b",
        r"\b(begin)\s*$",
        r"^\s*(end)\b",
        r"\b(posedge|negedge)(?=\s+\w)",
        r"\b(or|signed)\b",
    )
)
"""Where GHDL's output has a keyword as a keyword, although it is also declared as a name."""
_MODULE = re.compile(r"^module .*?^endmodule\n", re.MULTILINE | re.DOTALL)
_NUMBERED = re.compile(r"\bn\d+_")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_WIDE_CONSTANT = re.compile(r'"([01UXZWLHuxzwlh-]+)"')
_BRANCH = re.compile(r"(:\s*)(\w+)(\s*)<=")


def verilog_name(name: str) -> str:
    """The name in the Verilog of a name of the VHDL source: keywords of Verilog get the ending `_vhdl`."""
    return f"{name}_vhdl" if name.lower() in _KEYWORDS else name


def make_safe(text: str) -> str:
    """Rewrite GHDL's Verilog without latches, comments and names that are keywords.

    Raises:
        FairhashError: A keyword cannot be renamed, because its new name is used too.
    """
    renamed = _keywords_as_names(text)
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
        lines.append(_rename_keywords(line.rstrip(), renamed))
    return _drop_repeated_modules("\n".join(lines) + "\n")


def _drop_repeated_modules(text: str) -> str:
    """Return the Verilog with each module once: GHDL writes one for each architecture that contains an instance."""
    modules = _MODULE.findall(text)
    once: dict[str, str] = {}
    for module in modules:
        # GHDL numbers the nets of all modules in one sequence
        numbers = {net: f"n{number}_" for number, net in enumerate(dict.fromkeys(_NUMBERED.findall(module)))}
        body = re.sub(_NUMBERED, lambda net, new=numbers: new[net[0]], module)  # type: ignore[misc]
        name = module.split(maxsplit=2)[1]
        if once.setdefault(name, body) != body:
            what = f"two architectures of entity {name} are used, which GHDL writes under one name"
            raise FairhashError(what, "", "give each architecture an entity of its own")
    return text if len(once) == len(modules) else "".join({one.split(maxsplit=2)[1]: one for one in modules}.values())


def _binary_literal(constant: re.Match[str]) -> str:
    bits = "".join(bit if bit in "01" else "x" for bit in constant[1])
    return f"{len(bits)}'b{bits}"


def _keywords_as_names(text: str) -> re.Pattern[str] | None:
    """A pattern of the names in GHDL's Verilog that are keywords; None if there are none.

    Raises:
        FairhashError: The new name of one is used too.
    """
    declared = {name for match in _DECLARATION.finditer(text) for name in match.groups() if name in _KEYWORDS}
    for name in sorted(declared):
        if re.search(rf"\b{verilog_name(name)}\b", text):
            what = f"the names {name!r}, a keyword of Verilog, and {verilog_name(name)!r}"
            raise FairhashError(what, "", "rename one of them")
    return re.compile(rf"(?<![\w'$])({'|'.join(sorted(declared))})\b") if declared else None


def _rename_keywords(line: str, names: re.Pattern[str] | None) -> str:
    """Return the line with new names for the names that are keywords."""
    if names is None or not names.search(line):
        return line
    syntax = {
        match.span(group) for rule in _SYNTAX for match in rule.finditer(line) for group in range(1, rule.groups + 1)
    }
    return names.sub(lambda match: match[0] if match.span() in syntax else verilog_name(match[0]), line)


_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\\[!-~]+', re.DOTALL)
"""A comment, a string or an escaped identifier, in which the others have no meaning."""
_NO_NAME = re.compile(r"[^\w$`\\]")
"""The characters of an escaped identifier that have no meaning in it."""
_NOT_TEXT = re.compile(r"[^\t\n -~]")
_LINE = re.compile(r'(?m)^`line \d+ "([^"\n]*)" \d')
_SYSTEM_NAME = re.compile(r"(?<![\w$])\$[A-Za-z_][A-Za-z0-9_$]*")
"""Also as an escaped identifier, which Yosys takes for the same name."""
_DIRECTIVE = re.compile(r"`(\w*)")
_FORBIDDEN = (
    (re.compile(r"\b(?:im|ex)port\s+<string>"), "the sources call foreign code (DPI)", "remove the import or export"),
    (re.compile(r"\bmodule\s+fairhash_\w+"), "a module's name begins with fairhash_", "rename it"),
    (re.compile(r"\bfairhash_\w+\s*\."), "the sources read a signal of the testbench", "remove it"),
)

_SYSTEM_NAME_LIST = """
$clog2 $signed $unsigned $bits $size $left $right $high $low $increment $dimensions $unpacked_dimensions $typename
$countones $countbits $onehot $onehot0 $isunknown $isunbounded $cast $rtoi $itor $ceil $floor $ln $log10 $exp $pow $sqrt
$display $displayb $displayh $displayo $write $strobe $monitor $monitoron $monitoroff $error $fatal $info $warning
$finish $stop $exit $time $stime $realtime $timeformat $printtimescale $random $urandom $urandom_range $past $rose $fell
$stable $changed $sampled $asserton $assertoff $assertkill $root $unit $sformatf $sformat $swrite $setup $hold $width
$period $setuphold $recovery $removal $recrem $skew $nochange
"""
SYSTEM_NAMES = frozenset(_SYSTEM_NAME_LIST.split())
"""System tasks and functions that read and write no files and start no programs."""
_DIRECTIVE_LIST = """
line timescale default_nettype resetall celldefine endcelldefine begin_keywords end_keywords unconnected_drive
nounconnected_drive
"""
_DIRECTIVES = frozenset(_DIRECTIVE_LIST.split())


def require_closed_text(core: Core, text: str) -> None:
    """Check the preprocessed sources of a core.

    Args:
        core: The external core.
        text: The output of Verilator's preprocessor, with a `line directive for each file that it read.

    Raises:
        FairhashError: A file was included that the description does not list, or the text uses something that reads
            files or runs code that is not Verilog.
    """
    listed = {posixpath.normpath(name) for name in core.files}
    for name in dict.fromkeys(_LINE.findall(text)):
        if posixpath.normpath(name) not in listed:
            raise FairhashError(f"{core.name} includes {name}, which is not a listed file", str(core.source), "list it")
    bare = _bare(core, text)
    for name in dict.fromkeys(_SYSTEM_NAME.findall(bare)):
        if name not in SYSTEM_NAMES:
            what = f"{core.name}: the sources use {name}"
            raise FairhashError(what, str(core.source), "remove it, and write constants into the source")
    for name in dict.fromkeys(_DIRECTIVE.findall(bare)):
        if name not in _DIRECTIVES:
            raise FairhashError(f"{core.name}: the sources use the directive `{name}", str(core.source), "remove it")
    for pattern, what, hint in _FORBIDDEN:
        if pattern.search(bare):
            raise FairhashError(f"{core.name}: {what}", str(core.source), hint)


def _bare(core: Core, text: str) -> str:
    """The text with a blank for each comment, and `<string>` for each string.

    Raises:
        FairhashError: Tools could separate the text in another way.
    """
    bare = _TOKEN.sub(_replacement, text)
    problems = (
        ("<string><string>" in bare, 'a string in """', 'write it in "'),
        ('"' in bare or "/*" in bare, "a string or a comment that does not end", "end it in its line"),
        (bool(_NOT_TEXT.search(bare)), "a control or non-ASCII character outside of comments and strings", "remove it"),
    )
    for found, what, hint in problems:
        if found:
            raise FairhashError(f"{core.name}: the sources have {what}", str(core.source), hint)
    return bare


def _replacement(token: re.Match[str]) -> str:
    if token[0].startswith("\\"):
        return _NO_NAME.sub("_", token[0])
    return "<string>" if token[0].startswith('"') else " "
