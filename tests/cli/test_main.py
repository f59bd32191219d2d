# SPDX-License-Identifier: Apache-2.0
"""The frame of the command: help, completion, and every failure as one line."""

import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from fairhash.cli.main import cli
from fairhash.testbench.modes import MODES
from tests.cli.helpers import fairhash

_SECTIONS = {
    "Start": "run list show doctor completion export",
    "Hash": "hash pad answers bench-models shim",
    "Verify": "verify cycles components ladder mutants nist prove",
    "Measure": "implement campaign replicate area bench clock explore padding",
    "Compare": "report results select seeds-needed check-intervals league",
    "Papers": "interface paper system",
    "Maintain": "site fsck",
}
_COMMANDS = [name for names in _SECTIONS.values() for name in names.split()]


def test_help_lists_every_command() -> None:
    """The list in main.py must agree with the modules, which --help does not import."""
    out = fairhash("--help").out
    context = click.Context(cli, info_name="fairhash")
    assert sorted(cli.list_commands(context)) == sorted(_COMMANDS)
    listed = [line.split()[0] for line in out.splitlines() if re.match("  [a-z-]+  |[A-Z][a-z]+:$", line)]
    assert listed[-len(_COMMANDS) - len(_SECTIONS) :] == [
        word for section, names in _SECTIONS.items() for word in (f"{section}:", *names.split())
    ]
    for name in _COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert f"\n  {name} " in out


_BETWEEN = "\f"
_EVERY_HELP = (
    "import sys; from fairhash.cli.main import run\n"
    f"for name in sys.argv[1:]: assert run([name, '--help']) == 0; print({_BETWEEN!r})"
)


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    """The help of every command, printed by one process, since a process for each takes half a minute."""
    command = [sys.executable, "-c", _EVERY_HELP, *_COMMANDS]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(zip(_COMMANDS, out.split(_BETWEEN), strict=False))


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_command_has_help_with_an_example(name: str, helps: dict[str, str]) -> None:
    """The help of a command shows how to call it."""
    out = helps[name]
    assert f"Usage: fairhash {name}" in out
    assert f"  fairhash {name}" in out.split("Example", 1)[1]


def test_help_of_verify_names_every_mode(helps: dict[str, str]) -> None:
    words = " ".join(helps["verify"].split())
    *most, last = MODES
    assert f"The modes are {', '.join(most)} and {last}." in words


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_help_is_quick() -> None:
    """Nothing heavy is imported for it: best of three, start of the interpreter included.

    Processor time, which is the elapsed time of a machine that has nothing else to do.
    """
    spent = []
    for _ in range(3):
        before = _children_cpu_s()
        fairhash("--help")
        spent.append(_children_cpu_s() - before)
    assert min(spent) < 0.4


def test_hash_imports_nothing_heavy() -> None:
    """Modules that only reports and catalogues need must not slow down hashing."""
    script = (
        "import sys; from fairhash.cli.main import run; run(['hash', 'sha-256', '/dev/null']); "
        "print(*sorted({'pydantic', 'numpy', 'vl_convert', 'jinja2', 'pyosys'} & set(sys.modules)))"
    )
    lines = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert lines[-1] == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_command(shell: str) -> None:
    """The script for the shell to evaluate."""
    out = fairhash("completion", shell).out
    assert "_FAIRHASH_COMPLETE" in out
    assert f"{shell}_complete" in out


def test_completion_in_bash() -> None:
    """Completions in bash of ``fairhash compl`` and of a core's name."""
    env = {"_FAIRHASH_COMPLETE": "bash_complete", "COMP_WORDS": "fairhash compl", "COMP_CWORD": "1"}
    assert fairhash(env=env).out.split() == ["plain,completion"]
    env = {"_FAIRHASH_COMPLETE": "bash_complete", "COMP_WORDS": "fairhash show sha-512/", "COMP_CWORD": "2"}
    assert "plain,sha-512/highspeed" in fairhash(env=env).out.split()


@pytest.mark.parametrize(
    "arguments", [["shwo"], ["list", "--colour"], ["show"], ["completion", "ksh"], ["pad", "sha-256", "--word", "8"]]
)
def test_wrong_use_is_one_line(arguments: list[str]) -> None:
    """Unknown commands and options, missing and impossible arguments."""
    assert "--help" in fairhash(*arguments).refusal()


def test_full_disk_is_one_line() -> None:
    """Printing to a device that is always full."""
    assert "No space left" in fairhash("--help", stdout=Path("/dev/full")).refusal()


def test_closed_pipe_is_silent() -> None:
    """``fairhash list | true`` prints no error."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", "from fairhash.cli.main import main; main()", "--help"],
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)
    assert done.returncode == 128 + signal.SIGPIPE
    assert done.stderr == b""


def test_interrupt_is_one_line() -> None:
    """Ctrl-C while it waits for input."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from fairhash.cli.main import main; main()", "hash", "sha-256"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    # more than a pipe holds: returns only when the command reads, so it is past its imports
    process.stdin.write(bytes(1 << 20))
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert err.decode().splitlines() == ["fairhash: interrupted; run the same command again to continue"]


def test_no_checkout_is_one_line(tmp_path: Path) -> None:
    """$FAIRHASH_ROOT is not a checkout."""
    assert "no FairHash checkout" in fairhash("list", env={"FAIRHASH_ROOT": str(tmp_path)}).refusal()
