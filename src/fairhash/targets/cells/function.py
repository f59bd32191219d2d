# SPDX-License-Identifier: Apache-2.0
"""Boolean functions as Liberty writes them: ! ' & * + | ^ and juxtaposition; precedence ! and ', ^, and, or."""

import re
from collections.abc import Mapping
from functools import cache

_TOKEN = re.compile(r"\s*([A-Za-z_][\w\[\]]*|[01()!'&*+|^])")


@cache
def _tokens(function: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(function))


def inputs_of(function: str) -> frozenset[str]:
    """The names in it."""
    return frozenset(token for token in _tokens(function) if token[0].isalpha() or token[0] == "_")


def evaluate(function: str, values: Mapping[str, bool]) -> bool:
    """Its value; a function that cannot be read is a ValueError."""
    parser = _Parser(_tokens(function), values)
    try:
        value = parser.any_of()
    except IndexError as error:
        raise ValueError(f"unreadable function {function!r}") from error
    if parser.left:
        raise ValueError(f"unreadable function {function!r}")
    return value


class _Parser:
    def __init__(self, tokens: tuple[str, ...], values: Mapping[str, bool]) -> None:
        self.left = list(tokens)
        self.values = values

    def any_of(self) -> bool:
        value = self._all_of()
        while self.left and self.left[0] in "+|":
            self.left.pop(0)
            value = self._all_of() or value
        return value

    def _all_of(self) -> bool:
        value = self._odd_of()
        while self.left and self.left[0] not in "+|)":
            if self.left[0] in "&*":
                self.left.pop(0)
            value = self._odd_of() and value
        return value

    def _odd_of(self) -> bool:
        value = self._one()
        while self.left and self.left[0] == "^":
            self.left.pop(0)
            value ^= self._one()
        return value

    def _one(self) -> bool:
        token = self.left.pop(0)
        if token == "!":
            return not self._one()
        if token == "(":
            value = self.any_of()
            if self.left.pop(0) != ")":
                raise IndexError
        elif token in self.values:
            value = self.values[token]
        elif token in "01":
            value = token == "1"
        else:
            raise IndexError
        while self.left and self.left[0] == "'":
            self.left.pop(0)
            value = not value
        return value
