# SPDX-License-Identifier: Apache-2.0
"""The measured Verilog is frozen: a changed core needs an entry in docs/frozen.md."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.bench import elaboration
from fairhash.bench.elaboration import FrozenCore, FrozenCores, frozen_elaboration, sources_digest
from fairhash.bench.frozen import unexplained_changes
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from tests.bench.fakes import make_core

GHDL = "GHDL 2.0.0"
OLD, NEW = "a" * 64, "b" * 64
HEAD = "| core | new Verilog | date | bug that the change corrects |\n|---|---|---|---|\n"


def _frozen(core: Core) -> FrozenCores:
    held = FrozenCore(sources=sources_digest(core), verilog=OLD)
    return FrozenCores(tag="frozen-1.0", ghdl=GHDL, cores={core.name: held}, **revision("elaboration"))


@pytest.fixture
def core(tmp_path: Path) -> Core:
    return make_core(tmp_path / "rtl")


def _edit(core: Core, text: str) -> None:
    (_, file), *_ = core.sources
    file.write_text(text, encoding="utf-8")


def test_comments_are_no_change(core: Core) -> None:
    frozen = _frozen(core)
    _edit(core, "-- a comment\nentity toy is\nend; -- another one\n")

    def not_called(_core: Core) -> str:
        raise AssertionError("elaborated for nothing")

    assert unexplained_changes(frozen, {core.name: core}, not_called, "") == {}


@pytest.mark.parametrize(
    ("verilog", "page", "explained"),
    [
        (OLD, "", True),
        (NEW, "", False),
        (NEW, HEAD + f"| `toy-512/highspeed` | `{NEW[:12]}` | 2026-12-01 | a lost word after reset |\n", True),
        (NEW, HEAD + f"| `toy-512/highspeed` | `{OLD[:12]}` | 2026-12-01 | an earlier bug |\n", False),
        (NEW, HEAD + f"| `toy-512/highspeed` | `{NEW[:12]}` | 2026-12-01 | |\n", False),
        (NEW, HEAD + f"| `toy-256/highspeed` | `{NEW[:12]}` | 2026-12-01 | of another core |\n", False),
    ],
)
def test_changed_sources_need_equal_verilog_or_an_entry(
    core: Core, verilog: str, page: str, *, explained: bool
) -> None:
    """An entry names the core, the new Verilog and a reason; an entry of an earlier change does not count."""
    frozen = _frozen(core)
    _edit(core, "entity toy is port (clk : in bit); end;\n")
    changes = unexplained_changes(frozen, {core.name: core}, lambda _core: verilog, page)
    assert changes == (
        {}
        if explained
        else {core.name: f"has other Verilog than in rtl/frozen.json; explain `{verilog[:12]}` in docs/frozen.md"}
    )


def test_other_generics_are_a_change(core: Core) -> None:
    other = core.model_copy(update={"generics": {"W": 32}})
    assert sources_digest(other) != sources_digest(core)


def test_a_core_must_not_disappear(core: Core) -> None:
    assert unexplained_changes(_frozen(core), {}, lambda _core: OLD, "") == {
        core.name: "is not in the catalogue any more"
    }


@pytest.mark.parametrize("change", ["comment", "sources", "generics", "GHDL", "revision", "name"])
def test_the_list_gives_the_verilog_of_unchanged_inputs(
    core: Core, change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen = _frozen(core)
    if change == "revision":
        frozen = frozen.model_copy(update={"elaboration": frozen.elaboration - 1})
    file = tmp_path / "frozen.json"
    file.write_text(frozen.model_dump_json())
    monkeypatch.setattr(elaboration, "list_file", lambda: file)
    if change in ("comment", "sources"):
        _edit(core, "-- text\nentity toy is end;\n" if change == "comment" else "entity toy is begin end;\n")
    changes: dict[str, dict[str, Any]] = {
        "generics": {"generics": {"W": 32}},
        "name": {"architecture": "lightweight"},
    }
    today = core.model_copy(update=changes.get(change, {}))
    known = frozen_elaboration(today, "GHDL 3.0.0" if change == "GHDL" else GHDL)
    assert (known.verilog if known else None) == (OLD if change == "comment" else None)
