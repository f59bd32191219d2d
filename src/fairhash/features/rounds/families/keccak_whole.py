# SPDX-License-Identifier: Apache-2.0
"""The Keccak datapath that adds a whole block in one cycle; the round is that of keccak.py."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.families.keccak import absorb, lanes_of, one_round, state_of
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, join


def _whole(name: str, core: str, block_lanes: int) -> RoundProof:
    """A datapath that adds all lanes of a block in the same cycle."""

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        lanes, block = graph.variables(25, 64), graph.variables(block_lanes, 64)
        constant = graph.variable(64)
        circuit.force_all(
            {
                "datapath.clear": 0,
                "datapath.advance": 1,
                "datapath.state": join(lanes),
                "datapath.iota": constant,
                "datapath.inject": join([lane.swap_bytes() for lane in block]),
            }
        )
        after = join(lanes_of(absorb(one_round(state_of(lanes), constant), block)))
        return [("state", circuit.read_next("datapath.state"), after)]

    return RoundProof(
        name=name,
        claim="one cycle of the Keccak datapath is one round of Keccak-f[1600] and absorbs a block",
        core=core,
        build=build,
        module="keccak_whole.py",
    )


PROOFS = (
    _whole("keccak/whole-1344", "turboshake128/fixed-256", 21),
    _whole("keccak/whole-1600", "kt128/highspeed", 25),
)
