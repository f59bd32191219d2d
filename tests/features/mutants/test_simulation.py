# SPDX-License-Identifier: Apache-2.0
"""Mutants simulated together are judged as each one is judged alone by the ordinary netlist engine."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.features.mutants.campaign import LONG_BLOCKS, long_count
from fairhash.features.mutants.listing import SELECT, Listing, Mutation, list_mutations, read_list, select_width
from fairhash.features.mutants.simulation import Simulation
from fairhash.netlist.netlist_engine import family_cells, flatten, netlist_engine
from fairhash.testbench.modes import MODES
from fairhash.testbench.program import write_program
from fairhash.testbench.verification import RANDOM, VerifyOptions, verify_with
from fairhash.toolchain import yosys
from tests.features.mutants.toy_netlist import toy_netlist
from tests.testbench.toys import TOY, toy_answers, toy_core

CELLS = family_cells("ecp5")
SEED = 5
COUNT = 60
TRIED = ("random", "stalls", "cycles")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the netlist of the toy with two clocks."""
    folder = tmp_path_factory.mktemp("mutants")
    toy_netlist(toy_core("two-clocks"), folder)
    return folder


@pytest.fixture(scope="module")
def listing(folder: Path) -> Listing:
    """Mutations of that netlist."""
    entity = toy_core("two-clocks").entity
    return list_mutations(folder / "netlist.v", entity, CELLS, folder / "list", count=COUNT, seed=SEED)


@pytest.fixture(scope="module")
def simulation(folder: Path, listing: Listing) -> Simulation:
    """All of them in one simulation."""
    core = toy_core("two-clocks")
    (folder / "all").mkdir()
    width = select_width(COUNT)
    edits = [mutation.command(core.entity, number + 1, width) for number, mutation in enumerate(listing.mutations)]
    module = flatten(core, folder / "netlist.v", CELLS, folder / "all", edits=edits)
    write_program(module, folder / "program.txt", constant_input=SELECT)
    return Simulation(core, folder / "program.txt", TOY, toy_answers(), SEED)


def _alone(folder: Path, mutation: Mutation) -> set[str]:
    """The modes that fail a netlist to which Yosys has applied one mutation, on the ordinary engine."""
    core = toy_core("two-clocks")
    work = folder / "alone"
    work.mkdir(exist_ok=True)
    pin = f"-module {core.entity} -cell {mutation.cell} -port {mutation.port} -portbit {mutation.bit}"
    commands = [
        *CELLS.read_commands,
        f"read_verilog {folder / 'netlist.v'}",
        f"mutate -mode {mutation.mode} {pin}",
        f"select -module {core.entity}",
        "write_verilog -selected -noattr mutant.v",
    ]
    assert yosys.run_script(commands, work, "mutant", 100).ok
    options = VerifyOptions(modes=TRIED, known_messages=toy_answers(), random=RANDOM["netlist"], seed=SEED)
    report = verify_with(netlist_engine(core, work / "mutant.v", CELLS, work), core, options, reference=TOY)
    return {mode.mode for mode in report.modes if mode.verdict == "fail"}


def test_mutants_are_judged_as_if_alone(folder: Path, listing: Listing, simulation: Simulation) -> None:
    numbers = list(range(1, COUNT + 1))
    kills = {mode: simulation.run(MODES[mode], numbers) for mode in TRIED}
    together = {number: {mode for mode in TRIED if kills[mode][number]} for number in numbers}
    assert {len(modes) for modes in together.values()} >= {0, len(TRIED)}
    partly = [number for number, modes in together.items() if 0 < len(modes) < len(TRIED)]
    alive = [number for number, modes in together.items() if not modes]
    killed = [number for number, modes in together.items() if len(modes) == len(TRIED)]
    for number in [*partly[:3], *alive[:3], *killed[:3]]:
        assert _alone(folder, listing.mutations[number - 1]) == together[number], listing.mutations[number - 1]


def test_more_mutants_than_lanes(simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches change nothing."""
    whole = simulation.run(MODES["cycles"], range(1, COUNT + 1))
    monkeypatch.setattr("fairhash.features.mutants.simulation.LANES", 17)
    assert simulation.run(MODES["cycles"], range(1, COUNT + 1)) == whole


def test_a_wrong_netlist_is_no_basis(simulation: Simulation) -> None:
    """A netlist that fails without a mutation would make every mutant look killed."""
    lines = simulation.program.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("out out_valid"))
    wrong = simulation.program.with_name("wrong.txt")
    wrong.write_text("\n".join([*lines[:place], "out out_valid 0", *lines[place + 1 :]]) + "\n")
    with pytest.raises(FairhashError, match="the netlist without a mutation fails random"):
        replace(simulation, program=wrong).run(MODES["random"], [1])


def test_mutations_spare_the_clocks(folder: Path, listing: Listing) -> None:
    assert len(listing.mutations) == len(set(listing.mutations)) == COUNT
    assert listing.clock_pins > 0
    assert "CLK" not in {mutation.port for mutation in listing.mutations}
    assert "-port CLK" in (folder / "list" / "mutations.txt").read_text()


def test_line_of_a_list() -> None:
    line = "mutate -mode const0 -module top -cell a.b -port A -portbit 2 -wire w -wirebit 0 -src x.v:1 -src y.v:2\n"
    (mutation,) = read_list(line)
    assert mutation == Mutation("const0", "a.b", "A", 2)
    assert mutation.text() == "const0 a.b.A[2]"
    assert mutation.command("top", 3, 4) == (
        "mutate -mode const0 -ctrl mutant 4 3 -module top -cell a.b -port A -portbit 2"
    )
    (mutation,) = read_list("mutate -mode cnot1 -cell ram -port ADA -portbit 3 -ctrlbit 5 -module top\n")
    assert mutation.text() == "cnot1 ram.ADA[3] by [5]"
    assert mutation.command("top", 1, 2).endswith("-port ADA -portbit 3 -ctrlbit 5")
    with pytest.raises(FairhashError, match="not a mutation: mutate -mode"):
        read_list("mutate -mode inv -cell a")


def test_a_long_message_has_a_limit_of_cycles() -> None:
    """In cycles of a netlist, 150 for each message asked for: 2^14 + 1 blocks of 64 cycles, and 3,000,000 of 432."""
    assert long_count(find_core("sha-256/highspeed"), LONG_BLOCKS) == 6991
    assert find_core("shake128/lightweight").formula.block * LONG_BLOCKS > 3_000_000
    assert long_count(find_core("shake128/lightweight"), LONG_BLOCKS) == 20_000
