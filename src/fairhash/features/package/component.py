# SPDX-License-Identifier: Apache-2.0
"""A component: which core, for which algorithm, with which bus; its names and its sources."""

from dataclasses import dataclass
from functools import cached_property

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import output_length_generics, padded_cores, padding_files, padding_generics

BUS_BITS = (32, 64)
_AXIS_FILES = (
    "shell/shell_pkg.vhd",
    "components/axis_input.vhd",
    "components/axis_output.vhd",
)
_ONE_CLOCK_FILES = ("components/component_reset.vhd",)
_TWO_CLOCK_FILES = ("components/reset_crossing.vhd", "components/clock_crossing_fifo.vhd")
_REGISTER_FILES = ("components/registers_pkg.vhd", "components/data_fifo.vhd", "components/hash_registers.vhd")


@dataclass(frozen=True)
class Component:
    """A core with its padding unit behind AXI ports."""

    core: Core
    algorithm: str
    """What it computes: the core's algorithm, or one that differs only in the padding."""
    bus_bits: int = 32
    """Bits of `tdata`."""
    own_clock: bool = False
    """Whether the core has a clock of its own; cores with two clocks always have."""

    def __post_init__(self) -> None:
        core = self.core
        if self.bus_bits not in BUS_BITS:
            raise FairhashError(f"a bus of {self.bus_bits} bits", core.name, "its width is 32 or 64")
        if core.external or core.messages_in_flight > 1:
            raise FairhashError(
                "no component of a core with several messages in flight" if not core.external else "no such component",
                core.name,
                "use a highspeed or lightweight core of `fairhash list`",
            )

    @property
    def name(self) -> str:
        """``<algorithm>/<architecture>``."""
        return f"{self.algorithm}/{self.core.architecture}"

    @property
    def identifier(self) -> str:
        """The name in VHDL, Verilog and C."""
        return self.name.replace("/", "_").replace("-", "_")

    @property
    def axis(self) -> str:
        """Entity with AXI4-Stream ports."""
        return f"{self.identifier}_axis"

    @property
    def regs(self) -> str:
        """Entity with AXI4-Lite registers; its AXI4-Stream inside has 32 bits."""
        return f"{self.identifier}_regs"

    @property
    def two_clocks(self) -> bool:
        """Whether the core's clock is not that of the bus."""
        return self.own_clock or self.core.io_ratio > 1

    @cached_property
    def clock_ports(self) -> tuple[str, ...]:
        """The clock ports of the core's side, in addition to aclk."""
        if self.core.io_ratio > 1:
            return ("core_clk", "core_io_clk")
        return ("core_clk",) if self.own_clock else ()

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Sources in compile order, relative to rtl/; the generated top entities come after them."""
        crossing = _TWO_CLOCK_FILES if self.two_clocks else _ONE_CLOCK_FILES
        further = (*self.core.files, *padding_files(self.core), *_AXIS_FILES, *crossing, *_REGISTER_FILES)
        # every package is before its users: that of the shell is the first one
        return tuple(dict.fromkeys(("shell/shell_pkg.vhd", *further)))

    @property
    def padding(self) -> dict[str, int]:
        """Generics of its padding unit."""
        return padding_generics(self.core, self.algorithm, pack=False)

    @property
    def output_length(self) -> dict[str, int]:
        """Generics of what asks for the length of an extendable output; empty for other cores."""
        return output_length_generics(self.core)


def find_component(name: str, bus_bits: int = 32, own_clock: bool = False) -> Component:
    """The component of ``<algorithm>/<architecture>``; the algorithm may be any that the core computes."""
    core, algorithm = find_core(name), name.partition("/")[0]
    return Component(core, algorithm if algorithm in core.also else core.algorithm, bus_bits, own_clock)


def main_components() -> list[Component]:
    """The components of all high-speed and lightweight cores with a padding unit, for each core's own algorithm."""
    return [Component(core, core.algorithm) for core in padded_cores()]
