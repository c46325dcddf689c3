/*
 * Rebuilds a trace on the CPU. A pass over a level expands every state and keeps the least vector that
 * qualifies. Threads share the keys of a level and compare their results at the end, so the outcome does not
 * depend on their number.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/sort.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/level_store.h"
#include "explorer/model/successors_core.h"
#include "explorer/trace/trace_path.h"

#define CHUNK_KEYS 1024u
/* Between two checks of the stop flag and the clock: */
#define ASK_KEYS 64u      /* states, */
#define ASK_VISITS 65536u /* transitions of one state */

struct host_rebuild {
    struct trace_path path;
    struct model_view model;
    const uint64_t *pairs; /* pairs of the interner */
    enum trace_pass pass;
    uint64_t level;  /* the level of the pass */
    uint64_t cursor; /* next chunk that no thread has taken */
    struct finder *finders;
    uint64_t *words; /* memory of the finders' vectors */
    uint64_t words_count;
    uint64_t *shared; /* of several ranks: room for the results of all, after that of this one */
    int told;         /* .. all know that one of them has failed */
};

/* One thread's part of a pass. */
struct finder {
    struct host_rebuild *rebuild;
    uint64_t *best; /* the least result so far; for TRACE_PASS_ERROR followed by its source */
    int there;      /* there is a result */
    uint64_t *row;  /* the source; if folded, with its foldings */
    uint64_t *scratch, *work;
    uint64_t visits;
};

/* The words of a result. */
static uint32_t result_words(const struct host_rebuild *rebuild) {
    uint32_t words = rebuild->model.header->words;
    return rebuild->pass == TRACE_PASS_ERROR ? 2 * words : words;
}

static void keep_vector(struct finder *finder, uint64_t *place, const uint64_t *vector) {
    memcpy(place, vector, finder->rebuild->model.header->words * sizeof *vector);
    finder->there = 1;
}

/* Keeps an error state with its source if it is less than the best, or equal and its source is less. */
static void note_error(struct finder *finder, const uint64_t *target) {
    const uint32_t words = finder->rebuild->model.header->words;
    int order = finder->there ? sort_compare_long_rows(target, finder->best, words) : -1;
    if (order < 0 || (order == 0 && sort_compare_long_rows(finder->row, finder->best + words, words) < 0)) {
        keep_vector(finder, finder->best, target);
        keep_vector(finder, finder->best + words, finder->row);
    }
}

static int visit_transition(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct finder *finder = context;
    const struct host_rebuild *rebuild = finder->rebuild;
    const struct trace_path *path = &rebuild->path;
    (void)choice;
    if (run_stops_after(path->run, &finder->visits, 1, ASK_VISITS)) {
        return 1;
    }
    switch (rebuild->pass) {
    case TRACE_PASS_DEADLOCK:
        return 1; /* one transition is enough */
    case TRACE_PASS_FAULT:
        return 0;
    case TRACE_PASS_LABEL:
        if (label == MODEL_NONE || !path->goal->labels[label]) {
            return 0;
        }
        break;
    case TRACE_PASS_PREDECESSOR:
        if (sort_compare_long_rows(target, trace_path_first(path), path->header->words) != 0) {
            return 0;
        }
        break;
    case TRACE_PASS_ERROR:
        if (model_is_error(&rebuild->model, target)) {
            note_error(finder, target);
        }
        return 0;
    }
    keep_vector(finder, finder->best, finder->row);
    return 1;
}

static void search_state(struct finder *finder, const uint64_t *key) {
    const struct host_rebuild *rebuild = finder->rebuild;
    const uint32_t words = rebuild->model.header->words;
    fold_undo(rebuild->model.header, rebuild->pairs, key, finder->row);
    if (finder->there && rebuild->pass != TRACE_PASS_ERROR &&
        sort_compare_long_rows(finder->row, finder->best, words) > 0) {
        return; /* no transition from here is less */
    }
    const struct successors_source from = {&rebuild->model,
                                           finder->row,
                                           finder->scratch,
                                           finder->work,
                                           successors_have_tables(rebuild->model.header, 1, 0),
                                           0};
    int moves = successors_all(&from, words, visit_transition, finder);
    if ((rebuild->pass == TRACE_PASS_DEADLOCK && !moves) ||
        (rebuild->pass == TRACE_PASS_FAULT && moves == SUCCESSORS_FAULT)) {
        keep_vector(finder, finder->best, finder->row);
    }
}

static void search_chunks(void *context, unsigned thread) {
    struct host_rebuild *rebuild = context;
    struct finder *finder = &rebuild->finders[thread];
    uint32_t key_words = rebuild->model.header->key_words;
    uint64_t count, chunk = 0;
    const struct level_segment *segments =
        level_store_segments(rebuild->path.exploration->space.level_store, rebuild->level, &count);
    uint64_t mine = thread;
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t at = 0; at < segments[i].count; at += CHUNK_KEYS, chunk++) {
            if (chunk != mine) {
                continue;
            }
            uint64_t end = segments[i].count - at < CHUNK_KEYS ? segments[i].count : at + CHUNK_KEYS;
            for (uint64_t k = at; k < end && (k % ASK_KEYS != 0 || !run_should_stop(rebuild->path.run));
                 k++) {
                search_state(finder, segments[i].keys + k * key_words);
            }
            mine = shared64_add(&rebuild->cursor, 1);
        }
    }
}

/* The least result of the threads; NULL: there is none. */
static const uint64_t *least_of_threads(const struct host_rebuild *rebuild) {
    const uint64_t *best = NULL;
    for (unsigned i = 0; i < rebuild->path.run->threads; i++) {
        const struct finder *finder = &rebuild->finders[i];
        if (finder->there &&
            (best == NULL || sort_compare_long_rows(finder->best, best, result_words(rebuild)) < 0)) {
            best = finder->best;
        }
    }
    return best;
}

/*
 * The ranks exchange the results of a pass, in which each has searched its own states; *best becomes the
 * least, NULL if there is none. 0; or -1 with the error filled, in all ranks, if one of them has failed.
 */
static int share_results(struct host_rebuild *rebuild, const uint64_t *mine, int failed,
                         const uint64_t **best) {
    const struct ranks *ranks = rebuild->path.run->ranks;
    const uint32_t words = 2 * rebuild->model.header->words, each = 2 + words;
    uint64_t *own = rebuild->shared, *all = own + each;
    *best = NULL;
    own[0] = (uint64_t)failed;
    own[1] = mine != NULL;
    if (mine != NULL) {
        memcpy(own + 2, mine, result_words(rebuild) * sizeof *own);
    }
    ranks_gather(ranks, own, all, each);
    for (uint32_t r = 0; r < ranks->count; r++) {
        const uint64_t *theirs = all + (uint64_t)r * each;
        rebuild->told |= theirs[0] != 0;
        if (theirs[1] &&
            (*best == NULL || sort_compare_long_rows(theirs + 2, *best, result_words(rebuild)) < 0)) {
            *best = theirs + 2;
        }
    }
    return rebuild->told ? error_set(rebuild->path.error, ERROR_INTERRUPTED, TRACE_INTERRUPTED) : 0;
}

/* The function `search` of struct trace_engine. */
static int search_level(void *context, enum trace_pass pass, uint64_t level, uint64_t *vectors) {
    struct host_rebuild *rebuild = context;
    const struct run *run = rebuild->path.run;
    const uint64_t *begin = rebuild->path.exploration->space.level_begin;
    rebuild->pass = pass;
    rebuild->level = level;
    const unsigned threads = begin[level + 1] - begin[level] <= CHUNK_KEYS ? 1 : run->threads;
    rebuild->cursor = threads; /* a thread begins with the chunk of its own number */
    for (unsigned i = 0; i < run->threads; i++) {
        rebuild->finders[i].there = 0;
    }
    parallel_run(threads, search_chunks, rebuild);
    const uint64_t *best = least_of_threads(rebuild);
    const int stops = run_should_stop(run);
    if (run->ranks != NULL && share_results(rebuild, best, stops, &best) != 0) {
        return -1;
    }
    if (stops) {
        return error_set(rebuild->path.error, ERROR_INTERRUPTED, TRACE_INTERRUPTED);
    }
    if (best == NULL) {
        return 0;
    }
    memcpy(vectors, best, result_words(rebuild) * sizeof *best);
    return pass == TRACE_PASS_ERROR ? 2 : 1;
}

static int open_rebuild(struct host_rebuild *rebuild) {
    const struct model_header *header = rebuild->model.header;
    struct memory *memory = rebuild->path.run->memory;
    unsigned threads = rebuild->path.run->threads;
    uint64_t row = fold_stride(header), words = header->words;
    uint64_t each = row + 4 * words + header->work_words;
    const uint64_t ranks = rebuild->path.run->ranks == NULL ? 0 : rebuild->path.run->ranks->count;
    rebuild->words_count = threads * each + (ranks + 1) * (2 * words + 2);
    rebuild->words = memory_allocate_array(memory, rebuild->words_count, sizeof(uint64_t));
    rebuild->finders = memory_allocate_array(memory, threads, sizeof *rebuild->finders);
    if (rebuild->words == NULL || rebuild->finders == NULL) {
        return error_memory(rebuild->path.error, "to rebuild the trace");
    }
    rebuild->shared = rebuild->words + threads * each;
    for (unsigned i = 0; i < threads; i++) {
        uint64_t *at = rebuild->words + i * each;
        rebuild->finders[i] = (struct finder){.rebuild = rebuild,
                                              .best = at + row,
                                              .row = at,
                                              .scratch = at + row + 2 * words,
                                              .work = at + row + 4 * words};
    }
    return 0;
}

/* The ranks say whether they have the trace: a rank that fails between two passes does so here. 0 or -1. */
static int agree_on_trace(struct host_rebuild *rebuild, int failed, struct trace *trace) {
    const struct error own = *rebuild->path.error;
    const uint64_t *none;
    if (share_results(rebuild, NULL, failed, &none) == 0) {
        return 0;
    }
    if (failed) {
        *rebuild->path.error = own;
    } else {
        trace_free(rebuild->path.run->memory, trace);
    }
    return -1;
}

static uint64_t fingerprint_of(const struct exploration *exploration, const struct trace_goal *goal) {
    const uint64_t words[] = {(uint64_t)goal->kind, trace_length(exploration, goal)};
    const uint64_t labels = goal->kind == TRACE_TO_LABEL ? model_header(exploration->model)->labels : 0;
    return ranks_fingerprint(ranks_fingerprint(0, words, sizeof words), goal->labels,
                             labels * sizeof *goal->labels);
}

int trace_rebuild_cpu(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                      struct trace *trace, struct error *error) {
    static const struct trace_engine engine = {.search = search_level};
    const struct model_header *header = model_header(exploration->model);
    struct host_rebuild rebuild = {.path = {exploration, goal, run, error, .header = header},
                                   .model = model_view_of(header),
                                   .pairs = exploration_pairs(exploration)};
    if (!exploration->space.levels_kept) {
        return error_set(error, ERROR_LIMIT,
                         "the levels of the search did not fit into memory: raise --memory or --spill, or "
                         "give --spill-dir");
    }
    int failed = open_rebuild(&rebuild) != 0;
    if (run->ranks != NULL) {
        failed = ranks_meet(run->ranks, RANKS_TRACE, fingerprint_of(exploration, goal), failed, error) != 0;
    }
    if (!failed) {
        failed = trace_path_rebuild(&rebuild.path, &engine, &rebuild, trace) != 0;
        failed |= run->ranks != NULL && !rebuild.told && agree_on_trace(&rebuild, failed, trace) != 0;
    }
    memory_free(run->memory, rebuild.words, rebuild.words_count * sizeof *rebuild.words);
    memory_free(run->memory, rebuild.finders, run->threads * sizeof *rebuild.finders);
    return failed ? -1 : 0;
}
