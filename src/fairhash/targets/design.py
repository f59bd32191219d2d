# SPDX-License-Identifier: Apache-2.0
"""What one implementation is made of, apart from its seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target

TargetT_co = TypeVar("TargetT_co", bound=Target, covariant=True)


@dataclass(frozen=True)
class Design(Generic[TargetT_co]):
    """One core on one target by one recipe; `builds` has the exact version of every tool by its name."""

    core: Core
    target: TargetT_co
    recipe: Recipe
    builds: Mapping[str, str]
