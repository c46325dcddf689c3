/*
 * Rebuilds a trace on the CPU: one pass over the level where the search found the goal, then one over each
 * level before it. A pass expands every state of a level and keeps the least transition that qualifies: it
 * meets the goal, or leads to the state found in the pass before. Threads share the keys of a level and
 * compare their results at the end, so the outcome does not depend on their number.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/run.h"
#include "explorer/search/explore.h"
#include "explorer/model/fold_core.h"
#include "explorer/search/level_store.h"
#include "explorer/model/successors_core.h"
#include "explorer/trace/trace_rebuild.h"
#include "explorer/trace/trace_path.h"

#define CHUNK_KEYS 1024u
#define ASK_KEYS                                                                                             \
    64u /* states, and transitions of one state, between two checks of the stop flag and the clock */
#define ASK_VISITS 65536u

enum pass_kind { PASS_DEADLOCK, PASS_LABEL, PASS_ERROR, PASS_PREDECESSOR };

/* A transition; for PASS_DEADLOCK only its source. */
struct found {
    uint64_t *source, *target; /* vectors */
    uint32_t label;
    int there;
};

struct pass {
    enum pass_kind kind;
    const struct exploration *exploration;
    const struct trace_goal *goal;
    struct model_view model;
    const uint64_t *pairs;  /* pairs of the interner */
    const uint64_t *wanted; /* PASS_PREDECESSOR: the target */
    uint64_t level;
    const struct run *run;
    uint64_t cursor; /* next chunk that no thread has taken */
};

/* One thread's part of a pass. */
struct finder {
    struct pass *pass;
    struct found best;
    uint64_t *row; /* the source; if folded, with its foldings */
    uint64_t *scratch, *falsified;
    uint64_t visits;
};

struct rebuild {
    const struct run *run;
    struct pass pass;
    struct finder *finders;
    uint64_t *words; /* memory of the finders' vectors */
    uint64_t words_count;
    struct trace_path path;
};

static int compare_vectors(const uint64_t *a, const uint64_t *b, uint32_t words) {
    for (uint32_t w = 0; w < words; w++) {
        if (a[w] != b[w]) {
            return a[w] < b[w] ? -1 : 1;
        }
    }
    return 0;
}

static int qualifies(const struct pass *pass, uint32_t label, const uint64_t *target) {
    const struct model_view *model = &pass->model;
    switch (pass->kind) {
    case PASS_DEADLOCK:
        return 0;
    case PASS_LABEL:
        return label != MODEL_NONE && pass->goal->labels[label] != 0;
    case PASS_ERROR:
        return model_is_error(model, target);
    case PASS_PREDECESSOR:
        return compare_vectors(target, pass->wanted, model->header->words) == 0;
    }
    return 0;
}

/* Whether the transition is less than the best so far: compared by source, label, target for a label, else by
 * target, source, label. */
static int is_less(const struct pass *pass, const struct found *best, const uint64_t *source, uint32_t label,
                   const uint64_t *target) {
    uint32_t words = pass->model.header->words;
    int by_source = compare_vectors(source, best->source, words);
    int by_target = compare_vectors(target, best->target, words);
    int by_label = label < best->label ? -1 : label > best->label;
    int order[3] = {by_target, by_source, by_label};
    if (pass->kind == PASS_LABEL) {
        order[0] = by_source;
        order[1] = by_label;
        order[2] = by_target;
    }
    int first = order[0] != 0 ? order[0] : order[1] != 0 ? order[1] : order[2];
    return first < 0;
}

static void take_best(const struct pass *pass, struct found *best, const uint64_t *source, uint32_t label,
                      const uint64_t *target) {
    uint64_t bytes = pass->model.header->words * sizeof *source;
    memcpy(best->source, source, bytes);
    memcpy(best->target, target, bytes);
    best->label = label;
    best->there = 1;
}

static int visit_transition(void *context, uint32_t label, uint32_t choice, const uint64_t *target) {
    struct finder *finder = context;
    const struct pass *pass = finder->pass;
    (void)choice;
    if (pass->kind == PASS_DEADLOCK) {
        return 1; /* one transition is enough */
    }
    if (++finder->visits % ASK_VISITS == 0 && run_should_stop(pass->run)) {
        return 1;
    }
    if (qualifies(pass, label, target) &&
        (!finder->best.there || is_less(pass, &finder->best, finder->row, label, target))) {
        take_best(pass, &finder->best, finder->row, label, target);
    }
    return 0;
}

static void search_state(struct finder *finder, const uint64_t *key) {
    const struct pass *pass = finder->pass;
    const struct model_view *model = &pass->model;
    uint32_t words = model->header->words;
    fold_undo(model->header, pass->pairs, key, finder->row);
    if (finder->best.there && pass->kind != PASS_ERROR &&
        compare_vectors(finder->row, finder->best.source, words) > 0) {
        return; /* no transition from here is less */
    }
    const struct successors_source from = {model, finder->row, finder->scratch, finder->falsified};
    int moves = successors_all(&from, words, visit_transition, finder);
    if (pass->kind == PASS_DEADLOCK && !moves) {
        take_best(pass, &finder->best, finder->row, MODEL_NONE, finder->row);
    }
}

static void search_level(void *context, unsigned thread) {
    struct rebuild *rebuild = context;
    struct finder *finder = &rebuild->finders[thread];
    struct pass *pass = &rebuild->pass;
    uint32_t key_words = pass->model.header->key_words;
    uint64_t count, chunk = 0;
    const struct level_segment *segments =
        level_store_segments(pass->exploration->space.level_store, pass->level, &count);
    uint64_t mine = shared64_add(&pass->cursor, 1);
    for (uint64_t i = 0; i < count; i++) {
        for (uint64_t at = 0; at < segments[i].count; at += CHUNK_KEYS, chunk++) {
            if (chunk != mine) {
                continue;
            }
            uint64_t end = segments[i].count - at < CHUNK_KEYS ? segments[i].count : at + CHUNK_KEYS;
            for (uint64_t k = at; k < end && (k % ASK_KEYS != 0 || !run_should_stop(pass->run)); k++) {
                search_state(finder, segments[i].keys + k * key_words);
            }
            mine = shared64_add(&pass->cursor, 1);
        }
    }
}

/* Runs a pass; *best is the least result of all threads. 0, or -1 with *error filled. */
static int run_pass(struct rebuild *rebuild, enum pass_kind kind, uint64_t level, const uint64_t *wanted,
                    struct found **best, struct error *error) {
    struct pass *pass = &rebuild->pass;
    const uint64_t *begin = pass->exploration->space.level_begin;
    pass->kind = kind;
    pass->level = level;
    pass->wanted = wanted;
    pass->cursor = 0;
    for (unsigned i = 0; i < rebuild->run->threads; i++) {
        rebuild->finders[i].best.there = 0;
    }
    parallel_run(begin[level + 1] - begin[level] <= CHUNK_KEYS ? 1 : rebuild->run->threads, search_level,
                 rebuild);
    if (run_should_stop(pass->run)) {
        return error_set(error, ERROR_INTERRUPTED, "stopped while the trace was rebuilt");
    }
    *best = NULL;
    for (unsigned i = 0; i < rebuild->run->threads; i++) {
        struct found *found = &rebuild->finders[i].best;
        if (found->there &&
            (*best == NULL || is_less(pass, *best, found->source, found->label, found->target))) {
            *best = found;
        }
    }
    if (*best == NULL) {
        return error_set(error, ERROR_LIMIT, "level %llu has no state on the way", (unsigned long long)level);
    }
    uint64_t levels = pass->exploration->space.levels;
    run_tell(rebuild->run, "rebuilding the trace", levels - level, levels, "levels");
    return 0;
}

/* Adds a state in front of the path, with the label of the step from it (unless it is the last state). */
static int push(struct rebuild *rebuild, const uint64_t *vector, uint32_t label, struct error *error) {
    return trace_path_push(&rebuild->path, rebuild->pass.exploration->model, vector, label, rebuild->run,
                           error);
}

/*
 * Pushes the end of the path, in the level where the search found the goal; *level becomes the level of the
 * path's first state.
 */
static int push_end(struct rebuild *rebuild, uint64_t *level, struct error *error) {
    const struct exploration *exploration = rebuild->pass.exploration;
    const struct trace_goal *goal = rebuild->pass.goal;
    static const enum pass_kind kinds[] = {
        [TRACE_TO_DEADLOCK] = PASS_DEADLOCK, [TRACE_TO_LABEL] = PASS_LABEL, [TRACE_TO_ERROR] = PASS_ERROR};
    enum pass_kind kind = kinds[goal->kind];
    struct found *best;
    uint64_t length = trace_length(exploration, goal);
    *level = length;
    if (length == UINT64_MAX) {
        return error_set(error, ERROR_LIMIT, "the search did not find the goal of the trace");
    }
    if (kind != PASS_DEADLOCK) {
        if (length == 0) { /* the initial state */
            return push(rebuild, rebuild->pass.model.initial, MODEL_NONE, error);
        }
        *level = length - 1;
    }
    if (run_pass(rebuild, kind, *level, NULL, &best, error) != 0) {
        return -1;
    }
    if (kind == PASS_DEADLOCK) {
        return push(rebuild, best->source, MODEL_NONE, error);
    }
    return push(rebuild, best->target, MODEL_NONE, error) != 0 ||
                   push(rebuild, best->source, best->label, error) != 0
               ? -1
               : 0;
}

static int open_rebuild(struct rebuild *rebuild, struct error *error) {
    const struct model_header *header = rebuild->pass.model.header;
    unsigned threads = rebuild->run->threads;
    uint64_t row = fold_stride(header), words = header->words;
    uint64_t each = row + 4 * words + header->guard_words;
    rebuild->words_count = threads * each;
    rebuild->words = memory_allocate_array(rebuild->run->memory, rebuild->words_count, sizeof(uint64_t));
    rebuild->finders = memory_allocate_array(rebuild->run->memory, threads, sizeof *rebuild->finders);
    if (rebuild->words == NULL || rebuild->finders == NULL) {
        return error_memory(error, "to rebuild the trace");
    }
    for (unsigned i = 0; i < threads; i++) {
        uint64_t *at = rebuild->words + i * each;
        rebuild->finders[i] = (struct finder){.pass = &rebuild->pass,
                                              .best = {.source = at + row, .target = at + row + words},
                                              .row = at,
                                              .scratch = at + row + 2 * words,
                                              .falsified = at + row + 4 * words};
    }
    return 0;
}

static int find_path(struct rebuild *rebuild, struct error *error) {
    uint32_t words = rebuild->pass.model.header->words;
    uint64_t level;
    if (push_end(rebuild, &level, error) != 0) {
        return -1;
    }
    while (level > 0) {
        struct found *best;
        const uint64_t *first = rebuild->path.vectors + (rebuild->path.length - 1) * words;
        if (run_pass(rebuild, PASS_PREDECESSOR, --level, first, &best, error) != 0 ||
            push(rebuild, best->source, best->label, error) != 0) {
            return -1;
        }
    }
    return 0;
}

int trace_rebuild_cpu(struct exploration *exploration, const struct trace_goal *goal, const struct run *run,
                      struct trace *trace, struct error *error) {
    struct rebuild rebuild = {.run = run};
    rebuild.pass = (struct pass){
        .exploration = exploration,
        .goal = goal,
        .model = model_view_of(model_image(exploration->model)),
        .pairs = exploration_pairs(exploration),
        .run = run,
    };
    if (!exploration->space.levels_kept) {
        return error_set(error, ERROR_LIMIT,
                         "the levels of the search did not fit into memory: raise --memory or --spill");
    }
    int failed = open_rebuild(&rebuild, error) != 0 || find_path(&rebuild, error) != 0 ||
                 trace_path_write(&rebuild.path, exploration->model, run, trace, error) != 0;
    memory_free(run->memory, rebuild.words, rebuild.words_count * sizeof *rebuild.words);
    memory_free(run->memory, rebuild.finders, run->threads * sizeof *rebuild.finders);
    trace_path_free(&rebuild.path, run);
    if (failed) {
        trace_free(run->memory, trace);
    }
    return failed ? -1 : 0;
}
