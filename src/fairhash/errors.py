# SPDX-License-Identifier: Apache-2.0
"""The one error a user can cause: what is wrong, where, and how to fix it."""


class FairhashError(Exception):
    """Wrong use or a broken environment; the command line prints it as one line and exits with 2."""

    def __init__(self, what: str, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        where = f" in {self.where}" if self.where else ""
        hint = f"; {self.hint}" if self.hint else ""
        return " ".join(f"{self.what}{where}{hint}".split())
