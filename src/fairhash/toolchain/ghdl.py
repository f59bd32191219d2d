# SPDX-License-Identifier: Apache-2.0
"""GHDL: converts VHDL to one Verilog text, and explains what it refuses.

GHDL 2.0 leaves the choice `others` of case statements and selected assignments out of its Verilog: that has a `case`
without a default, whatever the source says. GHDL's netlist has the value, and `ghdl --synth --out=vhdl` writes it. Both
texts have the same net names, so the value is taken from the VHDL (tests/toolchain/test_ghdl_others.py).

Names in the Verilog of external cores are corrected:

- An extended identifier of VHDL may hold any text, and is written as it is: it becomes a name of letters and digits.
- The output of an instance is a net named by the instance and the port, as in `mix_sum`. A signal of that name in the
  source makes two declarations of one name. If the instance drives the signal, both are the same net; else the source
  has to be changed, because the text does not tell which of them a name means.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.toolchain import tools
from fairhash.toolchain.ghdl_memory import run_ghdl
from fairhash.toolchain.safe_verilog import make_safe

_CASE = re.compile(r"(?P<branches>(?:^ *\d+'b[01]+: (?P<net>\w+) <= .*;\n)+)(?P<end> *endcase)", re.MULTILINE)
"""The branches of a `case` without a default; GHDL writes a net of its own for each `case`."""
_SELECTED = re.compile(
    r"""^ *with \S+ select (?P<net>\w+) <=\n(?:.* when (?:"[01]+"|'[01]'),\n)+ *(?P<value>.+) when others;$""",
    re.MULTILINE,
)
_BIT = re.compile(r"'([01])'")
_TOP_PORT = re.compile(r"wrap_(\w+)")
"""The signal that stands for a port of the top entity in GHDL's VHDL."""
_UNKNOWN = re.compile(r"""["'][^"'01]*["']|\(\d+ downto 0 => '[^01]'\)""")
_VALUE = re.compile(r"""\w+|"\w+"|1'b[01]""")
"""A net or a constant that Verilog and make_safe() can read."""


def lacks_others(verilog: str) -> bool:
    """Whether GHDL's Verilog has a `case` without a default."""
    return _CASE.search(verilog) is not None


def restore_others(verilog: str, vhdl: str) -> str:
    """GHDL's Verilog with a default for each `case` that has a value for `others` in GHDL's VHDL of the same design.

    A `case` over all values of an enumeration has none: the value is unknown there.

    Raises:
        ToolMisbehaved: The VHDL has no selected assignment for the net of a `case`, or one that cannot be parsed.
    """
    values = {match["net"]: match["value"] for match in _SELECTED.finditer(vhdl)}
    names = frozenset(re.findall(r"\b\w+\b", verilog))

    def with_default(case: re.Match[str]) -> str:
        net = case["net"]
        if net not in values:
            raise tools.ToolMisbehaved(f"GHDL's VHDL has no value of {net} for the choice `others`")
        value = values[net]
        if _UNKNOWN.fullmatch(value):
            return case[0]
        port = _TOP_PORT.fullmatch(value)
        if port and value not in names:
            value = port[1]
        value = _BIT.sub(r"1'b\1", value)
        if not _VALUE.fullmatch(value):
            raise tools.ToolMisbehaved(f"GHDL's VHDL has {value:.40} for the choice `others`, which cannot be parsed")
        return f"{case['branches']}      default: {net} <= {value};\n{case['end']}"

    return _CASE.sub(with_default, verilog)


LINK = "rtl"
"""Link in the working folder to the folder of all sources, so that the command line is the same in every checkout."""


_WORD = re.compile(r"[A-Za-z]{3}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Characters of the bytes of a file that is no text; a message may contain escape sequences."""
_WRITTEN = {
    "verilog": ("Verilog", re.compile(r"^\s*module\s", re.MULTILINE)),
    "vhdl": ("VHDL", re.compile(r"^\s*entity\s", re.MULTILINE)),
}
"""The languages that GHDL writes: the name for messages, and what every text has."""
_PLACED = re.compile(r"^\S+\.vhdl?:\d+:\d+:")
"""A message of GHDL that begins with file, line and column."""


class TimeLimitExceeded(FairhashError):
    """The tool that reads the sources reached its limit of CPU time."""


def ghdl_command(
    options: Sequence[str], files: Sequence[str], entity: str, language: str = "verilog"
) -> tuple[str, ...]:
    """GHDL's command line.

    Args:
        options: GHDL's options; the first one is the VHDL standard.
        files: Sources in compile order, relative to the folder of all sources; `--work=NAME` between them changes the
            library.
        language: What GHDL writes, `verilog` or `vhdl`.
    """
    linked = [name if name.startswith("--work=") else f"{LINK}/{name}" for name in files]
    return ("ghdl", "--synth", options[0], f"--out={language}", "--workdir=.", *options[1:], *linked, "-e", entity)


def to_verilog(  # noqa: PLR0917 - the arguments of ghdl_command(), and where to run it
    home: Path,
    options: Sequence[str],
    files: Sequence[str],
    entity: str,
    workdir: Path,
    declared: tuple[str, str],
    limit_s: float = 600,
    is_external: bool = False,
) -> str:
    """The Verilog of a VHDL entity, as make_safe() rewrites it; arguments and errors are those of written_verilog().

    `is_external`: the choice `others` of a case has the value of the source; otherwise its value is unknown. Names that
    GHDL writes so that they are no names of Verilog, or names of two nets, are corrected; our own cores have none.
    """
    text = written_verilog(home, options, files, entity, workdir, declared, limit_s)
    if is_external and lacks_others(text):
        vhdl = _written("vhdl", home, options, files, entity, workdir, declared, limit_s)
        text = restore_others(text, vhdl)
    try:
        return make_safe(correct_names(text) if is_external else text)
    except FairhashError as error:
        raise FairhashError(error.what, declared[0], error.hint) from error


def written_verilog(  # noqa: PLR0917 - as to_verilog()
    home: Path,
    options: Sequence[str],
    files: Sequence[str],
    entity: str,
    workdir: Path,
    declared: tuple[str, str],
    limit_s: float = 600,
) -> str:
    """The Verilog of a VHDL entity, as GHDL writes it: a comment before each statement names its place in the source.

    Args:
        home: Folder that `files` are relative to.
        options: See ghdl_command().
        files: See ghdl_command().
        entity: The top entity.
        workdir: GHDL's working folder.
        declared: For error messages: what the user named, e.g. a core, and the file that declares it.
        limit_s: Limit of GHDL's CPU time in seconds.

    Raises:
        TimeLimitExceeded: GHDL reached `limit_s`.
        ToolMisbehaved: GHDL succeeded without writing Verilog, or failed without a message.
        FairhashError: The sources do not elaborate; the message holds GHDL's first error.
    """
    return _written("verilog", home, options, files, entity, workdir, declared, limit_s)


def _written(  # noqa: PLR0917 - as to_verilog()
    language: str,
    home: Path,
    options: Sequence[str],
    files: Sequence[str],
    entity: str,
    workdir: Path,
    declared: tuple[str, str],
    limit_s: float,
) -> str:
    """Like written_verilog(), in one of the languages of _WRITTEN."""
    written, link = workdir / f"{entity}.ghdl.{language}", workdir / LINK
    tool, *arguments = ghdl_command(options, files, entity, language)
    command: list[str | Path] = [tools.require_tool(tool), *arguments]
    name, unit = _WRITTEN[language]
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(home.resolve(), target_is_directory=True)
        tool_run = run_ghdl(command, written, workdir, limit_s)
        if not tool_run.ok:
            is_text = _WORD.search(tool_run.output) and not _CONTROL.search(tool_run.output)
            if tool_run.returncode > 0 and not tool_run.stopped_after and not is_text:
                raise tools.ToolMisbehaved(f"GHDL ended with status {tool_run.returncode} and without a message")
            error_class = TimeLimitExceeded if tool_run.stopped_after else FairhashError
            reason = _reason(tool_run)
            raise error_class(f"GHDL cannot elaborate {declared[0]}: {reason}", declared[1], tools.hint("ghdl", reason))
        text = tools.read_text(written, "GHDL")
        if not unit.search(text):
            raise tools.ToolMisbehaved(f"GHDL succeeded but wrote no {name} of {declared[0]}")
        return text
    finally:
        written.unlink(missing_ok=True)
        link.unlink(missing_ok=True)


def _reason(tool_run: tools.ToolRun) -> str:
    """Why GHDL failed, in one line: the limit it reached, its first error message, or its exit status."""
    if tool_run.stopped_after:
        return f"stopped after {tool_run.stopped_after}"
    lines = [line.strip() for line in tool_run.output.splitlines() if line.strip()]
    errors = [line for line in lines if _PLACED.match(line) and "warning:" not in line and "note:" not in line]
    crash = [line for line in lines if line.startswith("raised ")]
    if crash and not errors:
        # it notes each ROM before it builds it
        roms = [line.split(":note:")[0].removeprefix(f"{LINK}/") for line in lines if ":note: found ROM" in line]
        place = f"{roms[-1]}: " if roms and "netlists-memories" in crash[0] else ""
        return f"{place}GHDL itself failed: {crash[0]}"
    reason = (errors or lines or [f"status {tool_run.returncode}"])[0].removeprefix(f"{LINK}/")
    # no option of GHDL makes a latch measurable
    return reason.replace(" (use --latches)", "")


_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_EXTENDED = re.compile(r"\\((?:[^\\\n]|\\\\)+)\\")
_MODULE = re.compile(r"^module .*?^endmodule\n", re.MULTILINE | re.DOTALL)
_NET = re.compile(r"^  wire (?:\[[^\]]*\] )?(\w+);\n", re.MULTILINE)


def correct_names(text: str) -> str:
    """GHDL's Verilog without comments, with names of Verilog, each declared once in a module.

    Raises:
        FairhashError: Two different nets of a module have one name.
    """
    return _MODULE.sub(lambda module: _declared_once(module[0]), _without_extended(_COMMENT.sub("", text)))


def _without_extended(text: str) -> str:
    """The text with a name of letters, digits and underscores for each extended identifier."""
    taken = {name.lower() for name in re.findall(r"\w+", _EXTENDED.sub(" ", text))}
    names: dict[str, str] = {}
    for inner in dict.fromkeys(_EXTENDED.findall(text)):
        plain = re.sub(r"[^A-Za-z0-9]+", "_", inner).strip("_") or "extended"
        plain = plain if plain[0].isalpha() else f"x_{plain}"
        name, number = plain, 1
        while name.lower() in taken:
            name, number = f"{plain}_{number}", number + 1
        taken.add(name.lower())
        names[inner] = name
    return _EXTENDED.sub(lambda found: names[found[1]], text) if names else text


def _declared_once(module: str) -> str:
    """A module without the second declaration of a net.

    Raises:
        FairhashError: The two declarations are of different nets.
    """
    declared = _NET.findall(module)
    for name in dict.fromkeys(name for name in declared if declared.count(name) > 1):
        same = re.compile(rf"^  assign {name} = {name};[^\n]*\n", re.MULTILINE)
        lines = {line[0] for line in _NET.finditer(module) if line[1] == name}
        if len(lines) != 1 or not same.search(module):
            what = f"the signal {name} is named like the port of an instance, which GHDL writes under the same name"
            raise FairhashError(what, "", "rename the signal or the label of the instance, perhaps by [[edits]]")
        line = lines.pop()
        first = module.index(line) + len(line)
        module = module[:first] + module[first:].replace(line, "")
        module = same.sub("", module)
    return module
