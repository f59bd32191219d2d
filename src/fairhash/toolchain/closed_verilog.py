# SPDX-License-Identifier: Apache-2.0
"""Checks preprocessed Verilog: it must depend on the listed files only, and run no code but its own."""

import posixpath
import re

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError

_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_LINE = re.compile(r'(?m)^`line \d+ "([^"\n]*)" \d')
_SYSTEM_NAME = re.compile(r"\$[A-Za-z_][A-Za-z0-9_$]*")
_DIRECTIVE = re.compile(r"`(\w+)")
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
nounconnected_drive pragma
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
    bare = _TOKEN.sub(lambda token: "<string>" if token[0][0] == '"' else " ", text)
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
