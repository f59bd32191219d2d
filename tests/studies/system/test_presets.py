# SPDX-License-Identifier: Apache-2.0
"""The presets against the values of their sources."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from fairhash.base.errors import FairhashError
from fairhash.models.library import find_algorithm
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.core_model import core_presets, find_core_preset
from fairhash.studies.system.presets import Lengths, disks, find, hosts, length_presets, processors, read_lengths


def test_packets_have_the_statistics_of_the_source() -> None:
    """CAIDA: mean 413 bytes, percentiles 5 and 25: 40, 50: 93, 75: 576, 95: 1500."""
    packets = length_presets()["internet-exchange"]
    assert packets.mean_bytes == pytest.approx(413, rel=0.02)
    assert [packets.percentile(p) for p in (5, 25, 50, 75, 95)] == [40, 40, 93, 576, 1500]


def test_other_lengths_have_the_medians_of_their_sources() -> None:
    assert length_presets()["files"].percentile(50) == 2475
    assert length_presets()["file-verity"].lengths == ((4096, 1),)
    assert length_presets()["tls-records"].mean_bytes == 2**14
    chunks = length_presets()["backup-chunks"]
    assert all(2**19 <= length <= 2**23 for length, _ in chunks.lengths)
    assert chunks.mean_bytes == pytest.approx(2**19 + 2**21, rel=0.08)


def test_disks_have_the_rates_of_their_sources() -> None:
    """QD1 reads of 4 KiB: 19,000 and 10,000 in a second; paper E: more than 0.1 ms per byte at 8 bytes."""
    assert 1e9 / disks()["nvme"].read_ns(4096) == pytest.approx(19_000, rel=0.01)
    assert 1e9 / disks()["sata"].read_ns(4096) == pytest.approx(10_000, rel=0.08)
    assert disks()["paper-e"].read_ns(8) / 8 > 100_000
    assert disks()["paper-e"].read_ns(10**9) / 10**9 == pytest.approx(10, rel=0.001)


def test_the_cores_of_paper_e_have_its_speeds() -> None:
    """Table II: 2.2 and 15 ns/B."""
    assert find_core_preset("paper-e-keccak").ns_per_byte == pytest.approx(2.2, abs=0.05)
    assert find_core_preset("paper-e-simd").ns_per_byte == pytest.approx(15, abs=0.05)


def test_blocks_of_simd_are_those_of_its_padding() -> None:
    """The software model has the official padding."""
    core = find_core_preset("paper-e-simd")
    as_model = core.model_copy(update={"pads_as_model": True})
    assert find_algorithm("simd-256").block_bits == 8 * core.block_bytes
    assert [core.blocks(n) for n in range(1, 300)] == [as_model.blocks(n) for n in range(1, 300)]


def test_software_of_paper_e_has_its_speeds() -> None:
    """22.36 and 19.1 ns/B."""
    processor = processors()["xeon-e7310"]
    assert processor.hash_ns("keccak-256", 1 << 13) / (1 << 20) == pytest.approx(22.36)
    assert processor.hash_ns("simd-256", 1 << 14) / (1 << 20) == pytest.approx(19.1)


def test_an_axi_port_has_the_rate_of_its_width() -> None:
    bus = find_bus("axi-128-250")
    assert bus.width_bits * bus.clock_mhz == 128 * 250
    assert bus.data_mbit_s / (128 * 250) == pytest.approx(16 / 17)


def test_a_csv_of_lengths(tmp_path: Path) -> None:
    file = tmp_path / "lengths.csv"
    file.write_text("bytes,count\n64,3\n1500,1\n64,4\n")
    lengths = read_lengths(file)
    assert lengths.lengths == ((64, 7 / 8), (1500, 1 / 8))
    assert sorted(lengths.sample(80)) == [64] * 70 + [1500] * 10
    file.write_text("100\n200\n")
    assert read_lengths(file).mean_bytes == 150
    for text in ("\N{ZERO WIDTH NO-BREAK SPACE}bytes,count\r\n100,1\r\n200,1\r\n", "bytes,count\r100,1\r200,1\r"):
        file.write_bytes(text.encode())
        assert read_lengths(file).mean_bytes == 150
    for text in ("", "bytes,count\n", "64,-1\n", "0,1\n", "abc\n", "64,nan\n", "64,1,1\n"):
        file.write_text(text)
        with pytest.raises(FairhashError, match=r"lengths\.csv: .*; write one row"):
            read_lengths(file)


def test_wrong_presets_are_refused() -> None:
    with pytest.raises(ValidationError, match=r"sum to 0\.5"):
        Lengths(id="half", title="", sources=("this test",), lengths=((1, 0.5),))
    with pytest.raises(FairhashError, match="unknown disk 'tape'; known are nvme, paper-e, sata"):
        find(disks(), "tape", "disk")


def test_the_page_lists_all_presets(checkout: Path) -> None:
    text = (checkout / "docs/system.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([a-z0-9-]+)` \|", text, re.MULTILINE))
    for presets in (disks(), hosts(), processors(), length_presets(), core_presets()):
        assert set(presets) <= listed
