# SPDX-License-Identifier: Apache-2.0
"""Refinement of nextpnr's placements by simulated annealing (docs/measuring.md, Annealed placements).

nextpnr places with its electrostatic placer, which does not improve what it brought to legal places. Its packed netlist
becomes a problem for a program in C (`anneal.c`); the cells are bound to the places that the program finds, and nextpnr
routes them.
"""
