# SPDX-License-Identifier: Apache-2.0
"""The inputs of one implementation, without its seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target

TargetT_co = TypeVar("TargetT_co", bound=Target, covariant=True)


@dataclass(frozen=True)
class Design(Generic[TargetT_co]):
    """One core, to be implemented on one target with one recipe."""

    core: Core
    target: TargetT_co
    recipe: Recipe
    builds: Mapping[str, str]
    """The exact version of each tool, by its name."""
