# SPDX-License-Identifier: Apache-2.0
"""Packages as zip files for the site. The same component always gives the same bytes."""

import tempfile
import zipfile
from pathlib import Path

from fairhash.base import files, paths
from fairhash.features.package.component import Component
from fairhash.features.package.component_vhdl import axis_vhdl, regs_vhdl
from fairhash.features.package.contents import resource_table
from fairhash.features.package.package import write_package
from fairhash.testbench.engines import digest, version
from fairhash.toolchain import reaper

_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in a zip file: the earliest that the format can hold."""
_KEY_LETTERS = 16


def package_zip(component: Component) -> Path:
    """The zip file of a package below build/, made if its sources, its figures or the code that makes it are new."""
    file = paths.build() / "packages" / f"{component.identifier}-{_key(component)[:_KEY_LETTERS]}.zip"
    if not file.is_file():
        with (
            tempfile.TemporaryDirectory(prefix=".package.", dir=reaper.temporary_folder()) as scratch,
            files.replacement(file) as new,
        ):
            folder = Path(scratch) / component.identifier
            names = write_package(component, folder)
            with zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
                for name in names:
                    entry = zipfile.ZipInfo(f"{component.identifier}/{name}", _DATE)
                    entry.external_attr = 0o644 << 16
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    archive.writestr(entry, (folder / name).read_bytes())
    return file


def _key(component: Component) -> str:
    """A digest of everything that a package is made from."""
    room = Path(__file__).parent
    made_by = sorted(file for file in room.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    sources = [paths.rtl() / name for name in component.files]
    drivers = sorted((paths.rtl() / "components" / "driver").iterdir())
    texts = [axis_vhdl(component), regs_vhdl(component), resource_table(component), version("ghdl")]
    return digest([*texts, *sources, *drivers, *made_by])
