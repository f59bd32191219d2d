# SPDX-License-Identifier: Apache-2.0
"""The error class for everything that a user can cause."""

_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"


class FairhashError(Exception):
    """Wrong use or a broken environment. The command line prints it as one line and exits with status 2.

    Args:
        what: What is wrong. A tool's message may quote control characters of a source, which a terminal would obey.
        where: The file or other location of the problem.
        hint: How to fix it.
    """

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        what = "".join(letter if letter.isprintable() or letter in "\t\n" else _UNPRINTABLE for letter in what)
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = f" in {self.where}" if self.where else ""
        hint = f"; {self.hint}" if self.hint else ""
        return " ".join(f"{self.what}{where}{hint}".split())
