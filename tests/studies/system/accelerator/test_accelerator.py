# SPDX-License-Identifier: Apache-2.0
"""The accelerator's RTL: right digests with right ids, for any lengths, stalls, order and number of cores."""

import random
from dataclasses import replace

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.studies.system.accelerator import Accelerator
from fairhash.studies.system.machine_rtl import AcceleratorResult, AcceleratorStatus, Packet, message_packets
from fairhash.testbench.reference import models
from tests.studies.system.accelerator.accelerator_run import Stalls, interleave, packet_rows, run_accelerator
from tests.studies.system.accelerator.toys import counted, mixed_packets, packets, packets_model, toys
from tests.testbench.toys import TOY

ZEROS = bytes(16)

STALLS = (Stalls(), Stalls(300, 300, 40, 7), Stalls(0, 100, 400, 8), Stalls(900, 0, 3, 9))
"""None; both sides; the receiver pauses for long; the sender sends a row now and then."""


def check(accelerator: Accelerator, sent: list[Packet], stalls: Stalls, resets: int = 0) -> None:
    """Simulate, and compare all results with the model's."""
    rows = packet_rows(sent, accelerator.bus_bits)
    expected = packets_model(accelerator).receive(rows).results
    run = run_accelerator(accelerator, rows, len(expected), stalls=stalls, resets=resets)
    assert run.rows_moved == len(rows)
    assert counted(run.results) == counted(expected)


@pytest.mark.parametrize("cores", [1, 8, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4, 5, 12, 16))])
def test_numbers_of_cores(cores: int) -> None:
    """1 to 16 cores; messages whole, and as many interleaved as there are lanes."""
    accelerator = toys(cores, 64 if cores < 9 else 256)
    draw = random.Random(cores)
    for at_once in {1, cores}:
        check(accelerator, mixed_packets(accelerator, draw, 3 * cores + 2, at_once), STALLS[cores % len(STALLS)])


@pytest.mark.parametrize(
    ("architecture", "bus_bits"), [("plain", 64), ("two-clocks", 128), ("turns", 256), ("plain", 512)]
)
def test_every_bus_and_kind_of_core(architecture: str, bus_bits: int) -> None:
    """One clock, io_clk twice as fast, and three messages in flight, on every width of the bus."""
    accelerator = toys(2, bus_bits, architecture=architecture, buffer_bytes=1024)
    draw = random.Random(bus_bits)
    for number, stalls in enumerate(STALLS):
        # with several messages in flight, interleaved messages that do not fit into the buffers overflow (see below)
        at_once = 1 if architecture == "turns" else 1 + number % 2
        check(accelerator, mixed_packets(accelerator, draw, 12, at_once), stalls)


def test_interleaved_messages_in_flight() -> None:
    """Six messages open at once on two cores with three messages in flight, in packets that fit into the buffers."""
    accelerator = toys(2, 128, architecture="turns", buffer_bytes=1024)
    draw = random.Random(6)
    sent = interleave(
        [packets(accelerator, number, draw.randbytes(draw.randrange(2000)), 7) for number in range(20)], 6
    )
    for stalls in STALLS:
        check(accelerator, sent, stalls)


@pytest.mark.parametrize("architecture", ["plain", "two-clocks", "turns"])
def test_reset_in_any_cycle(architecture: str) -> None:
    """A reset ends a transfer and clears everything that belongs to it."""
    accelerator = toys(2, 64, architecture=architecture)
    sent = mixed_packets(accelerator, random.Random(3), 8, 1)
    check(accelerator, sent, STALLS[1], resets=40)


def test_results_of_equal_ids() -> None:
    """An id may be used again as soon as its last packet has been sent, even if its result has not left."""
    accelerator = toys(2)
    sent = [packet for data in (b"", b"a", b"b" * 40) for packet in packets(accelerator, 5, data)]
    check(accelerator, sent, STALLS[2])


def altered(sent: list[Packet], index: int, **changes: object) -> list[Packet]:
    """Return the packets with fields of one of them changed."""
    return [*sent[:index], replace(sent[index], **changes), *sent[index + 1 :]]  # type: ignore[arg-type]


@pytest.mark.parametrize("architecture", ["plain", "turns"])
@pytest.mark.parametrize(
    ("index", "changes", "statuses"),
    [
        pytest.param(0, {"first": False}, [AcceleratorStatus.UNKNOWN_ID] * 4, id="unknown id"),
        pytest.param(
            0,
            {"blocks": 0},
            [AcceleratorStatus.NO_BLOCKS, *[AcceleratorStatus.UNKNOWN_ID] * 3],
            id="no blocks at first",
        ),
        pytest.param(
            2, {"blocks": 0}, [AcceleratorStatus.NO_BLOCKS, AcceleratorStatus.UNKNOWN_ID], id="no blocks later"
        ),
        pytest.param(
            0,
            {"payload": b""},
            [AcceleratorStatus.TRUNCATED, *[AcceleratorStatus.UNKNOWN_ID] * 3],
            id="no data at first",
        ),
        pytest.param(
            1, {"payload": b""}, [AcceleratorStatus.TRUNCATED, *[AcceleratorStatus.UNKNOWN_ID] * 2], id="no data later"
        ),
        pytest.param(
            0,
            {"payload": b"x" * 24},
            [AcceleratorStatus.TRUNCATED, *[AcceleratorStatus.UNKNOWN_ID] * 3],
            id="short first packet",
        ),
        pytest.param(3, {"payload": b"x"}, [AcceleratorStatus.TRUNCATED], id="short last packet"),
        pytest.param(
            1,
            {"payload": b"x" * 40},
            [AcceleratorStatus.TOO_LONG, *[AcceleratorStatus.UNKNOWN_ID] * 2],
            id="long packet",
        ),
        pytest.param(3, {"payload": b"x" * 400}, [AcceleratorStatus.TOO_LONG], id="long last packet"),
        pytest.param(1, {"first": True}, [AcceleratorStatus.ID_IN_USE, AcceleratorStatus.OK], id="id in use"),
    ],
)
def test_packets_with_errors(
    architecture: str, index: int, changes: dict[str, object], statuses: list[AcceleratorStatus]
) -> None:
    """The status says what is wrong, the digest is zero, and messages before, between and after are hashed."""
    accelerator = toys(2, architecture=architecture)
    bad = packets(accelerator, 9, b"four packets of two blocks, which is more than a buffer has" * 2, 2)
    assert len(bad) == 4
    bad = altered(bad, index, **changes)
    good = [packet for number in range(3) for packet in packets(accelerator, number, bytes(50 * number))]
    for stalls in STALLS:
        rows = packet_rows([*good, *bad, *good], accelerator.bus_bits)
        expected = packets_model(accelerator).receive(rows).results
        # the model agrees with the list above; ID_IN_USE leaves a gap in the message that it protects
        assert [result.status for result in expected if result.id == 9] == statuses
        run = run_accelerator(accelerator, rows, len(expected), stalls=stalls)
        assert counted(run.results) == counted(expected)


@pytest.mark.parametrize("architecture", ["plain", "turns"])
def test_messages_longer_than_the_core_allows(architecture: str) -> None:
    """A core for 2^16 bits, 512 blocks of the toy and one of padding: 513 blocks are hashed, 514 are too long."""
    accelerator = toys(2, 256, architecture=architecture, buffer_bytes=1024, length_bits=16)
    assert accelerator.most_blocks == 513
    longest = packets(accelerator, 1, bytes(8192), 3)
    too_long = [replace(packet, id=2, last=False) for packet in longest]
    too_long.append(Packet(2, first=False, last=True, blocks=1, bits=0, payload=bytes(16)))
    at_once = Packet(3, first=True, last=True, blocks=514, bits=0, payload=bytes(514 * 16))
    after = packets(accelerator, 3, b"afterwards")
    sent = [*interleave([longest, too_long], 2), at_once, *after]
    rows = packet_rows(sent, 256)
    expected = packets_model(accelerator).receive(rows).results
    assert {(result.id, result.status) for result in expected} == {
        (1, AcceleratorStatus.OK),
        (2, AcceleratorStatus.TOO_LONG),
        (3, AcceleratorStatus.TOO_LONG),
        (3, AcceleratorStatus.OK),
    }
    for stalls in STALLS[:2]:
        run = run_accelerator(accelerator, rows, len(expected), stalls=stalls)
        assert run.rows_moved == len(rows)
        assert counted(run.results) == counted(expected)


@pytest.mark.parametrize(
    ("name", "blocks"),
    [
        # 2^32 bits are 3,947,581 blocks of 1088 bits with room for the padding in the last one
        ("keccak-256/lightweight", 3_947_581),
        # 2^32 bits are 2^23 blocks of 512 bits, and padding needs another one
        ("sha-256/lightweight", 2**23 + 1),
    ],
)
def test_longest_message_in_blocks(name: str, blocks: int) -> None:
    assert Accelerator(find_core(name), 1, 64).most_blocks == blocks


def test_a_host_sends_no_message_longer_than_the_core_allows() -> None:
    core = toys(length_bits=16).core
    with pytest.raises(FairhashError, match="a message of 65544 bits"):
        message_packets(core, 1, bytes(8193), reference=TOY)


def test_no_lane_is_left() -> None:
    """Two lanes have open messages; a third one is refused, and the two are finished."""
    accelerator = toys(2)
    one, two, three = (packets(accelerator, number, bytes(range(60)), 1) for number in (1, 2, 3))
    sent = [one[0], two[0], three[0], *one[1:], *two[1:], *packets(accelerator, 3, b"now")]
    expected = packets_model(accelerator).receive(packet_rows(sent, 64)).results
    assert AcceleratorResult(3, AcceleratorStatus.NO_LANE, ZEROS) in expected
    check(accelerator, sent, STALLS[0])


@pytest.mark.parametrize("cores", [1, 2])
def test_a_buffer_overflows(cores: int) -> None:
    """The core waits for the second block of message 1, which is after a packet that no buffer can hold.

    Only a core with several messages in flight waits in this way. Message 2 fails, and message 1 is hashed.
    """
    accelerator = toys(cores, architecture="turns")
    one = packets(accelerator, 1, bytes(40), 1)
    two = packets(accelerator, 2, bytes(4000), 1000)
    if cores == 2:
        # one lane after the other is taken, core by core: the third message shares the first one's core
        filler = packets(accelerator, 3, bytes(range(40)), 1)
        sent = [one[0], filler[0], *two, *filler[1:], *one[1:]]
    else:
        sent = [one[0], *two, *one[1:]]
    sent += packets(accelerator, 4, b"afterwards")
    rows = packet_rows(sent, accelerator.bus_bits)
    expected = packets_model(accelerator).receive(rows).results
    failed = [
        AcceleratorResult(2, AcceleratorStatus.OVERFLOW, ZEROS) if result.id == 2 else result for result in expected
    ]
    for stalls in STALLS:
        run = run_accelerator(accelerator, rows, len(expected), stalls=stalls)
        assert counted(run.results) == counted(failed)


@pytest.mark.parametrize("architecture", ["plain", "two-clocks", "turns"])
@pytest.mark.parametrize("seed", range(4))
def test_damaged_streams(architecture: str, seed: int) -> None:
    """Packets with random faults: every row is taken, and the results are the model's.

    With several messages in flight, a message may also overflow, which depends on the cycle in which rows arrive.
    """
    accelerator = toys(3, 64, architecture=architecture)
    draw = random.Random(seed)
    sent = mixed_packets(accelerator, draw, 40, draw.choice((1, 2, 3)))
    for _ in range(20):
        index = draw.randrange(len(sent))
        packet = sent[index]
        change: dict[str, object] = draw.choice(
            [
                {"first": not packet.first},
                {"last": not packet.last},
                {"blocks": draw.randrange(4)},
                {"id": 1000 + draw.randrange(40)},
                {"payload": packet.payload[: draw.randrange(len(packet.payload) + 1)]},
                {"payload": packet.payload + draw.randbytes(draw.randrange(1, 100))},
            ]
        )
        sent = altered(sent, index, **change)
    model = packets_model(accelerator).receive(packet_rows(sent, accelerator.bus_bits))
    # messages that would stay open are ended: with several messages in flight, digests may wait for their next block
    sent += [
        Packet(number, first=False, last=True, blocks=1, bits=0, payload=b"\x80" * 16) for number in model.open_ids
    ]
    rows = packet_rows(sent, accelerator.bus_bits)
    expected = packets_model(accelerator).receive(rows).results
    run = run_accelerator(accelerator, rows, len(expected), stalls=STALLS[seed])
    assert run.rows_moved == len(rows)
    if not any(result.status == AcceleratorStatus.OVERFLOW for result in run.results):
        assert counted(run.results) == counted(expected)
    else:
        assert architecture == "turns"


@pytest.mark.parametrize(
    "name",
    [
        "keccak-256/highspeed",
        pytest.param("blake-32/highspeed", marks=pytest.mark.long),
        pytest.param("fugue-256/lightweight", marks=pytest.mark.long),
        pytest.param("keccak-256/case-2", marks=pytest.mark.long),
    ],
)
def test_cores_of_the_catalogue(name: str) -> None:
    """W = 64; the number of message bits in the header, W = 64; W = 16; two messages in flight. Several packets."""
    core = find_core(name)
    accelerator = Accelerator(core, 2, 128, 1024)
    draw = random.Random(name)
    data = {number: draw.randbytes(draw.randrange(700)) for number in range(9)}
    sent = [message_packets(core, number, text, packet_blocks=3) for number, text in data.items()]
    expected = {(number, models().hash_bits(core.algorithm, text)) for number, text in data.items()}
    for at_once, stalls in ((1, STALLS[0]), (2, STALLS[1])):
        run = run_accelerator(accelerator, packet_rows(interleave(sent, at_once), 128), len(data), stalls=stalls)
        assert {(result.id, result.digest) for result in run.results} == expected
        assert {result.status for result in run.results} == {AcceleratorStatus.OK}


def test_transfer_decides_how_many_cores_work() -> None:
    """Paper E, section III.B: messages longer than the buffer leave one core working, unless they are interleaved.

    A toy takes 8 cycles a block, and the bus delivers one block in two cycles, enough for four toys.
    """
    accelerator = toys(4)
    blocks = 201
    messages = [packets(accelerator, number, bytes(16 * (blocks - 1)), 4) for number in range(4)]
    alone = 8 * blocks * len(messages)
    one = run_accelerator(accelerator, packet_rows(interleave(messages, 1), 64), 4)
    four = run_accelerator(accelerator, packet_rows(interleave(messages, 4), 64), 4)
    assert one.result_cycles[-1] > 0.85 * alone
    assert four.result_cycles[-1] < 0.45 * alone
    for run in (one, four):
        for core in run.cores:
            assert core.blocks == blocks
            assert core.computing == 8 * blocks
            assert core.computing + core.waiting_for_data + core.waiting_for_collector == run.cycles


def test_waiting_for_the_collector() -> None:
    """A receiver that takes nothing for long: the core's time is counted as waiting for the collector."""
    accelerator = toys(1)
    messages = [packet for number in range(30) for packet in packets(accelerator, number, b"")]
    rows = packet_rows(messages, 64)
    free = run_accelerator(accelerator, rows, 30).cores[0]
    slow = run_accelerator(accelerator, rows, 30, stalls=Stalls(0, 900, 200, 5)).cores[0]
    assert free.waiting_for_collector < 10
    assert slow.waiting_for_collector > 1000
    assert free.computing == slow.computing == 8 * 30
