# SPDX-License-Identifier: Apache-2.0
"""Where the values of a downloaded file come from: version of the site, newest result, tools, units, checksums."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any

from fairhash.base import files
from fairhash.results.schema import Result
from fairhash.site.data import SiteData


def tool_names(result: Result) -> str:
    """The tools of a run with their versions, e.g. ``ghdl 5.0.1, yosys 0.58``."""
    return ", ".join(dict.fromkeys(f"{use.tool} {use.version}" for use in result.tools))


def site_provenance(data: SiteData) -> dict[str, str]:
    """What is the same for all files of the site: its version and the day of the newest committed result."""
    newest = max((result.date for result in data.results), default=None)
    return {
        "made_by": "FairHash",
        "site_version": metadata.version("fairhash"),
        "newest_result": f"{newest:%Y-%m-%d}" if newest else "",
        "licence": "Apache-2.0",
        "definitions": "docs/measures.html",
    }


SUMS = "data/SHA256SUMS"
"""Lists the checksums of all data files, in the format of sha256sum."""


def write_provenance(data: SiteData, folder: Path, names: Iterable[str]) -> dict[str, str]:
    """Write beside each CSV, JSON and JSON Lines file what it was made from, and the checksums of all of them.

    The file beside `x.csv` is `x.csv-metadata.json`, the name and form of W3C's "Metadata Vocabulary for Tabular Data".

    Args:
        data: What the files were made from.
        folder: The site's root.
        names: Paths of the files from the root, and of others that get no such file.

    Returns:
        The SHA-256 checksum of each file of `names`, by its path.
    """
    listed = list(names)
    origin = _origin(data)
    for name in listed:
        if name.endswith((".csv", ".json", ".jsonl")):
            described = {"@context": "http://www.w3.org/ns/csvw", "url": Path(name).name, **_schema(folder / name)}
            files.write_text(folder / f"{name}-metadata.json", json.dumps({**described, **origin}, indent=1) + "\n")
    checksums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in listed}
    files.write_text(folder / SUMS, "".join(f"{digest}  ../{name}\n" for name, digest in sorted(checksums.items())))
    return checksums


def _origin(data: SiteData) -> dict[str, Any]:
    """The site's version, the newest result, how many results there are, and the tools of those of today."""
    current = [result for result in data.results if not result.stale]
    tools = sorted({f"{use.tool} {use.version}" for result in current for use in result.tools})
    provenance = {
        **site_provenance(data),
        "results": len(data.results),
        "current_results": len(current),
        "tools": tools,
        "runs": "data/results.jsonl has each run by its key, with seed, status, tools, options and date",
    }
    return {"notes": [{"provenance": provenance}]}


def _schema(file: Path) -> dict[str, Any]:
    """Names and units of the columns of a CSV file; nothing for other files, which have a JSON Schema."""
    if file.suffix != ".csv":
        return {}
    head = next(csv.reader(io.StringIO(files.read_text(file))), [])
    columns = [{"name": name, **({"dc:description": f"in {unit}"} if (unit := unit_of(name)) else {})} for name in head]
    return {"tableSchema": {"columns": columns}}


_UNITS = {
    "per_cell_mbit_s": "Mbit/s per cell",
    "per_area_mbit_s": "Mbit/s per unit of area",
    "mbit_s_per_cell": "Mbit/s per cell",
    "mbit_s_per_slice": "Mbit/s per slice",
    "mbit_s_per_le": "Mbit/s per logic element",
    "mbit_s_per_ge": "Mbit/s per gate equivalent",
    "gbit_s": "Gbit/s",
    "mbit_s": "Mbit/s",
    "mhz": "MHz",
    "ns_per_byte": "ns per byte",
    "ns": "ns",
    "ps": "ps",
    "mib": "MiB",
    "mw": "mW",
    "pj_per_bit": "pJ/bit",
    "pj": "pJ",
    "um2": "µm²",
    "um": "µm",
    "pf": "pF",
    "bits": "bit",
    "cells": "cells",
    "area_slices": "slices",
    "percent": "%",
    "s": "s",
}
"""Unit by the words that end a name; those that end with others' words are before them."""


def unit_of(name: str) -> str:
    """The unit that ends the name of a column; empty if it has none, as a count or a ratio.

    The size of a digest within the name, and the end of an interval after the unit, are skipped.
    """
    words = re.sub(r"_(256|512)(?=_)|_(low|high)$", "", name)
    return next((unit for end, unit in _UNITS.items() if f"_{words}".endswith(f"_{end}")), "")
