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


def read_vhdl(file: Path) -> str:
    """The text of a source in Latin-1, GHDL's encoding; in it a no-break space is a space."""
    return file.read_text(encoding="latin-1")


def bare_vhdl(text: str) -> str:
    """A text with a blank for each comment and string, and one name for each extended identifier."""
    return _TOKEN.sub(lambda token: EXTENDED if token[0].startswith("\\") else " ", text)


def is_ambiguous(text: str) -> bool:
    """Whether bare_vhdl() can mistake text for a string, because there may be a quote as a character literal."""
    return bool(_AMBIGUOUS.search(text))
