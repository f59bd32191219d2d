# SPDX-License-Identifier: Apache-2.0
"""The frozen Verilog: finds cores whose Verilog is not that of rtl/frozen.json, and has no entry in docs/frozen.md.

Results can only be compared while the measured circuits stay as they are. rtl/frozen.json holds two digests of each
core: of its sources without comments, which decides without any tool that nothing changed, and of its Verilog. It
began with all cores of the tag frozen-1.0; a new core is added when it is measured.

    python -m fairhash.bench.frozen            # lists the changed cores that have no entry
    python -m fairhash.bench.frozen --add      # adds measured cores that the list lacks
    python -m fairhash.bench.frozen --write    # writes the list of all cores, for a new tag
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping

from fairhash.base import files, paths
from fairhash.bench.elaboration import FrozenCore, FrozenCores, list_file, read_frozen, sources_digest
from fairhash.bench.outdated_results import results_of, verilog_of_today
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, main_name
from fairhash.toolchain.builds import front_end_builds

TAG = "frozen-1.0"
_ENTRY = re.compile(r"^\| `(?P<core>[^`]+)` \| `(?P<verilog>[0-9a-f]{12})` \| [^|]+\| [^|]*\w[^|]*\|$", re.MULTILINE)
"""A row of the table in docs/frozen.md: core, first digits of its new Verilog's digest, date, reason."""


def frozen_cores(among: Iterable[Core], verilog: Callable[[Core], str]) -> FrozenCores:
    """The list of the cores as they are now."""
    held = {core.name: FrozenCore(sources=sources_digest(core), verilog=verilog(core)) for core in among}
    return FrozenCores(tag=TAG, ghdl=front_end_builds()["ghdl"], cores=held, **revision("elaboration"))


def unexplained_changes(
    frozen: FrozenCores, now: Mapping[str, Core], verilog: Callable[[Core], str], page: str
) -> dict[str, str]:
    """Cores that are missing or have other Verilog than in the list, without an entry; each with what to do.

    Args:
        frozen: The list.
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
            changes[name] = f"has other Verilog than in rtl/frozen.json; explain `{today[:12]}` in docs/frozen.md"
    return changes


def unlisted(frozen: FrozenCores) -> list[Core]:
    """The cores that have a committed result and are not in the list."""
    measured = {main_name(result.core) for result in results_of(paths.results()) if not result.stale}
    return [core for name, core in all_cores().items() if name in measured - frozen.cores.keys()]


def _write(frozen: FrozenCores) -> None:
    files.write_text(list_file(), json.dumps(frozen.model_dump(mode="json"), indent=1, sort_keys=True) + "\n")


def _main(arguments: list[str]) -> int:
    if arguments == ["--write"]:
        _write(frozen_cores(all_cores().values(), verilog_of_today()))
        return 0
    frozen = read_frozen(list_file())
    if arguments == ["--add"]:
        added = frozen_cores(unlisted(frozen), verilog_of_today())
        if added.model_copy(update={"cores": frozen.cores}) != frozen:
            print("the list was made with another GHDL or other code; write it anew with --write")
            return 1
        _write(added.model_copy(update={"cores": {**frozen.cores, **added.cores}}))
        return 0
    page = (paths.root() / "docs" / "frozen.md").read_text(encoding="utf-8")
    changes = unexplained_changes(frozen, all_cores(), verilog_of_today(), page)
    print("\n".join(f"{name} {what}" for name, what in changes.items()) or "no unexplained change")
    return 1 if changes else 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
