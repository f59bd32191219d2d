# SPDX-License-Identifier: Apache-2.0
"""The text of external sources as the tools receive it: without what they read differently or not at all.

A byte order mark is removed, and so are the parts of Verilog between `translate_off` and `translate_on`: synthesis
ignores them, but the comments that mark them are lost in preprocessing. GHDL skips these parts of VHDL itself.
"""

import posixpath
import re

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LINE_DIRECTIVE = re.compile(rb"(?m)^[ \t]*`line\b[^\n]*")
_INCLUDE = re.compile(rb'(?m)^([ \t]*`include[ \t]+")([^"\n]+)"')
_MARK = rb"(?://|/\*)[ \t]*(?:synthesis|synopsys|synthesizer|rtl_synthesis|pragma|exemplar|cadence)[ \t]+translate_%s\b"
_OFF = re.compile(_MARK % b"off", re.IGNORECASE)
_ON = re.compile(_MARK % b"on", re.IGNORECASE)


def without_mark(contents: bytes) -> bytes:
    """The contents of a source without a byte order mark, as editors of Windows write it."""
    return contents.removeprefix(_BYTE_ORDER_MARK)


def verilog_for_synthesis(core: Core, name: str, contents: bytes) -> bytes:
    """The contents of a Verilog source as synthesis reads them, with the author's line numbers.

    Includes name the listed file beside the including one, if there is one: the preprocessor looks in the folders of
    all sources. The author's `line directives are removed, because those that the preprocessor writes must name the
    files that it reads, and no others.

    Args:
        core: The core, for errors.
        name: The name of the source, for errors.
        contents: The contents of the file.

    Raises:
        FairhashError: A part for simulation does not end.
    """
    text = _LINE_DIRECTIVE.sub(b"", without_mark(contents))
    kept, place = [], 0
    while begin := _OFF.search(text, place):
        end = _ON.search(text, begin.end())
        if end is None:
            line = text[: begin.start()].count(b"\n") + 1
            what = f"{name}:{line}: translate_off without translate_on"
            raise FairhashError(what, str(core.source), "end the part for simulation")
        kept += [text[place : begin.start()], b"\n" * text[begin.start() : end.start()].count(b"\n")]
        place = end.start()
    return _INCLUDE.sub(lambda found: _beside(core, name, found), b"".join([*kept, text[place:]]))


def _beside(core: Core, name: str, include: re.Match[bytes]) -> bytes:
    """An include with the path of the listed file that is meant: one beside the including file comes first."""
    included = include[2].decode("latin-1")
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(name), included))
    return include[1] + (beside if beside in core.files else included).encode("latin-1") + b'"'
