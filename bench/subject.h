#ifndef HEDDLE_BENCH_SUBJECT_H
#define HEDDLE_BENCH_SUBJECT_H

#include <stdint.h>

#include "bench/network_shape.h"
#include "checker/check_formula.h"
#include "explorer/search/explore.h"
#include "frontend/language/language.h"
#include "specs/syntax/formula.h"

struct bench;
struct bench_table;
struct graph;
struct network;

/* A network to explore. It is read from a temporary folder, which is removed at once. */
struct subject {
    struct network_counts expected;
    language_tree *tree;
    struct network *network;
};

/* 0, or -1 with *bench->error filled and nothing to close. */
int subject_open(struct bench *bench, const struct network_shape *shape, struct subject *subject);
/*
 * The same for a network that write(context, folder, error) writes into a folder as NETWORK_SHAPE_FILE: 0, or
 * -1 with *error filled.
 */
int subject_open_written(struct bench *bench, int (*write)(const void *, const char *, struct error *),
                         const void *context, struct network_counts expected, struct subject *subject);
void subject_close(struct bench *bench, struct subject *subject);

/* Makes a folder for temporary files and removes it with what is in it. `folder` has SUBJECT_FOLDER bytes. */
#define SUBJECT_FOLDER 512u
int subject_folder_create(char *folder, struct error *error);
void subject_folder_remove(const char *folder);

/*
 * Begins the table, and opens, measures and closes one network after the other; the second function: token
 * rings of last - 4, last - 2 and last nodes. `measure` writes the lines. 0, or -1 with *bench->error filled.
 */
typedef int subject_measure(struct bench *bench, const struct named_shape *which,
                            const struct subject *subject);
int subject_each(struct bench *bench, const struct bench_table *table, const struct named_shape *shapes,
                 unsigned count, subject_measure *measure);
int subject_each_ring(struct bench *bench, const struct bench_table *table, uint32_t last,
                      subject_measure *measure);

/* How a subject is explored. */
struct subject_search {
    uint32_t words;           /* as in struct model_options */
    uint32_t bucket_integers; /* as in struct explore_options */
    int keep_levels;
    unsigned repeats; /* at most BENCH_REPEATS; long searches are not repeated */
};

/* The results of searches of a subject; times are medians. */
struct subject_result {
    const char *outcome; /* NULL when they were complete */
    int exact;           /* whether all counts were as expected; -1 when a search was not complete */
    uint64_t states, transitions, levels, bits, key_words, table_bytes, memory_bytes;
    double seconds, load;
    double states_rate, transitions_rate, levels_rate; /* a second; negative unless complete */
};

/* How a line says that a measurement ran out of memory. */
extern const char bench_out_of_memory[];

/*
 * Explores the subject on the bench's backend. 0, or -1 with *bench->error filled: ERROR_INTERRUPTED, too.
 * Running out of memory is an outcome. bench->wrong counts wrong results.
 */
int subject_explore(struct bench *bench, const struct subject *subject, const struct subject_search *search,
                    struct subject_result *result);

/*
 * One search of a model of the subject; all levels are kept. *found is to be freed with exploration_free; it
 * is complete if *outcome is NULL, and may be NULL otherwise. 0, or -1 with *bench->error filled and nothing
 * to free.
 */
int subject_search_once(struct bench *bench, const model *model, const struct explore_options *options,
                        struct exploration **found, const char **outcome);

/* The graph of the search's states, on the host, to be freed with graph_free; NULL if memory runs out, which
 * bench->stopped counts. 0, or -1 with *bench->error filled. Counts are checked as above.
 */
int subject_graph(struct bench *bench, const struct subject *subject, struct graph **graph);

/* A formula (MCL) that was checked on the bench's backend. */
struct subject_play {
    formula_text *text;
    struct check_formula found;
};

/* 0, or -1 with *bench->error filled if the verdict is unknown (ERROR_MEMORY, ERROR_INTERRUPTED); free it
 * even then. keep: keeps the game on the host. */
int subject_play_open(struct bench *bench, const struct subject *subject, const char *formula, int keep,
                      struct subject_play *play);
void subject_play_close(struct subject_play *play);

#endif
