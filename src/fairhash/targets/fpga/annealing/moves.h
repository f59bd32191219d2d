/* SPDX-License-Identifier: Apache-2.0 */
/* Exchanges of two places of a design, and what they change in the cost of the placement. */

#ifndef FAIRHASH_ANNEALING_MOVES_H
#define FAIRHASH_ANNEALING_MOVES_H

#include <stdint.h>

#include "design.h"

struct costs {
  struct design *design;
  double wires;             /* sum over nets of the half perimeter of the box around their cells, tiles */
  double timing;            /* sum over connections of weight times delay */
  int *half_perimeters;     /* by net */
  int *net_marks, *connection_marks; /* the last exchange that counted the net, the connection */
  int mark;
  int *changed_nets, *changed_half_perimeters;
  int changed_count;
};

/* Two places, and which of their two sites are exchanged. */
struct exchange {
  int x[2], y[2], slot[2];
  bool kinds[2];            /* by kind: FUNCTION, REGISTER */
};

void start_costs(struct design *design, struct costs *costs);

/* Computes all costs anew from places, delays and weights. */
void sum_costs(struct costs *costs);

/*
 * Proposes to exchange what is at `cell` with a place at most `reach` columns and rows away, where the design had cells
 * from the start. Cells that belong together move together. False if there is no such exchange or a cell cannot move.
 */
bool propose(const struct design *design, const bool *used_tiles, int cell, int reach, uint64_t *random,
             struct exchange *exchange);

/* Makes an exchange, or takes it back. */
void apply(struct design *design, const struct exchange *exchange);

/* Whether the registers of both tiles agree in their controls. */
bool allowed(const struct design *design, const struct exchange *exchange);

/* The change of wires and timing by an exchange that has just been made. */
void measure(struct costs *costs, const struct exchange *exchange, double *wires, double *timing);

/* Keeps the exchange that was measured last. */
void keep(struct costs *costs, const struct exchange *exchange, double wires, double timing);

void free_costs(struct costs *costs);

/* The next number of a xorshift generator, whose state must not be 0. */
uint64_t next_random(uint64_t *state);

#endif
