# SPDX-License-Identifier: Apache-2.0
"""The text of VHDL sources, separated as GHDL separates them, and units of which GHDL would choose one silently."""

import re
from collections.abc import Iterator
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core

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


_UNIT = re.compile(r"\b(entity|package)\s+(\w+)\s+is\b(?!\s+new\b)", re.IGNORECASE)
_ARCHITECTURE = re.compile(r"\barchitecture\s+(\w+)\s+of\s+(\w+)\s+is\b", re.IGNORECASE)


def require_unique_units(core: Core) -> None:
    """Check that the sources of an external core have each entity and package once, and one architecture of the top.

    Raises:
        FairhashError: They do not; the message names both files or both architectures.
    """
    if core.language != "vhdl":
        return
    declared: dict[tuple[str, str], str] = {}
    for name, unit in _units(core):
        earlier = declared.setdefault(unit, name)
        if earlier != name:
            what = f"{' '.join(unit)} is declared in {earlier} and in {name}"
            raise FairhashError(what, str(core.source), "list only one of them in `files`")
    top = core.external.top if core.external else core.entity
    architectures = [match for text in _texts(core).values() for match in _ARCHITECTURE.findall(text)]
    found = [name for name, entity in architectures if entity.lower() == top.lower()]
    if len(found) > 1:
        what = f"{top} has {len(found)} architectures: {', '.join(found)}"
        hint = "list only the file with one of them, or remove the others by [[edits]]"
        raise FairhashError(what, str(core.source), hint)


def _texts(core: Core) -> dict[str, str]:
    """Each source without comments and strings, by its name."""
    return {name: bare_vhdl(read_vhdl(file)) for name, file in core.sources}


def _units(core: Core) -> Iterator[tuple[str, tuple[str, str]]]:
    """The file, and the kind and name in lower case, of each entity and package."""
    for name, text in _texts(core).items():
        for kind, unit in _UNIT.findall(text):
            yield name, (kind.lower(), unit.lower())
