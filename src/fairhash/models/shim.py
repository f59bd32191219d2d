# SPDX-License-Identifier: Apache-2.0
"""Exports the models for the SUPERCOP and eBASH benchmarks: a folder for each algorithm with all its sources.

The format is that of https://bench.cr.yp.to/call-hash.html: api.h with CRYPTO_BYTES, and C files, all in one folder.
"""

import re
from collections.abc import Collection
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.models.library import Algorithm, algorithms, find_algorithm

_SPDX = "/* SPDX-License-Identifier: Apache-2.0 */\n"
_API = _SPDX + "#define CRYPTO_BYTES {bytes}\n"
_HASH = (
    _SPDX
    + """/* {id} behind the interface of SUPERCOP, whose own header gives crypto_hash its name there. */
#include "api.h"
#include "fairhash.h"

#ifdef __has_include
#if __has_include("crypto_hash.h")
#include "crypto_hash.h"
#endif
#endif

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen);

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {{
    if (inlen > UINT64_MAX / 8) {{
        return -1;
    }}
    return fairhash_hash(fairhash_at({index}), in, 8 * (uint64_t)inlen, out, 8 * CRYPTO_BYTES) == FAIRHASH_OK ? 0 : -1;
}}
"""
)
_LISTS = {"families.h": "FAMILY", "multi_buffer_families.h": "MULTI_BUFFER"}


def name(algorithm: str) -> str:
    """SUPERCOP's name of an algorithm, its id in letters and digits only: ``keccak-512`` is ``keccak512``."""
    return re.sub(r"[^a-z0-9]", "", algorithm)


def _family_of(stem: str, families: Collection[str]) -> str | None:
    """The family of the file <family>.c or <family>_<part>.c; None for a file that all families share."""
    return next((one for one in families if stem == one or stem.startswith(f"{one}_")), None)


def _listed(text: str, macro: str, family: str) -> str:
    """A header that lists families by `macro`, reduced to the line of one family."""
    lines = [line for line in text.splitlines() if not line.startswith(f"{macro}(") or line == f"{macro}({family})"]
    return "\n".join(lines) + "\n"


def sources(algorithm: Algorithm) -> dict[str, str]:
    """The files of one algorithm's folder: text by file name."""
    models = paths.root() / "models"
    members = [one for one in algorithms().values() if one.family == algorithm.family]
    families = {one.family for one in algorithms().values()}
    files = [models / "include" / "fairhash.h", *sorted((models / "src").rglob("*.[ch]"))]
    try:
        files_by_name = {
            file.name: file.read_text("utf-8")
            for file in files
            if file.suffix == ".h" or _family_of(file.stem, families) in (None, algorithm.family)
        }
    except OSError as error:
        raise FairhashError(f"cannot read: {error.strerror}", str(error.filename), "use a complete checkout") from error
    for file, macro in _LISTS.items():
        files_by_name[file] = _listed(files_by_name[file], macro, algorithm.family)
    files_by_name["api.h"] = _API.format(bytes=algorithm.digest_bits // 8)
    files_by_name["hash.c"] = _HASH.format(id=algorithm.id, index=members.index(algorithm))
    files_by_name["implementors"] = "FairHash\n"
    return files_by_name


def write(folder: Path, names: Collection[str] = ()) -> list[Path]:
    """Write `folder`/crypto_hash/<name>/fairhash for each algorithm (default: all), and return these folders."""
    written = []
    for algorithm in [find_algorithm(one) for one in names] or algorithms().values():
        package = folder / "crypto_hash" / name(algorithm.id) / "fairhash"
        try:
            package.mkdir(parents=True, exist_ok=True)
            for file, text in sources(algorithm).items():
                (package / file).write_text(text, encoding="utf-8")
        except OSError as error:
            raise FairhashError(
                f"cannot write: {error.strerror}", str(error.filename or package), "name a writable folder"
            ) from error
        written.append(package)
    return written
