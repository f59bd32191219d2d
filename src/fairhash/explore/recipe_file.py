# SPDX-License-Identifier: Apache-2.0
"""A recipe that a search found as a data file, to be used under a name of its own."""

import json
from pathlib import Path

from fairhash.catalog.recipe import Recipe
from fairhash.results import files


def write_recipe(recipe: Recipe, file: Path) -> None:
    """Write `recipe` as `file`, called as the file; put into catalog/recipes/ it is a recipe like any other."""
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
    for family, asked in recipe.family.items():
        lines += ["", f"[family.{family}]", "synthesis = ["]
        lines += [f"  {_text(command)}," for command in asked.synthesis]
        lines += ["]", f"passes = [{', '.join(map(_text, asked.passes))}]"]
        lines += [f"place = [{', '.join(map(_text, asked.place))}]"]
    files.write_text(file, "\n".join(lines) + "\n")


def _text(text: str) -> str:
    """A TOML basic string; for printable text JSON's is one."""
    return json.dumps(text, ensure_ascii=False)
