# SPDX-License-Identifier: Apache-2.0
"""Packages: every command of the README runs without FairHash, and gives the digests of sha256sum or the models."""

import hashlib
import random
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from fairhash import models
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.features.package.component import Component, find_component, main_components
from fairhash.features.package.contents import package_answers, resource_table
from fairhash.features.package.package import package_zip, write_package
from fairhash.results.schema import Resources
from tests.features.package.outside import environment, run
from tests.results.samples import failed, sample


class Package:
    """A package, and how its user runs commands."""

    def __init__(self, component: Component, folder: Path) -> None:
        self.component = component
        self.folder = folder / "package"
        self.files = write_package(component, self.folder)
        self._variables = environment(folder)
        self.message = folder / "message"
        self.message.write_bytes(random.Random(1).randbytes(1237))

    def run(self, command: str) -> str:
        """The output of a command in the folder of the package."""
        return run(command, self.folder, self._variables)

    @property
    def digest_line(self) -> str:
        """What sha256sum or the like prints about the message."""
        return f"{models.hash_bits(self.component.algorithm, self.message.read_bytes()).hex()}  {self.message}"


@pytest.fixture(scope="module")
def sha(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The package of the documentation."""
    return Package(find_component("sha-256/highspeed"), tmp_path_factory.mktemp("sha"))


def test_the_testbench_passes_in_icarus(sha: Package) -> None:
    assert "PASS: 10 digests" in sha.run("make iverilog")


def test_a_failure_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise FairhashError("the simulation failed", "sha-256/highspeed")

    monkeypatch.setattr("fairhash.features.package.package.component_verilog", lambda *_: "")
    monkeypatch.setattr("fairhash.features.package.package.package_answers", fail)
    with pytest.raises(FairhashError, match="the simulation failed"):
        write_package(find_component("sha-256/highspeed"), tmp_path / "package")
    assert not list((tmp_path / "package").iterdir())


def test_a_wrong_answer_fails(sha: Package, tmp_path: Path) -> None:
    """The testbench itself: the first digit of one digest is changed."""
    bench = sha.folder / "testbench" / "testbench.v"
    text = bench.read_text(encoding="utf-8")
    wrong = re.sub(r"(?s)(.*256'h)([0-9a-f])", lambda match: f"{match[1]}{15 - int(match[2], 16):x}", text, count=1)
    assert wrong != text
    (tmp_path / "wrong.v").write_text(wrong, encoding="utf-8")
    sha.run(f"iverilog -g2005 -o {tmp_path}/wrong.vvp -s testbench {tmp_path}/wrong.v sha_256_highspeed.v")
    assert "FAIL: 1 of 10 digests" in sha.run(f"vvp -n {tmp_path}/wrong.vvp")


def test_a_file_has_the_digest_of_sha256sum(sha: Package) -> None:
    """Over AXI4-Stream in Verilator, by the driver, and by the testbench."""
    expected = subprocess.run(["sha256sum", sha.message], capture_output=True, text=True, check=True).stdout.strip()
    assert expected == f"{hashlib.sha256(sha.message.read_bytes()).hexdigest()}  {sha.message}"
    for command in ("make file", "make driver"):
        assert expected in sha.run(f"{command} FILE={sha.message}"), command
    assert expected in sha.run(f"make iverilog && vvp -n build/testbench.vvp +file={sha.message}")


def test_the_folder_has_what_its_page_says(sha: Package) -> None:
    """Links and named files exist, sources are those of the catalogue, and nothing mentions the checkout."""
    page = (sha.folder / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.(?:v|vhd|svg|md|h|c|txt|sdc|lpf))`", page) + re.findall(r"\]\((\w+\.svg)\)", page)
    assert {"driver/registers.md", "constraints/component.sdc" if sha.component.two_clocks else "vhdl/files.txt"} <= {
        *named
    }
    for name in named:
        assert any(file.endswith(name) for file in sha.files), name
    listed = (sha.folder / "vhdl" / "files.txt").read_text(encoding="utf-8").split()
    assert {file.removeprefix("vhdl/") for file in sha.files if file.endswith(".vhd")} == {*listed, "instantiation.vhd"}
    for file in sha.files:
        assert "/work/" not in (sha.folder / file).read_text(encoding="utf-8"), file
    assert 'd="M' in (sha.folder / "waveform.svg").read_text(encoding="utf-8")


def test_the_zip_file_has_the_same_files(sha: Package) -> None:
    """Written on its own, it holds the same bytes; names and dates depend on nothing."""
    with zipfile.ZipFile(package_zip(sha.component)) as archive:
        entries = archive.infolist()
        assert {entry.filename: archive.read(entry) for entry in entries} == {
            f"sha_256_highspeed/{name}": (sha.folder / name).read_bytes() for name in sha.files
        }
        assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}


def test_the_table_counts_the_seeds_of_its_medians(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that failed and an estimate are no seeds; what failed has no row."""
    core = "sha-256/highspeed"
    used = Resources(area_cells=7, luts=7, flip_flops=7)
    runs = [
        *(sample(core, clock, seed=seed) for seed, clock in enumerate((90, 100, 110), 1)),
        failed(core, seed=4, status="unrouted"),
        failed(core, status="estimate", stage="synthesis", device="xc7", device_family="xc7", resources=used),
        failed(core, device="gw2a-18c", device_family="gw2a"),
    ]
    monkeypatch.setattr("fairhash.features.package.contents.read_results", lambda _: runs)
    table = resource_table(find_component(core)).splitlines()
    assert [[cell.strip() for cell in line.split("|")[1:-1]][::4] for line in table[2:]] == [
        ["ecp5-85k-8", "3"],
        ["xc7", "0"],
    ]


def test_a_new_version_makes_another_zip_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    monkeypatch.setattr("fairhash.features.package.package.write_package", lambda *_: [])
    # they read all results, and the models that are in another folder
    monkeypatch.setattr("fairhash.features.package.package.resource_table", lambda _: "")
    monkeypatch.setattr("fairhash.features.package.package.package_answers", lambda _: [])
    component = find_component("sha-256/highspeed")
    first = package_zip(component)
    assert package_zip(component) == first
    monkeypatch.setattr("fairhash.features.package.package.metadata.version", lambda _: "next")
    assert package_zip(component) != first


def test_all_main_components_have_ten_answers() -> None:
    """Each of the 48 packages can be made; their answers are those of the models."""
    components = main_components()
    assert len(components) >= 48
    for component in components:
        rows = package_answers(component)
        assert len({row.message for row in rows}) == 10, component.name
        for row in rows:
            assert models.hash_bits(component.algorithm, row.message) == row.digest


def test_errors(tmp_path: Path) -> None:
    """A width that no bus has, several messages in flight, an unknown core, a folder with files."""
    (tmp_path / "file").touch()
    sha = find_core("sha-256/highspeed")
    with pytest.raises(FairhashError, match="a bus of 16 bits"):
        Component(sha, "sha-256", 16)
    with pytest.raises(FairhashError, match="several messages in flight"):
        find_component("keccak-512/case-4")
    with pytest.raises(FairhashError, match="unknown core"):
        find_component("sha-256/quick")
    with pytest.raises(FairhashError, match="the folder is not empty"):
        write_package(Component(sha, "sha-256"), tmp_path)


def test_a_core_is_found_by_each_algorithm() -> None:
    """SHA3-256 and Keccak differ in the padding only; the modules have the name that was asked for."""
    component = find_component("sha3-256/lightweight")
    assert component.axis == "sha3_256_lightweight_axis"
    assert component.padding["MARK"] == 6
    assert find_component("keccak-256/lightweight").padding["MARK"] == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "width", "own_clock"),
    [("sha-256/highspeed", 32, False), ("sha3-256/lightweight", 64, True), ("blake-64/highspeed", 32, False)],
)
def test_every_command_runs(name: str, width: int, own_clock: bool, tmp_path: Path) -> None:
    """Simulators, cocotb, driver, FuseSoC and bitstream."""
    package = Package(find_component(name, width, own_clock), tmp_path)
    for command in ("make iverilog", "make verilator", "make netlist"):
        assert "PASS: 10 digests" in package.run(command), command
    for command in ("make file", "make driver"):
        assert package.digest_line in package.run(f"{command} FILE={package.message}"), command
    assert "TESTS=2 PASS=2 FAIL=0" in package.run("make cocotb")
    vlnv = f"fairhash:components:{package.component.identifier}"
    assert "PASS: 10 digests" in package.run(f"fusesoc --cores-root . run --target sim {vlnv}")
    package.run("make bitstream")
    assert (package.folder / "build" / f"{package.component.axis}.bit").stat().st_size > 100_000
