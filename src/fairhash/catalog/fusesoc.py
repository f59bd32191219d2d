# SPDX-License-Identifier: Apache-2.0
"""A FuseSoC core as sources: what FuseSoC itself makes of one target, dependencies included."""

import hashlib
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash import paths, tools
from fairhash.errors import FairhashError

_MEND = "see docs/bench-your-core.md, FuseSoC"
_LIMIT_S = 120


@dataclass(frozen=True)
class Package:
    """`files` in compile order, named from `home`; `description` is the TOML file the core lists."""

    home: Path
    files: tuple[str, ...]
    top: str | None
    generics: dict[str, int]
    description: Path


def read_fusesoc(file: Path, target: str) -> Package:
    """The sources of one target of a ``.core`` file; a FairhashError says what is wrong with it."""
    name = _name(file)
    home = paths.build() / "fusesoc" / hashlib.sha256(f"{file.resolve()} {target}".encode()).hexdigest()[:16]
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    # the tool matters only to conditions like `tool_verilator ? (...)`; nothing of it is run
    setup = ["run", "--setup", "--target", target, "--tool", "verilator", "--work-root", str(home.resolve()), name]
    library = ["--cores-root", str(file.parent.resolve())]
    ran = tools.run([tools.need("fusesoc"), "--monochrome", *library, *setup], home, _LIMIT_S)
    made = sorted(home.glob("*.eda.yml"))
    if not ran.ok or not made:
        errors = [line for line in ran.output.splitlines() if line.startswith("ERROR")]
        raise FairhashError(f"FuseSoC: {(errors or [ran.tail(1)])[0]}", str(file), "mend it there")
    edam = yaml.safe_load(made[0].read_text(encoding="utf-8"))
    listed = [(str(entry["name"]), str(entry.get("file_type", ""))) for entry in edam["files"]]
    descriptions = [name for name, kind in listed if kind == "user" and name.endswith(".toml")]
    if len(descriptions) != 1:
        what = f"target {target} lists {len(descriptions)} files *.toml of file_type user instead of one"
        raise FairhashError(what, str(file), _MEND)
    return Package(
        home=home,
        files=tuple(name for name, kind in listed if kind.startswith(("vhdl", "verilog", "systemVerilog"))),
        top=_one_top(edam.get("toplevel")),
        generics=_generics(edam.get("parameters") or {}),
        description=home / descriptions[0],
    )


def _name(file: Path) -> str:
    try:
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise FairhashError(f"not a FuseSoC core: {error}", str(file), _MEND) from error
    if not isinstance(read, dict) or not isinstance(read.get("name"), str) or read["name"].startswith("-"):
        raise FairhashError("not a FuseSoC core: it has no name", str(file), _MEND)
    return str(read["name"])


def _one_top(toplevel: Any) -> str | None:
    return str(toplevel).split()[0] if toplevel else None


def _generics(parameters: dict[str, Any]) -> dict[str, int]:
    """Whole numbers given to the top level."""
    found = {
        name: facts.get("default")
        for name, facts in parameters.items()
        if facts["paramtype"] in ("generic", "vlogparam")
    }
    return {name: int(value) for name, value in found.items() if isinstance(value, int)}
