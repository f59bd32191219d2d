/* SPDX-License-Identifier: Apache-2.0 */
/* A placed design as the annealer sees it: cells on sites, nets, and their connections. */

#ifndef FAIRHASH_ANNEALING_DESIGN_H
#define FAIRHASH_ANNEALING_DESIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { SLOTS = 8 };         /* logic cells of a tile, each a function and a register */
enum { MAX_COORDINATE = 255 };

enum kind { FUNCTION, REGISTER };

struct cell {
  enum kind kind;
  int x, y, slot;
  bool movable;
  int tile_control;         /* registers of one tile agree in this: clock and reset */
  int slice_control;        /* registers of one slice, slots 2 n and 2 n + 1, agree in this: clock enable */
  int partner;              /* a register's function in the same slot, -1 without one: they move together */
  int *nets;                /* every net at the cell, once */
  int net_count;
  int *inputs;              /* connections that end here */
  int input_count;
  int *outputs;             /* nets that start here */
  int output_count;
};

struct net {
  int driver;
  int first, count;         /* its connections */
};

struct connection {
  int from, to, net;
  bool dedicated;           /* not through general routing */
  double own;               /* ns: the whole delay of a dedicated connection, of others what is added for its ports */
  double delay;             /* ns, between the present places */
  double weight;            /* criticality, raised to the exponent */
};

struct design {
  struct cell *cells;
  int cell_count;
  struct net *nets;
  int net_count;
  struct connection *connections;
  int connection_count;
  double function_ns, register_ns;       /* delay of a function; clock to output of a register */
  double distance_ns[2 * MAX_COORDINATE + 1]; /* delay of a connection by rows plus columns */
  int *sites;               /* cell by x, y, slot and kind, -1 if free; see site() */
};

/* The cell at a place. */
static inline int *site(const struct design *design, int x, int y, int slot, enum kind kind)
{
  return &design->sites[(((x * (MAX_COORDINATE + 1) + y) * SLOTS) + slot) * 2 + (int)kind];
}

/* The delay of a connection between the present places of its ends, ns. */
static inline double connection_ns(const struct design *design, const struct connection *connection)
{
  const struct cell *from = &design->cells[connection->from], *to = &design->cells[connection->to];
  if (connection->dedicated) return connection->own;
  int columns = from->x > to->x ? from->x - to->x : to->x - from->x;
  int rows = from->y > to->y ? from->y - to->y : to->y - from->y;
  return design->distance_ns[columns + rows] + connection->own;
}

/* `count` zeroed elements, at least one; ends the program if there is no memory. */
void *allocate(size_t count, size_t size);

/* Reads a design in the form that annealer.py writes; false, with one line on stderr, if it is malformed. */
bool read_design(FILE *file, struct design *design);

/* One line for each cell: its column, row and slot. */
void write_places(FILE *file, const struct design *design);

void free_design(struct design *design);

#endif
