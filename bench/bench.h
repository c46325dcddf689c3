#ifndef HEDDLE_BENCH_BENCH_H
#define HEDDLE_BENCH_BENCH_H

#include <stdint.h>

#include "base/options/statistics.h"
#include "explorer/search/explore.h"

struct backend;
struct error;
struct run;

/* A table of results: columns are rows of base/options/statistics.h, of the values that are given for each
 * line. */
struct bench_table {
    const char *name;  /* for programs */
    const char *title; /* for people: one line or several */
    const struct statistic_row *columns;
    unsigned column_count;
};

/* Where results go as they are found: 0, or -1 when that failed, with the error told elsewhere. */
struct bench_sink {
    void *context;
    int (*table)(void *context, const struct bench_table *table); /* one begins; it lives while lines come */
    int (*line)(void *context, const void *values);
    void (*note)(void *context, const char *text); /* a remark on the table */
};

/* How a benchmark is to run, and what it says at the end. */
struct bench {
    const struct run *run;
    const struct backend *backend;
    int quick;        /* small sizes */
    const char *only; /* name of the one part that is wanted; NULL for all */
    struct bench_sink sink;
    char device[EXPLORE_DEVICE_TEXT]; /* that searched last; "" before */
    uint64_t wrong;                   /* lines whose counts are not what they must be */
    uint64_t stopped;                 /* searches that had not memory enough */
    struct error *error;
};

/* Parts of each benchmark by name, NULL-terminated: what `only` may be. */
extern const char *const bench_hashtable_parts[];
extern const char *const bench_explore_parts[];
extern const char *const bench_graph_parts[];
extern const char *const bench_games_parts[];
extern const char *const bench_scc_parts[];
extern const char *const bench_mec_parts[];
extern const char *const bench_parity_parts[];
extern const char *const bench_cpu_parts[];

/*
 * The published experiments with the hash table in isolation and its bucket sizes (Cassee, Neele, Wijs 2017,
 * Figures 6 and 7); searches of growing size (Table 1), of several layouts and shapes; the graphs of what was
 * found, and the parity games of formulas; decompositions of graphs into strongly connected components
 * (ECL-SCC's graphs and options, the options of Wijs, Katoen, Bosnacki 2016, Figure 7), and of Markov
 * decision processes into maximal end components (their Figures 8 and 9, on networks in the shape of Table
 * 2); parity games of families on which solvers have been compared, by every solver; and what this machine's
 * memory gives and how near the search on the CPU comes to it (bench->backend is the CPU's there). Each 0, or
 * -1 with *bench->error filled. All that one experiment takes is given back before the next.
 */
int bench_hashtable(struct bench *bench);
int bench_explore(struct bench *bench);
int bench_graph(struct bench *bench);
int bench_games(struct bench *bench);
int bench_scc(struct bench *bench);
int bench_mec(struct bench *bench);
int bench_parity(struct bench *bench);
int bench_cpu(struct bench *bench);

/* Whether the part is wanted. */
int bench_wants(const struct bench *bench, const char *part);

/* How large experiments are to be: 0 quick on a CPU, 1 on a CPU, 2 quick on a GPU, 3 on a GPU. */
#define BENCH_SIZES 4u
unsigned bench_size(const struct bench *bench);

/* The three calls of the sink. */
int bench_begin(struct bench *bench, const struct bench_table *table);
int bench_line(struct bench *bench, const void *values);
void bench_note(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
