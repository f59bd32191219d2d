# SPDX-License-Identifier: Apache-2.0
"""The command `site`."""

from pathlib import Path

import click

from fairhash.base.paths import build, root
from fairhash.features.package.component import main_components
from fairhash.results.reader import read_results
from fairhash.site.archive import write_archive
from fairhash.site.build import write_release_of_checkout, write_site
from fairhash.site.data import SiteData
from fairhash.site.pages import public_address
from fairhash.site.refresh import refresh
from fairhash.site.start_page import write_picture


@click.command()
@click.option("--to", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Where.  [default: build/site]")
@click.option("--only-committed", is_flag=True, help="Without your results in build/results/.")
@click.option("--address", metavar="URL", default="", help="Where it will be published, for previews of links.")
@click.option("--packages", is_flag=True, help="With a package of each highspeed and lightweight core as a download.")
@click.option(
    "--picture", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write only the main chart, to this file."
)
@click.option(
    "--refresh",
    "only_refresh",
    is_flag=True,
    help="Write only what this checkout's pages take from results/, and results/selection/.",
)
@click.option(
    "--release", metavar="VERSION", help="Write only the figures of a new release, to results/releases/VERSION.json."
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path),
    metavar="FILE.tar.gz",
    help="Write only an archive of site, committed results and published values, with checksums, to this file.",
)
@click.pass_context
def site(
    context: click.Context,
    *,
    folder: Path | None,
    only_committed: bool,
    address: str,
    packages: bool,
    picture: Path | None,
    only_refresh: bool,
    release: str | None,
    archive: Path | None,
) -> int:
    """Build the site: every result, chart and page of documentation as static files.

    It is made from results/, published/, docs/ and rtl/ of this checkout, with your results beside the committed ones,
    marked. It needs no network, neither to build nor to
    read: open index.html in a browser, or serve the folder. The exit status is 1 if a marker names no stored figure.

    \b
    Examples:
      fairhash site
      fairhash site --to /var/www/fairhash --address https://example.org/fairhash/
      fairhash site --only-committed
      fairhash site --packages
      fairhash site --picture build/throughput-over-area-512.svg
      fairhash site --refresh
      fairhash site --release 0.3.0
      fairhash site --archive build/fairhash.tar.gz
    """
    if sum(map(bool, (archive, release is not None, picture, only_refresh))) > 1:
        raise click.UsageError("give only one of --archive, --release, --picture and --refresh")
    if archive:
        click.echo(f"{write_archive(archive, all_commands(context))}  {archive}")
        return 0
    if release is not None:
        click.echo(f"Written: {write_release_of_checkout(release)}")
        return 0
    if picture:
        write_picture(SiteData.of_checkout(), picture)
        click.echo(f"Written: {picture}")
        return 0
    if only_refresh:
        written, missing = refresh(SiteData.of_checkout(), root())
        for line in [*(f"Written: {file}" for file in written), *missing]:
            click.echo(line)
        return min(len(missing), 1)
    public = public_address(address)
    target = folder or build() / "site"
    own_results = () if only_committed else read_results("yours")
    components = main_components() if packages else ()
    index = write_site(target, all_commands(context), own_results, components, public)
    click.echo(f"Written: {index}\nOpen: {index.resolve().as_uri()}")
    return 0


def all_commands(context: click.Context) -> click.Group:
    """The group of all commands, for their reference in the site."""
    commands = context.find_root().command
    if not isinstance(commands, click.Group):
        raise TypeError(f"{commands.name} is not the group of all commands")
    return commands
