#ifndef HEDDLE_BENCH_PARITY_CELLS_H
#define HEDDLE_BENCH_PARITY_CELLS_H

#include <stdint.h>

struct error;
struct memory;

enum parity_outcome {
    PARITY_LEFT_OUT, /* not for such games, or not on this machine */
    PARITY_SOLVED,
    PARITY_OVER,   /* longer than the limit */
    PARITY_MEMORY, /* not enough of it */
    PARITY_WRONG   /* the solution is wrong, or its winners differ from those of another way */
};

/* The result of one way to solve one game. */
struct parity_cell {
    const char *table, *game, *way; /* names, not owned */
    unsigned row;                   /* in the table: games may share a name */
    enum parity_outcome outcome;
    double seconds; /* where it was solved */
    uint64_t lifts; /* of small progress measures */
};

/* All cells of all tables. */
struct parity_cells {
    struct parity_cell *cells;
    uint64_t count, capacity;
    struct memory *memory;
};

/* 0, or -1 with *error filled (ERROR_MEMORY). */
int parity_cells_add(struct parity_cells *cells, const struct parity_cell *cell, struct error *error);
void parity_cells_free(struct parity_cells *cells);

/* The cell of a table's row; NULL where it was not measured. */
const struct parity_cell *parity_cells_find(const struct parity_cells *cells, const char *table, unsigned row,
                                            const char *way);

#endif
