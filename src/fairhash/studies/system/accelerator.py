# SPDX-License-Identifier: Apache-2.0
"""An accelerator, copies of a core that share a stream bus: its parameters, and its VHDL sources in a folder."""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.studies.system.accelerator_external import (
    ADAPTER,
    check_external,
    external_vhdl,
    needs_adapter,
    unit_word_bits,
    with_headers,
)
from fairhash.testbench.adapters import ADAPTED, adapter
from fairhash.testbench.reference import Reference, models
from fairhash.testbench.vhdl import port_map
from fairhash.toolchain.elaborate import elaborate

BUS_WIDTHS = (64, 128, 256, 512)
"""Widths of the bus in bits. The descriptor of a packet has 64 bits and must fit into one row."""

DEFAULT_BUFFER_BYTES = 8192
"""Paper E, section III.B."""

MOST_CORES = 64
_LEAST_ROWS = 8
_MOST_BUFFER_BYTES = 2**20

SHARED = (
    "shell/shell_pkg.vhd",
    "ops/memory_simple_dual_port.vhd",
    "adapters/word_queue.vhd",
    "accelerator/accelerator_pkg.vhd",
    "accelerator/accelerator_buffer.vhd",
    "accelerator/accelerator_reader.vhd",
    "accelerator/accelerator_feeder.vhd",
    "accelerator/accelerator_gatherer.vhd",
    "accelerator/accelerator_unit.vhd",
    "accelerator/accelerator_distributor.vhd",
    "accelerator/accelerator_collector.vhd",
)
"""Sources of every accelerator, relative to rtl/, in compile order."""


@dataclass(frozen=True)
class Accelerator:
    """Parameters of an accelerator.

    Raises:
        FairhashError: a parameter is out of range, the core's block has no whole number of 32-bit words, or it is an
            external core that is not accepted (docs/accelerator.md).
    """

    core: Core
    cores: int
    """Copies of the core."""
    bus_bits: int
    """Bits that each stream moves in a cycle: one of BUS_WIDTHS."""
    buffer_bytes: int = DEFAULT_BUFFER_BYTES
    """Size of each message buffer: a power of two."""
    reference: Reference | None = field(default=None, compare=False)
    """Model that pads; None: the project's models."""

    def __post_init__(self) -> None:
        """Check the parameters."""
        name = self.core.user_name
        if not 1 <= self.cores <= MOST_CORES:
            raise FairhashError(f"{self.cores} cores", name, f"give 1 to {MOST_CORES}")
        if self.bus_bits not in BUS_WIDTHS:
            widths = ", ".join(map(str, BUS_WIDTHS))
            raise FairhashError(f"a bus of {self.bus_bits} bits", name, f"give one of {widths}")
        least = _LEAST_ROWS * self.bus_bits // 8
        size = self.buffer_bytes
        if not least <= size <= _MOST_BUFFER_BYTES or size & (size - 1):
            hint = f"give a power of two from {least} to {_MOST_BUFFER_BYTES}"
            raise FairhashError(f"a buffer of {size} bytes for a bus of {self.bus_bits} bits", name, hint)
        check_external(self.core)
        if self.core.block_bits % 32:
            raise FairhashError(f"blocks of {self.core.block_bits} bits", name, "a block is a whole number of 32 bits")

    @property
    def top(self) -> str:
        """Name of the top entity."""
        return top_entity(self.core)

    @property
    def lanes(self) -> int:
        """Messages that can be open at once: one for each message in flight of each core."""
        return self.cores * self.core.messages_in_flight

    @property
    def padding_blocks(self) -> int:
        """Blocks that padding adds to the longest message that the core may receive, of 2**length_bits bits.

        Padding depends on the bits in the last block only, so a message of these bits shows it.
        """
        rest = (1 << self.core.length_bits) % self.core.block_bits
        model = self.reference or models()
        padded = 8 * len(model.pad(self.core.algorithm, bytes(-(-rest // 8)), rest)) // self.core.block_bits
        return padded - (1 if rest else 0)

    @property
    def most_blocks(self) -> int:
        """Blocks of the longest message that the core may receive, after padding."""
        return -(-(1 << self.core.length_bits) // self.core.block_bits) + self.padding_blocks


def default_bus_bits(core: Core, cores: int) -> int:
    """Return the least width of the bus that can feed all cores without pauses, or the greatest one.

    A core takes `block_bits` of each message in flight in `block_cycles` cycles of clk (its declared formula).
    """
    cycles = core.block_cycles * core.io_ratio
    needed = cores * core.block_bits * core.messages_in_flight / cycles
    return next((width for width in BUS_WIDTHS if width >= needed), BUS_WIDTHS[-1])


@dataclass(frozen=True)
class WrittenAccelerator:
    """Sources of an accelerator in a folder."""

    folder: Path
    vhdl: tuple[str, ...]
    """In compile order, relative to the folder; the last one is the top."""
    verilog: tuple[str, ...]
    """The core, if it is an external one."""


def write_accelerator(accelerator: Accelerator, folder: Path, *, observed: bool = False) -> WrittenAccelerator:
    """Write all sources of an accelerator to a folder, and `files.txt` with their names in compile order.

    Args:
        accelerator: Its parameters become the defaults of the top entity's generics.
        folder: Made if it does not exist; files of the same names are replaced.
        observed: Whether the top gets the port `core_ports`, by which a simulation counts what each core waits for.

    Raises:
        FairhashError: the core's sources do not elaborate, or the folder cannot be written.
    """
    core = accelerator.core
    try:
        folder.mkdir(parents=True, exist_ok=True)
        core_files = () if core.external else core.files
        shared = (*SHARED, ADAPTER) if needs_adapter(core) else SHARED
        vhdl = list(dict.fromkeys((*core_files, *shared)))
        for name in vhdl:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile((paths.rtl() if name in shared else core.home) / name, target)
        # tools run in the folder, where a relative path of it would name another one
        verilog = _write_external(core, paths.real_path(folder)) if core.external else ()
        top = f"{accelerator.top}.vhd"
        (folder / top).write_text(top_vhdl(accelerator, observed=observed), encoding="utf-8")
        vhdl.append(top)
        (folder / "files.txt").write_text("".join(f"{name}\n" for name in (*verilog, *vhdl)), encoding="utf-8")
    except OSError as error:
        raise FairhashError(f"cannot write: {error.strerror}", str(folder), "name a writable folder") from error
    return WrittenAccelerator(folder, tuple(vhdl), verilog)


def _write_external(core: Core, folder: Path) -> tuple[str, ...]:
    """Write the Verilog of an external core, in a module that has FairHash ports."""
    written = elaborate(core, folder)
    around = adapter(core, folder)
    if around is None:
        raise ValueError(f"{core.name} has no adapter")
    around.rename(folder / ADAPTED_FILE)
    return (written.name, ADAPTED_FILE)


ADAPTED_FILE = f"{ADAPTED}.v"
"""File of the module with FairHash ports around an external core."""

PORTS_OF_A_CORE = ("in_valid", "in_ready", "in_mark", "out_valid", "out_ready")
"""Bits of `core_ports` for each core, the lowest one first; `in_mark`: the word is the last one of a block."""


def top_entity(core: Core) -> str:
    """Return the name of the top entity, e.g. ``accelerator_keccak_256_highspeed``."""
    return "accelerator_" + re.sub(r"\W+", "_", core.name).strip("_").lower()


_TEMPLATE = Path(__file__).with_name("accelerator_top.vhd.txt")


def top_vhdl(accelerator: Accelerator, *, observed: bool) -> str:
    """Return the VHDL of the top entity; `observed` as in write_accelerator()."""
    core = accelerator.core
    bits = len(PORTS_OF_A_CORE)
    external = external_vhdl(core) if core.external else None
    same_clock = "clk and io_clk must be the same clock."
    signals = " & ".join(reversed(PORTS_OF_A_CORE))
    return files.read_text(_TEMPLATE).format(
        name=core.name,
        top=accelerator.top,
        clocks=same_clock
        if core.io_ratio == 1
        else f"io_clk has {core.io_ratio} times the rate of clk, edges aligned.",
        reset=core.reset_cycles,
        word=unit_word_bits(core),
        block=core.block_bits,
        digest=core.digest_bits,
        cores=accelerator.cores,
        bus_bits=accelerator.bus_bits,
        buffer_bytes=accelerator.buffer_bytes,
        in_flight=core.messages_in_flight,
        limit_bits=core.length_bits,
        padding=accelerator.padding_blocks,
        needs_bits="true" if core.needs_bits and (external is None or with_headers(core)) else "false",
        component=external.component if external else "",
        signals=external.signals if external else "",
        instances=external.instances if external else _own_core(core),
        observed_port=(
            "; -- the receiver takes the row in this cycle\n    core_ports    : out   "
            f"std_ulogic_vector({bits} * CORES - 1 downto 0) -- for simulation: handshakes of each core"
            if observed
            else "  -- the receiver takes the row in this cycle"
        ),
        observed_signals=(
            f"\n    core_ports({bits} * i + {bits - 1} downto {bits} * i) <= {signals};\n" if observed else ""
        ),
    )


def _own_core(core: Core) -> str:
    generics = ",\n".join(f"        {name} => {value}" for name, value in core.generics.items())
    generic_map = f"\n      generic map (\n{generics}\n      )" if generics else ""
    return f"\n    core : entity work.{core.entity}{generic_map}\n{port_map('      ')}\n"
