/* SPDX-License-Identifier: Apache-2.0 */
/* Static timing of a placed design, and the weight of each connection in the cost of a placement. */

#ifndef FAIRHASH_ANNEALING_TIMING_H
#define FAIRHASH_ANNEALING_TIMING_H

#include "design.h"

struct timing {
  int *order;               /* cells, each function after all that drive it */
  double *arrival;          /* of each cell's output, ns after the clock edge */
  double *required;
  double slowest_ns;        /* delay of the slowest path between registers */
};

/* Prepares for a design; false, with one line on stderr, if its functions form a loop. */
bool start_timing(const struct design *design, struct timing *timing);

/*
 * Computes delays, the slowest path, and weights: criticality (1 - slack / slowest path) to the power `exponent`.
 * A weight moves towards its new value by `step`, so that paths which take turns in being critical all keep weight.
 */
void analyse(struct design *design, struct timing *timing, double exponent, double step);

void free_timing(struct timing *timing);

#endif
