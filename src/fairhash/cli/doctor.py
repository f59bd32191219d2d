# SPDX-License-Identifier: Apache-2.0
"""The verb that tells what is installed."""

from dataclasses import asdict

import click

from fairhash.cli.output import as_json, print_json, print_table
from fairhash.runs.doctor import examine


@click.command()
@as_json
def doctor(as_json: bool) -> int:
    """Tell which tools are found, which versions they have, and how to get what is missing.

    Nothing is installed or changed. The exit status is 1 if something is missing.

    \b
    Example:
      fairhash doctor
    """
    findings = examine()
    missing = [finding for finding in findings if not finding.found]
    if as_json:
        print_json([asdict(finding) for finding in findings])
        return min(len(missing), 1)
    print_table(
        ("", "what", "version", "for", "where"),
        [("ok" if f.found else "--", f.name, f.version or "missing", f.purpose, f.place or "-") for f in findings],
    )
    for finding in findings:
        if finding.hint:
            click.echo(f"{finding.name}: {finding.hint}")
    return min(len(missing), 1)
