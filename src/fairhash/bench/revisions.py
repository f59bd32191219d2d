# SPDX-License-Identifier: Apache-2.0
"""Revision numbers of the bench's own code, which are part of the keys of outcomes.

A key holds what the tools receive. An outcome also depends on the code of the bench that parses the tools' output or
that changes a netlist or a stimulus. revisions.toml gives each part of that code a number, which is raised by hand when
a change of the code can change an outcome. So renaming, moving or reformatting code changes no key.

revisions.toml also has the digest of each part's code. A test fails when the code has another digest: raise the number
if the change can alter an outcome, and store the new digest:

    python -m fairhash.bench.revisions            # lists the parts whose code has changed
    python -m fairhash.bench.revisions --accept   # stores their digests
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.keys import bare_code, digest, text_digest

PACKAGE = Path(__file__).resolve().parents[1]
FILE = Path(__file__).with_name("revisions.toml")


@dataclass(frozen=True)
class Revision:
    """One part of the bench's code."""

    part: str
    number: int
    files: tuple[str, ...]
    """Patterns of file names below src/fairhash/, or below models/ for those that begin with `models:`."""
    code: str
    """Digest of the code with this number."""

    def digest_now(self) -> str:
        """Digest of the present code without comments, docstrings, layout and file names."""
        return digest(sorted(text_digest(bare_code(file)) for file in self._files()))

    def _files(self) -> Iterator[Path]:
        for pattern in self.files:
            base, _, rest = pattern.rpartition(":")
            yield from (
                file for file in sorted((paths.root() / base if base else PACKAGE).glob(rest)) if file.is_file()
            )


@cache
def revisions() -> dict[str, Revision]:
    """Every part by its name."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        part: Revision(part, entry["number"], tuple(entry["files"]), entry["code"]) for part, entry in entries.items()
    }


def revision(*parts: str) -> dict[str, int]:
    """The revision numbers of some parts, by part; used as data of a key."""
    return {part: revisions()[part].number for part in parts}


def changed_parts() -> dict[str, str]:
    """The parts whose code is not that of revisions.toml, each with the digest of its code."""
    now = {part: entry.digest_now() for part, entry in revisions().items()}
    return {part: code for part, code in now.items() if code != revisions()[part].code}


def accept() -> None:
    """Store the digests of all changed code in revisions.toml."""
    text = FILE.read_text(encoding="utf-8")
    for part, code in changed_parts().items():
        text = re.sub(rf'(\[{part}\]\n(?:.*\n)*?code = )".*"', rf'\g<1>"{code}"', text, count=1)
    FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--accept"]:
        accept()
    else:
        print("\n".join(changed_parts()) or "no part has changed")
