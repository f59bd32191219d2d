# SPDX-License-Identifier: Apache-2.0
"""The command `site`."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from fairhash.cli.database import database
from fairhash.paths import build
from fairhash.results import Database, Result
from fairhash.site import freshness
from fairhash.site.build import write_release_of_checkout, write_site
from fairhash.site.data import SiteData
from fairhash.site.start_page import write_picture


@click.command()
@click.option("--to", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where.  [default: build/site]")
@click.option("--stored", is_flag=True, help="Show the results of the database beside the committed ones, marked.")
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write only the main chart, to this file."
)
@click.option(
    "--release", metavar="VERSION", help="Write only the figures of a new release, to results/releases/VERSION.json."
)
@database
@click.pass_context
def site(
    context: click.Context, *, folder: Path | None, stored: bool, picture: Path | None, release: str | None
) -> int:
    """Build the site: every result, chart and page of documentation as static files.

    It is made from results/, published/, docs/ and rtl/ of this checkout and needs no network, neither to build nor to
    read: open index.html in a browser, or serve the folder.

    \b
    Examples:
      fairhash site
      fairhash site --to /var/www/fairhash
      fairhash site --stored
      fairhash site --picture docs/images/throughput-over-area-512.svg
      fairhash site --release 0.3.0
    """
    if release:
        click.echo(f"Written: {write_release_of_checkout(release)}")
        return 0
    if picture:
        write_picture(SiteData.of_checkout(), picture)
        click.echo(f"Written: {picture}")
        return 0
    target = folder or build() / "site"
    freshness.unmark(target)
    index = build_site(context, target, Database().find() if stored else ())
    click.echo(f"Written: {index}\nOpen: {index.resolve().as_uri()}")
    return 0


def refresh_site(context: click.Context, folder: Path, own_results: Sequence[Result]) -> Path:
    """Build the site unless the folder has the one of the same inputs, and return the path of index.html."""
    digest = freshness.inputs_digest(own_results)
    if freshness.is_fresh(folder, digest):
        return folder / "index.html"
    freshness.unmark(folder)
    index = build_site(context, folder, own_results)
    freshness.mark(folder, digest)
    return index


def build_site(context: click.Context, folder: Path, own_results: Iterable[Result]) -> Path:
    """Build the site with the reference of all commands, and return the path of index.html."""
    commands = context.find_root().command
    if not isinstance(commands, click.Group):
        raise TypeError(f"{commands.name} is not the group of all commands")
    return write_site(folder, commands, own_results)
