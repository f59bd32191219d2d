# SPDX-License-Identifier: Apache-2.0
"""The frozen Verilog: finds cores whose Verilog is not that of the tag frozen-1.0, and has no entry in docs/frozen.md.

Results can only be compared while the measured circuits stay as they are. rtl/frozen.json holds two digests of each
core: of its sources without comments, which decides without any tool that nothing changed, and of its Verilog.

    python -m fairhash.bench.frozen            # lists the changed cores that have no entry
    python -m fairhash.bench.frozen --write    # writes rtl/frozen.json, for a new tag
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.records import StrictModel
from fairhash.bench.keys import bare_code, digest, text_digest
from fairhash.bench.outdated_results import verilog_of_today
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.toolchain.builds import front_end_builds

TAG = "frozen-1.0"
_ENTRY = re.compile(r"^\| `(?P<core>[^`]+)` \| `(?P<verilog>[0-9a-f]{12})` \| [^|]+\| [^|]*\w[^|]*\|$", re.MULTILINE)
"""A row of the table in docs/frozen.md: core, first digits of its new Verilog's digest, date, reason."""


class FrozenCore(StrictModel):
    """One core at the tag."""

    sources: str
    """SHA-256 of its sources without comments, its entity and its generics."""
    verilog: str
    """SHA-256 of its Verilog, as results hold it."""


class FrozenCores(StrictModel):
    """All cores at the tag."""

    tag: str
    ghdl: str
    """Version of GHDL that made the Verilog; another version makes other Verilog."""
    cores: Mapping[str, FrozenCore]


def list_file() -> Path:
    """The committed list of frozen cores."""
    return paths.rtl() / "frozen.json"


def read_frozen(file: Path) -> FrozenCores:
    """The list in `file`."""
    return FrozenCores.model_validate_json(file.read_text(encoding="utf-8"))


def sources_digest(core: Core) -> str:
    """SHA-256 of a core's sources without comments, in compile order, with its entity and generics."""
    return digest([[text_digest(bare_code(file)) for _, file in core.sources], core.entity, core.generics])


def frozen_cores(among: Iterable[Core], verilog: Callable[[Core], str]) -> FrozenCores:
    """The list of the cores as they are now."""
    held = {core.name: FrozenCore(sources=sources_digest(core), verilog=verilog(core)) for core in among}
    return FrozenCores(tag=TAG, ghdl=front_end_builds()["ghdl"], cores=held)


def unexplained_changes(
    frozen: FrozenCores, now: Mapping[str, Core], verilog: Callable[[Core], str], page: str
) -> dict[str, str]:
    """Cores that are missing or have other Verilog than at the tag, without an entry; each with what to do.

    Args:
        frozen: The cores at the tag.
        now: Today's cores by name.
        verilog: Gives the digest of a core's Verilog; called only for cores whose sources changed.
        page: Text of docs/frozen.md.
    """
    explained = {(match["core"], match["verilog"]) for match in _ENTRY.finditer(page)}
    changes: dict[str, str] = {}
    for name, then in frozen.cores.items():
        core = now.get(name)
        if core is None:
            changes[name] = "is not in the catalogue any more"
            continue
        if sources_digest(core) == then.sources:
            continue
        today = verilog(core)
        if today != then.verilog and (name, today[:12]) not in explained:
            changes[name] = f"has other Verilog than at {frozen.tag}; explain `{today[:12]}` in docs/frozen.md"
    return changes


def _main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        held = frozen_cores(all_cores().values(), verilog_of_today())
        files.write_text(list_file(), json.dumps(held.model_dump(mode="json"), indent=1, sort_keys=True) + "\n")
        return 0
    page = (paths.root() / "docs" / "frozen.md").read_text(encoding="utf-8")
    changes = unexplained_changes(read_frozen(list_file()), all_cores(), verilog_of_today(), page)
    print("\n".join(f"{name} {what}" for name, what in changes.items()) or "no unexplained change")
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
