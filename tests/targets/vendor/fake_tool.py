# SPDX-License-Identifier: Apache-2.0
"""A vendor's tool that is none: it notes how it was called and leaves the constructed reports.

Installed under the name of each program of the tool; in the folder it is started in it behaves as that program would.
"""

import stat
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"
LAST = {"vivado": "frame_run.tcl", "quartus_sta": "frame"}
"""Of each program the argument with which it has finished the design."""

_PROGRAM = """\
#!{python}
# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path
from shutil import copytree
name, arguments = Path(sys.argv[0]).name, sys.argv[1:]
with Path({log!r}).open("a") as log:
    print(name, *arguments, file=log)
if arguments[:1] in (["-version"], ["--version"]):
    print({version!r})
    sys.exit()
if {complaint!r}:
    print({complaint!r})
    sys.exit(1)
if "frame.tcl" in arguments and name == "vivado":
    Path("frame.xpr").touch()
if {last!r}.get(name) in arguments:
    copytree({reports!r}, "out", dirs_exist_ok=True)
"""


def install(folder: Path, programs: tuple[str, ...], reports: str, version: str = "", complaint: str = "") -> Path:
    """Put the programs into `folder`; what they were called with is in the file that is returned."""
    folder.mkdir(parents=True, exist_ok=True)
    log = folder.parent / "called.txt"
    log.touch()
    for name in programs:
        text = _PROGRAM.format(
            python=sys.executable,
            log=str(log),
            version=version,
            complaint=complaint,
            last=LAST,
            reports=str(DATA / reports),
        )
        file = folder / name
        file.write_text(text, encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return log
