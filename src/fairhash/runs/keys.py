# SPDX-License-Identifier: Apache-2.0
"""The digests under which outcomes are stored: everything that can change an outcome, and nothing else."""

import ast
import hashlib
import json
from collections.abc import Container, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core

_DECLARED = {
    *("algorithm", "also", "entity", "generics", "allowed_dedicated", "formula"),
    *("block_bits", "digest_bits", "word_bits", "io_ratio", "needs_bits", "messages_in_flight"),
}


def digest(facts: Any) -> str:
    """SHA-256 of a value made of JSON's types; the order of a mapping does not matter."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def files_digest(named: Iterable[tuple[str, Path]]) -> str:
    """Digest of files' names and contents, in order."""
    return digest([[name, hashlib.sha256(file.read_bytes()).hexdigest()] for name, file in named])


def source_digest(core: Core) -> str:
    """Digest of a core's source files in compile order."""
    return files_digest(core.sources)


def declared_digest(core: Core) -> str:
    """Digest of what cores.toml declares about a core, as far as a simulation or a netlist can tell the difference."""
    return digest(core.model_dump(mode="json", include=_DECLARED))


def code_digest(folder: Path, without: Container[str] = ()) -> str:
    """Digest of a folder of the bench itself, its files and subfolders `without` left out.

    The bench decides what the tools receive and how their answers are read, so a change of it makes new runs.
    Comments, docstrings and layout of its Python do not.
    """
    facts = []
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        if not file.is_file() or name.parts[0] in without or "__pycache__" in name.parts:
            continue
        data = file.read_bytes()
        if file.suffix == ".py":
            data = _bare(data).encode()
        facts.append([name.as_posix(), hashlib.sha256(data).hexdigest()])
    return digest(facts)


@cache
def _bare(source: bytes) -> str:
    """The syntax tree without docstrings; parsing is slow enough to be done once for each text."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            # a string by itself is a docstring, or does nothing
            node.body = [  # type: ignore[attr-defined]
                line for line in body if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))
            ]
    return ast.dump(tree)
