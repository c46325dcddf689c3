/*
 * Checking traces. With states, every step must be a transition. With labels alone, all states that a path
 * with these labels can lead to are followed; a monitor may run in several ways, so that it is followed as a
 * set, too.
 */
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/run.h"
#include "checker/verify_internal.h"
#include "frontend/lts.h"

/* Adds to `after` the states that the monitor can reach from those of `before` on the label. */
static int follow_monitor(struct verifier *verifier, const monitor *monitor, const char *label,
                          const struct tuple_set *before, struct tuple_set *after) {
    for (uint64_t k = 0; k < before->count; k++) {
        const uint32_t *state = tuple_set_at(before, k), *targets;
        uint32_t count = monitor_moves(monitor, *state, label, strlen(label), &targets);
        for (uint32_t t = 0; t < (count == 0 ? 1 : count); t++) {
            if (tuple_set_add(after, count == 0 ? state : &targets[t], verifier->error) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

/* --- with states -----------------------------------------------------------------------------------------
 */

/* A trace that is followed. */
struct walk {
    struct verifier *verifier;
    const struct trace *trace;
    const struct property *property; /* or NULL */
    uint32_t *target;
    struct tuple_set monitor, monitor_next; /* states of the property's monitor */
};

/* Whether some transition of the state is the step; the monitor follows all that are. 1, 0, or -1. */
static int find_step(struct walk *walk, uint64_t step, const struct semantics_transition *transitions,
                     uint64_t count, int *label_is_there) {
    struct verifier *verifier = walk->verifier;
    const uint32_t *from = trace_state(walk->trace, step), *to = trace_state(walk->trace, step + 1);
    uint32_t components = semantics_components(verifier->semantics);
    const char *followed = NULL;
    int found = 0;
    for (uint64_t t = 0; t < count; t++) {
        int same = verify_same_text(verifier, transitions[t].label, walk->trace->labels[step]);
        if (same < 0) {
            return -1;
        }
        *label_is_there |= same;
        if (!same) {
            continue;
        }
        semantics_target(verifier->semantics, from, &transitions[t], walk->target);
        if (memcmp(walk->target, to, components * sizeof *to) != 0) {
            continue;
        }
        found = 1;
        /* Labels that differ in bytes that are no UTF-8 can look the same in evidence. */
        if (walk->property != NULL && walk->property->kind == PROPERTY_MONITOR &&
            transitions[t].label != followed &&
            follow_monitor(verifier, walk->property->monitor, transitions[t].label, &walk->monitor,
                           &walk->monitor_next) != 0) {
            return -1;
        }
        followed = transitions[t].label;
    }
    return found;
}

static void say_step(struct walk *walk, uint64_t step, const struct semantics_transition *transitions,
                     uint64_t count, int label_is_there) {
    struct verifier *verifier = walk->verifier;
    verify_say(verifier, "step %llu, \"%.200s\" to ", (unsigned long long)step + 1,
               walk->trace->labels[step]);
    verify_say_state(verifier, trace_state(walk->trace, step + 1));
    verify_say(verifier, ", is no transition of ");
    verify_say_state(verifier, trace_state(walk->trace, step));
    verify_say(verifier, label_is_there ? ": with this label the network goes elsewhere; it can do "
                                        : ": the network can do ");
    verify_say_labels(verifier, transitions, count);
    verify_say(verifier, " there");
}

/* 1, 0 with the reason, or -1. */
static int check_step(struct walk *walk, uint64_t step) {
    struct verifier *verifier = walk->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    int label_is_there = 0;
    if (run_should_stop(verifier->run)) {
        return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
    }
    if (semantics_transitions(verifier->semantics, trace_state(walk->trace, step), &transitions, &count,
                              verifier->error) != 0) {
        return -1;
    }
    tuple_set_clear(&walk->monitor_next);
    int found = find_step(walk, step, transitions, count, &label_is_there);
    if (found == 0) {
        say_step(walk, step, transitions, count, label_is_there);
    }
    struct tuple_set monitor = walk->monitor;
    walk->monitor = walk->monitor_next;
    walk->monitor_next = monitor;
    return found;
}

static int check_initial(struct walk *walk) {
    struct verifier *verifier = walk->verifier;
    for (uint32_t k = 0; k < semantics_components(verifier->semantics); k++) {
        uint32_t initial = semantics_lts(verifier->semantics, k)->initial, said = walk->trace->states[k];
        if (said != initial) {
            verify_say(verifier,
                       "the first state of the trace is not the initial one: %.200s begins in %u, not in %u",
                       semantics_name(verifier->semantics, k), initial, said);
            return 0;
        }
    }
    return 1;
}

static int check_lasso(struct walk *walk) {
    const struct trace *trace = walk->trace;
    uint64_t back = trace->lasso;
    if (back == TRACE_NO_LASSO) {
        return 1;
    }
    if (back == trace->steps) {
        verify_say(walk->verifier, "the lasso has no step");
        return 0;
    }
    if (memcmp(trace_state(trace, back), trace_state(trace, trace->steps),
               trace->components * sizeof *trace->states) != 0) {
        verify_say(walk->verifier, "the trace does not return to its state %llu, ", (unsigned long long)back);
        verify_say_state(walk->verifier, trace_state(trace, back));
        verify_say(walk->verifier, ": it ends in ");
        verify_say_state(walk->verifier, trace_state(trace, trace->steps));
        return 0;
    }
    return 1;
}

/* Whether the state is a deadlock, else the reason says what the network can do: 1, 0 or -1. */
static int check_deadlock(struct verifier *verifier, const uint32_t *state) {
    const struct semantics_transition *transitions;
    uint64_t count;
    if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
        return -1;
    }
    if (count > 0) {
        verify_say(verifier, "the trace does not end in a deadlock: in ");
        verify_say_state(verifier, state);
        verify_say(verifier, " the network can do ");
        verify_say_labels(verifier, transitions, count);
    }
    return count == 0;
}

/* Whether the last label is forbidden. */
static int check_label(struct verifier *verifier, const struct property *property, const char *label) {
    int forbidden = label == NULL ? 0 : verify_forbids(verifier, property, label);
    if (forbidden == 0) {
        verify_say(verifier,
                   label == NULL ? "the trace has no step, so none with such a label: %.300s%s"
                                 : "%.300s is not violated: the last label is \"%.200s\"",
                   property->name, label == NULL ? "" : label);
    }
    return forbidden;
}

static int check_monitor(struct walk *walk) {
    for (uint64_t k = 0; k < walk->monitor.count; k++) {
        if (monitor_is_error(walk->property->monitor, *tuple_set_at(&walk->monitor, k))) {
            return 1;
        }
    }
    verify_say(walk->verifier,
               "%.300s is not violated: no run of it along the labels ends in an error state, ",
               walk->property->name);
    verify_say(walk->verifier, walk->monitor.count == 1 ? "but in %u" : "but in %u or another state",
               *tuple_set_at(&walk->monitor, 0));
    return 0;
}

static int check_end(struct walk *walk) {
    const struct trace *trace = walk->trace;
    if (walk->property == NULL) {
        return 1;
    }
    switch (walk->property->kind) {
    case PROPERTY_DEADLOCK:
        return check_deadlock(walk->verifier, trace_state(trace, trace->steps));
    case PROPERTY_NEVER:
        return check_label(walk->verifier, walk->property,
                           trace->steps == 0 ? NULL : trace->labels[trace->steps - 1]);
    case PROPERTY_MONITOR:
        return check_monitor(walk);
    }
    return -1;
}

static void report(const struct run *run, uint64_t done, uint64_t total) {
    if (run->progress != NULL && done % 1024 == 0) {
        struct progress progress = {"verifying", done, total, 0, 0, "steps"};
        run->progress(run->progress_context, &progress);
    }
}

/* 1, 0 with the reason, or -1. */
static int check_trace(struct walk *walk) {
    int holds = check_initial(walk);
    for (uint64_t step = 0; step < walk->trace->steps && holds == 1; step++) {
        report(walk->verifier->run, step, walk->trace->steps);
        holds = check_step(walk, step);
        walk->verifier->verification->steps += holds == 1;
    }
    holds = holds == 1 ? check_end(walk) : holds;
    return holds == 1 ? check_lasso(walk) : holds;
}

static void say_confirmed(struct verifier *verifier, const struct property *property) {
    unsigned long long steps = verifier->verification->steps;
    verifier->verification->reason[0] = '\0';
    if (property == NULL) {
        verify_say(verifier, "the network has this path of %llu steps", steps);
    } else {
        verify_say(verifier, "the network has this path of %llu steps, which violates: %.300s", steps,
                   property->name);
    }
}

/* From what the checks returned. */
static int conclude(struct verifier *verifier, const struct property *property, int holds) {
    if (holds > 0) {
        say_confirmed(verifier, property);
    }
    verifier->verification->confirmed = holds > 0;
    return holds < 0 ? -1 : 0;
}

int verify_trace(const struct evidence *evidence, exp_tree *tree, const struct run *run,
                 struct verification *verification, struct error *error) {
    struct verifier verifier = {.run = run, .verification = verification, .error = error};
    *verification = (struct verification){0};
    struct walk walk = {.verifier = &verifier,
                        .trace = &evidence->trace,
                        .monitor = {.memory = run->memory, .width = 1},
                        .monitor_next = {.memory = run->memory, .width = 1}};
    uint64_t bytes = evidence->component_count * sizeof *walk.target;
    int holds = verify_begin(&verifier, tree) != 0 || verify_make_properties(&verifier, evidence, tree) != 0
                    ? -1
                    : verify_components(&verifier, evidence);
    if (holds > 0) {
        walk.property = verifier.property_count == 0 ? NULL : verifier.properties;
        walk.target = memory_allocate(run->memory, bytes);
        if (walk.target == NULL) {
            holds = error_set(error, ERROR_MEMORY, "not enough memory to follow the trace");
        } else if (walk.property != NULL && walk.property->kind == PROPERTY_MONITOR) {
            uint32_t initial = monitor_lts(walk.property->monitor)->initial;
            holds = tuple_set_add(&walk.monitor, &initial, error);
        }
    }
    holds = holds > 0 ? check_trace(&walk) : holds;
    int status = conclude(&verifier, walk.property, holds);
    memory_free(run->memory, walk.target, bytes);
    tuple_set_free(&walk.monitor);
    tuple_set_free(&walk.monitor_next);
    verify_end(&verifier);
    return status;
}

/* --- labels alone ----------------------------------------------------------------------------------------
 */

/* A graph that has one path, from its initial state: where the path goes on, or an error. */
static int check_linear(const struct lts *path, struct error *error) {
    uint32_t state = path->initial;
    uint64_t steps = 0;
    while (state < path->row_states && path->row[state + 1] > path->row[state]) {
        if (path->row[state + 1] - path->row[state] > 1) {
            return error_at(error, ERROR_INPUT, path->path, 0, 0,
                            "this graph is no trace: its state %u has %llu transitions", state,
                            (unsigned long long)(path->row[state + 1] - path->row[state]));
        }
        if (++steps > path->moves) {
            return error_at(
                error, ERROR_INPUT, path->path, 0, 0,
                "this graph is no trace: it returns to a state; a lasso is verified as JSON alone");
        }
        state = path->target[path->row[state]];
    }
    if (steps < path->moves) {
        return error_at(
            error, ERROR_INPUT, path->path, 0, 0,
            "this graph is no trace: there are transitions beside the path from its initial state");
    }
    return 0;
}

/* Labels that are followed: `now` and `next` have the states that can be reached, with the monitor's behind.
 */
struct follow {
    struct verifier *verifier;
    const struct property *property; /* or NULL */
    struct tuple_set now, next;
    uint32_t *target;
};

/* Adds where a transition of the state leads, the monitor moving along. */
static int add_targets(struct follow *follow, const uint32_t *state,
                       const struct semantics_transition *transition) {
    struct verifier *verifier = follow->verifier;
    uint32_t components = semantics_components(verifier->semantics), count = 0;
    const uint32_t *targets = NULL;
    if (follow->property != NULL && follow->property->kind == PROPERTY_MONITOR) {
        count = monitor_moves(follow->property->monitor, state[components], transition->label,
                              strlen(transition->label), &targets);
    }
    semantics_target(verifier->semantics, state, transition, follow->target);
    for (uint32_t t = 0; t < (count == 0 ? 1 : count); t++) {
        follow->target[components] = count == 0 ? state[components] : targets[t];
        if (tuple_set_add(&follow->next, follow->target, verifier->error) < 0) {
            return -1;
        }
    }
    return 0;
}

/* All states of `now` do the label. 1, 0 with the reason when none can, or -1. */
static int follow_label(struct follow *follow, const char *label, uint64_t step) {
    struct verifier *verifier = follow->verifier;
    const struct semantics_transition *transitions;
    uint64_t count;
    tuple_set_clear(&follow->next);
    for (uint64_t k = 0; k < follow->now.count; k++) {
        const uint32_t *state = tuple_set_at(&follow->now, k);
        if (run_should_stop(verifier->run)) {
            return error_set(verifier->error, ERROR_INTERRUPTED, "interrupted");
        }
        if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
        for (uint64_t t = 0; t < count; t++) {
            if (strcmp(transitions[t].label, label) == 0 &&
                add_targets(follow, state, &transitions[t]) != 0) {
                return -1;
            }
        }
    }
    if (follow->next.count == 0) {
        const uint32_t *state = tuple_set_at(&follow->now, 0);
        if (semantics_transitions(verifier->semantics, state, &transitions, &count, verifier->error) != 0) {
            return -1;
        }
        verify_say(verifier,
                   "step %llu, \"%.200s\", is possible in none of the %llu states that the labels "
                   "before it lead to; in ",
                   (unsigned long long)step + 1, label, (unsigned long long)follow->now.count);
        verify_say_state(verifier, state);
        verify_say(verifier, " the network can do ");
        verify_say_labels(verifier, transitions, count);
        return 0;
    }
    struct tuple_set now = follow->now;
    follow->now = follow->next;
    follow->next = now;
    return 1;
}

/* Whether some state that was reached is a deadlock. */
static int some_deadlock(struct follow *follow) {
    struct verifier *verifier = follow->verifier;
    int holds = 0;
    for (uint64_t k = 0; k < follow->now.count && holds == 0; k++) {
        verifier->verification->reason[0] = '\0'; /* of the state before */
        holds = check_deadlock(verifier, tuple_set_at(&follow->now, k));
    }
    return holds;
}

static int some_error(struct follow *follow) {
    uint32_t components = semantics_components(follow->verifier->semantics);
    for (uint64_t k = 0; k < follow->now.count; k++) {
        if (monitor_is_error(follow->property->monitor, tuple_set_at(&follow->now, k)[components])) {
            return 1;
        }
    }
    verify_say(follow->verifier,
               "%.300s is not violated: no run of it along the labels ends in an error state",
               follow->property->name);
    return 0;
}

static int follow_end(struct follow *follow, const char *last) {
    if (follow->property == NULL) {
        return 1;
    }
    switch (follow->property->kind) {
    case PROPERTY_DEADLOCK:
        return some_deadlock(follow);
    case PROPERTY_NEVER:
        return check_label(follow->verifier, follow->property, last);
    case PROPERTY_MONITOR:
        return some_error(follow);
    }
    return -1;
}

/* 1, 0 with the reason, or -1. */
static int follow_path(struct follow *follow, const struct lts *path, const label_table *labels) {
    struct verifier *verifier = follow->verifier;
    uint32_t components = semantics_components(verifier->semantics), at = path->initial;
    const char *label = NULL;
    for (uint32_t k = 0; k < components; k++) {
        follow->target[k] = semantics_lts(verifier->semantics, k)->initial;
    }
    follow->target[components] = follow->property != NULL && follow->property->kind == PROPERTY_MONITOR
                                     ? monitor_lts(follow->property->monitor)->initial
                                     : 0;
    int holds = tuple_set_add(&follow->now, follow->target, verifier->error);
    for (uint64_t step = 0; step < path->moves && holds == 1; step++) {
        uint64_t move = path->row[at];
        label = label_text(labels, path->labels[path->label[move]]);
        at = path->target[move];
        report(verifier->run, step, path->moves);
        holds = follow_label(follow, label, step);
        verifier->verification->steps += holds == 1;
    }
    return holds == 1 ? follow_end(follow, label) : holds;
}

int verify_labels(const struct lts *path, const struct property *property, exp_tree *tree,
                  const struct run *run, struct verification *verification, struct error *error) {
    struct verifier verifier = {.run = run, .verification = verification, .error = error};
    *verification = (struct verification){0};
    if (property != NULL) {
        verify_name_property(&verifier, property);
    }
    if (check_linear(path, error) != 0 || verify_begin(&verifier, tree) != 0) {
        return -1;
    }
    uint32_t width = semantics_components(verifier.semantics) + 1;
    struct follow follow = {.verifier = &verifier,
                            .property = property,
                            .now = {.memory = run->memory, .width = width},
                            .next = {.memory = run->memory, .width = width}};
    follow.target = memory_allocate(run->memory, width * sizeof *follow.target);
    int holds = follow.target == NULL
                    ? error_set(error, ERROR_MEMORY, "not enough memory to follow the trace")
                    : follow_path(&follow, path, exp_tree_labels(tree));
    int status = conclude(&verifier, property, holds);
    memory_free(run->memory, follow.target, width * sizeof *follow.target);
    tuple_set_free(&follow.now);
    tuple_set_free(&follow.next);
    verify_end(&verifier);
    return status;
}
