# SPDX-License-Identifier: Apache-2.0
"""The command `prove`: makes formal proofs."""

import click

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.console.names import CORE, JOBS
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressDisplay
from fairhash.features.proofs.measure import make_proofs, proof_folder
from fairhash.features.proofs.registry import all_proofs, find_proof, proofs_of

HELP_SECTION = "Verify"


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE]...")
@click.option("--shell", is_flag=True, help="Prove all entities of rtl/shell.")
@click.option("--all", "every", is_flag=True, help="Make all proofs.")
@click.option("--only", "names", multiple=True, metavar="PROOF", help="Make this proof; may be repeated.")
@click.option("--list", "listed", is_flag=True, help="Run nothing; list the proofs and what they claim.")
@click.option("--again", is_flag=True, help="Make also the proofs that passed and whose sources have not changed.")
@JOBS
@as_json
def prove(
    *,
    cores: tuple[str, ...],
    shell: bool,
    every: bool,
    names: tuple[str, ...],
    listed: bool,
    again: bool,
    jobs: int | None,
    as_json: bool,
) -> int:
    """Make the formal proofs about each CORE and its parts.

    docs/proofs.md says what is proven and how. Every proof has twins: the same check on sources with an injected bug,
    which must fail. Every outcome is stored in results/proofs/ at once, and a proof that passed is made again only
    after a change of its sources or a tool. The exit status is 1 if a proof did not pass.

    \b
    Examples:
      fairhash prove keccak-512/highspeed
      fairhash prove --shell
      fairhash prove --only shell/unloader --again
    """
    selected = {name: find_proof(name) for name in names}
    for core in cores:
        selected |= {proof.name: proof for proof in proofs_of(find_core(core).name)}
    if shell:
        selected |= {name: proof for name, proof in all_proofs().items() if name.startswith("shell/")}
    if every or (listed and not selected):
        selected = dict(all_proofs())
    if not selected:
        hint = "name a core, or choose --shell, --only or --all; --list shows all proofs"
        raise FairhashError("no proof is selected", " ".join(cores), hint)
    if listed:
        rows = [(name, proof.method, proof.claim) for name, proof in selected.items()]
        if as_json:
            print_json([dict(zip(("proof", "method", "claim"), row, strict=True)) for row in rows])
        else:
            print_table(("proof", "method", "claim"), rows)
        return 0
    with ProgressDisplay("prove") as sweep:
        outcomes = make_proofs(list(selected.values()), proof_folder(), sweep, again=again, jobs=jobs)
    if as_json:
        print_json([outcome.model_dump(mode="json") for outcome in outcomes.values()])
    else:
        print_table(
            ("proof", "answer", "bugs found", "s"),
            [
                (
                    outcome.proof,
                    outcome.check.answer,
                    f"{sum(twin.answer == 'failed' for twin in outcome.twins)} of {len(outcome.twins)}",
                    f"{outcome.check.seconds + sum(twin.seconds for twin in outcome.twins):.1f}",
                )
                for outcome in outcomes.values()
            ],
        )
        for outcome in outcomes.values():
            if outcome.reason:
                click.echo(f"{outcome.proof}: {outcome.reason}")
    return 0 if all(outcome.passed for outcome in outcomes.values()) else 1
