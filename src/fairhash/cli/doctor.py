# SPDX-License-Identifier: Apache-2.0
"""The command `doctor`: checks which tools are installed."""

from dataclasses import asdict

import click

from fairhash.bench.doctor import examine
from fairhash.console.output import as_json, print_json, print_wrapped


@click.command()
@as_json
def doctor(as_json: bool) -> int:
    """Show which tools are installed, in which versions, and how to install missing ones.

    The command installs and changes nothing. The exit status is 1 if a required tool is missing;
    bwrap (bubblewrap) is recommended only.

    \b
    Example:
      fairhash doctor
    """
    findings = examine()
    missing = [finding for finding in findings if finding.required and not finding.present]
    if as_json:
        print_json([asdict(finding) for finding in findings])
        return min(len(missing), 1)
    print_wrapped(
        ("", "what", "version", "for", "where"),
        [("ok" if f.present else "--", f.name, f.version or "missing", f.purpose, f.place or "-") for f in findings],
        whole=2,
    )
    for finding in findings:
        if finding.hint:
            click.echo(f"{finding.name}: {finding.hint}")
    return min(len(missing), 1)
