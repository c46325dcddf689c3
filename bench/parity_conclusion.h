#ifndef HEDDLE_BENCH_PARITY_CONCLUSION_H
#define HEDDLE_BENCH_PARITY_CONCLUSION_H

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
    uint64_t lifts; /* lifts of small progress measures */
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

/* When a published statement holds, given the ratios of two groups of ways, one ratio for each game. */
enum parity_rule {
    PARITY_RULE_MEAN,  /* their geometric mean lies between low and high */
    PARITY_RULE_EVERY, /* every ratio lies there; it counts as too high if the first group alone did not solve
                          the game in time */
    PARITY_RULE_MOST   /* the first group is faster in more than half of the games in which the two differ */
};

/*
 * A published statement, to be checked against a table's cells. A game's ratio is the best time
 * of the first group over the best one of the second: below 1 the first one is faster. Of rates it is
 * the first one's lifts a second over the second one's.
 */
struct parity_conclusion {
    const char *table;
    const char *figure;    /* the figure in Bootsma's thesis */
    const char *statement; /* at most 61 characters, to fit a line */
    const char *games; /* it is about the games whose names begin with this; NULL: all games of the table */
    const char *first, *second; /* the names of ways, separated by blanks */
    int rates;
    enum parity_rule rule;
    double low, high; /* bounds for MEAN and EVERY; a high of 0 is none */
};

enum parity_verdict { PARITY_NOT_MEASURED, PARITY_HOLDS, PARITY_FAILS };

struct parity_finding {
    enum parity_verdict verdict;
    double ratio;    /* geometric mean over the games that both groups solved; -1 without any */
    uint64_t solved; /* how many these are */
    /* Games in which the first group was faster, slower, or within PARITY_ALIKE; one that only one group
     * solved in time is that group's. Of rates: where it lifted more, less. */
    uint64_t faster, slower, alike;
};

#define PARITY_ALIKE 0.1
#define PARITY_LEAST_SECONDS 1e-4 /* times below this are too short to compare, and count as this */

/* What the cells say of it. NOT_MEASURED where one of its ways has not been tried on any game, or neither
 * group has solved any. */
struct parity_finding parity_conclude(const struct parity_conclusion *conclusion,
                                      const struct parity_cells *cells);

/* What Bootsma (Speeding up the small progress measures algorithm for parity games using the GPU, 2013)
 * concludes in chapter 8, in the order of the tables of heddle bench parity. */
extern const struct parity_conclusion parity_published[];
extern const unsigned parity_published_count;

#endif
