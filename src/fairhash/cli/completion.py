# SPDX-License-Identifier: Apache-2.0
"""The command `completion`: prints a shell's completion script."""

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options and cores in SHELL.

    \b
    Examples:
      eval "$(fairhash completion bash)"          # for this shell only
      fairhash completion fish > ~/.config/fish/completions/fairhash.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    click.echo(kind(ctx.find_root().command, {}, "fairhash", "_FAIRHASH_COMPLETE").source())
