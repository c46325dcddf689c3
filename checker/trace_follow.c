/*
 * Paths that are given by their labels alone. A label may lead to several states, so the path is sought level
 * by level: level k has every state that the first k labels lead to, sorted, each once, with the first state
 * of the level before that leads there.
 */
#include "checker/trace_follow.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "explorer/trace.h"
#include "frontend/aut.h"

struct follower {
    semantics *semantics;
    const struct run *run;
    struct error *error;
    uint32_t components;
    uint32_t *states; /* count * components, level after level */
    uint64_t *from;   /* count: index of the state before */
    uint64_t count, state_capacity, from_capacity;
    uint64_t *level; /* levels + 1 indices of states */
    uint64_t levels, level_capacity;
    uint64_t *order; /* scratch: indices of a level's states */
    uint64_t order_capacity;
    uint32_t *moved; /* scratch: a level's states */
    uint64_t moved_capacity;
};

static int fail_memory(struct follower *follower) {
    return error_set(follower->error, ERROR_MEMORY, "not enough memory to follow the trace");
}

static uint32_t *state_at(const struct follower *follower, uint64_t index) {
    return follower->states + index * follower->components;
}

/* Room for one state more. */
static int grow(struct follower *follower) {
    struct memory *memory = follower->run->memory;
    if (memory_grow(memory, (void **)&follower->states, &follower->state_capacity,
                    (follower->count + 1) * follower->components + 1, sizeof *follower->states) != 0 ||
        memory_grow(memory, (void **)&follower->from, &follower->from_capacity, follower->count + 1,
                    sizeof *follower->from) != 0) {
        return fail_memory(follower);
    }
    return 0;
}

static int close_level(struct follower *follower) {
    if (memory_grow(follower->run->memory, (void **)&follower->level, &follower->level_capacity,
                    follower->levels + 2, sizeof *follower->level) != 0) {
        return fail_memory(follower);
    }
    follower->level[0] = 0;
    follower->level[++follower->levels] = follower->count;
    return 0;
}

static int compare_states(const void *a, const void *b, void *context) {
    const struct follower *follower = context;
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    const uint32_t *x = state_at(follower, left), *y = state_at(follower, right);
    for (uint32_t i = 0; i < follower->components; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return left < right ? -1 : left > right; /* the first predecessor first */
}

/* Sorts the states from `begin` on and keeps each once. */
static int sort_level(struct follower *follower, uint64_t begin) {
    struct memory *memory = follower->run->memory;
    uint64_t count = follower->count - begin;
    size_t bytes = follower->components * sizeof *follower->states;
    if (count < 2) {
        return 0;
    }
    if (memory_grow(memory, (void **)&follower->order, &follower->order_capacity, 2 * count,
                    sizeof *follower->order) != 0 ||
        memory_grow(memory, (void **)&follower->moved, &follower->moved_capacity,
                    count * follower->components + 1, sizeof *follower->moved) != 0) {
        return fail_memory(follower);
    }
    uint64_t *order = follower->order, *from = order + count, kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        order[i] = begin + i;
    }
    qsort_r(order, count, sizeof *order, compare_states, follower);
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || memcmp(state_at(follower, order[i - 1]), state_at(follower, order[i]), bytes) != 0) {
            memcpy(follower->moved + kept * follower->components, state_at(follower, order[i]), bytes);
            from[kept++] = follower->from[order[i]];
        }
    }
    memcpy(state_at(follower, begin), follower->moved, kept * bytes);
    memcpy(follower->from + begin, from, kept * sizeof *from);
    follower->count = begin + kept;
    return 0;
}

/* Adds the states to which the label leads from a state. */
static int expand(struct follower *follower, uint64_t index, const char *label) {
    const struct semantics_transition *transitions;
    uint64_t count;
    if (run_should_stop(follower->run)) {
        return error_set(follower->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (semantics_transitions(follower->semantics, state_at(follower, index), &transitions, &count,
                              follower->error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (strcmp(transitions[i].label, label) != 0) {
            continue;
        }
        if (grow(follower) != 0) {
            return -1;
        }
        semantics_target(follower->semantics, state_at(follower, index), &transitions[i],
                         state_at(follower, follower->count));
        follower->from[follower->count++] = index;
    }
    return 0;
}

static int make_levels(struct follower *follower, const char *const *labels, uint64_t count) {
    if (grow(follower) != 0) {
        return -1;
    }
    for (uint32_t i = 0; i < follower->components; i++) {
        follower->states[i] = semantics_lts(follower->semantics, i)->initial;
    }
    follower->from[follower->count++] = 0;
    if (close_level(follower) != 0) {
        return -1;
    }
    for (uint64_t step = 0; step < count; step++) {
        uint64_t begin = follower->level[step], end = follower->level[step + 1];
        for (uint64_t index = begin; index < end; index++) {
            if (expand(follower, index, labels[step]) != 0) {
                return -1;
            }
        }
        if (follower->count == end) {
            return error_set(follower->error, ERROR_INPUT,
                             "step %llu, '%.200s', is not possible behind the steps before it",
                             (unsigned long long)step + 1, labels[step]);
        }
        if (sort_level(follower, end) != 0 || close_level(follower) != 0) {
            return -1;
        }
    }
    return 0;
}

/* The path that ends in the first state of the last level; the way back is marked in `order`. */
static int take_path(struct follower *follower, const char *const *labels, uint64_t count,
                     struct trace *trace) {
    struct memory *memory = follower->run->memory;
    if (memory_grow(memory, (void **)&follower->order, &follower->order_capacity, count + 1,
                    sizeof *follower->order) != 0) {
        return fail_memory(follower);
    }
    uint64_t index = follower->level[count];
    for (uint64_t step = count + 1; step-- > 0; index = follower->from[index]) {
        follower->order[step] = index;
    }
    for (uint64_t step = 0; step <= count; step++) {
        if (trace_append(memory, trace, step == 0 ? NULL : labels[step - 1],
                         state_at(follower, follower->order[step])) != 0) {
            return fail_memory(follower);
        }
    }
    return 0;
}

int trace_follow(semantics *semantics, const char *const *labels, uint64_t count, const struct run *run,
                 struct trace *trace, struct error *error) {
    struct follower follower = {
        .semantics = semantics, .run = run, .error = error, .components = semantics_components(semantics)};
    struct memory *memory = run->memory;
    trace->components = follower.components;
    int failed =
        make_levels(&follower, labels, count) != 0 || take_path(&follower, labels, count, trace) != 0;
    memory_free(memory, follower.states, follower.state_capacity * sizeof *follower.states);
    memory_free(memory, follower.from, follower.from_capacity * sizeof *follower.from);
    memory_free(memory, follower.level, follower.level_capacity * sizeof *follower.level);
    memory_free(memory, follower.order, follower.order_capacity * sizeof *follower.order);
    memory_free(memory, follower.moved, follower.moved_capacity * sizeof *follower.moved);
    return failed ? -1 : 0;
}

static int append_label(const char ***labels, uint64_t *count, uint64_t *capacity, const char *label,
                        const struct run *run, struct error *error) {
    if (memory_grow(run->memory, (void **)labels, capacity, *count + 1, sizeof **labels) != 0) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the trace");
    }
    (*labels)[(*count)++] = label;
    return 0;
}

/* The labels of the way from the initial state to where it ends or comes to a state again. */
static int read_way(const struct lts *lts, const label_table *table, uint8_t *passed, const struct run *run,
                    const char ***labels, uint64_t *count, uint64_t *capacity, struct error *error) {
    uint32_t state = lts->initial;
    while (state < lts->row_states && lts->row[state + 1] - lts->row[state] == 1 && !passed[state]) {
        uint64_t move = lts->row[state];
        const char *label = label_text(table, lts->labels[lts->label[move]]);
        if (append_label(labels, count, capacity, label, run, error) != 0) {
            return -1;
        }
        passed[state] = 1;
        state = lts->target[move];
    }
    if (*count != lts->moves) {
        return error_at(error, ERROR_INPUT, lts->path, 0, 0, "it is no trace: the graph is not linear");
    }
    return 0;
}

int trace_read_labels(const char *path, label_table *table, const struct run *run, const char ***labels,
                      uint64_t *count, uint64_t *capacity, struct error *error) {
    *labels = NULL;
    *count = *capacity = 0;
    struct lts *lts = aut_read(path, table, run, error);
    if (lts == NULL) {
        return -1;
    }
    uint8_t *passed = memory_allocate_zeroed(run->memory, lts->row_states);
    int failed = passed == NULL ? error_set(error, ERROR_MEMORY, "not enough memory for the trace")
                                : read_way(lts, table, passed, run, labels, count, capacity, error);
    memory_free(run->memory, passed, lts->row_states);
    lts_free(run->memory, lts);
    return failed;
}
