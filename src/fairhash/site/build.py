# SPDX-License-Identifier: Apache-2.0
"""Builds the site: all pages, their data files and scripts, in one folder of static files."""

import hashlib
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path

import click

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.features.package.component import Component
from fairhash.features.package.package import package_zip
from fairhash.figures.charts.vega import vega_script
from fairhash.figures.release_figures import folder as release_folder
from fairhash.figures.release_figures import release_figures, released_on, write_release
from fairhash.results.schema import Result
from fairhash.site.algorithm_page import algorithm_pages
from fairhash.site.architect_page import architect_page
from fairhash.site.commands import command_page
from fairhash.site.core_page import core_pages
from fairhash.site.coverage import coverage_page
from fairhash.site.data import SiteData
from fairhash.site.data_page import data_page, write_data
from fairhash.site.device_page import device_ids, device_pages
from fairhash.site.documents import document_pages
from fairhash.site.explorer import explorer_page, to_json
from fairhash.site.folder import is_fresh, new_site
from fairhash.site.league_page import league_page
from fairhash.site.pages import Page, distinct_titles, environment, render
from fairhash.site.paper_page import core_links, paper_documents, paper_files, paper_messages, paper_pages
from fairhash.site.provenance import write_provenance
from fairhash.site.start_page import start_page, write_preview
from fairhash.site.verification_pages import ladder_page, mutant_page
from fairhash.site.vhdl import entity_pages, read_units

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


_INPUT_FOLDERS = (
    *("results", "published", "docs", "rtl", "src", "examples", "models", "requirements"),
    *("vectors", "campaigns", "tests", "benchmarks", "scripts", ".github"),
)
"""Folders with files that a page shows, or that a page of documentation may link to, which gives them a page."""


def write_site(
    folder: Path,
    commands: click.Group,
    own_results: Iterable[Result] = (),
    packages: Iterable[Component] = (),
    address: str = "",
    *,
    digest: str = "",
) -> Path:
    """Write the site; it takes the place of an earlier one when it is complete (see new_site()).

    Args:
        folder: Where to write.
        commands: The command line, for its reference.
        own_results: The reader's own results, shown beside the committed ones and marked.
        packages: Components whose packages are downloads.
        address: See write_html().
        digest: What refresh_site() compares.

    Returns:
        The path of index.html.

    Raises:
        FairhashError: The folder has something else than a site, or cannot be written.
    """
    with new_site(folder, digest) as new:
        downloads = _write_packages(new, packages)
        write_pages(new, commands, SiteData.of_checkout(own_results), downloads, address)
    return folder / "index.html"


def refresh_site(folder: Path, commands: click.Group, own_results: Sequence[Result]) -> Path:
    """Write the site unless the folder has the one of the same inputs; arguments and value as of write_site()."""
    digest = _inputs_digest(own_results)
    if is_fresh(folder, digest):
        return folder / "index.html"
    return write_site(folder, commands, own_results, digest=digest)


def write_release_of_checkout(version: str) -> Path:
    """Store the figures of the committed results as those of a release, and return the file.

    Raises:
        FairhashError: CHANGELOG.md has no such release.
    """
    day = released_on(files.read_text(paths.root() / "CHANGELOG.md"), version)
    return write_release(release_figures(SiteData.of_checkout().results, version, day), release_folder())


def write_pages(
    folder: Path,
    commands: click.Group,
    data: SiteData,
    downloads: Mapping[str, str] | None = None,
    address: str = "",
) -> None:
    """Write the pages and files of these data; see core_pages() for the downloads, write_html() for the address."""
    sizes = write_data(data, folder)
    documents = paper_documents(data)
    tables = paper_files(documents)
    for name, text in tables.items():
        files.write_text(folder / name, text)
    checksums = write_provenance(data, folder, [*sizes, *tables])
    _copy_images(folder)
    write_assets(folder / "assets")
    write_preview(data, folder / "assets" / "preview.png")
    units = read_units()
    pages = [
        start_page(data, paper_messages(documents)),
        explorer_page(data),
        coverage_page(data),
        architect_page(data),
        *core_pages(data, units, device_ids(), downloads),
        *algorithm_pages(data, device_ids()),
        *device_pages(data),
        *paper_pages(documents, core_links(data)),
        *document_pages({unit.file: unit.path for unit in units.values()}),
        *entity_pages(units),
        ladder_page(data),
        mutant_page(),
        league_page(data),
        command_page(commands),
        data_page(data, sizes, checksums),
        Page("search.html", "Search", "search.html"),
    ]
    write_html(folder, distinct_titles(pages), data, address)


def write_html(folder: Path, pages: Sequence[Page], data: SiteData, address: str = "") -> None:
    """Write the pages, and what the search reads.

    Args:
        folder: The site's root.
        pages: All pages, or some of them for a test.
        data: For the counts in the footer.
        address: From public_address(); empty if nobody knows where the site will be published.
    """
    templates = environment()
    common = {
        "result_count": len(data.results),
        "own_count": len(data.own_results),
        "version": metadata.version("fairhash"),
        "address": address,
    }
    for page in pages:
        files.write_text(folder / page.path, render(page, templates, common))
    entries = [
        {"title": entry.title, "path": entry.path, "text": entry.text}
        for page in pages
        for entry in page.search_entries
    ]
    files.write_text(folder / "assets" / "search-data.js", f"window.SEARCH_DATA={to_json(entries)};\n")


def _write_packages(folder: Path, components: Iterable[Component]) -> dict[str, str]:
    """Write the packages of components, and return their paths in the site by the core's name."""
    written = {}
    for component in components:
        path = f"packages/{component.identifier}.zip"
        with files.replacement(folder / path) as new:
            shutil.copyfile(package_zip(component), new)
        written[component.core.name] = path
    return written


def _copy_images(folder: Path) -> None:
    target = folder / "docs" / "images"
    with files.one_line_errors("cannot write", target):
        target.mkdir(parents=True, exist_ok=True)
        for image in sorted((paths.root() / "docs" / "images").glob("*.svg")):
            shutil.copyfile(image, target / image.name)


def _inputs_digest(own_results: Iterable[Result]) -> str:
    """Return a digest of the names and contents of all files of the checkout that the site is made from.

    The code that makes it and the versions of the packages (requirements/) are among them.

    Args:
        own_results: results that are shown beside the committed ones.
    """
    digest = hashlib.sha256()
    for file in _inputs():
        text = file.read_bytes()
        digest.update(f"{file.relative_to(paths.root())}\0{len(text)}\0".encode())
        digest.update(text)
    for result in own_results:
        digest.update(result.model_dump_json().encode())
    return digest.hexdigest()


def _inputs() -> Iterator[Path]:
    root = paths.root()
    yield from sorted(file for file in root.glob("[!.]*") if file.is_file())
    for name in _INPUT_FOLDERS:
        for file in sorted((root / name).rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc":
                yield file
