# SPDX-License-Identifier: Apache-2.0
"""The text of VHDL sources without comments and strings, separated as GHDL separates them."""

import re
from pathlib import Path

_TOKEN = re.compile(
    r"""
    --[^\n\r\v\f]*                    # GHDL ends a line at each of these
    |/\*.*?\*/
    |"(?:[^"\n\r\v\f]|"")*"
    |\\(?:[^\\\n\r\v\f]|\\\\)*\\      # an extended identifier, which may contain -- and "
    """,
    re.DOTALL | re.VERBOSE,
)
_AMBIGUOUS = re.compile(r"""'["\\]'""")
"""Characters that begin a string or an extended identifier, unless they are a character literal."""
EXTENDED = "extended_identifier"
"""Stands for an extended identifier in bare_vhdl()."""


def bare_vhdl(file: Path) -> str:
    """The text of a source with a blank for each comment and string, and one name for each extended identifier."""
    # Latin-1 is GHDL's encoding; in it a no-break space is a space
    text = file.read_text(encoding="latin-1")
    return _TOKEN.sub(lambda token: EXTENDED if token[0].startswith("\\") else " ", text)


def is_ambiguous(file: Path) -> bool:
    """Whether bare_vhdl() can mistake text for a string, because the file may have a quote as a character literal."""
    return bool(_AMBIGUOUS.search(file.read_text(encoding="latin-1")))
