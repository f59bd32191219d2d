# SPDX-License-Identifier: Apache-2.0
"""The commands `answers`, `bench-models` and `shim`: check, speed and export of the software models."""

from collections import Counter
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.console.names import ALGORITHM
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressBar
from fairhash.figures.model_speeds import measurement_notes, speed_data, speed_table, write_speeds
from fairhash.models import shim as shims
from fairhash.models.answers.check import check
from fairhash.models.bench.speeds import QUICK, THOROUGH, measure


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@click.option("--only", type=ALGORITHM, multiple=True, help="Only this algorithm; may be repeated.")
@as_json
def answers(folder: Path | None, only: tuple[str, ...], as_json: bool) -> int:
    """Check the software models against every CSV file of known answers in DIR, row by row.

    The default is vectors/, which holds official answers and the project's own. The columns are
    algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source. Rows without a model are counted as skipped. The
    exit status is 1 if any digest differs.

    \b
    Example:
      fairhash answers vectors/official
    """
    with ProgressBar("checking answers") as bar:
        summaries = check(folder or paths.answers(), only or None, bar.at)
    failed = sum(summary.failed for summary in summaries)
    rows_of: Counter[str] = Counter()
    for summary in summaries:
        rows_of.update(summary.algorithms)
    if as_json:
        files = [
            {
                "file": str(summary.file),
                "checked": summary.checked,
                "failed": summary.failed,
                "skipped": summary.skipped,
                "failures": [str(failure) for failure in summary.failures],
            }
            for summary in summaries
        ]
        print_json({"files": files, "algorithms": rows_of, "checked": rows_of.total(), "failed": failed})
        return min(failed, 1)
    rows = [(s.file, s.checked, s.failed, sum(s.skipped.values())) for s in summaries]
    print_table(("file", "checked", "failed", "skipped"), rows)
    click.echo()
    print_table(("algorithm", "checked"), sorted(rows_of.items()))
    for summary in summaries:
        for failure in summary.failures:
            click.echo(failure)
    click.echo(f"{rows_of.total()} rows of {len(rows_of)} algorithms checked, {failed} failed")
    return min(failed, 1)


@click.command("bench-models")
@click.argument("algorithms", nargs=-1, type=ALGORITHM, metavar="[ALGORITHM]...")
@click.option("--portable", is_flag=True, help="Use no instruction-set extensions.")
@click.option("--quick", is_flag=True, help="Few and short samples, for a rough result.")
@click.option(
    "--to", type=click.Path(path_type=Path), metavar="DIR", help="Folder for the files.  [default: build/bench-models]"
)
@as_json
def bench_models(algorithms: tuple[str, ...], portable: bool, quick: bool, to: Path | None, as_json: bool) -> None:
    """Measure the speed of the software models (default: all) and of OpenSSL's SHA3-256, on one thread.

    It hashes messages of 64 B, 1536 B and 256 KiB, one at a time and several at a time ("many"). The table is also
    written as CSV, JSON and a chart.

    \b
    Examples:
      fairhash bench-models sha-512 keccak-512
      fairhash bench-models --portable
    """
    with ProgressBar("measuring") as bar:
        run = measure(algorithms, QUICK if quick else THOROUGH, portable, bar.titled)
    written = write_speeds(run, to)
    if as_json:
        print_json({"written": str(written), **speed_data(run)})
        return
    click.echo(speed_table(run).to_text())
    click.echo()
    for note in measurement_notes(run):
        click.echo(note)
    click.echo(f"Written: {written}")


@click.command()
@click.argument("algorithms", nargs=-1, type=ALGORITHM, metavar="[ALGORITHM]...")
@click.option("--to", "folder", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The folder.")
@as_json
def shim(*, algorithms: tuple[str, ...], folder: Path, as_json: bool) -> None:
    """Write the software models (default: all) to DIR as packages for the SUPERCOP benchmark.

    Each model is written to DIR/crypto_hash/NAME/fairhash with api.h and all its C sources; NAME is the algorithm
    without hyphens.

    \b
    Examples:
      fairhash shim --to /tmp/supercop
      fairhash shim keccak-512 groestl-256 --to /tmp/supercop
    """
    written = shims.write(folder, algorithms)
    if as_json:
        print_json([str(one) for one in written])
        return
    for one in written:
        click.echo(one)
