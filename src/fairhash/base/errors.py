# SPDX-License-Identifier: Apache-2.0
"""The error class for everything that a user can cause, what is missing on a machine, and an unknown name."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """The text without characters that a terminal would obey; line breaks and tabs stay.

    A tool's message may quote control characters of a source, and the name of a file may contain some.
    """
    return "".join(letter if letter.isprintable() or letter in "\t\n" else _UNPRINTABLE for letter in text)


class FairhashError(Exception):
    """Wrong use or a broken environment. The command line prints it as `place: what; hint` and exits with status 2.

    Args:
        what: What is wrong.
        where: The file or other location of the problem.
        hint: How to fix it.
    """

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        self.what = printable(what)
        super().__init__(self.what)
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        hint = f"; {self.hint}" if self.hint else ""
        return " ".join(printable(f"{where}{self.what}{hint}").split())


class MachineFault(FairhashError):
    """A fault of this machine, for example a tool that cannot be started: no outcome of a core."""


class NotInstalled(MachineFault):
    """A tool, a package or the model library is missing."""


_MOST_NEAR = 5
_LEAST_PART = 4
"""Letters and digits of a name that may be a part of another one anywhere, not only at its beginning."""


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """The names that are meant by `name`, at most five: those that differ in case and punctuation only, else those
    that begin with it or contain it, else those spelt alike. Empty if none is near."""
    letters = {one: _letters(one) for one in known}
    given = _letters(name)
    if not given:
        return []
    if equal := [one for one, text in letters.items() if text == given]:
        return equal
    containing = [one for one, text in letters.items() if text.startswith(given)]
    if len(given) >= _LEAST_PART:
        containing += [one for one, text in letters.items() if given in text and one not in containing]
    spelt_alike = get_close_matches(given, letters.values(), _MOST_NEAR, 0.8)
    by_likeness = [one for text in spelt_alike for one in letters if letters[one] == text]
    return (containing or by_likeness)[:_MOST_NEAR]


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def unknown_name(kind: str, name: str, known: Iterable[str], otherwise: str) -> FairhashError:
    """The error for a name that nothing has.

    Args:
        kind: What should have the name, e.g. ``device``.
        name: The name.
        known: All names of this kind.
        otherwise: The hint if no name is near, e.g. the command that lists them.
    """
    near = near_names(name, known)
    return FairhashError(f"unknown {kind} {name!r}", "", f"did you mean {', '.join(near)}?" if near else otherwise)
