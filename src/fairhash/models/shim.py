# SPDX-License-Identifier: Apache-2.0
"""The models in the form that SUPERCOP and eBASH measure: a folder for each algorithm with all its sources.

The form is that of https://bench.cr.yp.to/call-hash.html: api.h with CRYPTO_BYTES, and C files, all in one folder.
"""

import re
from collections.abc import Collection
from pathlib import Path

from fairhash import paths
from fairhash.errors import FairhashError
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
    """An id as SUPERCOP writes names, in letters and digits: ``keccak-512`` is ``keccak512``."""
    return re.sub(r"[^a-z0-9]", "", algorithm)


def _family_of(stem: str, families: Collection[str]) -> str | None:
    """Whose file <family>.c or <family>_<part>.c is; None if it is everybody's."""
    return next((one for one in families if stem == one or stem.startswith(f"{one}_")), None)


def _listed(text: str, macro: str, family: str) -> str:
    """One of the lists of families with no line of another."""
    kept = [line for line in text.splitlines() if not line.startswith(f"{macro}(") or line == f"{macro}({family})"]
    return "\n".join(kept) + "\n"


def sources(algorithm: Algorithm) -> dict[str, str]:
    """Every file of one algorithm's folder by its name."""
    models = paths.root() / "models"
    members = [one for one in algorithms().values() if one.family == algorithm.family]
    families = {one.family for one in algorithms().values()}
    files = [models / "include" / "fairhash.h", *sorted((models / "src").rglob("*.[ch]"))]
    try:
        found = {
            file.name: file.read_text("utf-8")
            for file in files
            if file.suffix == ".h" or _family_of(file.stem, families) in (None, algorithm.family)
        }
    except OSError as error:
        raise FairhashError(f"cannot read: {error.strerror}", str(error.filename), "take a whole checkout") from error
    for file, macro in _LISTS.items():
        found[file] = _listed(found[file], macro, algorithm.family)
    found["api.h"] = _API.format(bytes=algorithm.digest_bits // 8)
    found["hash.c"] = _HASH.format(id=algorithm.id, index=members.index(algorithm))
    found["implementors"] = "FairHash\n"
    return found


def write(folder: Path, names: Collection[str] = ()) -> list[Path]:
    """Writes `folder`/crypto_hash/<name>/fairhash for these algorithms, default all, and returns these folders."""
    written = []
    for algorithm in [find_algorithm(one) for one in names] or algorithms().values():
        where = folder / "crypto_hash" / name(algorithm.id) / "fairhash"
        try:
            where.mkdir(parents=True, exist_ok=True)
            for file, text in sources(algorithm).items():
                (where / file).write_text(text, encoding="utf-8")
        except OSError as error:
            raise FairhashError(
                f"cannot write: {error.strerror}", str(error.filename or where), "name another"
            ) from error
        written.append(where)
    return written
