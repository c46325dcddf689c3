#ifndef HEDDLE_SPACE_SIDE_H
#define HEDDLE_SPACE_SIDE_H

struct backend;
struct run;

/* What work on a graph in host memory takes, in seconds. */
struct side_costs {
    double host_item;   /* on the host, for each vertex and edge */
    double device;      /* on a GPU that is ready: to open it .. */
    double device_item; /* .. and for each vertex and edge, which must be copied */
};

/*
 * Whether `auto` should do work on so many vertices and edges on a GPU, which may have to be started first;
 * waits for it if so. A GPU that failed to start is worth trying: its engine says why it fails.
 */
int side_is_worth_a_gpu(const struct backend *backend, const struct side_costs *costs, double items,
                        const struct run *run);

#endif
