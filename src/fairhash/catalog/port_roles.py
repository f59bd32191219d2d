# SPDX-License-Identifier: Apache-2.0
"""The roles of the ports of an external core: those that each kind of ports has, and their default names and levels."""

from typing import Literal

_Input = Literal["clk", "io_clk", "rst", "in_data", "in_valid", "in_ready", "in_last", "in_keep", "in_bytes"]
_Output = Literal["out_data", "out_valid", "out_ready", "out_last", "out_keep"]
_Command = Literal["init", "next", "finish", "in_blocks", "select", "write", "address", "start"]
_Entropy = Literal["entropy", "entropy_valid", "entropy_ready"]
Role = Literal[_Input, _Output, _Command, _Entropy]
"""The function of a port, independent of its name and active level."""

Kind = Literal["fairhash", "axi-stream", "fifo", "block", "registers", "permutation", "lwc"]
"""The protocol of the ports (docs/description.md)."""
Level = Literal["high", "low"]
DEFAULT_NAMES: dict[Kind, dict[Role, str]] = {
    "fairhash": {
        **{"clk": "clk", "io_clk": "io_clk", "rst": "rst", "in_data": "in_data", "in_valid": "in_valid"},
        **{"in_ready": "in_ready", "out_data": "out_data", "out_valid": "out_valid", "out_ready": "out_ready"},
    },
    "axi-stream": {
        **{"clk": "aclk", "rst": "aresetn"},
        **{"in_data": "s_axis_tdata", "in_valid": "s_axis_tvalid", "in_ready": "s_axis_tready"},
        **{"in_last": "s_axis_tlast", "out_data": "m_axis_tdata", "out_valid": "m_axis_tvalid"},
        **{"out_ready": "m_axis_tready", "out_last": "m_axis_tlast"},
    },
    "fifo": {
        **{"clk": "clk", "rst": "rst", "in_data": "din", "in_valid": "src_ready", "in_ready": "src_read"},
        **{"out_data": "dout", "out_valid": "dst_write", "out_ready": "dst_ready"},
    },
    "block": {
        **{"clk": "clk", "rst": "reset_n", "init": "init", "next": "next", "in_data": "block"},
        **{"in_ready": "ready", "out_data": "digest", "out_valid": "digest_valid"},
    },
    "registers": {
        **{"clk": "clk", "rst": "reset_n", "select": "cs", "write": "we", "address": "address"},
        **{"in_data": "write_data", "out_data": "read_data"},
    },
    "permutation": {
        **{"clk": "clk", "rst": "rst", "start": "start", "in_data": "state_in"},
        **{"out_valid": "done", "out_data": "state_out"},
    },
    "lwc": {
        **{"clk": "clk", "rst": "rst", "in_data": "pdi_data", "in_valid": "pdi_valid", "in_ready": "pdi_ready"},
        **{"out_data": "do_data", "out_valid": "do_valid", "out_ready": "do_ready", "out_last": "do_last"},
    },
}
"""Default port names of each kind."""
ENTROPY: frozenset[Role] = frozenset({"entropy", "entropy_valid", "entropy_ready"})
"""Roles of the ports through which a masked core receives random bits."""
OPTIONAL: dict[Kind, frozenset[Role]] = {
    "fairhash": frozenset(),
    "axi-stream": frozenset({"in_keep", "in_bytes", "out_keep", *ENTROPY}),
    "fifo": frozenset({"io_clk", "in_last", "in_keep", "in_bytes", "out_last", "out_keep", *ENTROPY}),
    "block": frozenset({"finish", "in_last", "in_bytes", "in_blocks", *ENTROPY}),
    "registers": frozenset(),
    "permutation": frozenset({"in_ready", *ENTROPY}),
    "lwc": frozenset(),
}
"""Roles that a core has only if `names` gives them a port."""
OMITTED: dict[Kind, frozenset[Role]] = {
    **dict.fromkeys(("fairhash", "fifo", "registers", "permutation"), frozenset[Role]()),
    "axi-stream": frozenset({"in_last", "out_last", "out_ready"}),
    "block": frozenset({"init", "in_ready", "out_valid"}),
    "lwc": frozenset({"out_last"}),
}
"""Roles that `without` may name."""
ACTIVE_LOW: dict[Kind, frozenset[Role]] = {
    "fairhash": frozenset(),
    "axi-stream": frozenset({"rst"}),
    "fifo": frozenset({"in_valid", "in_ready", "out_valid", "out_ready"}),
    "block": frozenset({"rst"}),
    "registers": frozenset({"rst"}),
    "permutation": frozenset(),
    "lwc": frozenset(),
}
"""Control ports that are active low by default."""
NO_LEVEL: frozenset[Role] = frozenset(
    {"clk", "io_clk", "in_data", "out_data", "in_keep", "out_keep", "in_bytes", "in_blocks", "address", "entropy"}
)
