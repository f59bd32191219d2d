/* SPDX-License-Identifier: Apache-2.0 */
#include "design.h"

#include <stdlib.h>
#include <string.h>

static bool malformed(const char *what)
{
  fprintf(stderr, "malformed design: %s\n", what);
  return false;
}

void *allocate(size_t count, size_t size)
{
  void *memory = calloc(count ? count : 1, size);
  if (!memory) {
    fprintf(stderr, "out of memory\n");
    exit(1);
  }
  return memory;
}

static bool read_delays(FILE *file, struct design *design)
{
  if (fscanf(file, "%lf %lf", &design->function_ns, &design->register_ns) != 2) return malformed("delays of cells");
  for (size_t i = 0; i < sizeof design->distance_ns / sizeof *design->distance_ns; i++)
    if (fscanf(file, "%lf", &design->distance_ns[i]) != 1) return malformed("delays by distance");
  return true;
}

static bool read_cells(FILE *file, struct design *design)
{
  for (int i = 0; i < design->cell_count; i++) {
    struct cell *cell = &design->cells[i];
    int kind, movable;
    if (fscanf(file, "%d %d %d %d %d %d %d %d", &kind, &cell->x, &cell->y, &cell->slot, &movable, &cell->tile_control,
               &cell->slice_control, &cell->partner) != 8)
      return malformed("a cell");
    if (kind < FUNCTION || kind > REGISTER || cell->x < 0 || cell->x > MAX_COORDINATE || cell->y < 0 || cell->y > MAX_COORDINATE ||
        cell->slot < 0 || cell->slot >= SLOTS || cell->partner < -1 || cell->partner >= design->cell_count)
      return malformed("a value of a cell is out of range");
    cell->kind = (enum kind)kind;
    cell->movable = movable != 0;
    int *place = site(design, cell->x, cell->y, cell->slot, cell->kind);
    if (*place >= 0) return malformed("two cells in one place");
    *place = i;
  }
  return true;
}

static bool read_nets(FILE *file, struct design *design)
{
  int next = 0;
  for (int i = 0; i < design->net_count; i++) {
    struct net *net = &design->nets[i];
    if (fscanf(file, "%d %d", &net->driver, &net->count) != 2) return malformed("a net");
    if (net->driver < 0 || net->driver >= design->cell_count || net->count < 1 ||
        net->count > design->connection_count - next)
      return malformed("a value of a net is out of range");
    net->first = next;
    for (; next < net->first + net->count; next++) {
      struct connection *connection = &design->connections[next];
      int dedicated;
      if (fscanf(file, "%d %d %lf", &connection->to, &dedicated, &connection->own) != 3)
        return malformed("a connection");
      if (connection->to < 0 || connection->to >= design->cell_count) return malformed("a connection to no cell");
      connection->from = net->driver;
      connection->net = i;
      connection->dedicated = dedicated != 0;
      connection->weight = -1;
    }
  }
  return next == design->connection_count || malformed("too few connections");
}

/* Appends to a list whose memory was allocated for as many entries as connections end or start at the cell. */
static void append_once(int *list, int *count, int value)
{
  for (int i = 0; i < *count; i++)
    if (list[i] == value) return;
  list[(*count)++] = value;
}

static void link_cells(struct design *design)
{
  int *ends = allocate((size_t)design->cell_count, sizeof *ends);
  int *starts = allocate((size_t)design->cell_count, sizeof *starts);
  for (int i = 0; i < design->connection_count; i++) ends[design->connections[i].to]++;
  for (int i = 0; i < design->net_count; i++) starts[design->nets[i].driver]++;
  for (int i = 0; i < design->cell_count; i++) {
    design->cells[i].inputs = allocate((size_t)ends[i], sizeof(int));
    design->cells[i].outputs = allocate((size_t)starts[i], sizeof(int));
    design->cells[i].nets = allocate((size_t)ends[i] + (size_t)starts[i], sizeof(int));
  }
  for (int i = 0; i < design->net_count; i++) {
    struct cell *cell = &design->cells[design->nets[i].driver];
    cell->outputs[cell->output_count++] = i;
    append_once(cell->nets, &cell->net_count, i);
  }
  for (int i = 0; i < design->connection_count; i++) {
    struct cell *cell = &design->cells[design->connections[i].to];
    cell->inputs[cell->input_count++] = i;
    append_once(cell->nets, &cell->net_count, design->connections[i].net);
  }
  free(ends);
  free(starts);
}

bool read_design(FILE *file, struct design *design)
{
  memset(design, 0, sizeof *design);
  int cells, nets, connections;
  if (fscanf(file, "%d %d %d", &cells, &nets, &connections) != 3 || cells < 0 || nets < 0 || connections < 0)
    return malformed("first line");
  design->cells = allocate((size_t)cells, sizeof *design->cells);
  design->cell_count = cells;
  design->nets = allocate((size_t)nets, sizeof *design->nets);
  design->net_count = nets;
  design->connections = allocate((size_t)connections, sizeof *design->connections);
  design->connection_count = connections;
  const size_t places = (size_t)(MAX_COORDINATE + 1) * (MAX_COORDINATE + 1) * SLOTS * 2;
  design->sites = allocate(places, sizeof *design->sites);
  for (size_t i = 0; i < places; i++) design->sites[i] = -1;
  if (!read_delays(file, design) || !read_cells(file, design) || !read_nets(file, design)) return false;
  link_cells(design);
  return true;
}

void write_places(FILE *file, const struct design *design)
{
  for (int i = 0; i < design->cell_count; i++)
    fprintf(file, "%d %d %d\n", design->cells[i].x, design->cells[i].y, design->cells[i].slot);
}

void free_design(struct design *design)
{
  for (int i = 0; i < design->cell_count; i++) {
    free(design->cells[i].inputs);
    free(design->cells[i].outputs);
    free(design->cells[i].nets);
  }
  free(design->cells);
  free(design->nets);
  free(design->connections);
  free(design->sites);
}
