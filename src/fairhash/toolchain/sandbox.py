# SPDX-License-Identifier: Apache-2.0
"""Keeps external cores from anything but their listed files (docs/trust.md).

The sources are copied to the working folder. Where bubblewrap is installed, all tools that read them, or files made
from them, and their compiled simulators run in namespaces of their own: they see the working folder, the system's
programs read-only and an empty temporary folder, have no network, and can write files of limited size only. VHDL that
opens files is always refused, since the keys of outcomes do not hold the contents of such files.
"""

import contextlib
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.toolchain.source_text import without_mark
from fairhash.toolchain.vhdl_text import bare_vhdl, is_ambiguous, read_vhdl

MAX_FILE_MIB = 1024
"""Largest file that a confined tool can write."""
MAX_MEMORY_MIB = 8192
"""Memory of a confined tool where nothing else limits it: generate loops may expand a few lines without end."""
SOURCE_CHECKS = 3
"""Version of the checks of external sources and of how they are read; raised when either changes."""
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/etc/alternatives",
    "/etc/ld.so.cache",
)
_VARIABLES = ("PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "GHDL_PREFIX", "PYTHONDONTWRITEBYTECODE")
"""The variables that confined tools receive, in addition to those of the locale and those that FairHash sets."""
_NAME = "bwrap"
_TRIAL_LIMIT_S = 20
_SIGNAL_STATUS = 128

_FILE_ACCESS = re.compile(r"\bfile\b[\w\s,]+:[\w\s.']*?\b(open|is)\b|\bfile_open\b", re.IGNORECASE)
"""A file object that opens a file where it is declared, in VHDL of any year, and the procedure that opens one."""
_FOREIGN = re.compile(r"\bforeign\b", re.IGNORECASE)
_SUSPECT = re.compile(r"\b(file|file_open|foreign)\b", re.IGNORECASE)

_FOREIGN_HINT = "remove the attribute foreign"
_FILE_HINT = "write the contents into the source"

WITHOUT_BUBBLEWRAP = (
    "without bubblewrap the tools that read external sources are not confined: sources that read files or call foreign "
    "code are refused, but a defect of a tool gives access to your files and network (docs/trust.md)"
)
"""What holds if bubblewrap is missing."""

_CONFINED: ContextVar[tuple[tuple[Path, ...], tuple[Path, ...]] | None] = ContextVar("confined", default=None)
"""The folders that confined tools may read and write in addition; None if tools are not confined."""


@cache
def bubblewrap() -> Path | None:
    """The program bubblewrap; None if it is not installed, or if this system does not allow namespaces."""
    program = shutil.which(_NAME)
    if program is None:
        return None
    trial = [program, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    try:
        process = subprocess.run(trial, capture_output=True, timeout=_TRIAL_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Path(program) if process.returncode == 0 else None


@contextlib.contextmanager
def confined(readable: Sequence[Path] = (), writable: Sequence[Path] = ()) -> Iterator[None]:
    """Confine each tool that this thread runs inside the block to its working folder and to these folders."""
    token = _CONFINED.set((tuple(readable), tuple(writable)))
    try:
        yield
    finally:
        _CONFINED.reset(token)


def confined_if_external(
    core: Core, readable: Sequence[Path] = (), writable: Sequence[Path] = ()
) -> contextlib.AbstractContextManager[None]:
    """Like confined() if `core` is an external core; for other cores the tools run as they are."""
    return confined(readable, writable) if core.external else contextlib.nullcontext()


@contextlib.contextmanager
def also_readable(folder: Path) -> Iterator[None]:
    """Inside the block confined tools may also read this folder; no effect outside of confined()."""
    folders = _CONFINED.get()
    if folders is None:
        yield
        return
    readable, writable = folders
    with confined((*readable, folder), writable):
        yield


def confined_command(command: Sequence[str], workdir: Path) -> tuple[str, ...]:
    """The command that runs `command` confined; the same command outside of confined(), or without bubblewrap."""
    folders = _CONFINED.get()
    program = bubblewrap() if folders else None
    if folders is None or program is None:
        return tuple(command)
    readable, writable = folders
    # the programs of this Python environment, and of this package, which Yosys' runner is part of
    own = [folder for folder in (Path(sys.prefix), Path(sys.base_prefix)) if not _is_private(folder)]
    programs = [*own, Path(__file__).parents[1], *_programs(command)]
    system = [option for path in _SYSTEM for option in _system_option(Path(path))]
    shown = [option for path in (*programs, *_names(readable)) for option in ("--ro-bind-try", *2 * [str(path)])]
    written = [option for path in _names([*writable, workdir]) for option in ("--bind", *2 * [str(path)])]
    place = str(workdir.resolve())
    return (
        str(program),
        *("--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
        *system,
        *shown,
        *written,
        *("--chdir", place, "--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp"),
        # dash counts in blocks of 512 bytes
        *("/bin/sh", "-c", f'ulimit -f {MAX_FILE_MIB * 2048}; exec "$@"', "sh"),
        *command,
    )


def _names(folders: Sequence[Path]) -> list[Path]:
    """The folders, each also by the name without symbolic links: a tool may be given either."""
    return [name for folder in folders for name in dict.fromkeys((folder.absolute(), folder.resolve()))]


def memory_limit_mib() -> float | None:
    """The memory limit of the tools that this thread runs, in MiB; None if they are not confined."""
    return None if _CONFINED.get() is None else MAX_MEMORY_MIB


def environment(added: Mapping[str, str]) -> dict[str, str]:
    """The variables that a tool receives: all of this process, or those of _VARIABLES if tools are confined.

    Others may hold passwords. Bubblewrap receives no others either: a confined tool can read those of its parent.

    Args:
        added: Variables that the tool needs in addition.
    """
    own = dict(os.environ)
    if _CONFINED.get() is not None:
        own = {name: value for name, value in own.items() if name in _VARIABLES or name.startswith("LC_")}
    return own | dict(added)


def _programs(command: Sequence[str]) -> Iterator[Path]:
    """The programs among the words of a command with the files that they need: mostly the whole installation.

    Of a program in a folder that holds other things too, such as ~/bin, only the program itself, and the folders in
    lib/ that are named after it.
    """
    for word in command:
        if word.startswith("/") and os.access(word, os.X_OK) and Path(word).is_file():
            for program in {Path(word), Path(word).resolve()}:
                folder = program.parent
                installation = folder.parent if folder.name == "bin" else folder
                if not _is_private(installation):
                    yield installation
                    continue
                yield program
                libraries = installation / "lib"
                yield from sorted(libraries.glob(f"{program.name.split('-')[0]}*")) if libraries.is_dir() else ()


def _is_private(folder: Path) -> bool:
    """Whether a folder is a home or contains one, or is a hidden folder of a home, which many programs share."""
    homes = {Path.home(), Path(pwd.getpwuid(os.getuid()).pw_dir), Path("/root")}
    homes |= {home.resolve() for home in homes}
    for name in {folder, folder.resolve()}:
        if any(home.is_relative_to(name) or (name.parent == home and name.name.startswith(".")) for home in homes):
            return True
        if name.parent == Path("/home"):
            return True
    return False


def tool_status(status: int) -> int:
    """The exit status of a confined tool from that of bubblewrap, which reports a signal as 128 and its number.

    Returns:
        The status, or the negative number of the signal that ended the tool, as for other tools.
    """
    known = {int(one) for one in signal.Signals}
    return _SIGNAL_STATUS - status if status - _SIGNAL_STATUS in known else status


def failure(output: str) -> str:
    """Why bubblewrap could not start a tool; empty if it could."""
    return output.strip() if output.startswith("bwrap: ") else ""


def _system_option(path: Path) -> tuple[str, ...]:
    if path.is_symlink():
        return ("--symlink", str(path.readlink()), str(path))
    return ("--ro-bind-try", str(path), str(path))


@contextlib.contextmanager
def listed_files(core: Core, workdir: Path) -> Iterator[Path]:
    """A folder in `workdir` with copies of the core's listed files and nothing else, while the block runs."""
    copies = workdir / "listed"
    shutil.rmtree(copies, ignore_errors=True)
    try:
        for name, file in core.sources:
            (copies / name).parent.mkdir(parents=True, exist_ok=True)
            # GHDL refuses a source with a byte order mark
            (copies / name).write_bytes(without_mark(file.read_bytes()))
        yield copies
    finally:
        shutil.rmtree(copies, ignore_errors=True)


def require_closed_sources(core: Core) -> None:
    """Check that VHDL sources cannot depend on anything but the listed files.

    Files are refused with bubblewrap too: it hides the user's files, and not those of the system.

    Raises:
        FairhashError: They call foreign code, or they open files.
    """
    if core.language != "vhdl":
        return
    for name, file in core.sources:
        text = read_vhdl(file)
        bare = bare_vhdl(text)
        if _FOREIGN.search(bare):
            raise FairhashError(f"{core.name} calls foreign code in {name}", str(core.source), _FOREIGN_HINT)
        if _FILE_ACCESS.search(bare):
            raise FairhashError(f"{core.name} opens a file in {name}", str(core.source), _FILE_HINT)
        if is_ambiguous(text) and _SUSPECT.search(text):
            what = f"{name} of {core.name} has a quote as a character literal, and the word `file` or `foreign`"
            raise FairhashError(what, str(core.source), "remove one of them, so that it can be checked")
