# SPDX-License-Identifier: Apache-2.0
"""Advice: software by hand-computed times, accelerators whose limit is known, candidates that a user writes."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.results.accelerator_areas import AcceleratorAreaRecord, store_accelerator_area
from fairhash.results.software_speed import Quartiles, SoftwareMachine, SoftwareSpeed, SoftwareSpeeds
from fairhash.studies.system.advice import Situation, advise, advise_all, sample, software_model
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.candidate import DEVICE, AcceleratorCandidate, SoftwareCandidate, parse_candidate
from fairhash.studies.system.presets import Disk, Lengths, hosts


def same(value: float) -> Quartiles:
    return Quartiles(least=value, lower=value, median=value, upper=value)


def row(message_bytes: int, ns_per_byte: float, *, lanes: bool = False) -> SoftwareSpeed:
    """A measured software speed of SHA-256."""
    return SoftwareSpeed(
        function="sha-256",
        source="memory",
        cache="none",
        messages=1,
        multiplicity="many" if lanes else "one",
        threads=1,
        lanes=lanes,
        message_bytes=message_bytes,
        ns_per_byte=same(2 * ns_per_byte),
        cpu_ns_per_byte=same(ns_per_byte),
        samples=1,
        passes=1,
    )


SPEEDS = SoftwareSpeeds(
    name="invented",
    machine=SoftwareMachine(
        **dict.fromkeys(("cpu", "memory", "disk", "os", "kernel", "compiler", "flags", "cpu_features", "openssl"), "x"),
        processors=4,
        load_before=0,
        load_after=0,
    ),
    date=datetime(2026, 1, 1, tzinfo=UTC),
    seconds=1,
    complete=True,
    rows=(row(100, 10), row(1100, 2), row(100, 4, lanes=True), row(1100, 1, lanes=True)),
)
"""1000 and 2200 ns for messages of 100 and 1100 bytes; 400 and 1100 ns in lanes."""
SLOW_DISK = Disk(id="slow", title="", mb_s=100, access_us=0, block_bytes=1, sources=("this test",))


def of(length: int) -> Lengths:
    return Lengths(id="one", title="", lengths=((length, 1.0),), sources=("this test",))


def situation(
    lengths: Lengths, disk: Disk | None = None, host: str = "pcie-polling", bus: str = "pcie-3-x8"
) -> Situation:
    return Situation(lengths, find_bus(bus), hosts()[host], disk, SPEEDS, processors=4)


def test_software_is_interpolated_between_measured_lengths() -> None:
    """1.2 ns for each byte between; no message is faster than the shortest."""
    model = software_model(SPEEDS, "sha-256", lanes=False)
    assert [model.hash_ns(n) for n in (100, 600, 1100, 2100)] == pytest.approx([1000, 1600, 2200, 3400])
    assert model.hash_ns(1) == 1000
    assert software_model(SPEEDS, "sha-256", lanes=True).hash_ns(1100) == 1100
    with pytest.raises(FairhashError, match="measured are sha-256"):
        software_model(SPEEDS, "sha-512", lanes=False)


def test_software_from_memory_is_limited_by_the_processor() -> None:
    """2 ns/B on one thread, 1 ns/B on two; lanes are the best change: from 2 to 1 ns/B, as two threads."""
    one = advise(situation(of(1100)), parse_candidate("software:sha-256"))
    assert one.ns_per_byte == pytest.approx(2)
    assert one.messages_per_s == pytest.approx(1e9 / 2200)
    assert (one.limit, one.limit_share) == ("processor", 1)
    assert one.change
    assert one.change.ns_per_byte == pytest.approx(1)
    two = advise(situation(of(1100)), parse_candidate("software:sha-256x2"))
    assert two.mb_s == pytest.approx(1000)
    four = advise(situation(of(1100)), parse_candidate("software:sha-256x4+lanes"))
    assert four.change
    assert four.change.text == "8 processors"
    assert four.change.ns_per_byte == pytest.approx(1 / 8)
    # more threads than processors do not help
    assert advise(situation(of(1100)), parse_candidate("software:sha-256x9")).ns_per_byte == pytest.approx(2 / 4)


def test_software_from_a_slow_disk_is_limited_by_it() -> None:
    """10 ns/B to read beside 2 ns/B to hash: 12 on one thread, 10 on four, and then only the disk can be improved."""
    one = advise(situation(of(1100), SLOW_DISK), parse_candidate("software:sha-256"))
    assert one.ns_per_byte == pytest.approx(12)
    assert one.limit == "disk"
    assert one.limit_share == pytest.approx(10 / 12)
    four = advise(situation(of(1100), SLOW_DISK), parse_candidate("software:sha-256x4+lanes"))
    assert four.ns_per_byte == pytest.approx(10)
    assert four.change
    assert four.change.text == "a disk 2 times as fast"


@pytest.mark.parametrize(
    ("way", "bus", "host", "length", "limit", "change"),
    [
        ("paper-e-simdx2", "pcie-4-x16", "soc", 8192, "hash cores", "cores with 2 times the clock"),
        ("paper-e-keccakx12", "pci-32-33", "soc", 8192, "bus", "a bus with 2 times the clock"),
        ("paper-e-keccak", "pcie-3-x8", "pcie-driver", 64, "host: notification", "4 messages at once"),
        ("paper-e-keccakx8", "fsb", "xeon-e7310", 64, "host: padding", "padding in hardware"),
    ],
)
def test_the_limit_of_an_accelerator_and_its_remedy(  # noqa: PLR0917 - columns
    way: str, bus: str, host: str, length: int, limit: str, change: str
) -> None:
    advice = advise(situation(of(length), bus=bus, host=host), parse_candidate(way))
    assert advice.limit == limit
    assert advice.change
    assert advice.change.text == change
    assert advice.change.ns_per_byte < 0.9 * advice.ns_per_byte


def test_non_interleaved_long_messages_wait_for_buffers() -> None:
    own = situation(of(32768), bus="fsb")
    wrong = Situation(**{**vars(own), "interleaved": False})
    advice = advise(wrong, parse_candidate("paper-e-simdx4"))
    assert (advice.limit, advice.change and advice.change.text) == ("full buffers", "interleaved transfer")


def test_one_long_message_among_short_ones_leaves_most_cores_idle() -> None:
    """A batch of 8 messages often has one long one, for which 7 of 8 cores wait; larger batches have several."""
    lengths = Lengths(id="uneven", title="", lengths=((64, 0.9), (1 << 18, 0.1)), sources=("this test",))
    uneven = advise(situation(lengths), parse_candidate("paper-e-keccakx8"))
    assert uneven.limit == "uneven work: most cores idle"
    assert uneven.cores_busy
    assert uneven.cores_busy < 0.5
    assert uneven.change
    assert uneven.change.text == "32 messages at once"
    # equal messages keep both cores busy
    even = advise(situation(of(1 << 16)), parse_candidate("paper-e-simdx2"))
    assert even.limit == "hash cores"
    assert even.cores_busy
    assert even.cores_busy > 0.95
    assert advise(situation(of(1100)), parse_candidate("software:sha-256")).cores_busy is None


def test_the_fastest_is_first() -> None:
    ways = [parse_candidate(name) for name in ("software:sha-256", "software:sha-256x4", "paper-e-simd")]
    ranked_advice = advise_all(situation(of(1100)), ways)
    assert [one.name for one in ranked_advice] == ["software:sha-256x4", "software:sha-256", "paper-e-simd"]


def test_candidates_are_what_a_user_writes() -> None:
    assert parse_candidate("software:sha-256x2+lanes") == SoftwareCandidate(
        "software:sha-256x2+lanes", "sha-256", 2, lanes=True
    )
    accelerator = parse_candidate("keccak-256/highspeed@123.5x8")
    assert isinstance(accelerator, AcceleratorCandidate)
    assert (accelerator.core.clock_mhz, accelerator.cores) == (123.5, 8)
    measured = parse_candidate("keccak-256/highspeed@ecp5-85k-8x2")
    assert isinstance(measured, AcceleratorCandidate)
    assert (measured.cores, measured.core.clock_mhz > 10) == (2, True)
    preset = parse_candidate("paper-e-simd@200")
    assert isinstance(preset, AcceleratorCandidate)
    assert (preset.core.clock_mhz, preset.cores) == (200, 1)


def test_a_core_has_the_clock_of_its_largest_placed_accelerator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """133 MHz with two cores, although one core had 150 and four were only synthesised."""
    monkeypatch.setattr(paths, "results", lambda: tmp_path)
    for cores, clock_mhz, status in ((1, 150.0, "ok"), (2, 133.0, "ok"), (4, None, "ok"), (8, 200.0, "failed")):
        row = AcceleratorAreaRecord(
            core="keccak-256/highspeed",
            cores=cores,
            bus_bits=64,
            buffer_bytes=8192,
            recipe="best",
            seed=1,
            verilog_digest="0",
            status=status,
            cells={},
            flip_flops=1,
            block_rams=1,
            clock_mhz=clock_mhz,
            tools=("yosys",),
            commands=(),
            synthesis_cpu_s=1,
            date=datetime(2026, 1, 1, tzinfo=UTC),
        )
        store_accelerator_area(tmp_path, DEVICE, row)
    found = parse_candidate("keccak-256/highspeedx8")
    assert isinstance(found, AcceleratorCandidate)
    assert found.core.clock_mhz == 133
    with pytest.raises(FairhashError, match="no clock on ecp5-85k-8"):
        parse_candidate("simd-256/highspeed")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("software:", "cannot understand"),
        ("paper-e-simd@fastx2", "not a clock"),
        ("keccak-256/nowhere", "nowhere"),
        ("keccak-256/highspeed@0", "not a clock"),
        ("keccak-256/highspeed@virtex5-estimate", "no clock on"),  # an estimate places nothing
    ],
)
def test_wrong_candidates_are_refused(text: str, message: str) -> None:
    with pytest.raises(FairhashError, match=message):
        parse_candidate(text)


def test_a_sample_has_the_lengths_of_the_distribution() -> None:
    lengths = Lengths(id="two", title="", lengths=((100, 0.75), (900, 0.25)), sources=("this test",))
    drawn_lengths = sample(lengths, 8)
    assert sum(drawn_lengths) / len(drawn_lengths) == pytest.approx(lengths.mean_bytes, rel=0.01)
    assert len(sample(of(1 << 30), 8)) == 32
    assert len(sample(of(8), 1)) == 2048
