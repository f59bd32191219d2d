# SPDX-License-Identifier: Apache-2.0
"""Places the cells of one file by Coloquinte, in a process of its own, because it prints and can take long.

Started by its path, ``python -P coloquinte_child.py problem.json placed.json``, so it must not import anything of this
package. toolchain/coloquinte.py writes the problem and reads the answer.
"""

import json
import sys
from pathlib import Path

import coloquinte

problem = json.loads(Path(sys.argv[1]).read_text(encoding="ascii"))
cells, ports = problem["cells"], problem["ports"]
circuit = coloquinte.Circuit(len(cells) + len(ports))
circuit.cell_width = [width for width, _ in cells] + [0] * len(ports)
circuit.cell_height = [height for _, height in cells] + [0] * len(ports)
circuit.cell_x = [0] * len(cells) + [x for x, _ in ports]
circuit.cell_y = [0] * len(cells) + [y for _, y in ports]
circuit.cell_is_fixed = [False] * len(cells) + [True] * len(ports)
circuit.cell_is_obstruction = [True] * len(cells) + [False] * len(ports)
# every second row is upside down, so that neighbours share their supply
polarity = coloquinte.CellRowPolarity
circuit.cell_row_polarity = [polarity.SAME] * len(cells) + [polarity.ANY] * len(ports)
orientation = coloquinte.CellOrientation
circuit.rows = [
    coloquinte.Row(coloquinte.Rectangle(*row["area"]), orientation.FS if row["flipped"] else orientation.N)
    for row in problem["rows"]
]
for members, x_offsets, y_offsets in problem["nets"]:
    circuit.add_net(members, x_offsets, y_offsets)
circuit.check()
circuit.place_global(problem["effort"])
circuit.place_detailed(problem["effort"])
placed = zip(circuit.cell_x, circuit.cell_y, circuit.cell_orientation, strict=True)
answer = [[x, y, direction.name] for x, y, direction in placed]
Path(sys.argv[2]).write_text(json.dumps(answer[: len(cells)]), encoding="ascii")
