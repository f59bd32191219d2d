# SPDX-License-Identifier: Apache-2.0
"""Writes circuits in the Berkeley Logic Interchange Format (University of California, 1992), which ABC reads."""

from collections.abc import Iterable, Sequence

Bits = Sequence[str]
"""Nets of a number, bit 0 first."""


def blif_model(name: str, inputs: Sequence[str], outputs: Sequence[str], body: Iterable[str]) -> str:
    """Return a whole file with one model."""
    head = [f".model {name}", f".inputs {' '.join(inputs)}", f".outputs {' '.join(outputs)}"]
    return "\n".join([*head, *body, ".end", ""])


def table(inputs: Sequence[str], output: str, ones: Iterable[str]) -> str:
    """Return one table: `ones` are the input values, first input first, for which the output is 1."""
    rows = [f"{row} 1".strip() for row in ones]
    # ABC refuses a table of inputs without a row
    return "\n".join([f".names {' '.join([*(inputs if rows else ()), output])}", *rows])


def or_table(inputs: Sequence[str], output: str) -> str:
    """Return the table of an output that is 1 if any input is."""
    last = len(inputs) - 1
    return table(inputs, output, ["-" * place + "1" + "-" * (last - place) for place in range(len(inputs))])


def latch(source: str, state: str) -> str:
    """Return a register that begins with 0."""
    return f".latch {source} {state} 0"


class Gates:
    """Makes a circuit gate by gate. Methods add lines to `lines`, and return the nets of the result, bit 0 first."""

    def __init__(self, prefix: str) -> None:
        """Begin without a gate; the names of new nets begin with `prefix`."""
        self.lines: list[str] = []
        self._prefix = prefix
        self.zero = self.gate([], [])

    def gate(self, inputs: Sequence[str], ones: Iterable[str]) -> str:
        """One table; `ones` as for table()."""
        net = f"{self._prefix}{len(self.lines)}"
        self.lines.append(table(inputs, net, ones))
        return net

    def invert(self, net: str) -> str:
        """The inverse."""
        return self.gate([net], ["0"])

    def all_of(self, *nets: str) -> str:
        """1 if all nets are; with at least one net."""
        return self.gate(nets, ["1" * len(nets)])

    def none_of(self, *nets: str) -> str:
        """1 if no net is; with at least one net."""
        return self.gate(nets, ["0" * len(nets)])

    def any_of(self, *nets: str) -> str:
        """1 if any net is; with at least one net."""
        return self.invert(self.none_of(*nets))

    def masked(self, enable: str, number: Bits) -> list[str]:
        """The number where `enable` is 1, otherwise 0."""
        return [self.all_of(enable, net) for net in number]

    def choose(self, select: str, chosen: Bits, other: Bits) -> list[str]:
        """`chosen` where `select` is 1, otherwise `other`."""
        return [self.gate([select, *pair], ["11-", "0-1"]) for pair in zip(chosen, other, strict=True)]

    def select(self, choices: Iterable[tuple[str, Bits]]) -> list[str]:
        """The number whose net is 1, which is one at most; they have the same width."""
        masked = [self.masked(enable, number) for enable, number in choices]
        return [self.any_of(*bits) for bits in zip(*masked, strict=True)]

    def add(self, first: Bits, second: Bits) -> list[str]:
        """The sum of two numbers of the same width, one bit wider."""
        return self._chain(first, second, ["11-", "1-1", "-11"])

    def subtract(self, first: Bits, second: Bits) -> list[str]:
        """The difference of two numbers of the same width, and above it the borrow."""
        return self._chain(first, second, ["01-", "0-1", "-11"])

    def _chain(self, first: Bits, second: Bits, carries: Sequence[str]) -> list[str]:
        """The sum or difference of two numbers, and above it the last carry or borrow; `carries` are its ones."""
        carry, result = self.zero, []
        for pair in zip(first, second, strict=True):
            result.append(self.gate([*pair, carry], ["100", "010", "001", "111"]))
            carry = self.gate([*pair, carry], carries)
        return [*result, carry]

    def times(self, number: Bits, factor: int, width: int) -> list[str]:
        """The lower `width` bits of the product with a constant."""
        result = [self.zero] * width
        for place in range(factor.bit_length()):
            if factor >> place & 1:
                shifted = [*[self.zero] * place, *number, *[self.zero] * width][:width]
                result = self.add(result, shifted)[:width]
        return result

    def registers(self, sources: Bits, states: Bits) -> None:
        """Add registers that begin with 0. The caller names their outputs, because their inputs may depend on them."""
        self.lines += map(latch, sources, states)
