#ifndef HEDDLE_CLI_CLUSTER_GRAPH_H
#define HEDDLE_CLI_CLUSTER_GRAPH_H

#include <stdint.h>

struct exploration;
struct job;

/*
 * Writes the state space of a search by several processes as AUT, by rank 0; the file is that of one process.
 * *edges becomes their number. 0, or -1 with the job's error.
 */
int cluster_graph_write(struct job *job, struct exploration *exploration, const char *path, uint64_t *edges);

#endif
