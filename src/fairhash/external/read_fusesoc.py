# SPDX-License-Identifier: Apache-2.0
"""Reads the sources of a FuseSoC core: FuseSoC resolves one target, dependencies included, into a list of files."""

import configparser
import contextlib
import hashlib
import os
import posixpath
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.toolchain import reaper, tools

_RUNNING = {
    "generators": "a program that generates sources",
    "generate": "sources that a program generates",
    "provider": "sources that are fetched from the network",
}
"""Sections of a .core file that make FuseSoC run a program or fetch files when it only lists a target's files."""

_MERGE = "<<__"
"""Begins the key by which FuseSoC itself merges tables; a core that uses YAML's `<<` does not have it."""
_EXPORT_FOLDER = "src/core"
"""As deep in FuseSoC's working folder as the folders to which it copies the files of cores."""
_PATH = re.compile(r"[^\s()?!,]+")
"""A file name in a fileset, which may be in a condition as in `tool_x ? (name)`."""

_TRUSTED: ContextVar[bool] = ContextVar("trusted", default=False)


@contextlib.contextmanager
def trusted() -> Iterator[None]:
    """Allow FuseSoC cores to run programs inside the block: the user said --trust."""
    token = _TRUSTED.set(True)
    try:
        yield
    finally:
        _TRUSTED.reset(token)


def require_no_programs(file: Path) -> None:
    """Check every core that FuseSoC may read for `file`: those of its folder and of the user's FuseSoC libraries.

    Raises:
        FairhashError: One runs a program, fetches sources or writes elsewhere, and the user did not say --trust.
    """
    if _TRUSTED.get():
        return
    for folder in (file.parent, *_library_folders()):
        for core in _core_files(folder):
            for what in _dangers(core):
                hint = "read it, then say --trust; or move cores that are not needed to another folder"
                raise FairhashError(what, str(core), hint)


def _core_files(folder: Path) -> Iterator[Path]:
    """The *.core files in a folder and below, sorted; like FuseSoC it follows links to folders."""
    seen = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        folders.sort()
        status = Path(place).stat()
        if (status.st_dev, status.st_ino) in seen:
            folders.clear()
            continue
        seen.add((status.st_dev, status.st_ino))
        yield from (Path(place) / name for name in sorted(names) if name.endswith(".core"))


def _dangers(core: Path) -> Iterator[str]:
    """What a .core file makes FuseSoC do in addition to listing files; by its text if it cannot be parsed."""
    text = ""
    try:
        text = core.read_text(encoding="utf-8", errors="replace")
        content = yaml.safe_load(text)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        content = dict.fromkeys(section for section in _RUNNING if section in text)
    if not isinstance(content, dict):
        return
    for section, declared in _RUNNING.items():
        if section in content:
            yield f"FuseSoC would run or fetch something: `{section}` declares {declared}"
    for key, value in _entries(content):
        if str(key).startswith(_MERGE):
            yield f"a table that FuseSoC merges: {key}"
        if key == "copyto" and _is_outside("", str(value)):
            yield f"FuseSoC would write outside of its folder: `copyto: {value}`"
    for key, value in _entries(content.get("filesets")):
        for name in (str(key), str(value)):
            if any(_is_outside(_EXPORT_FOLDER, path) for path in _PATH.findall(name) if ".." in path):
                yield f"FuseSoC would write outside of its folder: {name}"


def _entries(content: object) -> Iterator[tuple[object, object]]:
    """The keys and values of all tables in parsed YAML, and the items of its lists with an empty value, each once."""
    pending, seen = [content], set[int]()
    while pending:
        table = pending.pop()
        # an anchor may be used many times, and inside itself
        if not isinstance(table, dict | list) or id(table) in seen:
            continue
        seen.add(id(table))
        for key, value in table.items() if isinstance(table, dict) else ((item, "") for item in table):
            yield ("" if isinstance(key, dict | list) else key), ("" if isinstance(value, dict | list) else value)
            pending += [key, value]


def _is_outside(folder: str, path: str) -> bool:
    """Whether a path relative to a folder leaves FuseSoC's working folder, or is absolute."""
    whole = posixpath.normpath(posixpath.join(folder, path))
    return whole.startswith(("/", "../")) or whole == ".."


def _library_folders() -> Iterator[Path]:
    """The folders of FuseSoC's libraries: those of the user's and the system's fusesoc.conf, and in $FUSESOC_CORES."""
    configuration = configparser.ConfigParser(interpolation=None, strict=False)
    base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    files = [Path("/etc/fusesoc/fusesoc.conf"), base / "fusesoc" / "fusesoc.conf"]
    with contextlib.suppress(configparser.Error, UnicodeDecodeError, OSError):
        configuration.read(files, encoding="utf-8")
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    root = configuration.get("main", "library_root", fallback=str(data / "fusesoc"))
    names = os.environ.get("FUSESOC_CORES", "").split(":")
    for section in configuration.sections():
        if section.startswith("library"):
            names += [configuration.get(section, name, fallback="") for name in ("location", "sync-uri")]
            names.append(str(Path(root) / section.partition(".")[2]))
    for name in filter(None, dict.fromkeys(names)):
        folder = Path(name).expanduser()
        # FuseSoC takes names relative to the file
        for place in [folder] if folder.is_absolute() else [file.parent / folder for file in files]:
            if place.is_dir():
                yield place


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
