/* Finds paths with given labels. A label may lead to several states. So the states after the first k labels
 * are computed from the states after the first k - 1; each state is kept once, with the first state from
 * which it was found. */
#include "checker/verify/trace_follow.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/strategy/tuple_set.h"
#include "model/trace.h"
#include "frontend/formats/aut.h"

struct trace_follower {
    walker *walker;
    const struct run *run;
    struct error *error;
    uint32_t components;
    struct tuple_set found; /* tuples: local states, then the number of the step */
    uint64_t *from;         /* the number in `found` of the predecessor of each tuple */
    uint64_t from_capacity;
    uint32_t *source, *target; /* scratch: tuples */
    uint64_t *way;             /* scratch: the path, as numbers in `found` */
};

/* Adds follower->target, found from the tuple with number `from`. */
static int note_target(struct trace_follower *follower, uint64_t from) {
    int added = tuple_set_add(&follower->found, follower->target, follower->error);
    if (added == 1) {
        if (MEMORY_GROW(follower->run->memory, &follower->from, &follower->from_capacity,
                        follower->found.count) != 0) {
            return error_memory(follower->error, "to follow the trace");
        }
        follower->from[follower->found.count - 1] = from;
    }
    return added < 0 ? -1 : 0;
}

static int note_initial_states(struct trace_follower *follower) {
    uint64_t count;
    const uint32_t *initial = walker_initial(follower->walker, &count);
    for (uint64_t k = 0; k < count; k++) {
        memcpy(follower->target, initial + k * follower->components, follower->components * sizeof *initial);
        follower->target[follower->components] = 0;
        if (note_target(follower, 0) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Adds the states to which the label leads from a state; `step` is the number of the step after it. */
static int expand(struct trace_follower *follower, uint64_t number, const char *label, uint32_t step) {
    const struct walker_transition *transitions;
    uint64_t count;
    if (run_should_stop(follower->run)) {
        return error_set(follower->error, ERROR_INTERRUPTED, "interrupted");
    }
    memcpy(follower->source, tuple_set_at(&follower->found, number),
           (follower->components + 1) * sizeof *follower->source);
    if (walker_transitions(follower->walker, follower->source, &transitions, &count, follower->error) != 0) {
        return -1;
    }
    for (uint64_t i = 0; i < count; i++) {
        if (strcmp(transitions[i].label, label) != 0) {
            continue;
        }
        walker_target(follower->walker, follower->source, &transitions[i], follower->target);
        follower->target[follower->components] = step;
        if (note_target(follower, number) != 0) {
            return -1;
        }
    }
    return 0;
}

/* Sets *last to a state that all labels lead to. Returns 0 or -1. */
static int follow(struct trace_follower *follower, const char *const *labels, uint64_t count,
                  uint64_t *last) {
    if (note_initial_states(follower) != 0) {
        return -1;
    }
    *last = 0;
    for (uint64_t step = 0; step < count; step++) {
        uint64_t end = follower->found.count;
        run_tell(follower->run, "following the trace", step, count, "steps");
        for (uint64_t number = *last; number < end; number++) {
            if (expand(follower, number, labels[step], (uint32_t)step + 1) != 0) {
                return -1;
            }
        }
        if (follower->found.count == end) {
            return error_set(follower->error, ERROR_INPUT,
                             "step %llu, '%.200s', is not possible after the steps before it",
                             (unsigned long long)step + 1, labels[step]);
        }
        *last = end;
    }
    return 0;
}

static int take_path(struct trace_follower *follower, const char *const *labels, uint64_t count,
                     uint64_t last, struct trace *trace) {
    for (uint64_t step = count + 1; step-- > 0; last = follower->from[last]) {
        follower->way[step] = last;
    }
    for (uint64_t step = 0; step <= count; step++) {
        if (trace_append(follower->run->memory, trace, step == 0 ? NULL : labels[step - 1],
                         tuple_set_at(&follower->found, follower->way[step])) != 0) {
            return error_memory(follower->error, "to follow the trace");
        }
    }
    return 0;
}

int trace_follow(walker *walker, const char *const *labels, uint64_t count, const struct run *run,
                 struct trace *trace, struct error *error) {
    struct memory *memory = run->memory;
    uint32_t width = walker_components(walker) + 1;
    struct trace_follower follower = {.walker = walker,
                                      .run = run,
                                      .error = error,
                                      .components = width - 1,
                                      .found = {.memory = memory, .width = width}};
    uint64_t last;
    trace->components = width - 1;
    follower.source = memory_allocate_array(memory, width, sizeof *follower.source);
    follower.target = memory_allocate_array(memory, width, sizeof *follower.target);
    follower.way = memory_allocate_array(memory, count + 1, sizeof *follower.way);
    int failed = follower.source == NULL || follower.target == NULL || follower.way == NULL
                     ? error_memory(error, "to follow the trace")
                     : follow(&follower, labels, count, &last) != 0 ||
                           take_path(&follower, labels, count, last, trace) != 0;
    memory_free(memory, follower.source, width * sizeof *follower.source);
    memory_free(memory, follower.target, width * sizeof *follower.target);
    memory_free(memory, follower.way, (count + 1) * sizeof *follower.way);
    memory_free(memory, follower.from, follower.from_capacity * sizeof *follower.from);
    tuple_set_free(&follower.found);
    return failed ? -1 : 0;
}

/* Reads the labels on the path from the initial state until it ends, or until it returns to one of its
 * states. */
static int read_way(const struct lts *lts, const label_table *table, uint8_t *passed, const struct run *run,
                    struct trace_labels *labels, struct error *error) {
    uint32_t state = lts->initial;
    while (state < lts->row_states && lts->row[state + 1] > lts->row[state] && !passed[state]) {
        uint64_t move = lts->row[state], moves = lts->row[state + 1] - move;
        if (moves > 1) {
            return error_in(error, ERROR_INPUT, lts->path,
                            "this graph is not a trace: its state %u has %llu transitions", state,
                            (unsigned long long)moves);
        }
        if (MEMORY_GROW(run->memory, &labels->labels, &labels->capacity, labels->count + 1) != 0) {
            return error_memory(error, "to follow the trace");
        }
        labels->labels[labels->count++] = label_text(table, lts->labels[lts->label[move]]);
        passed[state] = 1;
        state = lts->target[move];
    }
    labels->returns = state < lts->row_states && passed[state];
    if (labels->count != lts->moves) {
        return error_in(
            error, ERROR_INPUT, lts->path,
            "this graph is not a trace: there are transitions besides the path from its initial state");
    }
    return 0;
}

int trace_read_labels(const char *path, label_table *table, const struct run *run,
                      struct trace_labels *labels, struct error *error) {
    *labels = (struct trace_labels){0};
    struct lts *lts = aut_read(path, table, run, error);
    if (lts == NULL) {
        return -1;
    }
    uint8_t *passed = memory_allocate_zeroed(run->memory, lts->row_states);
    int failed = passed == NULL ? error_memory(error, "to follow the trace")
                                : read_way(lts, table, passed, run, labels, error);
    memory_free(run->memory, passed, lts->row_states);
    lts_free(run->memory, lts);
    return failed;
}

void trace_labels_free(struct trace_labels *labels, const struct run *run) {
    memory_free(run->memory, labels->labels, labels->capacity * sizeof *labels->labels);
}
