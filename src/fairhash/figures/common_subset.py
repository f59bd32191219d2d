# SPDX-License-Identifier: Apache-2.0
"""The devices over which overall values are averaged."""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from fairhash.catalog.data_file import read_data_file
from fairhash.catalog.targets import find_device

_FILE = Path(__file__).with_suffix(".toml")


class _Subset(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    devices: Annotated[tuple[str, ...], Field(min_length=1)]


@cache
def common_subset() -> tuple[str, ...]:
    """The devices declared in common_subset.toml, in its order.

    Raises:
        FairhashError: if a device does not exist.
    """
    declared = read_data_file(_FILE, _Subset, "see docs/measures.md").devices
    return tuple(find_device(name).id for name in declared)
