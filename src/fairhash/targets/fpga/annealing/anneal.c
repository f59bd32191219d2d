/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Refines a placement by simulated annealing: anneal DESIGN PLACES SEED.
 *
 * The cost is that of VPR (V. Betz, J. Rose, A. Marquardt, "Architecture and CAD for Deep-Submicron FPGAs", 1999,
 * section 3.3): wires and criticality times delay, each divided by its value at the last timing analysis. It begins
 * with a good placement, so the first temperature is low and the reach of a move is short. At 5e-5 the wires grow to
 * more than twice their length; below 2e-6 they change by about 0.1 % (keccak-512/highspeed). Results depend on the
 * design and the seed only. Exit status 2 for a design that cannot be read.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "moves.h"
#include "timing.h"

static const double TIMING_SHARE = 0.4;
static const double FIRST_TEMPERATURE = 3e-5, LAST_TEMPERATURE = 2e-6, COOLING = 0.98;
static const double FIRST_EXPONENT = 8, LAST_EXPONENT = 24;
static const double WEIGHT_STEP = 0.2;
static const double LONGEST_REACH = 10, SHORTEST_REACH = 2;
enum { MOVES_PER_CELL = 200, MOVES_PER_ANALYSIS = 2 };

struct annealing {
  struct design design;
  struct timing timing;
  struct costs costs;
  bool *used_tiles;
  int *movers;              /* cells that moves begin with: one of each group that moves together */
  int mover_count;
  uint64_t random;
};

static void find_movers(struct annealing *annealing)
{
  const struct design *design = &annealing->design;
  for (int i = 0; i < design->cell_count; i++) {
    const struct cell *cell = &design->cells[i];
    annealing->used_tiles[cell->x * (MAX_COORDINATE + 1) + cell->y] = true;
    if (cell->movable && cell->partner < 0) annealing->movers[annealing->mover_count++] = i;
  }
}

static void update_costs(struct annealing *annealing, double exponent)
{
  analyse(&annealing->design, &annealing->timing, exponent, WEIGHT_STEP);
  sum_costs(&annealing->costs);
}

/* Whether an exchange is accepted at a temperature. */
static bool accepted(uint64_t *random, double change, double temperature)
{
  double uniform = (double)(next_random(random) >> 11) / 9007199254740992.0;
  return change <= 0 || uniform < exp(-change / temperature);
}

static void move_at(struct annealing *annealing, double temperature, int reach, double exponent)
{
  struct design *design = &annealing->design;
  struct costs *costs = &annealing->costs;
  const long moves = (long)MOVES_PER_CELL * annealing->mover_count;
  const long between = (long)MOVES_PER_ANALYSIS * annealing->mover_count;
  double wires_before = 1, timing_before = 1;
  for (long move = 0; move < moves; move++) {
    if (move % between == 0) {
      update_costs(annealing, exponent);
      wires_before = fmax(costs->wires, 1);
      timing_before = fmax(costs->timing, 1e-9);
    }
    int cell = annealing->movers[next_random(&annealing->random) % (uint64_t)annealing->mover_count];
    struct exchange exchange;
    if (!propose(design, annealing->used_tiles, cell, reach, &annealing->random, &exchange)) continue;
    apply(design, &exchange);
    if (allowed(design, &exchange)) {
      double wires, timing;
      measure(costs, &exchange, &wires, &timing);
      double change = TIMING_SHARE * timing / timing_before + (1 - TIMING_SHARE) * wires / wires_before;
      if (accepted(&annealing->random, change, temperature)) {
        keep(costs, &exchange, wires, timing);
        continue;
      }
    }
    apply(design, &exchange);
  }
}

static void copy_places(struct cell *to, const struct cell *from, int count)
{
  for (int i = 0; i < count; i++) {
    to[i].x = from[i].x;
    to[i].y = from[i].y;
    to[i].slot = from[i].slot;
  }
}

/* Anneals, and leaves the last places with the shortest slowest path, of those at the end of each temperature. */
static void anneal(struct annealing *annealing)
{
  struct design *design = &annealing->design;
  struct cell *best = allocate((size_t)design->cell_count, sizeof *best);
  copy_places(best, design->cells, design->cell_count);
  update_costs(annealing, FIRST_EXPONENT);
  double best_ns = annealing->timing.slowest_ns;
  printf("before: slowest path %.3f ns, wires %.0f\n", best_ns, annealing->costs.wires);
  const double steps = log(FIRST_TEMPERATURE / LAST_TEMPERATURE);
  for (double temperature = FIRST_TEMPERATURE; temperature > LAST_TEMPERATURE; temperature *= COOLING) {
    double exponent = FIRST_EXPONENT + (LAST_EXPONENT - FIRST_EXPONENT) * log(FIRST_TEMPERATURE / temperature) / steps;
    double reach = SHORTEST_REACH + (LONGEST_REACH - SHORTEST_REACH) * temperature / FIRST_TEMPERATURE;
    move_at(annealing, temperature, (int)(reach + 0.5), exponent);
    update_costs(annealing, exponent);
    if (annealing->timing.slowest_ns > best_ns) continue;
    best_ns = annealing->timing.slowest_ns;
    copy_places(best, design->cells, design->cell_count);
  }
  copy_places(design->cells, best, design->cell_count);
  update_costs(annealing, LAST_EXPONENT);
  printf("after: slowest path %.3f ns, wires %.0f\n", best_ns, annealing->costs.wires);
  free(best);
}

static FILE *open_file(const char *name, const char *mode)
{
  FILE *file = fopen(name, mode);
  if (!file) fprintf(stderr, "%s: %s\n", name, strerror(errno));
  return file;
}

int main(int count, char **arguments)
{
  struct annealing annealing = {0};
  if (count != 4) {
    fprintf(stderr, "usage: anneal DESIGN PLACES SEED\n");
    return 2;
  }
  FILE *input = open_file(arguments[1], "r");
  if (!input) return 2;
  bool good = read_design(input, &annealing.design);
  fclose(input);
  good = good && start_timing(&annealing.design, &annealing.timing);
  if (good) {
    start_costs(&annealing.design, &annealing.costs);
    annealing.used_tiles = allocate((size_t)(MAX_COORDINATE + 1) * (MAX_COORDINATE + 1), sizeof(bool));
    annealing.movers = allocate((size_t)annealing.design.cell_count, sizeof(int));
    annealing.random = 88172645463325252u ^ (strtoull(arguments[3], NULL, 10) * 0x9E3779B97F4A7C15u);
    for (int i = 0; i < 20; i++) next_random(&annealing.random);
    find_movers(&annealing);
    if (annealing.mover_count) anneal(&annealing);
    FILE *output = open_file(arguments[2], "w");
    good = output != NULL;
    if (output) {
      write_places(output, &annealing.design);
      fclose(output);
    }
    free(annealing.used_tiles);
    free(annealing.movers);
    free_costs(&annealing.costs);
  }
  free_timing(&annealing.timing);
  free_design(&annealing.design);
  return good ? 0 : 2;
}
