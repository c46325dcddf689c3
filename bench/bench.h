#ifndef HEDDLE_BENCH_BENCH_H
#define HEDDLE_BENCH_BENCH_H

#include <stdint.h>

#include "base/options/statistics.h"
#include "explorer/search/explore.h"

struct backend;
struct error;
struct run;

/* A table of results. A column is a row of base/options/statistics.h, applied to the values of each line. */
struct bench_table {
    const char *name;  /* for programs */
    const char *title; /* for people: one line or several */
    const struct statistic_row *columns;
    unsigned column_count;
};

/* Receives results as they are found. Each returns 0, or -1 if that failed; the sink keeps the error. */
struct bench_sink {
    void *context;
    int (*table)(void *context,
                 const struct bench_table *table); /* a table begins; it stays valid until the next one */
    int (*line)(void *context, const void *values);
    void (*note)(void *context, const char *text); /* a remark on the table */
};

/* How a benchmark runs, and what it reports at the end. */
struct bench {
    const struct run *run;
    const struct backend *backend;
    int quick;        /* small sizes */
    const char *only; /* the only part to run; NULL: all */
    struct bench_sink sink;
    char device[EXPLORE_DEVICE_TEXT]; /* the engine of the last search; "" before the first */
    uint64_t wrong;                   /* lines with wrong counts */
    uint64_t stopped;                 /* searches that ran out of memory */
    struct error *error;
};

/* The names of each benchmark's parts (the values of `only`), NULL-terminated. */
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
 * -1 with *bench->error filled. Each experiment frees its memory before the next begins.
 */
int bench_hashtable(struct bench *bench);
int bench_explore(struct bench *bench);
int bench_graph(struct bench *bench);
int bench_games(struct bench *bench);
int bench_scc(struct bench *bench);
int bench_mec(struct bench *bench);
int bench_parity(struct bench *bench);
int bench_cpu(struct bench *bench);

/* Whether the part is to run. */
int bench_wants(const struct bench *bench, const char *part);

/* The size of experiments: 0 quick on a CPU, 1 on a CPU, 2 quick on a GPU, 3 on a GPU. */
#define BENCH_SIZES 4u
unsigned bench_size(const struct bench *bench);

/* The three calls of the sink. */
int bench_begin(struct bench *bench, const struct bench_table *table);
int bench_line(struct bench *bench, const void *values);
void bench_note(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
