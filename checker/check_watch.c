/*
 * Watches for states that reach a target: after each level, the predicates of all open targets are evaluated
 * in the states of the level, so one search serves all of them. Of a level, the least such state counts, as
 * for error states of an observer. A predicate without a value is an error of the model, unless the same
 * level has a state that reaches the target.
 */
#include "checker/check_watch.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "base/shared_core.h"
#include "checker/check_internal.h"
#include "explorer/explore_fault.h"
#include "explorer/model/data/data_model.h"
#include "explorer/model/fold_core.h"
#include "explorer/model/network.h"
#include "explorer/search/explore.h"
#include "explorer/search/level_store.h"
#include "explorer/trace/trace_path.h"

#define CHUNK_KEYS 1024u
#define SMALL_LEVEL 2048u /* levels with fewer states are watched by one thread */

/* The least states of a level: that reach a target; in which one of its predicates has no value. */
struct least {
    int reaches, fails;
    uint64_t *reached, *failed; /* vectors */
};

/* What a thread needs. */
struct watcher {
    struct check_watch *watch;
    uint64_t *words; /* of the scratch */
    struct data_scratch scratch;
    uint64_t *row;       /* a state; if folded, with its foldings */
    struct least *least; /* [targets of the check] */
    uint64_t *vectors;   /* of these */
};

struct check_watch {
    struct checking *checking;
    const struct exploration *exploration;
    uint32_t search;
    struct model_view model;
    struct watcher *watchers; /* [threads] */
    uint64_t level, levels;   /* the level that is watched, and how many were */
    uint64_t cursor;
    uint64_t fault_level; /* UINT64_MAX: no fault */
    uint64_t *fault;      /* a vector */
};

static int is_open(const struct check_watch *watch, const struct check_target *target) {
    return target->kind == TRACE_TO_STATE && target->search == watch->search &&
           target->finding == FINDING_UNKNOWN;
}

/* --- a state --- */

/* Whether a state meets the tests: 1, 0, or -1 if a predicate has no value. */
static int meets(const struct watcher *watcher, const struct check_target *target) {
    const struct data_header *image = watcher->watch->checking->network->data;
    uint32_t next = target->first_test;
    while (next < CHECK_MET) {
        const struct check_test *test = &target->tests[next];
        uint64_t holds;
        if (data_run(image, data_predicates(image)[test->predicate], watcher->scratch.fields,
                     watcher->scratch.registers, &holds) != PROGRAM_FINE) {
            return -1;
        }
        next = test->next[holds != 0];
    }
    return next == CHECK_MET;
}

static void note(int *there, uint64_t *best, const uint64_t *vector, uint32_t words) {
    if (!*there || trace_compare(vector, best, words) < 0) {
        memcpy(best, vector, words * sizeof *vector);
        *there = 1;
    }
}

static void watch_state(struct watcher *watcher, const uint64_t *key) {
    const struct check_watch *watch = watcher->watch;
    const struct checking *checking = watch->checking;
    const struct model_header *header = watch->model.header;
    const struct data_variable *variables = data_variables(checking->network->data);
    fold_undo(header, exploration_pairs(watch->exploration), key, watcher->row);
    for (uint32_t i = 0; i < header->components; i++) {
        watcher->scratch.fields[i] = variables[i].low + model_field(watch->model.component + i, watcher->row);
    }
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct least *least = &watcher->least[t];
        int met = is_open(watch, &checking->targets[t]) ? meets(watcher, &checking->targets[t]) : 0;
        if (met > 0) {
            note(&least->reaches, least->reached, watcher->row, header->words);
        } else if (met < 0) {
            note(&least->fails, least->failed, watcher->row, header->words);
        }
    }
}

/* --- a level --- */

static void watch_chunks(void *context, unsigned thread) {
    struct check_watch *watch = context;
    struct watcher *watcher = &watch->watchers[thread];
    const uint32_t key_words = watch->model.header->key_words;
    uint64_t count, chunk = 0, mine = shared64_add(&watch->cursor, 1);
    const struct level_segment *segments =
        level_store_segments(watch->exploration->space.level_store, watch->level, &count);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t at = 0; at < segments[i].count; at += CHUNK_KEYS, chunk++) {
            if (chunk != mine) {
                continue;
            }
            uint64_t end = segments[i].count - at < CHUNK_KEYS ? segments[i].count : at + CHUNK_KEYS;
            for (uint64_t k = at; k < end; k++) {
                watch_state(watcher, segments[i].keys + k * key_words);
            }
            mine = shared64_add(&watch->cursor, 1);
        }
    }
}

/* Adds what another thread found to what the first one did. */
static void join(const struct watcher *first, const struct watcher *other, uint64_t target, uint32_t words) {
    struct least *to = &first->least[target];
    const struct least *from = &other->least[target];
    if (from->reaches) {
        note(&to->reaches, to->reached, from->reached, words);
    }
    if (from->fails) {
        note(&to->fails, to->failed, from->failed, words);
    }
}

static void conclude_level(struct check_watch *watch, unsigned threads) {
    const struct checking *checking = watch->checking;
    const uint32_t words = watch->model.header->words;
    int fails = 0;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        for (unsigned i = 1; i < threads; i++) {
            join(&watch->watchers[0], &watch->watchers[i], t, words);
        }
        const struct least *least = &watch->watchers[0].least[t];
        if (least->reaches) {
            memcpy(target->vector, least->reached, words * sizeof *target->vector);
            target->level = watch->level;
            target->length = watch->level;
            target->finding = FINDING_REACHED;
        } else if (least->fails) {
            note(&fails, watch->fault, least->failed, words);
            watch->fault_level = watch->level;
        }
        for (unsigned i = 0; i < threads; i++) {
            watch->watchers[i].least[t].reaches = watch->watchers[i].least[t].fails = 0;
        }
    }
}

static int has_open(const struct check_watch *watch) {
    for (uint64_t t = 0; t < watch->checking->target_count; t++) {
        if (is_open(watch, &watch->checking->targets[t])) {
            return 1;
        }
    }
    return 0;
}

int check_watch_levels(struct check_watch *watch, const struct exploration *exploration) {
    const unsigned threads = watch->checking->run->threads;
    const struct state_space *space = &exploration->space;
    watch->exploration = exploration;
    for (; watch->levels < space->levels && watch->fault_level == UINT64_MAX && has_open(watch);
         watch->levels++) {
        const uint64_t *begin = space->level_begin + watch->levels;
        watch->level = watch->levels;
        watch->cursor = 0;
        unsigned used = begin[1] - begin[0] < SMALL_LEVEL ? 1 : threads;
        parallel_run(used, watch_chunks, watch);
        conclude_level(watch, used);
    }
    return watch->fault_level != UINT64_MAX;
}

int check_watch_describe(const struct check_watch *watch, struct exploration *exploration,
                         struct error *error) {
    if (watch->fault_level == UINT64_MAX) {
        return 0;
    }
    const struct trace_goal goal = {
        .kind = TRACE_TO_STATE, .level = watch->fault_level, .vector = watch->fault};
    explore_describe_fault(exploration, &goal, watch->checking->run, error);
    return -1;
}

/* --- opening and closing --- */

static int open_watcher(struct check_watch *watch, struct watcher *watcher) {
    struct memory *memory = watch->checking->run->memory;
    const struct model_header *header = watch->model.header;
    const uint64_t targets = watch->checking->target_count;
    watcher->watch = watch;
    watcher->words = data_scratch_open(memory, watch->checking->network->data, &watcher->scratch);
    watcher->row = memory_allocate_array(memory, fold_stride(header), sizeof *watcher->row);
    watcher->least = memory_allocate_zeroed(memory, targets * sizeof *watcher->least);
    watcher->vectors = memory_allocate_array(memory, 2 * targets * header->words, sizeof *watcher->vectors);
    if (watcher->words == NULL || watcher->row == NULL || watcher->least == NULL ||
        watcher->vectors == NULL) {
        return -1;
    }
    for (uint64_t t = 0; t < targets; t++) {
        watcher->least[t].reached = watcher->vectors + 2 * t * header->words;
        watcher->least[t].failed = watcher->least[t].reached + header->words;
    }
    return 0;
}

static void close_watcher(const struct check_watch *watch, struct watcher *watcher) {
    struct memory *memory = watch->checking->run->memory;
    const struct model_header *header = watch->model.header;
    const uint64_t targets = watch->checking->target_count;
    data_scratch_close(memory, watch->checking->network->data, watcher->words);
    memory_free(memory, watcher->row, fold_stride(header) * sizeof *watcher->row);
    memory_free(memory, watcher->least, targets * sizeof *watcher->least);
    memory_free(memory, watcher->vectors, 2 * targets * header->words * sizeof *watcher->vectors);
}

static int open_parts(struct check_watch *watch) {
    struct memory *memory = watch->checking->run->memory;
    const unsigned threads = watch->checking->run->threads;
    const uint64_t words = watch->model.header->words;
    watch->fault = memory_allocate_array(memory, words, sizeof *watch->fault);
    watch->watchers = memory_allocate_zeroed(memory, threads * sizeof *watch->watchers);
    int failed = watch->fault == NULL || watch->watchers == NULL;
    for (unsigned i = 0; i < threads && !failed; i++) {
        failed = open_watcher(watch, &watch->watchers[i]);
    }
    for (uint64_t t = 0; t < watch->checking->target_count && !failed; t++) {
        struct check_target *target = &watch->checking->targets[t];
        if (is_open(watch, target)) {
            target->vector_words = words;
            target->vector = memory_allocate_array(memory, words, sizeof *target->vector);
            failed = target->vector == NULL;
        }
    }
    return failed ? -1 : 0;
}

struct check_watch *check_watch_open(struct checking *checking, uint32_t search, const model *model,
                                     struct error *error) {
    struct check_watch *watch = memory_allocate_zeroed(checking->run->memory, sizeof *watch);
    if (watch != NULL) {
        *watch = (struct check_watch){.checking = checking,
                                      .search = search,
                                      .model = model_view_of(model_image(model)),
                                      .fault_level = UINT64_MAX};
    }
    if (watch == NULL || open_parts(watch) != 0) {
        error_memory(error, "to watch for states");
        check_watch_close(watch);
        return NULL;
    }
    return watch;
}

void check_watch_close(struct check_watch *watch) {
    if (watch == NULL) {
        return;
    }
    struct memory *memory = watch->checking->run->memory;
    const unsigned threads = watch->checking->run->threads;
    for (unsigned i = 0; i < threads && watch->watchers != NULL; i++) {
        close_watcher(watch, &watch->watchers[i]);
    }
    memory_free(memory, watch->watchers, threads * sizeof *watch->watchers);
    memory_free(memory, watch->fault, watch->model.header->words * sizeof *watch->fault);
    memory_free(memory, watch, sizeof *watch);
}
