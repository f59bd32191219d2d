# SPDX-License-Identifier: Apache-2.0
"""Reads the sources of a FuseSoC core: FuseSoC resolves one target, dependencies included, into a list of files."""

import hashlib
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.external.fusesoc_programs import require_no_programs
from fairhash.toolchain import reaper, tools

_HINT = "see docs/bench-your-core.md, FuseSoC"
_LIMIT_S = 120
_EDAM = "core.eda.yml"
"""FuseSoC's description of a resolved target (EDAM: electronic design automation metadata)."""


@dataclass(frozen=True)
class FusesocSources:
    """The sources of one target of a FuseSoC core."""

    home: Path
    files: tuple[str, ...]
    """In compile order, relative to `home`."""
    top: str | None
    generics: dict[str, int]
    description: Path
    """The description (*.toml) that the target lists."""


def read_fusesoc(file: Path, target: str) -> FusesocSources:
    """Return the sources of one target of a ``.core`` file.

    Raises:
        FairhashError: if a core would run a program and is not trusted, FuseSoC cannot resolve the target, or it does
            not list exactly one description.
    """
    home = _set_up(file, target)
    edam = yaml.safe_load((home / _EDAM).read_text(encoding="utf-8"))
    typed_files = [(str(entry["name"]), str(entry.get("file_type", ""))) for entry in edam["files"]]
    descriptions = [name for name, kind in typed_files if kind == "user" and name.endswith(".toml")]
    if len(descriptions) != 1:
        what = f"target {target} lists {len(descriptions)} files *.toml of file_type user instead of one"
        raise FairhashError(what, str(file), _HINT)
    return FusesocSources(
        home=home,
        files=tuple(name for name, kind in typed_files if kind.startswith(("vhdl", "verilog", "systemVerilog"))),
        top=str(edam["toplevel"]).split()[0] if edam.get("toplevel") else None,
        generics=_generics(edam.get("parameters") or {}),
        description=home / descriptions[0],
    )


def _set_up(file: Path, target: str) -> Path:
    """Run `fusesoc run --setup`; returns the folder of the target's files, which is named by a digest of them."""
    require_no_programs(file)
    name = core_name(file)
    base = paths.build() / "fusesoc"
    base.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".setup.", dir=reaper.temporary_folder()) as folder:
        work = Path(folder) / "work"
        # the tool decides only conditions like `tool_verilator ? (...)`; FuseSoC does not start it
        setup = ["run", "--setup", "--target", target, "--tool", "verilator", "--work-root", str(work.resolve()), name]
        library = ["--cores-root", str(file.parent.resolve())]
        run = tools.run([tools.require_tool("fusesoc"), "--monochrome", *library, *setup], Path(folder), _LIMIT_S)
        edam_files = sorted(work.glob("*.eda.yml"))
        if not run.ok or not edam_files:
            errors = [line.removeprefix("ERROR: ") for line in run.output.splitlines() if line.startswith("ERROR")]
            raise FairhashError(f"FuseSoC refuses it: {(errors or [run.tail(1)])[-1]}", str(file), "fix it there")
        edam_files[0].rename(work / _EDAM)
        home = base / _folder_digest(work)
        # files of an earlier run may have been edited since
        if home.is_dir() and _folder_digest(home) != home.name:
            shutil.rmtree(home)
        if not home.is_dir():
            work.rename(home)
    return home


def _folder_digest(folder: Path) -> str:
    """24 hexadecimal digits, from the names and contents of all files."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content_digest = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(folder)} {content_digest}\n".encode())
    return digest.hexdigest()[:24]


def core_name(file: Path) -> str:
    """Return the name in a ``.core`` file.

    Raises:
        FairhashError: if the file is no FuseSoC core or has no name.
    """
    try:
        content = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError, yaml.YAMLError) as error:
        raise FairhashError(f"not a FuseSoC core: {error}", str(file), _HINT) from error
    if not isinstance(content, dict) or not isinstance(content.get("name"), str) or content["name"].startswith("-"):
        raise FairhashError("not a FuseSoC core: it has no name", str(file), _HINT)
    return str(content["name"])


def _generics(parameters: dict[str, Any]) -> dict[str, int]:
    """The parameters of the top level whose default is an integer."""
    defaults = {
        name: facts.get("default")
        for name, facts in parameters.items()
        if facts["paramtype"] in ("generic", "vlogparam")
    }
    return {name: int(value) for name, value in defaults.items() if isinstance(value, int)}
