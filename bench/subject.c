/* Networks to explore: makes a model of a shape and searches it. */
#include "bench/subject.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "bench/bench.h"
#include "bench/median.h"
#include "explorer/backend.h"
#include "explorer/graph/graph.h"
#include "explorer/model/network.h"
#include "frontend/language/compile/language_compile.h"
#include "parity/solve_generated.h"

#define LONG_SECONDS 5.0 /* what takes longer is not repeated */

int subject_folder_create(char *folder, struct error *error) {
    const char *parent = getenv("TMPDIR");
    int length = snprintf(folder, SUBJECT_FOLDER, "%s/heddle-bench-XXXXXX",
                          parent != NULL && *parent != '\0' ? parent : "/tmp");
    if (length < 0 || (unsigned)length >= SUBJECT_FOLDER || mkdtemp(folder) == NULL) {
        return error_set(error, ERROR_IO, "no temporary folder could be made (TMPDIR says where)");
    }
    return 0;
}

void subject_folder_remove(const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory != NULL && (entry = readdir(directory)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            unlinkat(dirfd(directory), entry->d_name, 0);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    rmdir(folder);
}

static int read_network(struct bench *bench, const char *folder, struct subject *subject) {
    static const struct exp_options reading;
    char path[SUBJECT_FOLDER + sizeof NETWORK_SHAPE_FILE + 1];
    snprintf(path, sizeof path, "%s/%s", folder, NETWORK_SHAPE_FILE);
    return language_load(path, &reading, bench->run, &subject->tree, &subject->network, bench->error);
}

int subject_open_written(struct bench *bench, int (*write)(const void *, const char *, struct error *),
                         const void *context, struct network_counts expected, struct subject *subject) {
    char folder[SUBJECT_FOLDER];
    subject->expected = expected;
    if (subject_folder_create(folder, bench->error) != 0) {
        return -1;
    }
    int failed = write(context, folder, bench->error) != 0 || read_network(bench, folder, subject) != 0;
    subject_folder_remove(folder);
    return failed ? -1 : 0;
}

static int write_shape(const void *shape, const char *folder, struct error *error) {
    return network_shape_write(shape, folder, error);
}

int subject_open(struct bench *bench, const struct network_shape *shape, struct subject *subject) {
    return subject_open_written(bench, write_shape, shape, network_shape_counts(shape), subject);
}

void subject_close(struct bench *bench, struct subject *subject) {
    network_free(bench->run->memory, subject->network);
    language_free(subject->tree);
}

int subject_each(struct bench *bench, const struct bench_table *table, const struct named_shape *shapes,
                 unsigned count, subject_measure *measure) {
    int failed = bench_begin(bench, table);
    for (unsigned i = 0; i < count && failed == 0; i++) {
        struct subject subject;
        failed = subject_open(bench, &shapes[i].shape, &subject);
        if (failed == 0) {
            failed = measure(bench, &shapes[i], &subject);
            subject_close(bench, &subject);
        }
    }
    return failed;
}

int subject_each_ring(struct bench *bench, const struct bench_table *table, uint32_t last,
                      subject_measure *measure) {
    const struct named_shape rings[] = {{NULL, {.kind = NETWORK_RING, .size = last - 4}},
                                        {NULL, {.kind = NETWORK_RING, .size = last - 2}},
                                        {NULL, {.kind = NETWORK_RING, .size = last}}};
    return subject_each(bench, table, rings, LENGTH(rings), measure);
}

/* --- searches --- */

const char bench_out_of_memory[] = "memory ran out";

static int is_exact(const struct network_counts *expected, const struct exploration *found) {
    return found->result.states == expected->states && found->result.transitions == expected->transitions &&
           found->result.deadlocks == expected->deadlocks &&
           (expected->levels == 0 || found->result.levels == expected->levels);
}

int subject_search_once(struct bench *bench, const model *model, const struct explore_options *options,
                        struct exploration **found, const char **outcome) {
    bench->run->memory->peak = memory_used(bench->run->memory); /* so that it is the peak of this search */
    *found = bench->backend->explore(model, options, bench->run, bench->error);
    if (*found == NULL) {
        *outcome = bench_out_of_memory;
        return bench->error->code == ERROR_MEMORY ? 0 : -1;
    }
    memcpy(bench->device, (*found)->effort.device, sizeof bench->device);
    switch ((*found)->result.outcome) {
    case EXPLORE_INTERRUPTED:
    case EXPLORE_TIMEOUT:
        exploration_free(*found);
        *found = NULL;
        return error_set(bench->error, ERROR_INTERRUPTED, "interrupted");
    case EXPLORE_FULL:
        *outcome = bench_out_of_memory;
        return 0;
    case EXPLORE_LIMIT:
        *outcome = "limit";
        return 0;
    default:
        *outcome = NULL;
        return 0;
    }
}

static void keep_result(const struct subject *subject, const struct exploration *found,
                        struct subject_result *result) {
    result->exact = result->outcome != NULL ? -1 : result->exact && is_exact(&subject->expected, found);
    result->states = found->result.states;
    result->transitions = found->result.transitions;
    result->levels = found->result.levels;
    result->load = found->effort.table_load;
    result->table_bytes = found->effort.table_bytes;
    result->memory_bytes = found->effort.memory_peak;
}

/* One search and its seconds. */
static int measure_search(struct bench *bench, const struct subject *subject, const model *model,
                          const struct subject_search *search, double *seconds,
                          struct subject_result *result) {
    struct explore_options options = {.keep_levels = search->keep_levels,
                                      .max_depth = UINT64_MAX,
                                      .bucket_integers = search->bucket_integers};
    struct exploration *found;
    if (subject_search_once(bench, model, &options, &found, &result->outcome) != 0) {
        return -1;
    }
    if (found == NULL) {
        result->exact = -1;
        return 0;
    }
    *seconds = found->effort.seconds;
    keep_result(subject, found, result);
    exploration_free(found);
    return 0;
}

int subject_explore(struct bench *bench, const struct subject *subject, const struct subject_search *search,
                    struct subject_result *result) {
    struct model_options layout = {.words = search->words};
    double seconds[BENCH_REPEATS] = {0};
    unsigned repeats = 0;
    *result = (struct subject_result){.exact = 1};
    model *model = model_compile(subject->network, &layout, bench->run, bench->error);
    if (model == NULL) {
        return -1;
    }
    const struct model_header *header = model_header(model);
    result->bits = model_bits(model);
    result->key_words = header->key_words;
    int failed = 0;
    do {
        failed = measure_search(bench, subject, model, search, &seconds[repeats], result);
        repeats++;
    } while (failed == 0 && result->outcome == NULL && repeats < search->repeats && repeats < BENCH_REPEATS &&
             seconds[repeats - 1] < LONG_SECONDS);
    result->seconds = bench_median(seconds, repeats);
    double each = result->outcome == NULL && result->seconds > 0 ? 1 / result->seconds : -1;
    result->states_rate = (double)result->states * each;
    result->transitions_rate = (double)result->transitions * each;
    result->levels_rate = (double)result->levels * each;
    bench->wrong += failed == 0 && result->exact == 0;
    bench->stopped += failed == 0 && result->outcome != NULL;
    model_free(model);
    return failed;
}

/* --- graphs --- */

int subject_graph(struct bench *bench, const struct subject *subject, struct graph **graph) {
    struct model_options layout = {0};
    struct explore_options options = {.keep_levels = 1, .max_depth = UINT64_MAX};
    struct exploration *found = NULL;
    const char *outcome = NULL;
    *graph = NULL;
    model *model = model_compile(subject->network, &layout, bench->run, bench->error);
    int failed = model == NULL || subject_search_once(bench, model, &options, &found, &outcome) != 0;
    if (!failed && outcome == NULL) {
        bench->wrong += !is_exact(&subject->expected, found);
        *graph = bench->backend->graph(found, NULL, bench->run, bench->error);
        failed = *graph == NULL;
    }
    exploration_free(found);
    model_free(model);
    if (outcome != NULL || (failed && bench->error->code == ERROR_MEMORY)) {
        bench->stopped++;
        return 0;
    }
    return failed ? -1 : 0;
}

/* --- formulas --- */

int subject_play_open(struct bench *bench, const struct subject *subject, const char *formula, int keep,
                      struct subject_play *play) {
    static const struct formula_options dialect = {.dialect = FORMULA_DIALECT_MCL};
    const struct check_formula_options options = {.explore = {.max_depth = UINT64_MAX}, .keep = keep};
    struct check_formula *found = &play->found;
    struct error warning;
    *play = (struct subject_play){
        .text = formula_read((struct formula_source){"formula", formula, strlen(formula)}, &dialect,
                             bench->run, &warning, bench->error)};
    if (play->text == NULL) {
        return -1;
    }
    bench->run->memory->peak = memory_used(bench->run->memory); /* so that it is the peak of this game */
    check_formula(bench->backend, subject->network, formula_root(play->text), &options, bench->run, found);
    memcpy(bench->device, found->search.effort.device, sizeof bench->device);
    if (found->verdict != VERDICT_UNDECIDED && (!keep || found->kept)) {
        return keep ? solve_generated_fetch(&found->solved.game, &found->solved.solution, bench->run,
                                            bench->error)
                    : 0;
    }
    if (found->why.code != ERROR_NONE || found->keep_error.code != ERROR_NONE) {
        *bench->error = found->why.code != ERROR_NONE ? found->why : found->keep_error;
        return -1;
    }
    return found->search.result.outcome == EXPLORE_FULL
               ? error_memory(bench->error, "for the search of a game")
               : error_set(bench->error, ERROR_INTERRUPTED, "interrupted");
}

void subject_play_close(struct subject_play *play) {
    if (play->text != NULL) {
        check_formula_free(&play->found);
    }
    formula_text_free(play->text);
}
