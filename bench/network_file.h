#ifndef HEDDLE_BENCH_NETWORK_FILE_H
#define HEDDLE_BENCH_NETWORK_FILE_H

#include <stdint.h>
#include <stdio.h>

struct error;

/* Writing the files of a network (network_shape.h). */

struct network_move {
    uint32_t component;
    const char *label;
};

/* NULL with *error filled. */
FILE *network_file_open(const char *folder, const char *name, struct error *error);
/* 0, or -1 with *error filled when something was not written. */
int network_file_close(FILE *file, struct error *error);
/* A synchronisation vector of `components` entries, without an end of line. */
void network_file_vector(FILE *file, uint32_t components, const struct network_move *moves, uint32_t count,
                         const char *result);

/* The gas station with that many customers. 0, or -1 with *error filled. */
int network_file_gas_station(uint32_t customers, const char *folder, struct error *error);

#endif
