# SPDX-License-Identifier: Apache-2.0
"""The catalogue's cores: reads and validates every rtl/<family>/cores.toml."""

from functools import cache
from pathlib import Path
from typing import Any

from fairhash.base import paths
from fairhash.base.errors import FairhashError, near_names, unknown_name
from fairhash.catalog.core import MAIN_ARCHITECTURES, Core
from fairhash.catalog.data_file import is_file, read_toml, validate

_HINT = "see docs/add-a-core.md"


def read_cores(file: Path) -> list[Core]:
    """Read the cores of one cores.toml, an array of tables ``[[core]]``.

    Keys of ``[family]`` apply to all its cores, keys of ``[group.NAME]`` to the cores with ``group = "NAME"``.

    Raises:
        FairhashError: The file is not valid, or a core lists a file that does not exist.
    """
    data = read_toml(file, _HINT)
    shared = data.get("family", {})
    groups, tables = data.get("group", {}), data.get("core", [])
    well_formed = isinstance(shared, dict) and isinstance(groups, dict) and isinstance(tables, list) and tables
    if not well_formed or set(data) - {"family", "group", "core"}:
        raise FairhashError("expected one [family] and one or more [[core]]", str(file), _HINT)
    cores = [_core(file, shared, groups, table, number) for number, table in enumerate(tables, 1)]
    for core in cores:
        for name in core.files:
            if not is_file(file.parent.parent / name):
                raise FairhashError(f"core {core.name} names a missing file {name}", str(file), "fix `files`")
    return cores


def _core(file: Path, shared: dict[str, Any], groups: dict[str, Any], table: Any, number: int) -> Core:
    """One core from the tables that apply to it; `number` is its position in the file, from 1, for error messages."""
    if not isinstance(table, dict):
        raise FairhashError(f"core {number} is not a table", str(file), _HINT)
    own = dict(table)
    name = own.pop("group", None)
    group = groups.get(name, {}) if isinstance(name, str) else {}
    if name is not None and not (isinstance(group, dict) and group):
        raise FairhashError(f"core {number} names an unknown group {name!r}", str(file), f"add [group.{name}]")
    values = {"family": file.parent.name, **shared, **group, **own, "source": file, "external": None}
    lists = [table.get("files", []) for table in (shared, group, own)]
    if not all(isinstance(files, list) for files in lists):
        raise FairhashError(f"core {number}: files: not a list of names", str(file), _HINT)
    values["files"] = [name for files in lists for name in files]
    return validate(values, Core, file, _HINT, f"core {number}: ")


@cache
def _all(rtl: Path) -> tuple[dict[str, Core], dict[str, str]]:
    """The cores by main name, sorted, and the main name by every name.

    A core also has its names with each algorithm in `also`: ``sha3-256/highspeed`` is ``keccak-256/highspeed``.
    """
    cores: dict[str, Core] = {}
    names: dict[str, str] = {}
    for file in sorted(rtl.glob("*/cores.toml")):
        for core in read_cores(file):
            for name in (core.name, *core.other_names):
                if name in names:
                    raise FairhashError(f"core {name} is declared twice", str(file), "rename one of them")
                names[name] = core.name
            cores[core.name] = core
    for core in cores.values():
        for algorithm in core.also:
            for architecture in (core.architecture, *core.other_architectures):
                names.setdefault(f"{algorithm}/{architecture}", core.name)
    return dict(sorted(cores.items())), names


def page_path(core: str) -> str:
    """The path of a core's page from the site's root."""
    return f"cores/{core.replace('/', '-')}.html"


def main_name(name: str) -> str:
    """The name under which a core is measured; a name that no core of the checkout has is returned as it is."""
    return _all(paths.rtl())[1].get(name, name)


def main_algorithm(name: str) -> str:
    """The algorithm that names the cores of this one: ``keccak-256`` for ``sha3-256``; else the name as it is."""
    cores = _all(paths.rtl())[0].values()
    if any(core.algorithm == name for core in cores):
        return name
    return next((core.algorithm for core in cores if name in core.also), name)


def core_name_of_algorithm(name: str) -> str | None:
    """``<name>/highspeed`` if a core has that name, else ``<name>/lightweight``; None if no core has either."""
    names = (f"{name}/{architecture}" for architecture in MAIN_ARCHITECTURES)
    return next((full for full in names if main_name(full) in all_cores()), None)


def all_cores() -> dict[str, Core]:
    """Every core of the checkout by its main name, sorted by name; a core with several names is there once."""
    return dict(_all(paths.rtl())[0])


def families() -> list[str]:
    """The families of hash functions that have cores, sorted."""
    return sorted({core.family for core in all_cores().values()})


def find_family(name: str) -> str:
    """The family of this name; a FairhashError with the nearest ones for an unknown name."""
    if name not in families():
        raise unknown_name("family", name, families(), f"known are {', '.join(families())}")
    return name


def find_core(name: str) -> Core:
    """The core that has `name` as its main or a further name.

    Raises FairhashError for an unknown name, with the nearest ones.
    """
    cores = all_cores()
    if main_name(name) in cores:
        return cores[main_name(name)]
    algorithms = sorted({core.partition("/")[0] for core in cores})
    near_algorithms = near_names(main_algorithm(name.partition("/")[0]), algorithms)
    near = [core for core in cores if core.partition("/")[0] in near_algorithms]
    main = [core for core in near if core.partition("/")[2] in MAIN_ARCHITECTURES] or near
    hint = f"did you mean {', '.join(main[:5])}?" if main else "see fairhash list"
    raise unknown_name("core", name, near, hint)
