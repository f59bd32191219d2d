# SPDX-License-Identifier: Apache-2.0
"""The results that must leave for any sequence of rows, written from docs/accelerator.md and not from the VHDL."""

from collections.abc import Callable, Iterable

from fairhash.studies.system.machine_rtl import AcceleratorResult, AcceleratorStatus

Rows = Iterable[tuple[int, bool]]


class PacketsModel:
    """Follows a stream row by row and collects the results that must leave, in the order in which their packets end.

    Args:
        bus_bits: Bits of a row.
        block_bits: Bits of a block.
        digest_bits: Bits of a digest.
        lanes: Messages that can be open at once.
        digest: Returns the digest of padded blocks.
        most_blocks: Most blocks of a message; None: any number.
    """

    def __init__(
        self,
        bus_bits: int,
        block_bits: int,
        digest_bits: int,
        lanes: int,
        digest: Callable[[bytes], bytes],
        *,
        most_blocks: int | None = None,
    ) -> None:
        self._bus_bits = bus_bits
        self._block_bits = block_bits
        self._zeros = bytes(digest_bits // 8)
        self._lanes = lanes
        self._digest = digest
        self._most_blocks = most_blocks
        self._open: dict[int, bytes] = {}
        self.results: list[AcceleratorResult] = []

    @property
    def open_ids(self) -> list[int]:
        """Ids of the messages that have further packets."""
        return sorted(self._open)

    def receive(self, rows: Rows) -> "PacketsModel":
        """Follow the rows of any number of whole packets; returns itself."""
        packet: list[int] = []
        for row, last in rows:
            packet.append(row)
            if last:
                self._packet(packet[0], packet[1:])
                packet = []
        assert not packet, "the last packet has no end"
        return self

    def _packet(self, descriptor: int, data: list[int]) -> None:
        """Process one packet: refuse it, append it to its message, or hash the message that it ends."""
        number = descriptor & 0xFFFF
        first, last = descriptor >> 16 & 1, descriptor >> 17 & 1
        blocks = descriptor >> 18 & 0x3FFF
        status = self._refusal(number, first=bool(first), blocks=blocks, empty=not data)
        if status:
            self._fail(number, status)
            return
        expected = -(-blocks * self._block_bits // self._bus_bits)
        payload = b"".join(row.to_bytes(self._bus_bits // 8, "little") for row in data)
        payload = self._open.pop(number, b"") + payload[: blocks * self._block_bits // 8]
        if len(data) != expected:
            self._fail(number, AcceleratorStatus.TRUNCATED if len(data) < expected else AcceleratorStatus.TOO_LONG)
        elif last:
            self.results.append(AcceleratorResult(number, AcceleratorStatus.OK, self._digest(payload)))
        else:
            self._open[number] = payload

    def _refusal(self, number: int, *, first: bool, blocks: int, empty: bool) -> AcceleratorStatus:
        """Why a packet cannot be accepted; OK if it can be."""
        if first and number in self._open:
            return AcceleratorStatus.ID_IN_USE
        if first and len(self._open) == self._lanes:
            return AcceleratorStatus.NO_LANE
        if not first and number not in self._open:
            return AcceleratorStatus.UNKNOWN_ID
        if not blocks:
            return AcceleratorStatus.NO_BLOCKS
        before = 8 * len(self._open.get(number, b"")) // self._block_bits
        if self._most_blocks is not None and before + blocks > self._most_blocks:
            return AcceleratorStatus.TOO_LONG
        return AcceleratorStatus.TRUNCATED if empty else AcceleratorStatus.OK

    def _fail(self, number: int, status: AcceleratorStatus) -> None:
        if status != AcceleratorStatus.ID_IN_USE:
            self._open.pop(number, None)
        self.results.append(AcceleratorResult(number, status, self._zeros))
