# SPDX-License-Identifier: Apache-2.0
"""Checks preprocessed Verilog: it must depend on the listed files only, and run no code but its own."""

import posixpath
import re

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core

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
