# SPDX-License-Identifier: Apache-2.0
"""Cores of which `./test` takes one of each kind, and `./test --all` every one."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of_each(names_and_kinds: Iterable[tuple[str, str]], without: Iterable[str] = ()) -> list[Any]:
    """The names as parameters of a test; those after the first of their kind, or of a kind in `without`, are `long`."""
    seen = set(without)
    parameters = []
    for name, kind in names_and_kinds:
        parameters.append(pytest.param(name, marks=[pytest.mark.long] if kind in seen else []))
        seen.add(kind)
    return parameters
