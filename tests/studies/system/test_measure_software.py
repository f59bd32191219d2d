# SPDX-License-Identifier: Apache-2.0
"""The measurement of software: which cases it has, that digests are right, what is stored. Speeds are not tested."""

import hashlib
import os
import resource
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.models.bench.speeds import Effort
from fairhash.models.bench.system_loops import Hashing, Messages, Padding, model_function, openssl_functions
from fairhash.models.library import find_algorithm
from fairhash.results.software_speed import read_software_speeds, write_json_schema, write_software_speeds
from fairhash.studies.system import measure_software
from fairhash.studies.system.measure_software import SoftwareMeasurement
from fairhash.studies.system.software_cases import SoftwareCase, SoftwareGroup, groups, missing, thread_counts

TINY = Effort(0.00001, 3)
SHA_256 = model_function(find_algorithm("sha-256"))
DATA = [bytes([number]) * 100 for number in range(6)]


def files_of(folder: Path, data: list[bytes]) -> list[Path]:
    files = [folder / str(number) for number in range(len(data))]
    for file, message in zip(files, data, strict=True):
        file.write_bytes(message)
    return files


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("lanes", [False, True])
def test_threads_and_lanes_hash_each_message(threads: int, lanes: bool) -> None:
    """More threads than messages too; Python's own SHA-256 is the reference."""
    hashing = Hashing(SHA_256, Messages(DATA), threads, lanes=lanes)
    times = hashing.run(2)
    assert hashing.digests() == [hashlib.sha256(message).digest() for message in DATA]
    assert times.cpu > 0
    assert times.total > 0
    assert times.read == 0


@pytest.mark.parametrize("direct", [False, True])
def test_files_are_read_each_time(tmp_path: Path, direct: bool) -> None:
    """A changed file changes the digest, so the data is not taken from memory."""
    files = files_of(tmp_path, DATA)
    hashing = Hashing(SHA_256, Messages(DATA, files), 2, direct=direct)
    try:
        times = hashing.run(1)
    except FairhashError:
        assert direct
        pytest.skip("the file system of the temporary folder has no O_DIRECT")
    assert hashing.digests() == [hashlib.sha256(message).digest() for message in DATA]
    assert 0 < times.read <= 2 * times.total
    files[3].write_bytes(b"x" * 100)
    hashing.run(1)
    assert hashing.digests()[3] == hashlib.sha256(b"x" * 100).digest()
    files[3].write_bytes(b"x" * 99)
    with pytest.raises(FairhashError, match="could not be read"):
        hashing.run(1)


def test_dropped_pages_are_gone(tmp_path: Path) -> None:
    """Dropping is checked page by page; a missing file is reported."""
    files = files_of(tmp_path, DATA)
    messages = Messages(DATA, files)
    try:
        messages.drop()
    except FairhashError as error:
        assert "stay in the page cache" in str(error)  # noqa: PT017 - a file system in memory cannot drop pages
    files[0].unlink()
    with pytest.raises(FairhashError, match="cannot be read"):
        messages.drop()


def test_pages_that_cannot_be_counted_are_an_error(tmp_path: Path) -> None:
    """A file that is too large for the memory left to the process is not taken for one without pages in the cache."""
    files = files_of(tmp_path, DATA[:1])
    messages = Messages(DATA[:1], files)
    os.truncate(files[0], 1 << 32)
    used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 26), before[1]))
    try:
        with pytest.raises(FairhashError, match="cannot be read"):
            messages.drop()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_padding_has_the_models_length() -> None:
    """100 bytes of message, one byte and eight of length: two blocks of 64 bytes."""
    padding = Padding(find_algorithm("sha-256"), DATA[0])
    assert padding.padded_bytes == 128
    assert padding.run(10).total > 0


def test_openssl_is_the_peer() -> None:
    for function in openssl_functions():
        hashing = Hashing(function, Messages(DATA), 1)
        hashing.run(1)
        name = {"openssl-sha-256": "sha256", "openssl-sha3-256": "sha3_256"}[function.name]
        assert hashing.digests() == [hashlib.new(name, message).digest() for message in DATA]


def test_thread_counts_end_with_all_processors() -> None:
    assert [thread_counts(n) for n in (1, 2, 3, 8, 12)] == [[1], [1, 2], [1, 2, 3], [1, 2, 4, 8], [1, 2, 4, 8, 12]]


def test_a_group_has_lanes_for_models_only() -> None:
    """One message, then many with 1 and 2 threads; each again in lanes if it is a model."""
    (group,) = groups([SHA_256, openssl_functions()[0]], [64], [("memory", "none")], [1, 2])
    assert len(group.cases) == 5 + 3
    assert [case.messages("memory") for case in group.cases[:3]] == [1, 16, 32]
    assert group.cases[0].messages("disk") == 16
    assert group.most_messages == 32


def small_group(message_bytes: int = 64) -> SoftwareGroup:
    return SoftwareGroup(
        "memory", "none", message_bytes, (SoftwareCase(SHA_256, False, 1, False), SoftwareCase(SHA_256, True, 2, True))
    )


def test_rows_are_stored_and_only_missing_ones_measured_again(tmp_path: Path) -> None:
    measurement = SoftwareMeasurement(TINY)
    measurement.run([small_group()])
    file = tmp_path / "machine.json"
    write_software_speeds(file, measurement.speeds("here", complete=True))
    stored = read_software_speeds(file)
    assert [row.multiplicity for row in stored.rows] == ["many", "one"]
    one, many = stored.find("sha-256", multiplicity="one")[0], stored.find("sha-256", multiplicity="many")[0]
    assert one.pad_ns is not None
    assert many.pad_ns is None
    for row in stored.rows:
        times = row.ns_per_byte
        assert 0 < times.least <= times.lower <= times.median <= times.upper
    assert stored.machine.disk == ""
    assert missing([small_group()], stored.rows) == []
    assert [group.message_bytes for group in missing([small_group(), small_group(65)], stored.rows)] == [65]
    # rows of other lengths are added to the file, which keeps the disk of its other rows
    with_disk = stored.model_copy(update={"machine": stored.machine.model_copy(update={"disk": "vda, ext4"})})
    write_software_speeds(file, with_disk)
    measurement = SoftwareMeasurement(TINY)
    measurement.run([small_group(65)])
    write_software_speeds(file, measurement.speeds("here", complete=True))
    assert {row.message_bytes for row in read_software_speeds(file).rows} == {64, 65}
    assert read_software_speeds(file).machine.disk == "vda, ext4"


def test_a_measurement_from_memory_leaves_the_disk_of_earlier_rows(tmp_path: Path) -> None:
    """And one that reads from a disk replaces it."""
    measurement, file = SoftwareMeasurement(TINY), tmp_path / "machine.json"
    measurement.run([small_group()])
    speeds = measurement.speeds("here", complete=True)

    def write(disk: str) -> str:
        machine = speeds.machine.model_copy(update={"disk": disk})
        write_software_speeds(file, speeds.model_copy(update={"machine": machine}))
        return read_software_speeds(file).machine.disk

    assert [write(disk) for disk in ("", "vda, ext4", "", "sdb, xfs")] == ["", "vda, ext4", "vda, ext4", "sdb, xfs"]


def test_the_schema_is_that_of_the_types(checkout: Path, tmp_path: Path) -> None:
    """And the committed speeds are valid."""
    write_json_schema(tmp_path / "schema.json")
    stored = checkout / "docs" / "software-speeds.schema.json"
    assert stored.read_text(encoding="utf-8") == (tmp_path / "schema.json").read_text(encoding="utf-8")
    assert read_software_speeds(checkout / "results" / "system" / "intel-xeon-processor-x2.json").complete


def test_an_interruption_keeps_finished_groups() -> None:
    measurement = SoftwareMeasurement(TINY)

    def stop(_: str, done: int, total: int) -> None:
        assert total == 2
        if done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measurement.run([small_group(), small_group(65)], stop)
    speeds = measurement.speeds("here", complete=False)
    assert {row.message_bytes for row in speeds.rows} == {64}
    assert not speeds.complete


def test_a_wrong_digest_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure_software, "hash_bits", lambda *_: b"\0" * 32)
    with pytest.raises(FairhashError, match="a wrong digest of 64 bytes"):
        SoftwareMeasurement(TINY).run([small_group()])


def test_a_folder_in_memory_is_refused() -> None:
    folder = Path("/dev/shm")
    if not folder.is_dir():
        pytest.skip("there is no /dev/shm")
    case = SoftwareCase(SHA_256, False, 1, False)
    with pytest.raises(FairhashError, match="not on a disk"):
        SoftwareMeasurement(TINY, folder).run([SoftwareGroup("disk", "warm", 8, (case,))])
