# SPDX-License-Identifier: Apache-2.0
"""External cores in an accelerator: which ones are accepted, and the VHDL that connects their ports."""

from dataclasses import dataclass
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Order
from fairhash.testbench.adapters import ADAPTED
from fairhash.testbench.vhdl import port_clause, port_map
from fairhash.testbench.wire import ordered

ADAPTER = "accelerator/accelerator_port_adapter.vhd"
"""Source of the entity in front of a core that does not read FairHash's stream, relative to rtl/."""

_WORDS = (64, 32, 16)
"""Widths of the words that a unit can send, in bits."""


def check_external(core: Core) -> None:
    """Check that an accelerator can feed an external core.

    Raises:
        FairhashError: it cannot.
    """
    external = core.external
    if external is None:
        return
    hint = "docs/accelerator.md lists the external cores that are accepted"
    ports = external.ports
    if external.pads:
        raise FairhashError("an external core that pads its messages", core.user_name, hint)
    if ports.header_format not in (None, "fairhash"):
        raise FairhashError(f"an external core with headers of the format {ports.header_format}", core.user_name, hint)
    if not external.has_reset:
        raise FairhashError("an external core without a reset", core.user_name, hint)
    if not external.stalls:
        raise FairhashError("an external core that fails when it must wait", core.user_name, hint)
    if not external.segments:
        raise FairhashError("an external core that needs each message in one segment", core.user_name, hint)
    if ports.needs_command_bridge or ports.reset_between_messages or "out_ready" in ports.without:
        raise FairhashError("an external core that needs more than the default ports of its kind", core.user_name, hint)
    if ports.is_masked:
        raise FairhashError("a masked external core", core.user_name, hint)
    if "in_bytes" in ports.by_role and ports.bytes == "remainder":
        raise FairhashError("an external core with bytes = remainder", core.user_name, hint)
    if unit_word_bits(core) == 0:
        raise FairhashError(f"an external core with words of {core.word_bits} bits", core.user_name, hint)


def unit_word_bits(core: Core) -> int:
    """Return the bits of a word that the accelerator sends to a core or to its adapter; 0 if there is no such width."""
    if with_headers(core):
        return core.word_bits
    sizes = (core.word_bits, core.block_bits, core.digest_bits)
    return next((word for word in _WORDS if not any(size % word for size in sizes)), 0)


def with_headers(core: Core) -> bool:
    """Whether the core reads the headers of FairHash's stream."""
    return core.external is None or core.external.ports.with_headers


def needs_adapter(core: Core) -> bool:
    """Whether an entity between the unit and the core removes headers, adds port bits or reorders bytes."""
    external = core.external
    if external is None:
        return False
    ports = external.ports
    return (
        not ports.with_headers
        or (core.sent_bits, core.received_bits) != (core.word_bits, core.word_bits)
        or (ports.out_order, ports.reversed_digest) != ("big", False)
    )


@dataclass(frozen=True)
class ExternalVhdl:
    """Parts of the top entity for an external core."""

    component: str
    """Declaration of the Verilog module."""
    signals: str
    """Signals beside those of a core that needs no adapter."""
    instances: str
    """The core, and the adapter if it needs one."""


_COMPONENT = """
  component {module} is
{port_clause}
  end component {module};
"""

# GHDL names the wires of the instance `core` core_in_data and so on
_SIGNALS = """
    signal port_word      : std_ulogic_vector({core_high} downto 0);
    signal port_last      : std_ulogic;
    signal port_digest    : std_ulogic_vector({digest_high} downto 0);
    signal port_in_data   : std_ulogic_vector({in_high} downto 0);
    signal port_in_valid  : std_ulogic;
    signal port_in_ready  : std_ulogic;
    signal port_out_data  : std_ulogic_vector({out_high} downto 0);
    signal port_out_valid : std_ulogic;
    signal port_out_ready : std_ulogic;"""

_ADAPTER = Path(__file__).with_name("accelerator_port_adapter.vhd.txt")


def external_vhdl(core: Core) -> ExternalVhdl:
    """Return the parts of the top entity for an external core."""
    assert core.external is not None
    component = _COMPONENT.format(module=ADAPTED, port_clause=port_clause("    ", core))
    if not needs_adapter(core):
        return ExternalVhdl(component, "", _core(""))
    ports = core.external.ports
    digest_word = core.digest_bits if ports.kind in ("block", "permutation") else core.digest_word_bits
    order: Order = "big" if ports.with_headers else ports.in_order
    # port bits above the word, the highest ones first
    above = []
    if "in_bytes" in ports.by_role:
        high = core.layout.widths["in_bytes"]
        above.append(f'"{core.word_bits // 8:0{high}b}"')
    if "in_keep" in ports.by_role:
        above.append(f"({core.word_bits // 8 - 1} downto 0 => '1')")
    if "in_last" in ports.by_role or ports.kind in ("block", "registers", "permutation"):
        above.append("port_last")
    # an instance within the core's text, which has a licence line of its own
    adapter = (
        files.read_text(_ADAPTER)
        .partition("\n")[2]
        .format(
            core_bits=core.word_bits,
            digest_word_bits=digest_word,
            reversed="true" if ports.reversed_digest else "false",
            keep_headers="true" if ports.with_headers else "false",
            port_in_data=" & ".join([*above, _bytes("port_word", _lanes(core.word_bits, order))]),
            port_digest=_bytes("port_out_data", _inverse(_lanes(digest_word, ports.out_order))),
        )
    )
    signals = _SIGNALS.format(
        core_high=core.word_bits - 1,
        digest_high=digest_word - 1,
        in_high=core.sent_bits - 1,
        out_high=core.received_bits - 1,
    )
    return ExternalVhdl(component, signals, adapter + _core("port_"))


def _lanes(bits: int, order: Order) -> list[int]:
    """Return the number of the byte in each lane of an ordered word, the highest lane first."""
    size = bits // 8
    low = ordered(bytes(number & 0xFF for number in range(size)), order).to_bytes(size, "big")
    high = ordered(bytes(number >> 8 for number in range(size)), order).to_bytes(size, "big")
    return [a << 8 | b for a, b in zip(high, low, strict=True)]


def _inverse(lanes: list[int]) -> list[int]:
    return [lanes.index(number) for number in range(len(lanes))]


def _bytes(signal: str, lanes: list[int]) -> str:
    """Return a VHDL expression with these bytes of a signal, the highest one first; byte 0 is in the top bits."""
    size = len(lanes)
    if lanes == sorted(lanes):
        return f"{signal}({8 * size - 1} downto 0)"
    parts = [f"{signal}({8 * (size - lane) - 1} downto {8 * (size - lane) - 8})" for lane in lanes]
    return " &\n                    ".join(parts)


def _core(prefix: str) -> str:
    return f"\n    core : component {ADAPTED}\n{port_map('      ', prefix)}\n"
