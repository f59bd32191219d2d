# SPDX-License-Identifier: Apache-2.0
"""A FuseSoC core as sources: what FuseSoC itself makes of one target, dependencies included."""

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.toolchain import tools

_HINT = "see docs/bench-your-core.md, FuseSoC"
_LIMIT_S = 120
_EDAM = "core.eda.yml"


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
    home = _exported(file, target)
    edam = yaml.safe_load((home / _EDAM).read_text(encoding="utf-8"))
    listed = [(str(entry["name"]), str(entry.get("file_type", ""))) for entry in edam["files"]]
    descriptions = [name for name, kind in listed if kind == "user" and name.endswith(".toml")]
    if len(descriptions) != 1:
        what = f"target {target} lists {len(descriptions)} files *.toml of file_type user instead of one"
        raise FairhashError(what, str(file), _HINT)
    return Package(
        home=home,
        files=tuple(name for name, kind in listed if kind.startswith(("vhdl", "verilog", "systemVerilog"))),
        top=str(edam["toplevel"]).split()[0] if edam.get("toplevel") else None,
        generics=_generics(edam.get("parameters") or {}),
        description=home / descriptions[0],
    )


def _exported(file: Path, target: str) -> Path:
    """The folder into which FuseSoC gathered the target's files, named by what is in it."""
    name = core_name(file)
    base = paths.build() / "fusesoc"
    base.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".setup.", dir=base) as folder:
        work = Path(folder) / "work"
        # the tool matters only to conditions like `tool_verilator ? (...)`; nothing of it is run
        setup = ["run", "--setup", "--target", target, "--tool", "verilator", "--work-root", str(work.resolve()), name]
        library = ["--cores-root", str(file.parent.resolve())]
        ran = tools.run([tools.require_tool("fusesoc"), "--monochrome", *library, *setup], Path(folder), _LIMIT_S)
        made = sorted(work.glob("*.eda.yml"))
        if not ran.ok or not made:
            errors = [line.removeprefix("ERROR: ") for line in ran.output.splitlines() if line.startswith("ERROR")]
            raise FairhashError(f"FuseSoC refuses it: {(errors or [ran.tail(1)])[-1]}", str(file), "fix it there")
        made[0].rename(work / _EDAM)
        total = hashlib.sha256()
        for part in sorted(work.rglob("*")):
            if part.is_file():
                total.update(f"{part.relative_to(work)} {hashlib.sha256(part.read_bytes()).hexdigest()}\n".encode())
        final = base / total.hexdigest()[:24]
        if not final.is_dir():
            work.rename(final)
    return final


def core_name(file: Path) -> str:
    """The name a ``.core`` file gives its core; FairhashError if there is none."""
    try:
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise FairhashError(f"not a FuseSoC core: {error}", str(file), _HINT) from error
    if not isinstance(read, dict) or not isinstance(read.get("name"), str) or read["name"].startswith("-"):
        raise FairhashError("not a FuseSoC core: it has no name", str(file), _HINT)
    return str(read["name"])


def _generics(parameters: dict[str, Any]) -> dict[str, int]:
    """Whole numbers given to the top level."""
    found = {
        name: facts.get("default")
        for name, facts in parameters.items()
        if facts["paramtype"] in ("generic", "vlogparam")
    }
    return {name: int(value) for name, value in found.items() if isinstance(value, int)}
