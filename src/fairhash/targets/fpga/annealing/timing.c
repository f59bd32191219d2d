/* SPDX-License-Identifier: Apache-2.0 */
#include "timing.h"

#include <math.h>
#include <stdlib.h>

bool start_timing(const struct design *design, struct timing *timing)
{
  const size_t count = (size_t)design->cell_count;
  int *waiting = allocate(count, sizeof *waiting);
  timing->order = allocate(count, sizeof *timing->order);
  timing->arrival = allocate(count, sizeof *timing->arrival);
  timing->required = allocate(count, sizeof *timing->required);
  for (int i = 0; i < design->connection_count; i++)
    if (design->cells[design->connections[i].to].kind == FUNCTION) waiting[design->connections[i].to]++;
  int ready = 0;
  for (int i = 0; i < design->cell_count; i++)
    if (!waiting[i]) timing->order[ready++] = i;
  for (int next = 0; next < ready; next++) {
    const struct cell *cell = &design->cells[timing->order[next]];
    for (int j = 0; j < cell->output_count; j++) {
      const struct net *net = &design->nets[cell->outputs[j]];
      for (int i = net->first; i < net->first + net->count; i++) {
        int to = design->connections[i].to;
        if (design->cells[to].kind == FUNCTION && --waiting[to] == 0) timing->order[ready++] = to;
      }
    }
  }
  free(waiting);
  if (ready == design->cell_count) return true;
  fprintf(stderr, "the functions of the design form a loop\n");
  return false;
}

static void compute_arrivals(struct design *design, struct timing *timing)
{
  timing->slowest_ns = 0;
  for (int i = 0; i < design->cell_count; i++)
    timing->arrival[i] = design->cells[i].kind == REGISTER ? design->register_ns : 0;
  for (int next = 0; next < design->cell_count; next++) {
    int from = timing->order[next];
    const struct cell *cell = &design->cells[from];
    if (cell->kind == FUNCTION) timing->arrival[from] += design->function_ns;
    for (int j = 0; j < cell->output_count; j++) {
      const struct net *net = &design->nets[cell->outputs[j]];
      for (int i = net->first; i < net->first + net->count; i++) {
        struct connection *connection = &design->connections[i];
        connection->delay = connection_ns(design, connection);
        double end = timing->arrival[from] + connection->delay;
        if (design->cells[connection->to].kind == FUNCTION)
          timing->arrival[connection->to] = fmax(timing->arrival[connection->to], end);
        else
          timing->slowest_ns = fmax(timing->slowest_ns, end);
      }
    }
  }
}

void analyse(struct design *design, struct timing *timing, double exponent, double step)
{
  compute_arrivals(design, timing);
  for (int next = design->cell_count - 1; next >= 0; next--) {
    int from = timing->order[next];
    const struct cell *cell = &design->cells[from];
    timing->required[from] = timing->slowest_ns;
    for (int j = 0; j < cell->output_count; j++) {
      const struct net *net = &design->nets[cell->outputs[j]];
      for (int i = net->first; i < net->first + net->count; i++) {
        struct connection *connection = &design->connections[i];
        double weight = 0;
        if (timing->slowest_ns > 0) {
          bool goes_on = design->cells[connection->to].kind == FUNCTION;
          double latest = (goes_on ? timing->required[connection->to] - design->function_ns : timing->slowest_ns) -
                          connection->delay;
          timing->required[from] = fmin(timing->required[from], latest);
          double criticality = 1 - (latest - timing->arrival[from]) / timing->slowest_ns;
          weight = pow(fmin(fmax(criticality, 0), 1), exponent);
        }
        connection->weight = connection->weight < 0 ? weight : connection->weight + step * (weight - connection->weight);
      }
    }
  }
}

void free_timing(struct timing *timing)
{
  free(timing->order);
  free(timing->arrival);
  free(timing->required);
}
