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

/* A column of lines that are a `struct line`, or another struct: its key, label, kind and member. */
#define COLUMN(key, label, kind, member) COLUMN_OF(line, key, label, kind, member)
#define COLUMN_OF(type, key, label, kind, member)                                                            \
    { key, label, NULL, STATISTIC_##kind, offsetof(struct type, member) }

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
    const char *part; /* the part that runs */
    struct bench_sink sink;
    char device[EXPLORE_DEVICE_TEXT]; /* the engine of the last search; "" before the first */
    uint64_t wrong;                   /* lines with wrong counts */
    uint64_t stopped;                 /* searches that ran out of memory */
    struct error *error;
};

/* The size of experiments: 0 quick on a CPU, 1 on a CPU, 2 quick on a GPU, 3 on a GPU. */
#define BENCH_SIZES 4u
unsigned bench_size(const struct bench *bench);

/* A part of a benchmark: one experiment, which frees its memory before it ends. */
struct bench_part {
    const char *name;
    int (*run)(struct bench *bench); /* 0, or -1 with *bench->error filled */
    double seconds[BENCH_SIZES];     /* expected, by bench_size, on two cores and on one GPU; 0: about 1 */
    int large;                       /* without a GPU and at small sizes, it runs only if it is named */
};

#define BENCH_PARTS 9u

struct benchmark {
    const char *name;
    struct bench_part parts[BENCH_PARTS]; /* up to one without a name */
    int of_cpu;                           /* measures the CPU only */
};

/*
 * The published experiments with the hash table in isolation and its bucket sizes (Cassee, Neele, Wijs 2017,
 * Figures 6 and 7); searches of growing size (Table 1), of several layouts and shapes; the graphs of what was
 * found, and the parity games of formulas; decompositions of graphs into strongly connected components
 * (ECL-SCC's graphs and options, the options of Wijs, Katoen, Bosnacki 2016, Figure 7), and of Markov
 * decision processes into maximal end components (their Figures 8 and 9, on networks in the shape of Table
 * 2); parity games of families on which solvers have been compared, by every solver; what the choice of a
 * device costs; and what this machine's
 * memory gives and how near the search on the CPU comes to it (bench->backend is the CPU's there).
 */
extern const struct benchmark bench_hashtable, bench_explore, bench_graph, bench_games, bench_scc, bench_mec,
    bench_parity, bench_auto, bench_cpu;

/* Makes all values of a line absent. */
void bench_clear(const struct statistic_row *columns, unsigned column_count, void *values);

/* If memory ran out for `what` (failed is not 0), notes that, counts it, and returns 0; else `failed`. */
int bench_pass_memory(struct bench *bench, const char *what, int failed);

/* The three calls of the sink. */
int bench_begin(struct bench *bench, const struct bench_table *table);
int bench_line(struct bench *bench, const void *values);
void bench_note(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
