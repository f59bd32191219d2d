# SPDX-License-Identifier: Apache-2.0
"""Finds what FuseSoC would run or fetch when it lists the files of a core, which is refused unless it is trusted."""

import configparser
import contextlib
import os
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from fairhash.errors import FairhashError

_RUNNING = {
    "generators": "a program that generates sources",
    "generate": "sources that a program generates",
    "provider": "sources that are fetched from the network",
}
"""Sections of a .core file that make FuseSoC run a program or fetch files when it only lists a target's files."""

_TRUSTED: ContextVar[bool] = ContextVar("trusted", default=False)


@contextlib.contextmanager
def trusted() -> Iterator[None]:
    """Allow FuseSoC cores to run programs inside the block: the user said --trust."""
    token = _TRUSTED.set(True)
    try:
        yield
    finally:
        _TRUSTED.reset(token)


def require_no_programs(file: Path) -> None:
    """Check every core that FuseSoC may read for `file`: those of its folder and of the user's FuseSoC libraries.

    Raises:
        FairhashError: One of them runs a program or fetches sources, and the user did not say --trust.
    """
    if _TRUSTED.get():
        return
    for folder in (file.parent, *_library_folders()):
        for core in sorted(folder.rglob("*.core")):
            for section in _sections(core):
                what = f"FuseSoC would run or fetch something: `{section}` declares {_RUNNING[section]}"
                hint = "read it, then say --trust; or move cores that are not needed to another folder"
                raise FairhashError(what, str(core), hint)


def _sections(core: Path) -> list[str]:
    """The sections of _RUNNING in a .core file; those that its text mentions if it cannot be parsed."""
    try:
        text = core.read_text(encoding="utf-8", errors="replace")
        content = yaml.safe_load(text)
    except (OSError, ValueError, RecursionError, yaml.YAMLError):
        content = None
        with contextlib.suppress(OSError):
            return [section for section in _RUNNING if section in core.read_text(encoding="utf-8", errors="replace")]
    names = {str(name) for name in content} if isinstance(content, dict) else set()
    return [section for section in _RUNNING if section in names]


def _library_folders() -> Iterator[Path]:
    """The folders of the libraries in the user's and the system's fusesoc.conf."""
    configuration = configparser.ConfigParser(interpolation=None, strict=False)
    base = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    with contextlib.suppress(configparser.Error, UnicodeDecodeError, OSError):
        configuration.read([base / "fusesoc" / "fusesoc.conf", "/etc/fusesoc/fusesoc.conf"], encoding="utf-8")
    for section in configuration.sections():
        for name in ("location", "sync-uri"):
            folder = Path(configuration.get(section, name, fallback=""))
            if section.startswith("library") and folder.is_absolute() and folder.is_dir():
                yield folder
