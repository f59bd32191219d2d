# SPDX-License-Identifier: Apache-2.0
"""What the calculator of the architect's page shows, and the parameters that its JavaScript reads.

The JavaScript (site/assets/architect.js) computes the same from the same presets; a test compares both.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from fairhash.studies.system.advice import FACTOR, LEAST_GAIN, TIE, AdvisedChange, best_change, variants
from fairhash.studies.system.bus import Bus, buses, find_bus
from fairhash.studies.system.closed_form import Limit, closed_form
from fairhash.studies.system.core_model import CoreModel
from fairhash.studies.system.machine import PAPER_BUFFER_BYTES, MachineModel
from fairhash.studies.system.presets import Disk, Host, disks, hosts


@dataclass(frozen=True)
class Computer:
    """A bus and a host that belong together."""

    id: str
    title: str
    bus: str
    host: str


COMPUTERS = (
    Computer("server", "server, PCI Express 3.0 x8", "pcie-3-x8", "pcie-polling"),
    Computer("server-driver", "server, PCI Express 3.0 x8, general driver", "pcie-3-x8", "pcie-driver"),
    Computer("server-4", "server, PCI Express 4.0 x16", "pcie-4-x16", "pcie-polling"),
    Computer("soc", "processor and FPGA in one chip", "axi-128-250", "soc"),
    Computer("paper-e", "computer of paper E, 2010", "fsb", "xeon-e7310"),
)
"""The choice of the page; the first one is the default."""


@dataclass(frozen=True)
class Calculation:
    """What a computer achieves with equal messages."""

    ns_per_byte: float
    limit: Limit
    change: AdvisedChange | None
    """The single change that gains most; None if none gains 2 %."""


def calculate(machine: MachineModel, message_bytes: int) -> Calculation:
    """Return what the closed form says of a computer and of each variant of it with one part changed.

    Args:
        machine: The computer.
        message_bytes: Bytes of each message.
    """
    times = closed_form(machine, message_bytes)
    changes = [AdvisedChange(text, closed_form(one, message_bytes).ns_per_byte) for text, one in variants(machine)]
    return Calculation(times.ns_per_byte, times.limit, best_change(times.ns_per_byte, changes))


def computer_model(
    bus: Bus,
    host: Host,
    core: CoreModel,
    cores: int,
    messages: int,
    *,
    disk: Disk | None = None,
    interleaved: bool = True,
    pads_in_hardware: bool = False,
    buffer_bytes: int = PAPER_BUFFER_BYTES,
) -> MachineModel:
    """Return the machine of a situation. The host of a single message waits for its digest before the next message.

    Args:
        bus: The bus.
        host: The host with padding in software.
        core: The core at its clock.
        cores: Number of cores.
        messages: Messages that are announced together.
        disk: Where messages are; None: in memory.
        interleaved: Whether bursts of different messages alternate.
        pads_in_hardware: Whether the host has no work with padding.
        buffer_bytes: Message buffer of each core.

    Raises:
        FairhashError: a buffer cannot hold a block and a burst.
    """
    update: dict[str, float] = {"pad_ns": 0, "pad_ns_per_kb": 0} if pads_in_hardware else {}
    if messages == 1:
        update["batches_in_flight"] = 1
    return MachineModel(
        host=host.model_copy(update=update),
        bus=bus,
        core=core,
        cores=cores,
        buffer_bytes=buffer_bytes,
        interleaved=interleaved,
        batch=messages,
        disk=disk,
    )


def computer_parts(computer: Computer) -> tuple[Bus, Host]:
    """Return the presets of a computer."""
    return find_bus(computer.bus), hosts()[computer.host]


@dataclass(frozen=True)
class BlockCount:
    """Blocks of a message: ``max(least, ceil((bytes + padding_bytes) / block_bytes) + extra_blocks)``."""

    padding_bytes: int
    extra_blocks: int
    least_blocks: int


_LONG_BLOCKS = 1 << 16


def block_count(core: CoreModel) -> BlockCount:
    """Return the formula of a core's blocks, from the blocks that its padding gives.

    Within a block the number of blocks rises at one length, which gives the padding bytes.
    """
    size = core.block_bytes
    start = size * _LONG_BLOCKS
    first = core.blocks(start)
    room = next((more for more in range(size) if core.blocks(start + more + 1) > first), size - 1)
    padding = -room % size
    return BlockCount(padding, first - _LONG_BLOCKS - (padding > 0), core.blocks(0))


def core_data(core: CoreModel) -> dict[str, Any]:
    """Return a core as the JavaScript reads it."""
    fields = {
        *("id", "clock_mhz", "block_bytes", "header_bytes", "digest_bytes"),
        *("setup", "load", "block", "final", "unload", "messages_in_flight"),
    }
    return core.model_dump(include=fields) | asdict(block_count(core))


def parameters(cores: Mapping[str, CoreModel]) -> dict[str, Any]:
    """Return the presets, the cores and the constants that the JavaScript reads.

    Args:
        cores: By the name that the page shows.
    """
    without = {"sources"}
    return {
        "computers": [asdict(one) for one in COMPUTERS],
        "buses": {name: one.model_dump(exclude=without) for name, one in buses().items()},
        "hosts": {name: one.model_dump(exclude=without) for name, one in hosts().items()},
        "disks": {name: one.model_dump(exclude=without) for name, one in disks().items()},
        "cores": {name: core_data(one) for name, one in cores.items()},
        "buffer_bytes": PAPER_BUFFER_BYTES,
        "factor": FACTOR,
        "tie": TIE,
        "least_gain": LEAST_GAIN,
        "limits": {limit.name: limit.value for limit in Limit},
    }
