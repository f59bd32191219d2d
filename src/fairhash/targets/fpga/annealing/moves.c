/* SPDX-License-Identifier: Apache-2.0 */
#include "moves.h"

#include <stdlib.h>

/* Nets with more connections, such as enables, reach across the core wherever one cell is placed. */
enum { MOST_CONNECTIONS = 60 };

uint64_t next_random(uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static int half_perimeter(const struct design *design, const struct net *net)
{
  if (net->count > MOST_CONNECTIONS) return 0;
  const struct cell *cell = &design->cells[net->driver];
  int left = cell->x, right = cell->x, low = cell->y, high = cell->y;
  for (int i = net->first; i < net->first + net->count; i++) {
    cell = &design->cells[design->connections[i].to];
    if (cell->x < left) left = cell->x;
    if (cell->x > right) right = cell->x;
    if (cell->y < low) low = cell->y;
    if (cell->y > high) high = cell->y;
  }
  return right - left + high - low;
}

void start_costs(struct design *design, struct costs *costs)
{
  costs->design = design;
  costs->half_perimeters = allocate((size_t)design->net_count, sizeof(int));
  costs->net_marks = allocate((size_t)design->net_count, sizeof(int));
  costs->changed_nets = allocate((size_t)design->net_count, sizeof(int));
  costs->changed_half_perimeters = allocate((size_t)design->net_count, sizeof(int));
  costs->connection_marks = allocate((size_t)design->connection_count, sizeof(int));
  costs->mark = 0;
  costs->changed_count = 0;
}

void sum_costs(struct costs *costs)
{
  const struct design *design = costs->design;
  costs->wires = 0;
  costs->timing = 0;
  for (int i = 0; i < design->net_count; i++)
    costs->wires += costs->half_perimeters[i] = half_perimeter(design, &design->nets[i]);
  for (int i = 0; i < design->connection_count; i++)
    costs->timing += design->connections[i].weight * design->connections[i].delay;
}

static bool fixed(const struct design *design, int cell)
{
  return cell >= 0 && !design->cells[cell].movable;
}

bool propose(const struct design *design, const bool *used_tiles, int cell, int reach, uint64_t *random,
             struct exchange *exchange)
{
  const struct cell *mover = &design->cells[cell];
  const int span = 2 * reach + 1;
  int x = mover->x - reach + (int)(next_random(random) % (uint64_t)span);
  int y = mover->y - reach + (int)(next_random(random) % (uint64_t)span);
  int slot = (int)(next_random(random) % SLOTS);
  if (x < 0 || x > MAX_COORDINATE || y < 0 || y > MAX_COORDINATE || !used_tiles[x * (MAX_COORDINATE + 1) + y])
    return false;
  if (x == mover->x && y == mover->y && slot == mover->slot) return false;
  *exchange = (struct exchange){.x = {mover->x, x}, .y = {mover->y, y}, .slot = {mover->slot, slot}};
  exchange->kinds[mover->kind] = true;
  for (int end = 0; end < 2; end++) {
    int function = *site(design, exchange->x[end], exchange->y[end], exchange->slot[end], FUNCTION);
    int other = *site(design, exchange->x[end], exchange->y[end], exchange->slot[end], REGISTER);
    if (fixed(design, function) || fixed(design, other)) return false;
    if (other >= 0 && function >= 0 && design->cells[other].partner == function)
      exchange->kinds[FUNCTION] = exchange->kinds[REGISTER] = true;
  }
  return true;
}

static void exchange_sites(struct design *design, const struct exchange *exchange, enum kind kind)
{
  int *places[2], cells[2];
  for (int end = 0; end < 2; end++) {
    places[end] = site(design, exchange->x[end], exchange->y[end], exchange->slot[end], kind);
    cells[end] = *places[end];
  }
  for (int end = 0; end < 2; end++) {
    *places[end] = cells[1 - end];
    if (cells[1 - end] < 0) continue;
    struct cell *cell = &design->cells[cells[1 - end]];
    cell->x = exchange->x[end];
    cell->y = exchange->y[end];
    cell->slot = exchange->slot[end];
  }
}

void apply(struct design *design, const struct exchange *exchange)
{
  for (enum kind kind = FUNCTION; kind <= REGISTER; kind++)
    if (exchange->kinds[kind]) exchange_sites(design, exchange, kind);
}

static bool tile_allowed(const struct design *design, int x, int y)
{
  const struct cell *first = NULL;
  for (int slot = 0; slot < SLOTS; slot++) {
    int index = *site(design, x, y, slot, REGISTER);
    if (index < 0) continue;
    const struct cell *cell = &design->cells[index];
    if (first && first->tile_control != cell->tile_control) return false;
    first = cell;
    int neighbour = *site(design, x, y, slot ^ 1, REGISTER);
    if (neighbour >= 0 && design->cells[neighbour].slice_control != cell->slice_control) return false;
  }
  return true;
}

bool allowed(const struct design *design, const struct exchange *exchange)
{
  if (!exchange->kinds[REGISTER]) return true;
  return tile_allowed(design, exchange->x[0], exchange->y[0]) && tile_allowed(design, exchange->x[1], exchange->y[1]);
}

/* The cells at both ends that the exchange moves; returns their number, at most four. */
static int moved_cells(const struct design *design, const struct exchange *exchange, int cells[4])
{
  int count = 0;
  for (enum kind kind = FUNCTION; kind <= REGISTER; kind++)
    for (int end = 0; end < 2 && exchange->kinds[kind]; end++) {
      int cell = *site(design, exchange->x[end], exchange->y[end], exchange->slot[end], kind);
      if (cell >= 0) cells[count++] = cell;
    }
  return count;
}

static double delay_change(struct costs *costs, int index)
{
  const struct connection *connection = &costs->design->connections[index];
  if (costs->connection_marks[index] == costs->mark) return 0;
  costs->connection_marks[index] = costs->mark;
  return connection->weight * (connection_ns(costs->design, connection) - connection->delay);
}

void measure(struct costs *costs, const struct exchange *exchange, double *wires, double *timing)
{
  const struct design *design = costs->design;
  int cells[4];
  int count = moved_cells(design, exchange, cells);
  *wires = *timing = 0;
  costs->mark++;
  costs->changed_count = 0;
  for (int c = 0; c < count; c++) {
    const struct cell *cell = &design->cells[cells[c]];
    for (int j = 0; j < cell->net_count; j++) {
      int net = cell->nets[j];
      if (costs->net_marks[net] == costs->mark) continue;
      costs->net_marks[net] = costs->mark;
      int now = half_perimeter(design, &design->nets[net]);
      if (now == costs->half_perimeters[net]) continue;
      *wires += now - costs->half_perimeters[net];
      costs->changed_nets[costs->changed_count] = net;
      costs->changed_half_perimeters[costs->changed_count++] = now;
    }
    for (int j = 0; j < cell->input_count; j++) *timing += delay_change(costs, cell->inputs[j]);
    for (int j = 0; j < cell->output_count; j++) {
      const struct net *net = &design->nets[cell->outputs[j]];
      for (int i = net->first; i < net->first + net->count; i++) *timing += delay_change(costs, i);
    }
  }
}

void keep(struct costs *costs, const struct exchange *exchange, double wires, double timing)
{
  struct design *design = costs->design;
  int cells[4];
  int count = moved_cells(design, exchange, cells);
  costs->wires += wires;
  costs->timing += timing;
  for (int i = 0; i < costs->changed_count; i++)
    costs->half_perimeters[costs->changed_nets[i]] = costs->changed_half_perimeters[i];
  for (int c = 0; c < count; c++) {
    const struct cell *cell = &design->cells[cells[c]];
    for (int j = 0; j < cell->input_count; j++) {
      struct connection *connection = &design->connections[cell->inputs[j]];
      connection->delay = connection_ns(design, connection);
    }
    for (int j = 0; j < cell->output_count; j++) {
      const struct net *net = &design->nets[cell->outputs[j]];
      for (int i = net->first; i < net->first + net->count; i++)
        design->connections[i].delay = connection_ns(design, &design->connections[i]);
    }
  }
}

void free_costs(struct costs *costs)
{
  free(costs->half_perimeters);
  free(costs->net_marks);
  free(costs->connection_marks);
  free(costs->changed_nets);
  free(costs->changed_half_perimeters);
}
