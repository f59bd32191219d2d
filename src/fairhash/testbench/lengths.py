# SPDX-License-Identifier: Apache-2.0
"""Lengths of messages at which the number of blocks changes."""

from fairhash.models import algorithms
from fairhash.testbench.reference import Reference, models


def step_bits(reference: Reference, algorithm: str) -> int:
    """Bits by which the lengths of an algorithm's messages differ at least: 8 if its model takes whole bytes only."""
    if reference is not models():
        return 1
    model = algorithms().get(algorithm)
    return 8 if model and model.whole_bytes else 1


def blocks_of(reference: Reference, algorithm: str, block_bits: int, bits: int) -> int:
    """Blocks after padding of a message of `bits` bits."""
    return len(reference.pad(algorithm, bytes((bits + 7) // 8), bits)) * 8 // block_bits


def capacity_bits(reference: Reference, algorithm: str, block_bits: int, blocks: int) -> int:
    """The longest message that fits into `blocks` blocks with its padding, at least one; found by bisection."""
    step = step_bits(reference, algorithm)
    low, high = 0, blocks * block_bits // step
    while low < high:
        middle = (low + high + 1) // 2
        if blocks_of(reference, algorithm, block_bits, middle * step) <= blocks:
            low = middle
        else:
            high = middle - 1
    return low * step


def boundary_lengths(reference: Reference, algorithm: str, block_bits: int, blocks: int) -> list[int]:
    """Lengths in bits around each boundary from nothing to `blocks` blocks of message.

    Boundaries are ends of blocks and the lengths from which padding takes one block more, each with one bit and one
    byte to either side, and the whole bytes next to it.
    """
    marks = {0}
    for number in range(1, blocks + 1):
        marks |= {number * block_bits, capacity_bits(reference, algorithm, block_bits, number)}
    lengths = {0, 1, 7, 8, 9, 16}
    for mark in marks:
        whole = mark // 8 * 8
        lengths |= {mark - 8, mark - 1, mark, mark + 1, mark + 8, whole - 8, whole, whole + 8}
    step = step_bits(reference, algorithm)
    return sorted(length for length in lengths if 0 <= length <= blocks * block_bits and length % step == 0)
