# SPDX-License-Identifier: Apache-2.0
"""Prints the keys of one core on ECP5, and of its proofs, by the checkout at FAIRHASH_ROOT, as JSON.

PYTHONPATH=CHECKOUT/src FAIRHASH_ROOT=CHECKOUT python tests/bench/keys_of_a_checkout.py CORE NETLIST
"""

import json
import sys
from pathlib import Path

import fairhash
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.proofs.measure import proof_key
from fairhash.features.proofs.registry import proofs_of


def stage_keys(keys: RunKeys, netlist: str, seed: int) -> dict[str, str]:
    """The keys of all stages with the netlist digest `netlist`, and with the digest of the Verilog in its place."""
    verilog = keys.elaboration.verilog
    return {
        "synthesis": keys.synthesis,
        "cycles": keys.cycles,
        "verification": keys.verification,
        "netlist": keys.netlist_check(netlist),
        "netlist of this Verilog": keys.netlist_check(verilog),
        "placement": keys.placement(netlist, seed),
        "placement of this Verilog": keys.placement(verilog, seed),
        "result": keys.result(seed),
        "series": keys.series,
    }


if __name__ == "__main__":
    keys = Workspace().keys(find_core(sys.argv[1]), find_device("ecp5-85k-8"), find_recipe("default"))
    if keys.elaboration.reason:
        sys.exit(keys.elaboration.reason)
    package = Path(fairhash.__path__[0])
    of_proofs = {f"proof {proof.name}": proof_key(proof) for proof in proofs_of(sys.argv[1])}
    print(json.dumps({"package": str(package), **stage_keys(keys, sys.argv[2], 1), **of_proofs}))
