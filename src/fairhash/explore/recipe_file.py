# SPDX-License-Identifier: Apache-2.0
"""Writes the best recipe of a search as a data file, so that it can be used by name."""

import json
from pathlib import Path

from fairhash.catalog.recipe import Recipe
from fairhash.results import files


def write_recipe(recipe: Recipe, file: Path) -> None:
    """Write `recipe` to `file`, named after the file; in catalog/recipes/ it is usable as any other recipe."""
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        f"name = {_text(file.stem)}",
        f"description = {_text(f'Found by fairhash explore: {recipe.description}')}",
        "",
        "[clock]",
        f"target_mhz = {recipe.clock.target_mhz}",
        "",
        "# of CPU time",
        "[timeouts]",
        f"synthesis_s = {recipe.timeouts.synthesis_s}",
        f"place_s = {recipe.timeouts.place_s}",
    ]
    for family, options in recipe.family.items():
        lines += ["", f"[family.{family}]", "synthesis = ["]
        lines += [f"  {_text(command)}," for command in options.synthesis]
        lines += ["]", f"passes = [{', '.join(map(_text, options.passes))}]"]
        lines += [f"place = [{', '.join(map(_text, options.place))}]"]
    files.write_text(file, "\n".join(lines) + "\n")


def _text(text: str) -> str:
    """A TOML basic string; for printable text JSON's is one."""
    return json.dumps(text, ensure_ascii=False)
