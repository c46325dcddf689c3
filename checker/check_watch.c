/*
 * Watches for states that reach a target: after each level, the predicates of all open targets are evaluated
 * in the states of the level, so one search serves all of them. Of a level, the least such state counts, of
 * all ranks, as for error states of an observer. If a predicate has no value in a state, and no state of the
 * level reaches the target, then the target stays unknown, and is looked for no more: an error of its
 * property, of no other.
 */
#include "checker/check_watch.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/ranks/ranks.h"
#include "base/run.h"
#include "base/scope.h"
#include "base/shared_core.h"
#include "base/sort.h"
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
    uint32_t wrong;             /* `fails`: this predicate, in that state */
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
    struct scope scope;       /* of the arrays: the model may be gone when they are freed */
    struct watcher *watchers; /* [threads] */
    uint64_t level, levels;   /* the level that is watched, and how many were */
    uint64_t cursor;
    uint8_t *open;    /* [targets]: its predicates are evaluated in the states of the level */
    uint64_t *shared; /* of several ranks: what this one shows, then what each of them shows; else NULL */
};

/* Finds the open targets: those that are unknown, of properties that are, too. Returns whether there are
 * some.
 */
static int find_open(const struct check_watch *watch) {
    struct checking *checking = watch->checking;
    struct check_reason reason;
    enum truth value = TRUTH_UNKNOWN;
    uint32_t property = UINT32_MAX; /* whose value this is: the targets of a property are neighbours */
    int some = 0;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        const struct check_target *target = &checking->targets[t];
        int open = target->kind == TRACE_TO_STATE && target->search == watch->search &&
                   target->finding == FINDING_UNKNOWN;
        if (open && target->property != property) {
            property = target->property;
            value = check_evaluate(checking, property, &reason);
        }
        watch->open[t] = (uint8_t)(open && value == TRUTH_UNKNOWN);
        some |= watch->open[t];
    }
    return some;
}

/* --- a state --- */

/* Whether a state meets the tests: 1, 0, or -1 if a predicate, which becomes *wrong, has no value. */
static int meets(const struct watcher *watcher, const struct check_target *target, uint32_t *wrong) {
    const struct data_header *image = watcher->watch->checking->network->data;
    uint32_t next = target->first_test;
    while (next < CHECK_MET) {
        const struct check_test *test = &target->tests[next];
        uint64_t holds;
        if (data_run(image, data_predicates(image)[test->predicate], watcher->scratch.fields,
                     watcher->scratch.registers, &holds) != PROGRAM_FINE) {
            *wrong = test->predicate;
            return -1;
        }
        next = test->next[holds != 0];
    }
    return next == CHECK_MET;
}

/* Keeps the least vector. Returns whether it is this one. */
static int note(int *there, uint64_t *best, const uint64_t *vector, uint32_t words) {
    if (*there && sort_compare_long_rows(vector, best, words) >= 0) {
        return 0;
    }
    memcpy(best, vector, words * sizeof *vector);
    *there = 1;
    return 1;
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
        uint32_t wrong;
        int met = watch->open[t] ? meets(watcher, &checking->targets[t], &wrong) : 0;
        if (met > 0) {
            note(&least->reaches, least->reached, watcher->row, header->words);
        } else if (met < 0 && note(&least->fails, least->failed, watcher->row, header->words)) {
            least->wrong = wrong;
        }
    }
}

/* --- a level --- */

static void watch_chunks(void *context, unsigned thread) {
    struct check_watch *watch = context;
    struct watcher *watcher = &watch->watchers[thread];
    const uint32_t key_words = watch->model.header->key_words;
    uint64_t count, chunk = 0, mine = thread;
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

/* Adds what another thread or rank found to what the first thread did. */
static void join_marks(struct least *to, const struct least *from, uint32_t words) {
    if (from->reaches) {
        note(&to->reaches, to->reached, from->reached, words);
    }
    if (from->fails && note(&to->fails, to->failed, from->failed, words)) {
        to->wrong = from->wrong;
    }
}

/* What a rank shows of a target: whether states reach it and fail, the predicate, and both vectors. */
#define SHOWN_EXTRA 3u

static uint64_t shown_words(const struct check_watch *watch) {
    return watch->checking->target_count * (SHOWN_EXTRA + 2 * (uint64_t)watch->model.header->words);
}

static void show_least(const struct least *least, uint32_t words, uint64_t *shown) {
    shown[0] = (uint64_t)least->reaches;
    shown[1] = (uint64_t)least->fails;
    shown[2] = least->wrong;
    memcpy(shown + SHOWN_EXTRA, least->reached, words * sizeof *shown);
    memcpy(shown + SHOWN_EXTRA + words, least->failed, words * sizeof *shown);
}

/* Collective: adds what the other ranks found to what the first thread of this one did. */
static void join_ranks(const struct check_watch *watch) {
    const struct ranks *ranks = watch->checking->run->ranks;
    const uint32_t words = watch->model.header->words;
    const uint64_t each = SHOWN_EXTRA + 2 * (uint64_t)words, targets = watch->checking->target_count;
    struct least *own = watch->watchers[0].least;
    uint64_t *all = watch->shared + shown_words(watch);
    for (uint64_t t = 0; t < targets; t++) {
        show_least(&own[t], words, watch->shared + t * each);
    }
    ranks_gather(ranks, watch->shared, all, shown_words(watch));
    for (uint64_t i = 0; i < ranks->count * targets; i++) {
        uint64_t *shown = all + i * each;
        const struct least theirs = {.reaches = shown[0] != 0,
                                     .fails = shown[1] != 0,
                                     .wrong = (uint32_t)shown[2],
                                     .reached = shown + SHOWN_EXTRA,
                                     .failed = shown + SHOWN_EXTRA + words};
        join_marks(&own[i % targets], &theirs, words);
    }
}

static void conclude_level(struct check_watch *watch, unsigned threads) {
    const struct checking *checking = watch->checking;
    const uint32_t words = watch->model.header->words;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        for (unsigned i = 1; i < threads; i++) {
            join_marks(&watch->watchers[0].least[t], &watch->watchers[i].least[t], words);
        }
    }
    if (watch->shared != NULL) {
        join_ranks(watch);
    }
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        const struct least *least = &watch->watchers[0].least[t];
        if (least->reaches || least->fails) {
            memcpy(target->vector, least->reaches ? least->reached : least->failed,
                   words * sizeof *target->vector);
            target->level = watch->level;
            target->length = watch->level;
            target->finding = least->reaches ? FINDING_REACHED : FINDING_WRONG;
            target->wrong = least->wrong;
        }
        for (unsigned i = 0; i < threads; i++) {
            watch->watchers[i].least[t].reaches = watch->watchers[i].least[t].fails = 0;
        }
    }
}

int check_watch_is_behind(const struct check_watch *watch, const struct exploration *exploration,
                          uint64_t *level) {
    *level = watch->levels;
    return watch->levels < exploration->space.levels;
}

int check_watch_next(struct check_watch *watch, const struct exploration *exploration) {
    const uint64_t *begin = exploration->space.level_begin + watch->levels;
    if (!find_open(watch)) {
        return 0;
    }
    watch->exploration = exploration;
    watch->level = watch->levels++;
    unsigned used = begin[1] - begin[0] < SMALL_LEVEL ? 1 : watch->checking->run->threads;
    watch->cursor = used; /* a thread begins with the chunk of its own number */
    parallel_run(used, watch_chunks, watch);
    conclude_level(watch, used);
    return 1;
}

void check_watch_describe(const struct check_watch *watch, struct exploration *exploration) {
    struct checking *checking = watch->checking;
    for (uint64_t t = 0; t < checking->target_count; t++) {
        struct check_target *target = &checking->targets[t];
        const struct trace_goal goal = check_target_goal(target);
        if (target->search == watch->search && target->finding == FINDING_WRONG) {
            explore_describe_predicate(exploration, &goal, target->wrong, checking->run, &target->why);
            check_note_fault(checking, &target->why);
        }
    }
}

/* --- opening and closing --- */

static void open_watcher(struct check_watch *watch, struct watcher *watcher) {
    const struct checking *checking = watch->checking;
    const struct model_header *header = watch->model.header;
    const uint64_t targets = checking->target_count, words = header->words;
    struct scope *scope = &watch->scope;
    watcher->watch = watch;
    watcher->words = data_scratch_open(scope->memory, checking->network->data, &watcher->scratch);
    watcher->row = scope_array(scope, fold_stride(header), sizeof *watcher->row);
    watcher->least = scope_zeroed(scope, targets, sizeof *watcher->least);
    watcher->vectors = scope_zeroed(scope, 2 * targets * words, sizeof *watcher->vectors);
    for (uint64_t t = 0; t < targets && !scope->failed; t++) {
        watcher->least[t].reached = watcher->vectors + 2 * t * words;
        watcher->least[t].failed = watcher->least[t].reached + words;
    }
}

static int open_parts(struct check_watch *watch) {
    struct memory *memory = watch->checking->run->memory;
    const struct ranks *ranks = watch->checking->run->ranks;
    const unsigned threads = watch->checking->run->threads;
    const uint64_t words = watch->model.header->words;
    watch->scope.memory = memory;
    watch->open = scope_zeroed(&watch->scope, watch->checking->target_count, sizeof *watch->open);
    watch->watchers = scope_zeroed(&watch->scope, threads, sizeof *watch->watchers);
    if (ranks != NULL) {
        watch->shared =
            scope_array(&watch->scope, (ranks->count + 1) * shown_words(watch), sizeof *watch->shared);
    }
    int failed = watch->scope.failed;
    for (unsigned i = 0; i < threads && !failed; i++) {
        open_watcher(watch, &watch->watchers[i]);
        failed = watch->scope.failed || watch->watchers[i].words == NULL;
    }
    for (uint64_t t = 0; t < watch->checking->target_count && !failed; t++) {
        struct check_target *target = &watch->checking->targets[t];
        if (target->kind == TRACE_TO_STATE && target->search == watch->search) {
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
        *watch = (struct check_watch){
            .checking = checking, .search = search, .model = model_view_of(model_image(model))};
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
        data_scratch_close(memory, watch->checking->network->data, watch->watchers[i].words);
    }
    scope_close(&watch->scope);
    memory_free(memory, watch, sizeof *watch);
}
