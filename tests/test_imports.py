# SPDX-License-Identifier: Apache-2.0
"""The import order of the folders (docs/architecture.md): a folder imports only from those before it."""

import ast
from pathlib import Path

import pytest

_ORDER = [
    *("base", "catalog", "models", "toolchain", "testbench", "netlist", "results", "targets", "bench"),
    *("figures", "external", "console", "features", "studies", "site", "cli"),
]


def _part(module: str) -> str | None:
    """The folder (or module directly under the package) of ``fairhash.x.y``; None for anything else."""
    words = module.split(".")
    return words[1] if words[0] == "fairhash" and len(words) > 1 else None


def _imported(tree: ast.AST, package: str) -> list[str]:
    """Every module an import statement names, at any depth; ``from fairhash import x`` counts as ``fairhash.x``."""
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            names += [f"{base}.{alias.name}" for alias in node.names]
    return names


def backward_imports(source: Path) -> list[str]:
    """Imports under `source`/fairhash that step back in the order, as ``file imports module``."""
    wrong = []
    for file in sorted((source / "fairhash").rglob("*.py")):
        place = file.relative_to(source).with_suffix("").parts
        own = _part(".".join(place))
        if own == "__init__":
            own = "base"  # the package itself may import nothing of its own but the first
        assert own in _ORDER, f"{file} is in no folder of _ORDER"
        for name in _imported(ast.parse(file.read_text(encoding="utf-8")), ".".join(place[:-1])):
            part = _part(name)
            if part is not None and _ORDER.index(part) > _ORDER.index(own):
                wrong.append(f"{file.relative_to(source)} imports {name}")
    return wrong


def test_no_folder_imports_from_a_later_one(checkout: Path) -> None:
    """Checks the whole package."""
    assert backward_imports(checkout / "src") == []


@pytest.mark.parametrize(
    "line",
    [
        "import fairhash.cli.main",
        "from fairhash.bench import implement",
        "from fairhash import bench",
        "from ..bench import implement",
        "def late():\n    from fairhash.testbench.report import VerifyReport",
    ],
)
def test_an_import_from_a_later_folder_is_detected(tmp_path: Path, line: str) -> None:
    """The message names the bad import and not the good one next to it."""
    folder = tmp_path / "fairhash" / "models"
    folder.mkdir(parents=True)
    (folder / "good.py").write_text("from fairhash.catalog.core import Core\nfrom . import binding\nimport json\n")
    (folder / "bad.py").write_text(line + "\n")
    (wrong,) = backward_imports(tmp_path)
    assert wrong.startswith("fairhash/models/bad.py imports fairhash.")
