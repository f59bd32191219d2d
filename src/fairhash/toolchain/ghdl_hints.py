# SPDX-License-Identifier: Apache-2.0
"""What helps when GHDL refuses a source that other tools accept."""

import re

_HINTS = tuple(
    (re.compile(pattern), hint)
    for pattern, hint in (
        (
            r"unhandled .*IIR_PREDEFINED_IEEE_STD_LOGIC_",
            "GHDL does not compute this operator of std_logic_unsigned for constants: use ieee.numeric_std here",
        ),
        (
            r"limits of range are not constant",
            "declare the variable that the range depends on as a constant",
        ),
        (
            r"multiple assignments for",
            "GHDL takes a signal whose index it cannot compute as driven twice: give each part a signal of its own",
        ),
        (
            r"netlists-memories",
            "GHDL cannot make this ROM from an array with several indices: "
            "declare an array of vectors with one index, and compute the index",
        ),
        (
            r"GHDL itself failed",
            "simplify the types and generics of the entity that it read last",
        ),
        (
            r"cannot find resource library",
            "all files are compiled into the library `work`: use that name in the source",
        ),
        (r"has no default value|no generic .* for -g", "set the generics of `top`, and no others, in `generics`"),
        (r"cannot find entity or configuration", "fix `top`, or list the file of this entity in `files`"),
        (r"unit .* not found|no declaration for", "list every file, in compile order, in `files`"),
        (r"FLOATING|wait statement|\bafter\b", "this can be simulated but is no circuit"),
    )
)


def ghdl_hint(reason: str) -> str:
    """How to change a source, from GHDL's first error message."""
    return next((hint for pattern, hint in _HINTS if pattern.search(reason)), "fix it there")
