#ifndef HEDDLE_BENCH_PARITY_TABLE_H
#define HEDDLE_BENCH_PARITY_TABLE_H

#include "bench/parity_games.h"
#include "parity/solve.h"

struct bench;

/* A way to solve games: a column. */
struct parity_way {
    const char *name;                            /* for programs, as in NAME_ms */
    const char *label;                           /* for people, at most 6 characters */
    int on_device;                               /* whether the engine on a GPU solves, or that of the host */
    int (*solve)(const struct solve_task *task); /* solves in place of the engine; NULL: the engine does */
    int show_rate;                               /* people see lifts a second, too */
    struct solve_options options;
};

#define PARITY_MOST_WAYS 12u

/* Games as rows, ways as columns: cells are milliseconds of solving. Without a GPU, ways of one are left out,
 * and a table of nothing else is. */
struct parity_table {
    const char *part;
    const char *name, *title;
    const struct parity_list *games;
    const struct parity_way *ways;
    unsigned way_count;
    int beside; /* beside them: a plain pass over the game, and what Oink took */
};

/*
 * Measures it. Every way's solution is verified, and its winners are those of the other ways: where not,
 * bench->wrong counts the game. A way that takes longer than 10 s (quick) or 60 s is shown as such. 0, or -1
 * with *bench->error filled.
 */
int parity_table_run(struct bench *bench, const struct parity_table *table);

#endif
