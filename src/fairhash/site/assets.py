# SPDX-License-Identifier: Apache-2.0
"""Scripts and style sheets of the site: our own, and those of libraries, copied from installed Python packages."""

import shutil
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.figures.charts.svg import vega_script

_OWN = Path(__file__).resolve().parent / "assets"

_PACKAGED: Mapping[str, tuple[str, str]] = {
    "tabulator.js": ("django-js-lib-tabulator", "js_lib_tabulator/static/tabulator/js/tabulator.min.js"),
    "tabulator.css": ("django-js-lib-tabulator", "js_lib_tabulator/static/tabulator/css/tabulator_simple.min.css"),
    "elasticlunr.js": ("pdoc", "pdoc/templates/resources/elasticlunr.min.js"),
}
"""Name in the site's folder assets/, the Python package that has the file, and the file's path in the package."""


def packaged_file(package: str, name: str) -> Path:
    """The path of a file of an installed package.

    Raises:
        FairhashError: The package is not installed or does not have the file.
    """
    hint = "run ./run --setup, which installs what requirements/lock.txt lists"
    try:
        file = Path(str(metadata.distribution(package).locate_file(name)))
    except metadata.PackageNotFoundError as error:
        raise FairhashError(f"the Python package {package} is missing", "", hint) from error
    if not file.is_file():
        raise FairhashError(f"the Python package {package} has no {name}", "", hint)
    return file


def write_assets(folder: Path) -> None:
    """Write all scripts and style sheets to `folder`."""
    with files.one_line_errors("cannot write", folder):
        folder.mkdir(parents=True, exist_ok=True)
        for file in sorted(_OWN.iterdir()):
            shutil.copyfile(file, folder / file.name)
    for name, (package, path) in _PACKAGED.items():
        text = files.read_text(packaged_file(package, path))
        # source maps are not part of the site
        existing = [
            line for line in text.splitlines() if not line.startswith(("//# sourceMappingURL", "/*# sourceMappingURL"))
        ]
        files.write_text(folder / name, "\n".join(existing) + "\n")
    files.write_text(folder / "vega.js", vega_script())
