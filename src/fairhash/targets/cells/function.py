# SPDX-License-Identifier: Apache-2.0
"""Evaluates Boolean functions in Liberty's syntax.

Operators in order of precedence: not (``!`` before, ``'`` after an operand), exclusive-or (``^``), and (``&``, ``*`` or
juxtaposition), or (``+``, ``|``).
"""

import re
from collections.abc import Mapping
from functools import cache

_TOKEN = re.compile(r"\s*([A-Za-z_][\w\[\]]*|[01()!'&*+|^])")


@cache
def _tokens(function: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(function))


def inputs_of(function: str) -> frozenset[str]:
    """The names of the inputs in a function."""
    return frozenset(token for token in _tokens(function) if token[0].isalpha() or token[0] == "_")


def evaluate(function: str, values: Mapping[str, bool]) -> bool:
    """Return the value of a function for the given input values.

    Raises:
        ValueError: if the function is not in Liberty's syntax.
    """
    parser = _Parser(_tokens(function), values)
    try:
        value = parser.parse_or()
    except IndexError as error:
        raise ValueError(f"unreadable function {function!r}") from error
    if parser.remaining:
        raise ValueError(f"unreadable function {function!r}")
    return value


class _Parser:
    def __init__(self, tokens: tuple[str, ...], values: Mapping[str, bool]) -> None:
        self.remaining = list(tokens)
        self.values = values

    def parse_or(self) -> bool:
        value = self._parse_and()
        while self.remaining and self.remaining[0] in "+|":
            self.remaining.pop(0)
            value = self._parse_and() or value
        return value

    def _parse_and(self) -> bool:
        value = self._parse_xor()
        while self.remaining and self.remaining[0] not in "+|)":
            if self.remaining[0] in "&*":
                self.remaining.pop(0)
            value = self._parse_xor() and value
        return value

    def _parse_xor(self) -> bool:
        value = self._parse_operand()
        while self.remaining and self.remaining[0] == "^":
            self.remaining.pop(0)
            value ^= self._parse_operand()
        return value

    def _parse_operand(self) -> bool:
        token = self.remaining.pop(0)
        if token == "!":
            return not self._parse_operand()
        if token == "(":
            value = self.parse_or()
            if self.remaining.pop(0) != ")":
                raise IndexError
        elif token in self.values:
            value = self.values[token]
        elif token in "01":
            value = token == "1"
        else:
            raise IndexError
        while self.remaining and self.remaining[0] == "'":
            self.remaining.pop(0)
            value = not value
        return value
