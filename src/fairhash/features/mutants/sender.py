# SPDX-License-Identifier: Apache-2.0
"""A circuit that sends any messages to a core, with headers that docs/interface.md permits.

It makes words instead of checking them, so a proof needs no assumption about its inputs. Each word depends on free
inputs, and each permitted stream is sent for some values of them. The circuit keeps these rules:

- a segment is a header and a whole number of blocks, at least one, and not longer than a message may be;
- only the header of a last segment has a number of message bits or of output bytes, and output has at least one byte;
- a word that is offered stays until it has moved;
- after a reset the first word is that of a header. During a reset the inputs have any values.

It does not keep the other rules: padding is any data, and the number of message bits is any number. So a proof holds
for more streams than the permitted ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.features.mutants.blif import Bits, Gates, table

FIELD_BITS = 32
"""Bits of each number in a header. The first one is a bit that marks the last segment, and above it the length of the
segment in words of so many bits."""


@dataclass(frozen=True)
class Sender:
    """The circuit: lines of a BLIF model, its inputs, and the nets that drive in_valid and in_data, bit 0 first."""

    lines: Sequence[str]
    inputs: Sequence[str]
    valid: str
    data: Bits


def has_sender(core: Core) -> bool:
    """Whether there is a sender for a core. A core that receives turns has further rules."""
    return core.external is None and core.messages_in_flight == 1


def make_sender(core: Core, ready: str, reset: str) -> Sender:
    """Make the circuit.

    Args:
        core: the core that receives the words.
        ready: the net of its in_ready.
        reset: the net that is 1 while the core is reset.
    """
    return _Circuit(core).sender(ready, reset)


class _Circuit:
    """The gates of a sender, and the names of its free inputs and registers."""

    _valid = "sender_valid"
    _waiting = "sender_waiting"
    """A word is offered since the cycle before."""
    _payload = "sender_payload"
    _one_left = "sender_one_left"
    """The next word of the payload is the last one of its segment."""

    def __init__(self, core: Core) -> None:
        self._core, self._gates = core, Gates("sender_net")
        self._free = _nets("free", max(core.word_bits, FIELD_BITS))
        self._held = _nets("held", core.word_bits)
        self._low_half = _nets("low_half", FIELD_BITS // 2)
        # as in rtl/shell/segment_reader.vhd: the words after the next one, minus one
        self._more = _nets("more", FIELD_BITS - core.word_bits // FIELD_BITS)
        self._has_halves = core.word_bits < FIELD_BITS
        self._fields = self._header_fields()
        self._header = self._header_words()
        self._states = _nets("header", len(self._header))
        """1 while the next word is this word of a header; the first one is no register."""

    def sender(self, ready: str, reset: str) -> Sender:
        """Make the circuit; the arguments are those of make_sender()."""
        gates, width = self._gates, self._core.word_bits
        gates.lines.append(table([*self._states[1:], self._payload], self._states[0], ["0" * len(self._states)]))
        working = gates.invert(reset)
        valid = gates.any_of(self._valid, gates.all_of(working, self._waiting))
        choices = zip([*self._states, self._payload], [*self._header, self._free[:width]], strict=True)
        offered = gates.choose(self._waiting, self._held, gates.select(choices))
        data = gates.choose(reset, self._free[:width], offered)
        gates.registers([gates.all_of(working, valid, gates.invert(ready))], [self._waiting])
        gates.registers(data, self._held)
        self._add_states(data, working, gates.all_of(working, valid, ready))
        return Sender(gates.lines, [self._valid, *self._free], valid, data)

    def _header_fields(self) -> list[list[str]]:
        """The numbers of the header of a last segment."""
        core, free = self._core, self._free
        fields = [[free[-FIELD_BITS], *self._length(free[1 - FIELD_BITS :])]]
        has_output_bytes = core.extendable_output is not None
        if core.needs_bits or (core.word_bits > FIELD_BITS and not has_output_bytes):
            fields.append(free[:FIELD_BITS])
        if has_output_bytes:
            lowest, *others = free[:FIELD_BITS]
            fields.append([self._gates.any_of(lowest, self._gates.none_of(*others)), *others])
        return fields

    def _length(self, free: Bits) -> list[str]:
        """The length of a segment in 32-bit words: blocks, at least one and not many more than a message has."""
        gates, block = self._gates, self._core.block_bits // FIELD_BITS
        # twice the longest message, because padding makes it longer; 2^5 bits are a word
        width = min(FIELD_BITS - 1, self._core.length_bits + 1 - 5)
        places = (((1 << width) - 1) // block + 1).bit_length() - 1
        length = gates.times(free[:places], block, width)
        if block << places < 1 << width:
            *longer, carry = gates.add(length, _constant(gates, block << places, width))
            length = gates.choose(gates.all_of(free[places], gates.invert(carry)), longer, length)
        none = gates.none_of(*length)
        length = [gates.any_of(net, none) if block >> place & 1 else net for place, net in enumerate(length)]
        return [*length, *[gates.zero] * (FIELD_BITS - 1 - width)]

    def _header_words(self) -> list[Bits]:
        """The words of the header of a last segment; with 64 bits also those of the header of another segment."""
        gates, fields, width = self._gates, self._fields, self._core.word_bits
        if width < FIELD_BITS:
            return [half for field in fields for half in (field[width:], self._low_half)]
        if width == FIELD_BITS:
            return [*fields]
        first = [*gates.masked(fields[0][0], fields[1]), *fields[0]]
        return [first, *([*[gates.zero] * FIELD_BITS, *field] for field in fields[2:])]

    def _add_states(self, data: Bits, working: str, taken: str) -> None:
        """Add the registers that know which word is next."""
        gates, states, halves = self._gates, self._states, self._has_halves
        upper, length_state = (states[0], states[1]) if halves else (gates.zero, states[0])
        mark, *length = data[-FIELD_BITS:]
        number = [gates.zero, *length] if halves else length[-len(self._more) :]
        stored = self._more[: len(number)]
        counted = gates.choose(self._payload, stored, number)
        if halves:
            counted += gates.choose(upper, data, self._more[len(data) :])
        step = [self._payload, length_state, *[gates.zero] * (len(counted) - 2)]
        *more, one_left = gates.subtract(counted, step)
        counts = gates.all_of(taken, gates.any_of(self._payload, upper, length_state))
        gates.registers(gates.choose(counts, more, self._more), self._more)
        gates.registers(gates.choose(counts, [one_left], [self._one_left]), [self._one_left])
        # the first word of a header is next if no other state is
        followed = [gates.all_of(state, mark) if state == length_state else state for state in states[:-1]]
        short = gates.all_of(length_state, gates.invert(mark))
        goes_on = gates.all_of(self._payload, gates.invert(self._one_left))
        current = [*states[1:], self._payload]
        following = [*followed, gates.any_of(short, states[-1], goes_on)]
        gates.registers(gates.masked(working, gates.choose(taken, following, current)), current)
        if halves:
            # the lower half of a number is chosen together with the upper one, and sent after it
            numbers = [field[: len(data)] for field in self._fields]
            chosen = gates.select(zip(states[::2], numbers, strict=True))
            keep = gates.any_of(self._waiting, self._payload, *states[1::2])
            gates.registers(gates.choose(keep, self._low_half, chosen), self._low_half)


def _nets(name: str, count: int) -> list[str]:
    return [f"sender_{name}{place}" for place in range(count)]


def _constant(gates: Gates, value: int, width: int) -> list[str]:
    one = gates.invert(gates.zero)
    return [one if value >> place & 1 else gates.zero for place in range(width)]
