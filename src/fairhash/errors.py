# SPDX-License-Identifier: Apache-2.0
"""The one error a user can cause: what is wrong, where, and how to mend it."""


class FairhashError(Exception):
    """Wrong use or a broken environment; the command line prints it as one line and exits with 2."""

    def __init__(self, what: str, where: str = "", mend: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.mend = mend

    def __str__(self) -> str:
        where = f" in {self.where}" if self.where else ""
        mend = f"; {self.mend}" if self.mend else ""
        return " ".join(f"{self.what}{where}{mend}".split())
