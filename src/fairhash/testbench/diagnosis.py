# SPDX-License-Identifier: Apache-2.0
"""Explains wrong digests of an external core: tries descriptions that differ in one or two entries.

A changed order of bytes or another algorithm needs no new simulator; another active level needs one each.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Order, Ports
from fairhash.catalog.port_roles import Role
from fairhash.models import algorithms, find_algorithm
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.reference import Reference
from fairhash.testbench.session import SimulationSession
from fairhash.testbench.wire import ORDERS

_MESSAGES = 3
_LEVELS: tuple[Role, ...] = ("rst", "in_valid", "in_ready", "out_valid", "out_ready", "in_last", "out_last")
_HABITS: Mapping[str, object] = {
    "start_cycles": 2,
    "init_takes_block": False,
    "block_held": True,
    "valid_pulse": True,
    "reset_between_messages": True,
}
"""Entries about a core that takes a block at a command, the commonest first; each needs a new simulator."""
_SEED = 1
_COMMENT = re.compile(r"//[^\n]*|--[^\n]*|/\*.*?\*/", re.DOTALL)
_FALLING = re.compile(r"@\s*\(\s*negedge\s+\w+\s*\)|\bfalling_edge\s*\(|'event\s+and\s+\w+\s*=\s*'0'", re.IGNORECASE)


def diagnose(core: Core, answered: Sequence[Message], reference: Reference, work: Path) -> str:
    """Return which other description gives right digests, in one line; empty if none that was tried does.

    Args:
        core: an external core that fails the mode `answers`.
        answered: messages with their digests.
        reference: the models.
        work: folder in which temporary files are created.
    """
    falling = _falling_edge(core)
    if falling:
        return falling
    # the shortest ones, and one of several blocks; algorithms differ in the order of the bits of an incomplete byte
    rows = sorted((row for row in answered if row.bits % 8 == 0), key=lambda message: message.bits)
    if not rows:
        return ""
    long = next((row for row in rows if row.bits > core.block_bits), rows[-1])
    messages = [*[row for row in rows if row.bits][: _MESSAGES - 1], long]
    with tempfile.TemporaryDirectory(prefix=".diagnosis.", dir=work) as folder:
        if _passes(core, messages, reference, Path(folder)):
            return ""
    for explanation, variant in _variants(core):
        algorithm = variant.algorithm
        sent = messages
        if algorithm != core.algorithm:
            sent = [Message(algorithm, message.data, message.bits) for message in messages]
        with tempfile.TemporaryDirectory(prefix=".diagnosis.", dir=work) as folder:
            if _passes(variant, sent, reference, Path(folder)):
                return explanation
    return ""


def _falling_edge(core: Core) -> str:
    """The first place in the sources where registers are clocked on the falling edge; empty if there is none.

    An edge that is alone in a list of Verilog is that of a clock: an asynchronous reset is beside a clock.
    """
    for name, file in core.sources:
        text = file.read_text(encoding="utf-8", errors="replace")
        code = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), text)
        match = _FALLING.search(code)
        if match:
            line = code.count("\n", 0, match.start()) + 1
            return f"{name}:{line}: registers are clocked on the falling edge, which is not supported"
    return ""


def _passes(core: Core, messages: Sequence[Message], reference: Reference, folder: Path) -> bool:
    """Whether the core gives the digests of all messages."""
    cases = [Case((message,), reset=power_up_cycles(core)) for message in messages]
    try:
        outcomes = SimulationSession(core, fast_engine(core), reference, _SEED, folder).simulate(cases)
    except FairhashError:
        return False
    return all(judge(section, trace, bounded=False) is None for section, trace in outcomes)


def _variants(core: Core) -> Iterator[tuple[str, Core]]:
    """Descriptions that differ from the core's, each with what it says, the cheapest first."""
    assert core.external is not None
    ports = core.external.ports
    orders_in = _orders(core.word_bits) if ports.header_format != "fairhash" else (ports.in_order,)
    orders_out = _orders(core.digest_word_bits)
    one_word = core.received_bits >= core.digest_bits
    for reverse in (ports.reversed_digest, *(() if one_word else (not ports.reversed_digest,))):
        for order_in in sorted(orders_in, key=lambda order: order != ports.in_order):
            for order_out in sorted(orders_out, key=lambda order: order != ports.out_order):
                changes = {
                    "in_order": (order_in, ports.in_order),
                    "out_order": (order_out, ports.out_order),
                    "reversed_digest": (reverse, ports.reversed_digest),
                }
                changed = {key: new for key, (new, old) in changes.items() if new != old}
                if changed:
                    yield f"the digests are right with {_text(changed)} under [ports]", _with_ports(core, changed)
    yield from _other_algorithms(core)
    if core.external.pads and ports.counts_bytes:
        if ports.unused_bytes == "any":
            zeros: dict[str, object] = {"unused_bytes": "zero"}
            yield f"the digests are right with {_text(zeros)} under [ports]", _with_ports(core, zeros)
        external = core.external.model_copy(update={"pads": False})
        yield "the digests are right with padding_in_core = false", core.model_copy(update={"external": external})
    elif ports.counts_bytes:
        external = core.external.model_copy(update={"pads": True, "whole_bytes": True})
        yield "the digests are right with padding_in_core = true", core.model_copy(update={"external": external})
    for key, value in _HABITS.items() if ports.kind == "block" else ():
        if getattr(ports, key) != value and not (key == "valid_pulse" and "out_valid" in ports.without):
            changed = {key: value}
            try:
                variant = _with_ports(core, changed)
            except ValidationError:
                # what the description says elsewhere excludes it
                continue
            yield f"the digests are right with {_text(changed)} under [ports]", variant
    for role in _LEVELS:
        if role in ports.by_role:
            level = "high" if ports.is_low(role) else "low"
            reset = {"reset": None} if role == "rst" else {}
            changed_levels = {"active": {**ports.active, role: level}, **reset}
            yield (
                f'the digests are right with active = {{ {role} = "{level}" }} under [ports]',
                _with_ports(core, changed_levels),
            )


def _other_algorithms(core: Core) -> Iterator[tuple[str, Core]]:
    """The same circuit called by another algorithm of its family, or one with equal blocks and digests."""
    if core.external is None or core.external.answers_only:
        return
    for name in algorithms():
        model = find_algorithm(name)
        equal = (model.block_bits, model.needs_bits) == (core.block_bits, core.needs_bits)
        wide = core.external.ports.kind in ("block", "permutation", "registers") or model.block_bits % core.word_bits
        if name == core.algorithm or not (equal or (model.family == core.family and not wide)):
            continue
        whole = core.external.ports.kind in ("block", "permutation")
        fits = model.digest_bits <= core.digest_word_bits if whole else model.digest_bits % core.digest_word_bits == 0
        if fits and (model.digest_bits == core.digest_bits or model.family == core.family):
            update: dict[str, object] = {"algorithm": name, "family": model.family, "digest_bits": model.digest_bits}
            update |= {"block_bits": model.block_bits, "needs_bits": model.needs_bits}
            yield f'the digests are right with algorithm = "{name}"', core.model_copy(update=update)


def _orders(word_bits: int) -> tuple[Order, ...]:
    """The orders that differ for words of this width; of equal ones the first."""
    size = word_bits // 8
    by_permutation: dict[tuple[int, ...], Order] = {}
    for order, (part, reversed_parts, reversed_bytes) in ORDERS.items():
        parts = [list(range(start, min(start + part, size))) for start in range(0, size, part)]
        parts = [piece[::-1] for piece in parts] if reversed_bytes else parts
        by_permutation.setdefault(
            tuple(byte for piece in (parts[::-1] if reversed_parts else parts) for byte in piece), order
        )
    return tuple(by_permutation.values())


def _with_ports(core: Core, changed: Mapping[str, object]) -> Core:
    assert core.external is not None
    ports: Ports = core.external.ports.model_copy(update=changed)
    # model_copy keeps what was computed from the old values
    fresh = Ports.model_validate(ports.model_dump())
    return core.model_copy(update={"external": core.external.model_copy(update={"ports": fresh})})


def _text(changed: Mapping[str, object]) -> str:
    shown = {True: "true", False: "false"}
    entries = (
        (key, shown[new] if isinstance(new, bool) else str(new) if isinstance(new, int) else f'"{new}"')
        for key, new in changed.items()
    )
    return ", ".join(f"{key} = {value}" for key, value in entries)
